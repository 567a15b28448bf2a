//! What a question may cost, in work that does not depend on the machine.

/// The most modes that a layout or a tiler can have, at all levels of nesting together.
///
/// Only modes of extent 1 need so many: a size of 64 bits has room for 62 others. It bounds the work
/// of operations that look at pairs of modes, and the memory of results that double.
pub const MAX_MODES: usize = 1 << 12;

/// What one question may cost.
///
/// Each number is an upper bound for one method, and 0 means that the method is not used at all. A
/// verdict depends on these numbers, and on neither time nor machine.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, injective};
///
/// let carry = AnyLayout::parse(Kind::Relation, "{ [c] -> [2c - floor((2c)/3)] : 0 <= c < 4 }")?;
/// assert!(matches!(injective(&carry, &Budget::default()), Verdict::Proved(_)));
/// assert!(matches!(injective(&carry, &Budget::CLOSED_FORMS), Verdict::Unknown(_)));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// How many operations isl may spend on one question; about 100,000 a second. `u64::MAX` is any
    /// number of them.
    pub isl_operations: u64,
    /// The steps of a walk over coordinates before isl is asked: it is cheaper. A step is an
    /// evaluation, of which one that looks at many modes or at a long text takes several.
    pub walk_first: i64,
    /// The steps of a walk where isl gives up.
    pub walk_last: i64,
    /// The steps of a search over the modes of a layout, such as that for two coordinates with one
    /// offset; about 50,000,000 a second.
    pub search_steps: u64,
    /// Whether closed forms are used. Without them a question that they settle is put to a walk or to
    /// isl, so that one method can be compared with another.
    pub closed_forms: bool,
}

impl Budget {
    /// Closed forms alone: no walk over a domain, nothing that isl is asked, and a search that costs
    /// about as much as printing its layout.
    ///
    /// MLIR's folder works under it: an operation is folded whenever a pattern looks at it.
    pub const CLOSED_FORMS: Budget = Budget {
        isl_operations: 0,
        walk_first: 0,
        walk_last: 0,
        search_steps: 1 << 14,
        closed_forms: true,
    };

    /// The default budget.
    pub const DEFAULT: Budget = Budget {
        isl_operations: 50_000,
        walk_first: 1 << 16,
        walk_last: 1 << 20,
        search_steps: 1 << 24,
        closed_forms: true,
    };

    /// The default budget with another number of isl's operations.
    pub const fn with_isl_operations(isl_operations: u64) -> Self {
        Budget { isl_operations, ..Budget::DEFAULT }
    }

    /// The budget of these limits, as a caller in another language gives them: less than 0 is 0.
    ///
    /// ```
    /// use layout_math::algebra::Budget;
    ///
    /// assert_eq!(Budget::of_limits(0, -1, 8, 16).walk_first, 0);
    /// ```
    pub fn of_limits(
        isl_operations: u64,
        walk_first: i64,
        walk_last: i64,
        search_steps: u64,
    ) -> Self {
        let (walk_first, walk_last) = (walk_first.max(0), walk_last.max(0));
        Budget { isl_operations, walk_first, walk_last, search_steps, ..Budget::DEFAULT }
    }

    /// The budgets under which nothing but one kind of method is used, with the name of that kind: closed
    /// forms of the notations, evaluation at coordinates, isl with so many operations.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, injective};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "(4,2):(2,1)")?;
    /// let proved = Budget::single_methods(50_000).map(|(method, budget)| match injective(&layout, &budget) {
    ///     Verdict::Proved(how) => format!("{method}: {how}"),
    ///     verdict => format!("{method}: {verdict:?}"),
    /// });
    /// assert_eq!(
    ///     proved,
    ///     [
    ///         "closed forms: canonical form",
    ///         "evaluation: enumeration of 8 coordinates",
    ///         "isl: isl",
    ///     ]
    /// );
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub const fn single_methods(isl_operations: u64) -> [(&'static str, Budget); 3] {
        let Budget { walk_first, walk_last, search_steps, .. } = Budget::DEFAULT;
        let forms = Budget { search_steps, ..Budget::CLOSED_FORMS };
        let none = Budget { closed_forms: false, ..forms };
        [
            ("closed forms", forms),
            ("evaluation", Budget { walk_first, walk_last, ..none }),
            ("isl", Budget { isl_operations, ..none }),
        ]
    }

    /// So many coordinates are evaluated before any other method is tried: most refutations are
    /// found among these.
    pub(crate) const fn glance(&self) -> i64 {
        Budget::glance_of(self.walk_first)
    }

    /// The part of a walk that is a glance.
    pub(crate) const fn glance_of(walk: i64) -> i64 {
        walk >> 6
    }

    /// So many coordinates of a domain too large to walk over are evaluated before isl is asked.
    pub(crate) const fn prefix(&self) -> i64 {
        self.walk_first >> 2
    }

    /// So many pairs of a relation are listed by isl, to which each costs more than an evaluation. Where
    /// nothing is walked over, as many as isl has operations for.
    pub(crate) const fn listed(&self) -> usize {
        let (by_walk, by_isl) =
            ((self.walk_first >> 4) as usize, (self.isl_operations >> 5) as usize);
        if by_walk < by_isl { by_isl } else { by_walk }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::DEFAULT
    }
}

/// What the methods of this thread have done, for tests of how much it is.
#[cfg(test)]
pub(crate) mod work {
    use std::cell::Cell;

    thread_local! {
        static DONE: Cell<u64> = const { Cell::new(0) };
    }

    /// Counts steps of a search, or evaluations.
    pub fn add(steps: u64) {
        DONE.set(DONE.get() + steps);
    }

    /// How much `ask` does, and its answer.
    pub fn of<T>(ask: impl FnOnce() -> T) -> (u64, T) {
        let before = DONE.get();
        let answer = ask();
        (DONE.get() - before, answer)
    }
}
