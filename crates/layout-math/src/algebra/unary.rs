use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::evaluate::Evaluator;
use super::verdict::Budget;
use crate::cute::{Composed, Outer};
use crate::relation::{Context, Relation};

impl AnyLayout {
    /// The coalesced layout: the same function of the integral coordinate on the domain, with the
    /// fewest modes.
    ///
    /// A composed layout coalesces its inner layout. A swizzle, a linear layout and a relation have
    /// no modes to merge and are returned as they are. `None` for a layout with symbols whose coalesced
    /// modes depend on their values, and for a tiler, which is not a function.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "(2,(1,6)):(1,(6,2))")?;
    /// assert_eq!(layout.coalesce().unwrap().to_string(), "12:1");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn coalesce(&self) -> Option<Self> {
        match self {
            AnyLayout::Cute(layout) => layout.coalesce().map(AnyLayout::Cute),
            AnyLayout::Composed(composed) => {
                Some(AnyLayout::Composed(composed.with_inner(composed.inner().coalesce()?)))
            }
            AnyLayout::Swizzle(_) | AnyLayout::Linear(_) | AnyLayout::Relation(_) => {
                Some(self.clone())
            }
            AnyLayout::Tile(_) => None,
        }
    }

    /// The same modes without nesting; `None` for a tiler, which is not a function.
    ///
    /// It is the same function of the integral and of the natural coordinates, inside and outside
    /// the domain. Notations without nesting are returned as they are.
    pub fn flatten(&self) -> Option<Self> {
        match self {
            AnyLayout::Cute(layout) => Some(AnyLayout::Cute(layout.flatten())),
            AnyLayout::Composed(composed) => {
                Some(AnyLayout::Composed(composed.with_inner(composed.inner().flatten())))
            }
            AnyLayout::Swizzle(_) | AnyLayout::Linear(_) | AnyLayout::Relation(_) => {
                Some(self.clone())
            }
            AnyLayout::Tile(_) => None,
        }
    }

    /// The number of coordinates, if it is a number.
    ///
    /// The coordinates of a relation are its inputs that have an output: those of a box, or those that
    /// the budget suffices to list. `None` for a layout whose size depends on a symbol and for a tiler.
    pub fn static_size(&self, budget: &Budget) -> Option<i64> {
        match self {
            AnyLayout::Relation(relation) => relation_size(relation, budget),
            _ => self.size()?.as_constant(),
        }
    }

    /// One more than the greatest offset, and what CuTe computes for a CuTe layout.
    ///
    /// Coordinates without a value do not count. `None` if offsets are tuples or depend on a symbol, for
    /// a tiler, for a layout without an offset, and where the budget does not suffice to look at all
    /// coordinates of a layout that is not a CuTe layout and is not linear over F2.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// // The offsets are 0, 1 and 3.
    /// let layout = AnyLayout::parse(Kind::Composed, "S<1,0,1> o 0 o 3:1")?;
    /// assert_eq!(layout.cosize(), Some(4));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn cosize(&self) -> Option<i64> {
        self.cosize_within(&Budget::default())
    }

    /// The cosize, if the budget suffices to find it; see [`AnyLayout::cosize`].
    pub(crate) fn cosize_within(&self, budget: &Budget) -> Option<i64> {
        if let Some(layout) = self.as_static() {
            return Some(layout.cosize());
        }
        if let AnyLayout::Swizzle(_) = self {
            // It permutes its domain.
            return self.size()?.as_constant();
        }
        if self.output_count() != Some(1) {
            return None;
        }
        if let Some(map) = as_binary(self) {
            let (_, greatest) = map.greatest();
            return i64::try_from(greatest).ok()?.checked_add(1);
        }
        if let AnyLayout::Composed(composed) = self
            && let Some(greatest) = greatest_swizzled(composed, budget)
        {
            return greatest.checked_add(1);
        }
        self.walked_cosize(budget).or_else(|| match self {
            AnyLayout::Relation(relation) => relation_cosize(relation, budget),
            _ => None,
        })
    }

    /// One more than the greatest offset, or for a CuTe layout the extent of their range, found by a walk.
    fn walked_cosize(&self, budget: &Budget) -> Option<i64> {
        let function = Evaluator::new(self, budget);
        let function = function.filter(|function| function.is_within(budget.walk_last))?;
        let mut range: Option<(i64, i64)> = None;
        for coordinate in function.coordinates() {
            for offset in function.values(coordinate).ok()? {
                let own = *offset.first()?;
                let (least, greatest) = range.unwrap_or((own, own));
                range = Some((least.min(own), greatest.max(own)));
            }
        }
        let (least, greatest) = range?;
        let least = if let AnyLayout::Cute(_) = self { least } else { 0 };
        greatest.checked_sub(least)?.checked_add(1)
    }
}

/// The greatest offset of a swizzle after a layout, found without a walk over its coordinates.
///
/// A swizzle keeps the bits above its fields, so that the greatest offset is that of a number with the
/// same upper bits as the greatest one. Which of these are reached is seen digit by digit: each step
/// away from the greatest number takes a stride off it.
///
/// `None` if there are symbols, no offsets, or more numbers with these upper bits than the last walk.
fn greatest_swizzled(composed: &Composed, budget: &Budget) -> Option<i64> {
    let Outer::Swizzle(swizzle) = composed.outer() else { return None };
    let (inner, offset) = (composed.inner().as_static()?, composed.offset_term().as_constant()?);
    let greatest = inner.offset_range().1.checked_add(offset)?;
    if swizzle.is_identity() {
        return Some(greatest);
    }
    let bits = swizzle.bits() + swizzle.base() + (-swizzle.shift()).max(0);
    let low_bits = 1_i64.checked_shl(u32::try_from(bits).ok()?)?.checked_sub(1)?;
    let room = greatest & low_bits;
    if greatest < 0 || budget.walk_last <= room {
        return None;
    }
    // Which numbers are taken off the greatest one, and how often the current stride was.
    let mut reached = vec![false; room as usize + 1];
    reached[0] = true;
    for mode in inner.flat_modes() {
        let Ok(stride) = usize::try_from(mode.stride.unsigned_abs()) else { continue };
        if stride == 0 {
            continue;
        }
        let mut times = vec![0; reached.len()];
        for less in stride..reached.len() {
            if !reached[less] && reached[less - stride] && times[less - stride] < mode.extent - 1 {
                reached[less] = true;
                times[less] = times[less - stride] + 1;
            }
        }
    }
    let taken = (0..=room).filter(|&less| reached[less as usize]);
    taken.map(|less| swizzle.apply(greatest - less)).max()
}

fn relation_size(relation: &Relation, budget: &Budget) -> Option<i64> {
    let listed = || relation.enumerate(budget.walk_first as usize).ok()?;
    let pairs = match listed() {
        Some(pairs) => pairs,
        None => {
            let map = relation.to_map(&Context::new(budget.isl_operations)).ok()?;
            if let Some(size) = map.domain_size().ok()? {
                return Some(size);
            }
            map.pairs(budget.listed()).ok()?
        }
    };
    // The pairs of an input stand together.
    let mut inputs: Vec<&Vec<i64>> = pairs.iter().map(|(input, _)| input).collect();
    inputs.dedup();
    i64::try_from(inputs.len()).ok()
}

/// The end of the outputs of a relation without parameters.
fn relation_cosize(relation: &Relation, budget: &Budget) -> Option<i64> {
    let map = relation.to_map(&Context::new(budget.isl_operations)).ok()?;
    let [(_, end)] = map.range_hull().ok()??[..] else { return None };
    relation.parameters().next().is_none().then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;
    use crate::budget::work;

    #[track_caller]
    fn sizes(kind: Kind, text: &str) -> (Option<i64>, Option<i64>) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        (layout.static_size(&Budget::default()), layout.cosize())
    }

    #[test]
    fn sizes_of_every_notation() {
        assert_eq!(sizes(Kind::Cute, "(4,(2,2)):(2,(1,8))"), (Some(16), Some(16)));
        assert_eq!(sizes(Kind::Cute, "(4,8):(1@0,1@1)"), (Some(32), None));
        // The extent of the range from -9 to 2, as of numbers.
        assert_eq!(sizes(Kind::Cute, "(4,3):(-3@0,1@0)"), (Some(12), Some(12)));
        assert_eq!(sizes(Kind::Cute, "(4,3):(-3,1)"), (Some(12), Some(12)));
        assert_eq!(sizes(Kind::Cute, "(M,8):(8,1)"), (None, None));
        assert_eq!(sizes(Kind::Swizzle, "S<1,0,1>"), (Some(4), Some(4)));
        // The offsets of 0, 1, 2 are 0, 1, 3.
        assert_eq!(sizes(Kind::Composed, "S<1,0,1> o 0 o 3:1"), (Some(3), Some(4)));
        assert_eq!(sizes(Kind::Linear, "{a = [[1], [4]]}"), (Some(4), Some(6)));
        assert_eq!(sizes(Kind::Linear, "{a = [[0, 1]]}"), (Some(2), None));
        assert_eq!(sizes(Kind::Tile, "[4;8]"), (None, None));
        assert_eq!(
            sizes(Kind::Relation, "{ [i, j] -> [o] : o = i and 0 <= i < 3 and 0 <= j < 5 }").0,
            Some(15)
        );
        assert_eq!(sizes(Kind::Relation, "{ [i] -> [o] : o = 2i and 0 <= i < 3 }").1, Some(5));
        assert_eq!(sizes(Kind::Relation, "{ [i] -> [o] : o = i and i mod 2 = 0 }").0, None);
        assert_eq!(sizes(Kind::Relation, "{ [i] -> [-i] : 1 <= i < 4 }"), (Some(3), Some(0)));
    }

    #[test]
    fn the_greatest_offset_behind_a_swizzle_is_that_of_a_walk() {
        let (mut found, mut moved) = (0, 0);
        for swizzle in ["S<1,0,1>", "S<2,1,2>", "S<2,0,-2>", "S<2,1,-3>", "S<0,4,3>"] {
            for code in 0..8_i64.pow(3) * 6 {
                let digit = |at: u32| code / 8_i64.pow(at) % 8;
                let (strides, offset) = ([digit(0) - 1, 3 * digit(1), digit(2) - 3], code / 512);
                let [a, b, c] = strides;
                let text = format!("{swizzle} o {} o (3,5,2):({a},{b},{c})", 7 * offset - 9);
                let layout = AnyLayout::parse(Kind::Composed, &text).unwrap();
                let AnyLayout::Composed(composed) = &layout else { panic!() };
                let Some(greatest) = greatest_swizzled(composed, &Budget::DEFAULT) else {
                    continue;
                };
                let walked = layout.walked_cosize(&Budget::DEFAULT);
                assert_eq!(Some(greatest + 1), walked, "{text}");
                found += 1;
                let inner = composed.inner().as_static().unwrap().offset_range().1;
                moved += u32::from(greatest != inner + 7 * offset - 9);
            }
        }
        assert!(10_000 < found && 1_000 < moved, "{found} {moved}");
    }

    #[test]
    fn a_cosize_does_not_take_a_walk() {
        let text = "S<3,4,3> o 0 o (48,1000,96):(96000,96,1)";
        let layout = AnyLayout::parse(Kind::Composed, text).unwrap();
        let (work, cosize) = work::of(|| layout.cosize());
        assert_eq!((work, cosize), (0, Some(4_608_000)));
    }

    #[track_caller]
    fn check(kind: Kind, text: &str, coalesced: Option<&str>, flattened: Option<&str>) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        let print = |layout: Option<AnyLayout>| layout.map(|layout| layout.to_string());
        assert_eq!(print(layout.coalesce()).as_deref(), coalesced);
        assert_eq!(print(layout.flatten()).as_deref(), flattened);
    }

    #[test]
    fn modes_of_every_notation() {
        let flat = "(2,1,6):(1,6,2)";
        check(Kind::Cute, "(2,(1,6)):(1,(6,2))", Some("12:1"), Some(flat));
        check(
            Kind::Composed,
            "S<1,0,1> o 2 o (2,(1,6)):(1,(6,2))",
            Some("S<1,0,1> o 2 o 12:1"),
            Some("S<1,0,1> o 2 o (2,1,6):(1,6,2)"),
        );
        check(Kind::Cute, "(M,(2,3)):(1,(M,2*M))", Some("6*M:1"), Some("(M,2,3):(1,M,2*M)"));
        check(Kind::Cute, "(M,(2,3)):(1,(K,2*K))", None, Some("(M,2,3):(1,K,2*K)"));
        check(Kind::Swizzle, "S<1,0,1>", Some("S<1,0,1>"), Some("S<1,0,1>"));
        check(Kind::Tile, "[4;8]", None, None);
    }
}
