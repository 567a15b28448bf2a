//! Conditions that take several comparisons.

use std::collections::BTreeSet;
use std::fmt;

use super::Member;

/// A condition on variables.
///
/// A list of members here has at least one, and the list of lists at least one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Predicate {
    Always,
    Never,
    /// One of the lists holds, all of it.
    Any(Vec<Vec<Member>>),
    /// Not all members hold.
    NotAll(Vec<Member>),
}

impl Predicate {
    /// How many comparisons it has.
    pub fn n_comparisons(&self) -> usize {
        match self {
            Predicate::Always | Predicate::Never => 0,
            Predicate::Any(conjunctions) => conjunctions.iter().map(Vec::len).sum(),
            Predicate::NotAll(members) => members.len(),
        }
    }

    /// How many arithmetic operations it takes besides comparing.
    pub fn cost(&self) -> usize {
        self.members().map(Member::cost).sum()
    }

    /// All that is compared.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        let (union, members) = match self {
            Predicate::Always | Predicate::Never => (&[][..], &[][..]),
            Predicate::Any(union) => (&union[..], &[][..]),
            Predicate::NotAll(members) => (&[][..], &members[..]),
        };
        union.iter().flatten().chain(members)
    }

    /// The variables that occur.
    pub fn variables(&self) -> BTreeSet<usize> {
        self.members().flat_map(|member| member.quantity().variables()).collect()
    }

    /// The predicate with variable i called `rename(i)`.
    pub(crate) fn renamed(&self, rename: &impl Fn(usize) -> usize) -> Self {
        let all = |members: &[Member]| -> Vec<Member> {
            members.iter().map(|member| member.renamed(rename)).collect()
        };
        match self {
            Predicate::Always | Predicate::Never => self.clone(),
            Predicate::Any(union) => Predicate::Any(union.iter().map(|m| all(m)).collect()),
            Predicate::NotAll(members) => Predicate::NotAll(all(members)),
        }
    }

    /// Whether it holds where variable i has `values[i]`; `None` past 64 bits.
    pub fn holds(&self, values: &[i64]) -> Option<bool> {
        let all = |members: &[Member]| {
            members.iter().try_fold(true, |all, member| Some(member.holds(values)? && all))
        };
        match self {
            Predicate::Always => Some(true),
            Predicate::Never => Some(false),
            Predicate::Any(conjunctions) => {
                conjunctions.iter().try_fold(false, |any, members| Some(all(members)? || any))
            }
            Predicate::NotAll(members) => all(members).map(|all| !all),
        }
    }

    /// The predicate with the variables called by names.
    pub fn named<'a, N: AsRef<str>>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        let all = |f: &mut fmt::Formatter<'_>, members: &[Member]| {
            members.iter().enumerate().try_for_each(|(at, member)| {
                f.write_str(if at == 0 { "" } else { " and " })?;
                write!(f, "{}", member.named(names))
            })
        };
        fmt::from_fn(move |f| match self {
            Predicate::Always => f.write_str("true"),
            Predicate::Never => f.write_str("false"),
            Predicate::Any(conjunctions) => {
                conjunctions.iter().enumerate().try_for_each(|(at, members)| {
                    f.write_str(if at == 0 { "" } else { " or " })?;
                    let is_wrapped = 1 < conjunctions.len() && 1 < members.len();
                    f.write_str(if is_wrapped { "(" } else { "" })?;
                    all(f, members)?;
                    f.write_str(if is_wrapped { ")" } else { "" })
                })
            }
            Predicate::NotAll(members) => {
                f.write_str("not (")?;
                all(f, members)?;
                f.write_str(")")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::{Comparison, Quantity};

    #[test]
    fn all_that_is_compared_is_renamed() {
        let not_all = |variables: [usize; 2]| {
            let member = |it| Member::from(Comparison::at_least(Quantity::variable(it), 1));
            Predicate::NotAll(variables.map(member).to_vec())
        };
        assert_eq!(not_all([0, 1]).renamed(&|at| at + 5), not_all([5, 6]));
        assert_eq!(not_all([0, 1]).variables(), BTreeSet::from([0, 1]));
        for constant in [Predicate::Always, Predicate::Never] {
            assert_eq!(constant.renamed(&|at| at + 5), constant);
            assert_eq!(constant.variables(), BTreeSet::new());
        }
    }
}
