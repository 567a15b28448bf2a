//! The strides of an array, for those who read no layouts.

use crate::algebra::{AnyLayout, Budget, Verdict, equivalent};
use crate::cute::{Composed, CuteLayout, Layout, Outer, Swizzle, SymbolicLayout, Term, Tuple};

/// The element at `(i, j, ...)` is at `offset + i*strides[0] + j*strides[1] + ...`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strides {
    strides: Vec<Option<i64>>,
    offset: Option<i64>,
}

impl Strides {
    pub(super) fn new(strides: Vec<Option<i64>>, offset: Option<i64>) -> Self {
        Strides { strides, offset }
    }

    /// The stride of each dimension; `None` for one that a symbol decides.
    pub fn strides(&self) -> &[Option<i64>] {
        &self.strides
    }

    /// The place of the first element; `None` if a symbol decides it.
    pub fn offset(&self) -> Option<i64> {
        self.offset
    }
}

/// The strides of the layout on dimensions of these sizes, if it has any.
///
/// Exact for layouts without symbols, but that the budget of the proof may end; for others each mode
/// has to be one flattened mode, or several that continue each other as they are written.
pub(super) fn strides(layout: &AnyLayout, extents: &[Option<Term>]) -> Option<Strides> {
    match layout {
        AnyLayout::Cute(cute) => Some(Strides { strides: of_modes(cute)?, offset: Some(0) }),
        AnyLayout::Composed(composed) if composed.outer().is_identity() => {
            let offset = composed.offset_term().as_constant();
            Some(Strides { strides: of_modes(composed.inner())?, offset })
        }
        _ => found(layout, extents),
    }
}

fn of_modes(cute: &CuteLayout) -> Option<Vec<Option<i64>>> {
    match cute {
        CuteLayout::Static(layout) => layout.modes().map(|mode| of_mode(&mode).map(Some)).collect(),
        CuteLayout::Symbolic(layout) => of_symbolic(layout),
        CuteLayout::Basis(_) => None,
    }
}

/// The stride of a mode whose flattened modes continue each other.
fn of_mode(mode: &Layout) -> Option<i64> {
    let mut end = None;
    let mut stride = None;
    for flat in mode.flat_modes() {
        if flat.extent == 1 {
            continue;
        }
        if end.is_some_and(|end| end != flat.stride) {
            return None;
        }
        stride = stride.or(Some(flat.stride));
        end = Some(flat.stride.checked_mul(flat.extent)?);
    }
    // A mode of one coordinate has the stride that it is written with.
    let last = mode.flat_modes().last().map_or(0, |mode| mode.stride);
    Some(stride.unwrap_or(last))
}

fn of_symbolic(layout: &SymbolicLayout) -> Option<Vec<Option<i64>>> {
    let is_tuple = layout.stride().leaves().any(|stride| !stride.path().is_empty());
    let modes = layout.shape().modes().iter().zip(layout.stride().modes());
    let of_mode = |(shape, stride): (&Tuple<Term>, &Tuple<_>)| {
        let leaves = shape.leaves().zip(stride.leaves().map(crate::cute::SymbolicStride::scale));
        let mut found: Option<&Term> = None;
        let mut end: Option<Term> = None;
        for (extent, stride) in leaves {
            if extent.as_constant() == Some(1) {
                continue;
            }
            if end.is_some_and(|end| end != *stride) {
                return None;
            }
            found = found.or(Some(stride));
            end = Some(stride.times(extent)?);
        }
        Some(found.map_or(Some(0), Term::as_constant))
    };
    if is_tuple { None } else { modes.map(of_mode).collect() }
}

/// The strides that the offsets beside the first element show, if they are right everywhere.
fn found(layout: &AnyLayout, extents: &[Option<Term>]) -> Option<Strides> {
    if layout.has_symbols() || layout.output_count() != Some(1) {
        return None;
    }
    let extents: Vec<i64> =
        extents.iter().map(|extent| extent.as_ref()?.as_constant()).collect::<Option<_>>()?;
    let at = |index: &[i64]| layout.apply(index, &[])?.first().copied();
    let mut index = vec![0; extents.len()];
    let offset = at(&index)?;
    let mut strides = Vec::new();
    for (dimension, &extent) in extents.iter().enumerate() {
        if extent == 1 {
            strides.push(0);
            continue;
        }
        index[dimension] = 1;
        strides.push(at(&index)?.checked_sub(offset)?);
        index[dimension] = 0;
    }
    let tuple = |numbers: &[i64]| Tuple::Node(numbers.iter().copied().map(Tuple::Leaf).collect());
    let strided = Layout::new(tuple(&extents), tuple(&strides)).ok()?;
    let identity = Outer::Swizzle(Swizzle::new(0, 0, 0).ok()?);
    let candidate = Composed::new(identity, offset, CuteLayout::Static(strided));
    match equivalent(layout, &AnyLayout::Composed(candidate), &Budget::default()) {
        Verdict::Proved(_) => {
            Some(Strides { strides: strides.into_iter().map(Some).collect(), offset: Some(offset) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::algebra::{AnyLayout, Kind};
    use crate::code::{ArrayLayout, Strides};

    #[track_caller]
    fn check(kind: Kind, text: &str, shape: &[i64], expected: Option<(&[i64], i64)>) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        let known = |&number: &i64| (number != -7).then_some(number);
        let shape: Vec<Option<i64>> = shape.iter().map(known).collect();
        let expected = expected.map(|(strides, offset)| {
            Strides::new(strides.iter().map(known).collect(), known(&offset))
        });
        assert_eq!(ArrayLayout::new(&layout).unwrap().strides(&shape), expected, "{text}");
    }

    /// A number that a symbol decides is -7 here.
    #[test]
    fn strides_of_every_notation() {
        check(Kind::Cute, "(4,8):(8,1)", &[4, 8], Some((&[8, 1], 0)));
        check(Kind::Cute, "((2,2),1,8):((1,2),9,4)", &[4, 1, 8], Some((&[1, 9, 4], 0)));
        check(Kind::Cute, "((2,2),8):((1,3),4)", &[4, 8], None);
        check(Kind::Cute, "(4,8):(1@0,1@1)", &[4, 8], None);
        check(Kind::Cute, "(M,N):(N,1)", &[-7, -7], Some((&[-7, 1], 0)));
        check(Kind::Cute, "((2,M),N):((1,2),2*M)", &[-7, -7], Some((&[1, -7], 0)));
        check(Kind::Cute, "((2,M),N):((1,3),6*M)", &[-7, -7], None);
        check(Kind::Cute, "((1,M),N):((7,1),M)", &[-7, -7], Some((&[1, -7], 0)));
        check(Kind::Composed, "S<0,4,3> o 5 o (4,8):(8,1)", &[4, 8], Some((&[8, 1], 5)));
        check(Kind::Composed, "S<0,4,3> o K o (4,8):(8,1)", &[4, 8], Some((&[8, 1], -7)));
        check(Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)", &[8, 64], None);
        // The fields begin above all offsets.
        check(Kind::Composed, "S<3,4,3> o 0 o (2,64):(64,1)", &[2, 64], Some((&[64, 1], 0)));
        check(Kind::Composed, "(4,4):(4,1) o 0 o (2,2):(1,4)", &[2, 2], Some((&[4, 1], 0)));
        check(Kind::Swizzle, "S<1,0,3>", &[8], Some((&[1], 0)));
        check(Kind::Swizzle, "S<1,0,3>", &[9], None);
        check(Kind::Linear, "{a = [[4],[8]], b = [[1],[2]]}", &[4, 4], Some((&[4, 1], 0)));
        check(Kind::Linear, "{a = [[4],[9]], b = [[1],[2]]}", &[4, 4], None);
        check(
            Kind::Relation,
            "{ [i,j] -> [4i + j + 2] : 0 <= i < 3 and 0 <= j < 4 }",
            &[3, 4],
            Some((&[4, 1], 2)),
        );
    }
}
