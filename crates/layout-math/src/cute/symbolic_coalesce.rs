//! Layouts with symbols, with their modes merged.

use super::cute_layout::CuteLayout;
use super::polynomial::Polynomial;
use super::symbol_bounds::SymbolBounds;
use super::symbolic::{SymbolicLayout, SymbolicStride, Term};
use super::tuple::Tuple;

type SymbolicMode = (Term, SymbolicStride);

impl SymbolicLayout {
    /// The layout that is coalesced for all values of the symbols; `None` if it depends on them which modes
    /// merge or have size 1.
    pub(super) fn coalesce(&self) -> Option<CuteLayout> {
        let bounds = SymbolBounds::new(self.facts(), self.shape().leaves());
        let modes = self.coalesced_modes();
        let is_at_least = |number: &Polynomial, least: i128| {
            let rest = number.plus(&Polynomial::constant(least), -1);
            rest.is_some_and(|rest| rest.is_natural(&bounds))
        };
        let stays = |(extent, _): &SymbolicMode| is_at_least(&extent.into(), 2);
        let is_apart = |(extent, stride): &SymbolicMode, next: &SymbolicStride| {
            let end = Polynomial::from(extent).times(&stride.scale().into())?;
            let gap = end.plus(&next.scale().into(), -1)?;
            let opposite = Polynomial::default().plus(&gap, -1)?;
            let is_other = stride.path() != next.path();
            Some(is_other || is_at_least(&gap, 1) || is_at_least(&opposite, 1))
        };
        let mut neighbors = modes.iter().zip(modes.iter().skip(1));
        let is_coalesced = modes.iter().all(stays)
            && neighbors.all(|(mode, (_, next))| is_apart(mode, next) == Some(true));
        if is_coalesced { self.merged() } else { None }
    }

    /// The layout with the modes merged that go on from one another for all values of the symbols; `None` past
    /// 64 bits.
    pub(super) fn merged(&self) -> Option<CuteLayout> {
        let mut modes = self.coalesced_modes();
        if modes.is_empty() {
            modes.push((Term::constant(1), SymbolicStride::new(Term::constant(0), Vec::new())));
        }
        let (shape, stride): (Vec<_>, Vec<_>) = modes.into_iter().unzip();
        CuteLayout::new(Tuple::of_leaves(shape), Tuple::of_leaves(stride), self.facts()).ok()
    }

    /// The flattened modes, merged where one goes on where the one before it ends.
    ///
    /// Two layouts with the same merged modes are the same function for all values of their
    /// symbols. The converse does not hold: `(M,8):(8,1)` at `M = 1` is `8:1`.
    pub(crate) fn coalesced_modes(&self) -> Vec<SymbolicMode> {
        self.merged_modes(|extent| extent.as_constant() == Some(1))
    }

    /// True if the merged modes are those of another layout, also without those whose extents can only be 1
    /// by what both say of their symbols.
    pub(super) fn has_modes_of(&self, other: &Self) -> bool {
        if self.coalesced_modes() == other.coalesced_modes() {
            return true;
        }
        let facts = self.facts().iter().chain(other.facts());
        let bounds = SymbolBounds::new(facts, self.shape().leaves().chain(other.shape().leaves()));
        let is_one = |extent: &Term| bounds.term(extent).as_number() == Some(1);
        self.positions() == other.positions()
            && self.merged_modes(is_one) == other.merged_modes(is_one)
    }

    /// The flattened modes but those of these extents, merged as for [`SymbolicLayout::coalesced_modes`].
    fn merged_modes(&self, is_one: impl Fn(&Term) -> bool) -> Vec<SymbolicMode> {
        let mut result: Vec<SymbolicMode> = Vec::new();
        for (extent, stride) in self.shape().leaves().zip(self.stride().leaves()) {
            if is_one(extent) {
                continue;
            }
            if let Some((last, before)) = result.last_mut()
                && before.path() == stride.path()
                && before.scale().times(last).as_ref() == Some(stride.scale())
                && let Some(product) = last.times(extent)
            {
                *last = product;
                continue;
            }
            result.push((extent.clone(), stride.clone()));
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coalesced(text: &str) -> Option<String> {
        let layout: CuteLayout = text.parse().unwrap();
        layout.coalesce().map(|layout| layout.to_string())
    }

    #[test]
    fn modes_that_merge_for_all_values() {
        for (text, expected) in [
            ("(4,M):(1,4)", "4*M:1"),
            ("(M,4):(1,M)", "4*M:1"),
            ("((4,1),(M,N)):((1,S),(4,4*M))", "4*M*N:1"),
            ("(4,M):(1,4) where M in [2,9], M mod 2 = 0", "4*M:1 where M in [2,9], M mod 2 = 0"),
            ("(M,N):(1,M) where M in [2,8]", "M*N:1 where M in [2,8]"),
            ("(4,M):(1,8) where M in [2,8]", "(4,M):(1,8) where M in [2,8]"),
            ("(4,2*M):(0,0)", "8*M:0"),
            ("(4,2):(S,4*S)", "8:S"),
            ("(4,2):(S,1) where S in [1,9]", "(4,2):(S,1) where S in [1,9]"),
            ("(4,2):(M,-1) where M in [0,3]", "(4,2):(M,-1) where M in [0,3]"),
            ("(2*M,4):(1@0,1@1)", "(2*M,4):(1@0,1@1)"),
            ("(2*M,4):(1@0,2*M@0)", "8*M:1@0"),
            ("(1,1):(S,2)", "1:0"),
            ("(4,1):(1,S) where S in [0,8]", "4:1"),
        ] {
            assert_eq!(coalesced(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn modes_of_extents_that_can_only_be_1_are_left_out_of_a_comparison() {
        let are_same = |left: &str, right: &str| {
            let layout = |text: &str| text.parse::<CuteLayout>().unwrap();
            layout(left).has_modes_of(&layout(right))
        };
        assert!(are_same("M:M where M in [0,1]", "M:N where M in [0,1]"));
        assert!(are_same("M:M where M in [0,1]", "M:N"));
        assert!(are_same("(M,N):(K,1) where M in [-4,1]", "(N,M):(1,5)"));
        assert!(!are_same("M:M where M in [0,2]", "M:N"));
        assert!(!are_same("M:M where M in [0,1]", "M:1@0"));
        assert!(!are_same("(M,N):(1,1) where M in [0,1]", "(M,N):(1,2)"));
    }

    #[test]
    fn what_depends_on_a_value_is_left() {
        for text in [
            "(M,8):(8,1)",
            "M:1",
            "(M,N):(1,M)",
            "(4,M):(1,8)",
            "(4,2):(1,S)",
            "(4,2):(S,1) where S in [-1,9]",
            "(4,2):(1,S) where S in [4,4]",
            "(4,2*M,2):(1,4,K) where K in [8,9]",
            "(4294967296,4294967296*M):(0,0)",
        ] {
            assert_eq!(coalesced(text), None, "{text}");
        }
    }

    #[test]
    fn it_is_the_coalesced_layout_of_each_value() {
        let mut modes = Vec::new();
        for extent in ["M", "2*M", "3", "1"] {
            modes.extend(["0", "1", "3", "M", "2*M", "6*M"].map(|stride| [extent, stride]));
        }
        let n = modes.len();
        let mut found = 0;
        for at in 0..n * n * n {
            let [a, b, c] = [at / n / n, at / n % n, at % n].map(|at| modes[at]);
            let plain = format!("({},{},{}):({},{},{})", a[0], b[0], c[0], a[1], b[1], c[1]);
            for facts in ["", " where M in [2,7]"] {
                let Ok(layout) = format!("{plain}{facts}").parse::<CuteLayout>() else { continue };
                let Some(coalesced) = layout.coalesce() else { continue };
                found += 1;
                for value in 1..8 {
                    let at = |layout: &CuteLayout| layout.with_values(&|_| Some(value));
                    let Some(numbers) = at(&layout) else { continue };
                    let expected = numbers.coalesce();
                    assert_eq!(at(&coalesced), expected, "{plain}{facts} for {value}");
                }
            }
        }
        assert!(3_000 < found, "{found}");
    }
}
