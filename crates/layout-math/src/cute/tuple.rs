use std::fmt;
use std::slice::Iter;

/// A nested tuple, CuTe's `IntTuple`: a leaf, or a sequence of nested tuples.
///
/// `4` and `(4)` are different tuples: the first is a leaf of depth 0, the second has depth 1.
///
/// ```
/// use layout_math::cute::Tuple::{Leaf, Node};
///
/// let tuple = Node(vec![Leaf(4), Node(vec![Leaf(2), Leaf(3)])]);
/// assert_eq!(tuple.to_string(), "(4,(2,3))");
/// assert_eq!((tuple.rank(), tuple.depth()), (2, 2));
/// assert_eq!(tuple.leaves().copied().collect::<Vec<_>>(), [4, 2, 3]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tuple<T> {
    Leaf(T),
    Node(Vec<Tuple<T>>),
}

impl<T> Tuple<T> {
    /// The tuple of these leaves; one leaf stands for itself.
    ///
    /// ```
    /// use layout_math::cute::Tuple;
    ///
    /// assert_eq!(Tuple::of_leaves(vec![2, 3]).to_string(), "(2,3)");
    /// assert_eq!(Tuple::of_leaves(vec![2]).to_string(), "2");
    /// ```
    pub fn of_leaves(leaves: Vec<T>) -> Self {
        match <[T; 1]>::try_from(leaves) {
            Ok([leaf]) => Tuple::Leaf(leaf),
            Err(leaves) => Tuple::Node(leaves.into_iter().map(Tuple::Leaf).collect()),
        }
    }

    /// The top-level modes. A leaf is its own only mode, as in CuTe.
    pub fn modes(&self) -> &[Tuple<T>] {
        match self {
            Tuple::Leaf(_) => std::slice::from_ref(self),
            Tuple::Node(modes) => modes,
        }
    }

    /// The number of top-level modes; 1 for a leaf.
    pub fn rank(&self) -> usize {
        self.modes().len()
    }

    /// The nesting depth: 0 for a leaf, one more than the deepest mode for a tuple.
    pub fn depth(&self) -> usize {
        match self {
            Tuple::Leaf(_) => 0,
            Tuple::Node(modes) => 1 + modes.iter().map(Tuple::depth).max().unwrap_or(0),
        }
    }

    /// The leaves from left to right. Nothing is allocated unless they are nested deeply.
    pub fn leaves(&self) -> impl Iterator<Item = &T> {
        Leaves {
            current: std::slice::from_ref(self).iter(),
            outer: [const { [].as_slice() }; NESTED].map(<[Tuple<T>]>::iter),
            depth: 0,
            deeper: Vec::new(),
        }
    }

    /// Gives away the leaves from left to right.
    pub(super) fn into_leaves(self, take: &mut dyn FnMut(T)) {
        match self {
            Tuple::Leaf(leaf) => take(leaf),
            Tuple::Node(modes) => modes.into_iter().for_each(|mode| mode.into_leaves(take)),
        }
    }

    /// The tuple of the same profile with every leaf mapped, from left to right.
    pub fn map<U>(&self, function: &mut dyn FnMut(&T) -> U) -> Tuple<U> {
        match self {
            Tuple::Leaf(leaf) => Tuple::Leaf(function(leaf)),
            Tuple::Node(modes) => {
                Tuple::Node(modes.iter().map(|mode| mode.map(function)).collect())
            }
        }
    }

    /// The tuple of this profile whose leaves are `leaves`, from left to right.
    ///
    /// Requires at least as many leaves as the profile has; `None` otherwise.
    pub fn with_leaves<U>(&self, leaves: impl IntoIterator<Item = U>) -> Option<Tuple<U>> {
        let mut leaves = leaves.into_iter();
        let filled = self.map(&mut |_| leaves.next());
        let is_full = filled.leaves().all(Option::is_some);
        is_full.then(|| filled.into_present())
    }

    /// True if the two have the same profile, CuTe's *congruent*: they differ in their leaves only.
    pub fn is_congruent<U>(&self, other: &Tuple<U>) -> bool {
        match (self, other) {
            (Tuple::Leaf(_), Tuple::Leaf(_)) => true,
            (Tuple::Node(a), Tuple::Node(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_congruent(b))
            }
            _ => false,
        }
    }
}

/// So many levels of tuples that go on after the current one are kept on the stack.
const NESTED: usize = 4;

struct Leaves<'a, T> {
    current: Iter<'a, Tuple<T>>,
    /// The tuples around the current one that go on after it, the outermost first.
    outer: [Iter<'a, Tuple<T>>; NESTED],
    depth: usize,
    /// The same at levels that do not fit.
    deeper: Vec<Iter<'a, Tuple<T>>>,
}

impl<'a, T> Leaves<'a, T> {
    fn enter(&mut self, modes: &'a [Tuple<T>]) {
        let rest = std::mem::replace(&mut self.current, modes.iter());
        if rest.len() == 0 {
            return;
        }
        match self.outer.get_mut(self.depth) {
            Some(level) => {
                *level = rest;
                self.depth += 1;
            }
            None => self.deeper.push(rest),
        }
    }

    fn leave(&mut self) -> Option<()> {
        self.current = match self.deeper.pop() {
            Some(level) => level,
            None => {
                self.depth = self.depth.checked_sub(1)?;
                self.outer[self.depth].clone()
            }
        };
        Some(())
    }
}

impl<'a, T> Iterator for Leaves<'a, T> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        loop {
            match self.current.next() {
                Some(Tuple::Leaf(leaf)) => return Some(leaf),
                Some(Tuple::Node(modes)) => self.enter(modes),
                None => self.leave()?,
            }
        }
    }
}

impl<T> Tuple<Option<T>> {
    /// Unwraps leaves that are known to be there.
    fn into_present(self) -> Tuple<T> {
        match self {
            Tuple::Leaf(leaf) => Tuple::Leaf(leaf.expect("every leaf was checked to be present")),
            Tuple::Node(modes) => Tuple::Node(modes.into_iter().map(Tuple::into_present).collect()),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Tuple<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tuple::Leaf(leaf) => leaf.fmt(f),
            Tuple::Node(modes) => {
                f.write_str("(")?;
                for (position, mode) in modes.iter().enumerate() {
                    if position > 0 {
                        f.write_str(",")?;
                    }
                    mode.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tuple::{Leaf, Node};

    #[test]
    fn a_leaf_and_a_tuple_of_one_leaf_differ() {
        let leaf = Leaf(4);
        let tuple = Node(vec![Leaf(4)]);
        assert_ne!(leaf, tuple);
        assert!(!leaf.is_congruent(&tuple));
        assert_eq!((leaf.rank(), leaf.depth()), (1, 0));
        assert_eq!((tuple.rank(), tuple.depth()), (1, 1));
        assert_eq!(Node::<i64>(vec![]).rank(), 0);
    }

    #[test]
    fn leaves_of_deep_tuples_come_in_order() {
        // Every level has a leaf before and one after the next level, and an empty tuple.
        let mut tuple = Node(vec![Leaf(0)]);
        for level in 1..12 {
            tuple = Node(vec![Leaf(-level), Node(Vec::new()), tuple, Leaf(level)]);
        }
        let leaves: Vec<i64> = tuple.leaves().copied().collect();
        assert_eq!(leaves, (-11..12).collect::<Vec<_>>());
        assert_eq!(Node::<i64>(vec![Node(Vec::new())]).leaves().count(), 0);
    }

    #[test]
    fn leaves_fill_a_profile_in_order() {
        let profile = Node(vec![Leaf('a'), Node(vec![Leaf('b'), Leaf('c')])]);
        assert_eq!(profile.with_leaves([1, 2, 3]).unwrap().to_string(), "(1,(2,3))");
        assert_eq!(profile.with_leaves([1, 2]), None);
    }
}
