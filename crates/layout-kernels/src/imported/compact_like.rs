//! The compact layouts that peers make in the order of the strides of another one.

use layout_math::cute::{AnyModes, CuteLayout, Stride, SymbolicStride, Term, Tuple};

use super::orders::{behind, in_turn, moving, order_of, product};
use super::symbolic::with_strides;

/// The layout in which each mode begins behind all that have smaller strides. A mode of stride 0 takes no
/// place there, and moves all the same: `(2,3):(4,0)` has the layout `(2,3):(1,1)`.
pub fn layout_like(layout: &CuteLayout) -> Option<CuteLayout> {
    let (shape, strides) = (layout.shape(), known(layout)?);
    let extents: Vec<Term> = shape.leaves().cloned().collect();
    with_strides(&shape, behind(&moving(&extents, &strides), &order_of(&strides)?)?)
}

/// The layout of a fragment: the first mode in the order of its coordinates, and behind it the others in
/// the order of their strides, among which 0 is one as any other. A single other mode that is a tuple is
/// spread out. `None` if an extent is not known, or if the strides of several leaves are coordinates.
pub fn fragment_like(layout: &CuteLayout) -> Option<CuteLayout> {
    let shape = layout.shape();
    if shape.leaves().any(|extent| extent.as_constant().is_none()) {
        return None;
    }
    let modes = layout.list_modes();
    let (first, others) = match &modes[..] {
        [first, others @ ..] if !others.is_empty() => (first.shape(), others),
        _ => return with_strides(&shape, in_turn(&shape)?),
    };
    let others = match others {
        [only] => only.list_modes(),
        _ => others.to_vec(),
    };
    let joined = CuteLayout::of_modes(others.clone()).ok()?;
    let extents: Vec<Term> = joined.shape().leaves().cloned().collect();
    let order = match extents.len() {
        1 => vec![0],
        _ => order_of(&known(&joined)?)?,
    };
    let size = product(first.leaves())?;
    let of_others: Option<Vec<_>> =
        behind(&extents, &order)?.iter().map(|stride| stride.scaled(&size)).collect();
    let strides = [in_turn(&first)?, of_others?].concat();
    let shapes = std::iter::once(first).chain(others.iter().map(CuteLayout::shape));
    with_strides(&Tuple::Node(shapes.collect()), strides)
}

/// The layout of a fragment as CUTLASS has it: the first mode in the order of its coordinates, in which what
/// does not move stays, and behind it the leaves of the others in the order of their strides. A single mode,
/// and one of a shape that is not known, is in the order of its coordinates.
pub fn cutlass_fragment(layout: &CuteLayout) -> Option<CuteLayout> {
    let (shape, modes) = (layout.shape(), layout.list_modes());
    let extents: Vec<Term> = shape.leaves().cloned().collect();
    if modes.len() < 2 || extents.iter().any(|extent| extent.as_constant().is_none()) {
        return with_strides(&shape, in_turn(&shape)?);
    }
    // Coordinates are in the order in which they are written.
    let stride = layout.stride();
    let known = stride
        .leaves()
        .map(|stride| stride.scale().as_constant().filter(|_| stride.path().is_empty()));
    let known: Vec<Option<i64>> = known.collect();
    let (first, others) = extents.split_at(modes.first()?.shape().leaves().count());
    let (of_first, of_others) = known.split_at(first.len());
    let places: Vec<Term> = moving(first, of_first);
    let in_first: Vec<i64> = (0_i64..).zip(first).map(|(at, _)| at).collect();
    let mut strides = behind(&places, &in_first)?;
    for (stride, known) in strides.iter_mut().zip(of_first) {
        if *known == Some(0) {
            *stride = SymbolicStride::ZERO;
        }
    }
    let size = product(places.iter())?;
    for stride in behind(others, &order_of(of_others)?)? {
        strides.push(stride.scaled(&size)?);
    }
    with_strides(&shape, strides)
}

/// The strides, as far as they are known; `None` if they are coordinates.
fn known(layout: &CuteLayout) -> Option<Vec<Option<i64>>> {
    let stride = layout.stride();
    let is_number = stride.leaves().all(|stride| stride.path().is_empty());
    is_number.then(|| stride.leaves().map(|stride| stride.scale().as_constant()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout_math::cute::SymbolicStride;

    /// The function of a layout, and of an expected one.
    fn both(found: Option<CuteLayout>, expected: &str) -> [String; 2] {
        let plain = |layout: CuteLayout| {
            let strides: Vec<SymbolicStride> = layout
                .shape()
                .leaves()
                .zip(layout.stride().leaves())
                .map(|(extent, stride)| match extent.as_constant() {
                    Some(1) => SymbolicStride::new(Term::constant(0), Vec::new()),
                    _ => stride.clone(),
                })
                .collect();
            with_strides(&layout.shape(), strides).unwrap().to_string()
        };
        let found = found.map_or("none".to_owned(), plain);
        let expected = match expected {
            "none" => expected.to_owned(),
            _ => plain(expected.parse().unwrap()),
        };
        [found, expected]
    }

    // What FlyDSL 0.4.2 itself infers.
    #[test]
    fn a_mode_of_stride_0_takes_no_place() {
        for (layout, like) in [
            ("(2,3,4):(0,1,3)", "(2,3,4):(1,1,3)"),
            ("(2,3,4):(0,4,0)", "(2,3,4):(1,1,1)"),
            ("(2,3,4):(4,0,8)", "(2,3,4):(1,1,2)"),
            ("4:0", "4:1"),
            ("(1,4,2):(5,4,1)", "(1,4,2):(8,2,1)"),
            ("((2,3),4):((4,0),1)", "((2,3),4):((4,1),1)"),
            ("(2,3):(2,2)", "(2,3):(1,1)"),
            ("(2,3,4):(3,3,1)", "(2,3,4):(4,4,1)"),
            ("(2,3,4):(-1,0,3)", "(2,3,4):(1,2,2)"),
            ("(2,3,4):(-1,0,-3)", "(2,3,4):(4,8,1)"),
            ("(2,M,3):(0,d,1)", "(2,M,3):(1,3,1)"),
            ("(M,3,4):(1,1,3)", "(M,3,4):(1,1,3*M)"),
            ("(2,3,5):(c,0,d)", "(2,3,5):(1,1,2)"),
            ("(2,3,5):(c,-1,0)", "(2,3,5):(3,1,3)"),
            ("(2,3,5):(c,-1,d)", "(2,3,5):(3,1,6)"),
            ("((2,3),M):((0,4),1)", "((2,3),M):((1,M),1)"),
            ("(2,3):(1@0,1@1)", "none"),
        ] {
            let [found, expected] = both(layout_like(&layout.parse().unwrap()), like);
            assert_eq!(found, expected, "{layout}");
        }
    }

    // What CUTLASS DSL 4.8.1 itself infers.
    #[test]
    fn what_does_not_move_in_the_first_mode_stays() {
        for (layout, like) in [
            ("(2,2):(8,0)", "(2,2):(1,2)"),
            ("((5,5),1,12):((1,5),-25,0)", "((5,5),1,12):((1,5),0,25)"),
            ("(3,64,8):(0,6,384)", "(3,64,8):(0,1,64)"),
            (
                "((3,4,6),(6,32,2)):((2,12,0),(576,3456,110592))",
                "((3,4,6),(6,32,2)):((1,3,0),(12,72,2304))",
            ),
            (
                "(4,(2,12,128),(1,2)):(6,(2,6,4),(0,6))",
                "(4,(2,12,128),(1,2)):(1,(4,1024,8),(0,1024))",
            ),
            ("(32,(32,4,5)):(1,(32,-1024,4096))", "(32,(32,4,5)):(1,(128,32,4096))"),
            ("((2,64)):((512,-8))", "((2,64)):((1,2))"),
            ("128:0", "128:1"),
            ("(5,(3,64,6)):(1@2,(4@0,4@2,2@0))", "(5,(3,64,6)):(1,(5,15,960))"),
            ("(5,(4,64)):(0,(1,d))", "(5,(4,64)):(0,(1,4))"),
            ("(M,N,128):(0,16,2)", "(M,N,128):(1,M,M*N)"),
        ] {
            let [found, expected] = both(cutlass_fragment(&layout.parse().unwrap()), like);
            assert_eq!(found, expected, "{layout}");
        }
    }

    #[test]
    fn a_fragment_has_its_first_mode_first() {
        for (layout, like) in [
            ("(4,8):(16,1)", "(4,8):(1,4)"),
            ("(2,3,4):(12,0,1)", "(2,3,4):(1,2,6)"),
            ("(2,3,4):(0,12,1)", "(2,3,4):(1,8,2)"),
            ("((4,2),2,3):((0,1),64,0)", "((4,2),2,3):((1,4),24,8)"),
            ("((4,1),2,1):((1,0),64,0)", "((4,1),2,1):((1,0),4,0)"),
            ("4:0", "4:1"),
            ("((2,3)):((3,1))", "((2,3)):((1,2))"),
            ("(4,(3,2)):(0,(5,0))", "(4,3,2):(1,8,4)"),
            ("(4,(3,2),5):(0,(5,0),1)", "(4,(3,2),5):(1,(40,4),8)"),
            ("((1,2),((3,2),4)):((9,1),((0,1),6))", "((1,2),(3,2),4):((0,1),(2,6),12)"),
            ("(2,3,4):(9,1,1)", "(2,3,4):(1,2,2)"),
            ("(2,3,4):(9,2,-1)", "(2,3,4):(1,8,2)"),
            ("(2,3,4,5):(9,c,7,d)", "(2,3,4,5):(1,8,2,24)"),
            ("(4,8):(1@0,1@1)", "(4,8):(1,4)"),
            ("(4,8,2):(1@0,1@1,2@0)", "none"),
            ("(2,M,4):(9,5,1)", "none"),
        ] {
            let [found, expected] = both(fragment_like(&layout.parse().unwrap()), like);
            assert_eq!(found, expected, "{layout}");
        }
    }
}
