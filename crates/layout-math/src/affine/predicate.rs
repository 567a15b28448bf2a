//! Conditions that take several comparisons.

use std::collections::BTreeSet;
use std::fmt;

use super::{Comparison, Member};

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
    /// All of the members, without those of constants: such a one holds everywhere or nowhere.
    pub(crate) fn all(mut members: Vec<Member>) -> Self {
        let decided = |member: &Member| {
            member.quantity().as_constant()?;
            member.holds(&[])
        };
        if members.iter().any(|member| decided(member) == Some(false)) {
            return Predicate::Never;
        }
        members.retain(|member| decided(member).is_none());
        if members.is_empty() { Predicate::Always } else { Predicate::Any(vec![members]) }
    }

    /// Both predicates; `None` for a [`Predicate::NotAll`] beside another one, which has no such form.
    ///
    /// ```
    /// use layout_math::affine::{Comparison, Predicate, Quantity};
    ///
    /// let at_least = |variable, least| {
    ///     let comparison = Comparison::at_least(Quantity::variable(variable), least);
    ///     Predicate::Any(vec![vec![comparison.into()]])
    /// };
    /// let both = at_least(0, 0).and(&at_least(1, 5)).unwrap();
    /// assert_eq!(both.named(&["n", "i"]).to_string(), "n >= 0 and i >= 5");
    /// ```
    pub fn and(&self, other: &Predicate) -> Option<Predicate> {
        match (self, other) {
            (Predicate::Always, both) | (both, Predicate::Always) => Some(both.clone()),
            (Predicate::Never, _) | (_, Predicate::Never) => Some(Predicate::Never),
            (Predicate::Any(left), Predicate::Any(right)) => {
                let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
                Some(any(pairs.filter_map(|(a, b)| conjunction(a, b))))
            }
            (Predicate::NotAll(_), _) | (_, Predicate::NotAll(_)) => None,
        }
    }

    /// One predicate or the other; `None` for a [`Predicate::NotAll`] beside another one.
    pub fn or(&self, other: &Predicate) -> Option<Predicate> {
        match (self, other) {
            (Predicate::Never, either) | (either, Predicate::Never) => Some(either.clone()),
            (Predicate::Always, _) | (_, Predicate::Always) => Some(Predicate::Always),
            (Predicate::Any(left), Predicate::Any(right)) => {
                Some(any(left.iter().chain(right).cloned()))
            }
            (Predicate::NotAll(_), _) | (_, Predicate::NotAll(_)) => None,
        }
    }

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
    pub(crate) fn renamed(&self, rename: &dyn Fn(usize) -> usize) -> Self {
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

/// One of the lists, without those that another one says with fewer or weaker members.
fn any(lists: impl Iterator<Item = Vec<Member>>) -> Predicate {
    let mut kept: Vec<Vec<Member>> = Vec::new();
    for list in lists {
        if !kept.iter().any(|known| implies(&list, known)) {
            kept.retain(|known| !implies(known, &list));
            kept.push(list);
        }
    }
    if kept.is_empty() { Predicate::Never } else { Predicate::Any(kept) }
}

/// All members of two lists, each quantity between constants once; `None` if it is between none.
fn conjunction(left: &[Member], right: &[Member]) -> Option<Vec<Member>> {
    let mut both = left.to_vec();
    for member in right.iter().filter(|member| !left.contains(member)) {
        let same = both.iter_mut().find_map(|known| match (known, member) {
            (Member::Bounds(known), Member::Bounds(more)) if known.quantity == more.quantity => {
                Some((known, more.interval()))
            }
            _ => None,
        });
        match same {
            Some((known, more)) => {
                let values = known.interval().intersection(more);
                if values.is_empty() {
                    return None;
                }
                *known = Comparison::within(known.quantity.clone(), values);
            }
            None => both.push(member.clone()),
        }
    }
    Some(both)
}

/// True if the members of a list are seen to hold where those of another one do.
fn implies(stronger: &[Member], weaker: &[Member]) -> bool {
    weaker.iter().all(|weaker| stronger.iter().any(|stronger| stronger.implies(weaker)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::Quantity;

    #[test]
    fn both_and_either() {
        let least = |variable| Comparison::at_least(Quantity::variable(variable), 1);
        let one = |variable| Predicate::Any(vec![vec![least(variable).into()]]);
        let not_all = Predicate::NotAll(vec![least(0).into(), least(1).into()]);
        let text =
            |predicate: Option<Predicate>| Some(predicate?.named(&["a", "b", "c"]).to_string());
        let either = one(0).or(&one(1)).unwrap();
        assert_eq!(text(Some(either.clone())).unwrap(), "a >= 1 or b >= 1");
        let both = text(either.and(&one(2))).unwrap();
        assert_eq!(both, "(a >= 1 and c >= 1) or (b >= 1 and c >= 1)");
        for predicate in [one(0), not_all.clone()] {
            assert_eq!(predicate.and(&Predicate::Always), Some(predicate.clone()));
            assert_eq!(predicate.or(&Predicate::Never), Some(predicate.clone()));
            assert_eq!(predicate.and(&Predicate::Never), Some(Predicate::Never));
            assert_eq!(predicate.or(&Predicate::Always), Some(Predicate::Always));
        }
        let below = |end| {
            Predicate::Any(vec![vec![Comparison::at_most(Quantity::variable(0), end).into()]])
        };
        // Bounds of one quantity are one member, and none are none.
        assert_eq!(text(one(0).and(&below(7))).unwrap(), "1 <= a < 8");
        assert_eq!(one(0).and(&below(7)).unwrap().n_comparisons(), 1);
        assert_eq!(one(0).and(&below(0)), Some(Predicate::Never));
        assert_eq!(one(0).and(&one(0)), Some(one(0)));
        // What another list says with less is no list of its own.
        let few = one(0).and(&below(4)).unwrap();
        for [left, right] in [[one(0), few.clone()], [few.clone(), one(0)], [one(0), one(0)]] {
            assert_eq!(left.or(&right), Some(one(0)));
        }
        assert_eq!(text(few.and(&one(1)).unwrap().or(&few)).unwrap(), "1 <= a < 5");
        assert_eq!(not_all.and(&one(0)), None);
        assert_eq!(one(0).or(&not_all), None);
    }

    #[test]
    fn constants_are_decided() {
        let least = |quantity: Quantity| Member::from(Comparison::at_least(quantity, 0));
        let [variable, low, high] =
            [Quantity::variable(0), i64::MIN.into(), i64::MAX.into()].map(least);
        let of = |members: &[&Member]| Predicate::all(members.iter().copied().cloned().collect());
        assert_eq!(of(&[]), Predicate::Always);
        assert_eq!(of(&[&high]), Predicate::Always);
        assert_eq!(of(&[&variable, &low]), Predicate::Never);
        assert_eq!(of(&[&high, &variable]), Predicate::Any(vec![vec![variable.clone()]]));
    }

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
