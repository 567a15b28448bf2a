use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::evaluate::Function;
use super::verdict::Budget;
use crate::relation::{Context, Relation};

impl AnyLayout {
    /// The coalesced layout: the same function of the integral coordinate on the domain, with the
    /// fewest modes.
    ///
    /// A composed layout coalesces its inner layout. A swizzle, a linear layout and a relation have
    /// no modes to merge and are returned as they are. `None` for a layout with symbols, whose modes
    /// cannot be compared, and for a tiler, which is no function.
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

    /// The same modes without nesting; `None` for a tiler, which is no function.
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
        self.walked_cosize(budget).or_else(|| match self {
            AnyLayout::Relation(relation) => relation_cosize(relation, budget),
            _ => None,
        })
    }

    /// One more than the greatest offset, found by a walk.
    fn walked_cosize(&self, budget: &Budget) -> Option<i64> {
        let function = Function::new(self, budget);
        let function = function.filter(|function| function.is_within(budget.walk_last))?;
        let mut greatest = None;
        for coordinate in function.coordinates() {
            for offset in function.values(coordinate).ok()? {
                greatest = greatest.max(Some(*offset.first()?));
            }
        }
        greatest?.checked_add(1)
    }
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

    #[track_caller]
    fn sizes(kind: Kind, text: &str) -> (Option<i64>, Option<i64>) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        (layout.static_size(&Budget::default()), layout.cosize())
    }

    #[test]
    fn sizes_of_every_notation() {
        assert_eq!(sizes(Kind::Cute, "(4,(2,2)):(2,(1,8))"), (Some(16), Some(16)));
        assert_eq!(sizes(Kind::Cute, "(4,8):(1@0,1@1)"), (Some(32), None));
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
        check(Kind::Cute, "(M,(2,3)):(1,(M,2*M))", None, Some("(M,2,3):(1,M,2*M)"));
        check(Kind::Swizzle, "S<1,0,1>", Some("S<1,0,1>"), Some("S<1,0,1>"));
        check(Kind::Tile, "[4;8]", None, None);
    }
}
