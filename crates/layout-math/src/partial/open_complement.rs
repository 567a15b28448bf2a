//! The complement below a size that is not known. What lies between the offsets of the layout is known all
//! the same, and so is where the first copy of the whole begins.

use num_integer::div_ceil;

use super::leaf::Leaf;
use crate::budget::Budget;
use crate::cute::{
    CuteLayout, Layout, Mode, SymbolicStride, Term, Tuple, complement_in_shape, filter,
};

/// A complement, up to how many copies of the whole it has.
///
/// ```
/// use layout_math::partial::{Leaf, OpenComplement};
///
/// let complement = OpenComplement::of(&"3:2".parse()?).expect("there is one");
/// assert_eq!(complement.of_size(7).expect("it fits").to_string(), "(2,4):(1,6)");
/// let below = complement.forms(&Leaf::tuple("?").expect("a tuple"));
/// assert_eq!(below[0].to_string(), "(2,n1):(1,6)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub struct OpenComplement {
    gaps: Vec<Mode>,
    /// The offset of the first copy.
    end: i64,
}

impl OpenComplement {
    /// `None` for a layout that CuTe has no complement of.
    pub fn of(layout: &Layout) -> Option<Self> {
        let gaps = complement_in_shape(layout, &Tuple::Leaf(1), &Budget::DEFAULT).ok()?;
        let gaps = gaps.flat_modes().iter().filter(|mode| mode.extent != 1).copied().collect();
        let end = |mode: &Mode| mode.extent.checked_mul(mode.stride);
        let ends = filter(layout).flat_modes().iter().map(end).collect::<Option<Vec<_>>>()?;
        Some(OpenComplement { gaps, end: ends.into_iter().fold(1, i64::max) })
    }

    /// The complement of so many offsets, or of the next number that is a number of whole copies.
    pub fn of_size(&self, size: i64) -> Option<CuteLayout> {
        let in_gaps: i64 = self.gaps.iter().map(|mode| mode.extent).product();
        let copies = div_ceil(size, in_gaps);
        self.with_copies(&[Term::constant(copies)])
    }

    /// The complement below a shape, its copies merged as a peer may have merged them.
    pub fn forms(&self, shape: &Tuple<Leaf>) -> Vec<CuteLayout> {
        let all = self.copies_in(shape);
        let is_one = |copies: &Term| copies.as_constant() == Some(1);
        let more: Vec<Term> = all.iter().filter(|copies| !is_one(copies)).cloned().collect();
        let whole = |one: &Term, other: &Term| one.as_constant().xor(other.as_constant()).is_none();
        let forms = [merged(&more, whole), merged(&more, |_, _| true), Some(more), Some(all)];
        forms.into_iter().flatten().filter_map(|copies| self.with_copies(&copies)).collect()
    }

    /// The copies that fill a shape, each extent rounded up, with a symbol for each number that is not
    /// known.
    fn copies_in(&self, shape: &Tuple<Leaf>) -> Vec<Term> {
        let mut rest = Some(self.end);
        let mut count = 0;
        let mut copies = |extent: &Leaf| {
            let extent = extent.number().filter(|&extent| 0 < extent);
            let copies = extent.zip(rest).map(|(extent, rest)| div_ceil(extent, rest));
            rest = match (rest, extent) {
                (Some(1), _) => Some(1),
                (Some(rest), Some(extent)) => Some(div_ceil(rest, extent)),
                _ => None,
            };
            copies.map_or_else(
                || {
                    count += 1;
                    Term::symbol(&format!("n{count}"))
                },
                Term::constant,
            )
        };
        shape.leaves().map(&mut copies).collect()
    }

    fn with_copies(&self, copies: &[Term]) -> Option<CuteLayout> {
        let plain = |scale: Term| SymbolicStride::new(scale, Vec::new());
        let gap = |mode: &Mode| (Term::constant(mode.extent), plain(Term::constant(mode.stride)));
        let mut modes: Vec<_> = self.gaps.iter().map(gap).collect();
        let mut stride = Term::constant(self.end);
        for copies in copies {
            modes.push((copies.clone(), plain(stride.clone())));
            stride = stride.times(copies)?;
        }
        let (shape, strides) = modes.into_iter().unzip();
        CuteLayout::new(Tuple::of_leaves(shape), Tuple::of_leaves(strides), []).ok()
    }
}

/// Neighbors that belong together as one number.
fn merged(copies: &[Term], together: impl Fn(&Term, &Term) -> bool) -> Option<Vec<Term>> {
    let mut merged: Vec<Term> = Vec::new();
    for own in copies {
        match merged.last_mut() {
            Some(last) if together(last, own) => *last = last.times(own)?,
            _ => merged.push(own.clone()),
        }
    }
    Some(merged)
}

#[cfg(test)]
mod tests {
    use super::super::tests::tuple;
    use super::*;

    fn of(layout: &str) -> Option<OpenComplement> {
        OpenComplement::of(&layout.parse().unwrap())
    }

    #[test]
    fn gaps_are_known_below_any_size() {
        let first = |layout: &str, shape: &str| {
            of(layout).unwrap().forms(&tuple(shape)).first().unwrap().to_string()
        };
        // What CuTe DSL and FlyDSL themselves infer, with `?` for the symbols.
        assert_eq!(first("3:2", "?"), "(2,n1):(1,6)");
        assert_eq!(first("3:2", "(?,?)"), "(2,n1*n2):(1,6)");
        assert_eq!(first("4:4", "(2,?)"), "(4,n1):(1,16)");
        assert_eq!(first("1:1", "(2,?)"), "(2,n1):(1,2)");
        assert_eq!(first("4:0", "?"), "n1:1");
        assert_eq!(first("(4,2):(1,8)", "?"), "(2,n1):(4,16)");
        assert_eq!(first("(2,2,2):(2,8,64)", "?"), "(2,2,4,n1):(1,4,16,128)");
        assert!(of("(3,2):(2,3)").is_none());
        assert!(of("(2,2):(1,1)").is_none());
    }

    #[test]
    fn copies_are_merged_or_not() {
        let forms = of("4:1").unwrap().forms(&tuple("(2,?,3)"));
        let forms: Vec<String> = forms.iter().map(ToString::to_string).collect();
        assert_eq!(forms, ["n1*n2:4", "n1*n2:4", "(n1,n2):(4,4*n1)", "(1,n1,n2):(4,4,4*n1)"]);
    }

    #[test]
    fn a_size_is_filled_with_whole_copies() {
        let complement = of("3:2").unwrap();
        let of_size = |size: i64| complement.of_size(size).unwrap().to_string();
        assert_eq!(
            [1, 2, 6, 7].map(of_size),
            ["(2,1):(1,6)", "(2,1):(1,6)", "(2,3):(1,6)", "(2,4):(1,6)"]
        );
    }

    #[test]
    fn complements_of_numbers_are_ours() {
        for layout in ["3:2", "4:4", "(4,2):(1,8)", "(2,2,2):(2,8,64)", "4:0", "(2,4):(1,10)"] {
            let complement = of(layout).unwrap();
            for copies in [1, 2, 5] {
                let size = Tuple::Leaf(complement.end * copies);
                let layout = layout.parse().unwrap();
                let ours = complement_in_shape(&layout, &size, &Budget::DEFAULT).unwrap();
                let found = complement.with_copies(&[Term::constant(copies)]).unwrap();
                assert_eq!(crate::cute::coalesce(found.as_static().unwrap()), ours);
            }
        }
    }
}
