//! Conditions on numbers that are not known.
//!
//! What a run takes to be so it takes to be so to its end: of a number that is not known it keeps which ones
//! it may be. After a branch for which `%w` is 0, a comparison of `%w` with 1 does not hold.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::integer::Integer;

/// A condition is of so many comparisons at most.
const MAX_COMPARISONS: usize = 16;

/// What is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Unknown {
    /// A number.
    Number(usize),
    /// Which one of two numbers is less, as one of [`ORDERS`].
    Order(usize, usize),
}

/// How two numbers may compare, by the predicates that hold.
const ORDERS: [&[&str]; 5] = [
    &["eq", "sle", "sge", "ule", "uge"],
    &["ne", "slt", "sle", "ult", "ule"],
    &["ne", "slt", "sle", "ugt", "uge"],
    &["ne", "sgt", "sge", "ult", "ule"],
    &["ne", "sgt", "sge", "ugt", "uge"],
];

/// A set of numbers: from and to, both in it, in order and apart.
type Ranges = Vec<(i64, i64)>;

/// What the numbers that are not known may be; all where nothing is said.
pub(super) type Known = FxHashMap<Unknown, Ranges>;

/// One side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Number(Integer),
    Unknown(usize),
}

/// What holds for some numbers and for others does not.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    /// What is not known is one of these numbers.
    OneOf {
        unknown: Unknown,
        ranges: Ranges,
        all: (i64, i64),
    },
    Both(Arc<[Condition; 2]>),
    Either(Arc<[Condition; 2]>),
}

impl Condition {
    /// That this number of one bit is not 0.
    pub fn of_bit(number: usize) -> Self {
        let unknown = Unknown::Number(number);
        Condition::OneOf { unknown, ranges: vec![(-1, -1)], all: (-1, 0) }
    }

    /// What always holds, or never.
    pub fn constant(holds: bool) -> Self {
        let (unknown, all) = (Unknown::Order(0, 0), (0, 0));
        Condition::OneOf { unknown, ranges: if holds { vec![all] } else { Vec::new() }, all }
    }

    /// The comparison of two numbers of so many bits, of which one is not known.
    pub fn compare(predicate: &str, left: Side, right: Side, bits: u32) -> Option<Self> {
        match (left, right) {
            (Side::Unknown(number), Side::Number(limit)) => {
                let unused = 64_u32.checked_sub(bits).filter(|_| bits != 0)?;
                let all = (i64::MIN >> unused, i64::MAX >> unused);
                let ranges = compared(predicate, limit, all)?;
                Some(Condition::OneOf { unknown: Unknown::Number(number), ranges, all })
            }
            (Side::Number(_), Side::Unknown(_)) => {
                Self::compare(&turned(predicate), right, left, bits)
            }
            (Side::Unknown(first), Side::Unknown(second)) if second < first => {
                Self::compare(&turned(predicate), right, left, bits)
            }
            (Side::Unknown(first), Side::Unknown(second)) => {
                let last = if first == second { 0 } else { ORDERS.len() as i64 - 1 };
                let holds = |order: &i64| ORDERS[*order as usize].contains(&predicate);
                let ranges = (0..=last).filter(holds).map(|order| (order, order)).collect();
                let unknown = Unknown::Order(first, second);
                Some(Condition::OneOf { unknown, ranges, all: (0, last) })
            }
            (Side::Number(_), Side::Number(_)) => None,
        }
    }

    pub fn negated(&self) -> Self {
        let both = |own: &[Condition; 2]| Arc::new(own.each_ref().map(Condition::negated));
        match self {
            Condition::OneOf { unknown, ranges, all } => {
                let ranges = without(&[*all], ranges);
                Condition::OneOf { unknown: *unknown, ranges, all: *all }
            }
            Condition::Both(own) => Condition::Either(both(own)),
            Condition::Either(own) => Condition::Both(both(own)),
        }
    }

    /// That both hold; nothing if that is too long.
    pub fn and(self, other: Self) -> Option<Self> {
        let is_always = |own: &Self| own.holds(&Known::default());
        match [is_always(&self), is_always(&other)] {
            [Some(true), _] | [_, Some(false)] => return Some(other),
            [Some(false), _] | [_, Some(true)] => return Some(self),
            _ => {}
        }
        let size = self.size() + other.size();
        (size <= MAX_COMPARISONS).then(|| Condition::Both(Arc::new([self, other])))
    }

    /// That one of them holds, or both; nothing if that is too long.
    pub fn or(self, other: Self) -> Option<Self> {
        Some(self.negated().and(other.negated())?.negated())
    }

    /// That one of them holds, and not both; nothing if that is too long.
    pub fn xor(self, other: Self) -> Option<Self> {
        let (without_other, without_own) = (other.negated(), self.negated());
        self.and(without_other)?.or(without_own.and(other)?)
    }

    fn size(&self) -> usize {
        match self {
            Condition::OneOf { .. } => 1,
            Condition::Both(own) | Condition::Either(own) => own.iter().map(Self::size).sum(),
        }
    }

    /// Whether it holds, if what is known says so.
    pub fn holds(&self, known: &Known) -> Option<bool> {
        match self {
            Condition::OneOf { unknown, ranges, all } => {
                let all = [*all];
                let may_be = known.get(unknown).map_or(&all[..], Vec::as_slice);
                let others = without(may_be, ranges);
                match others.is_empty() {
                    true => Some(true),
                    false => (others == may_be).then_some(false),
                }
            }
            Condition::Both(own) => match own.each_ref().map(|own| own.holds(known)) {
                [Some(true), Some(true)] => Some(true),
                [Some(false), _] | [_, Some(false)] => Some(false),
                _ => None,
            },
            Condition::Either(_) => self.negated().holds(known).map(|holds| !holds),
        }
    }

    /// Takes it to hold; false, and nothing is taken, if it cannot.
    pub fn assume(&self, known: &mut Known) -> bool {
        match self {
            Condition::OneOf { unknown, ranges, all } => {
                let may_be = known.get(unknown).cloned().unwrap_or_else(|| vec![*all]);
                let left = without(&may_be, &without(&[*all], ranges));
                let can = !left.is_empty();
                if can {
                    known.insert(*unknown, left);
                }
                can
            }
            Condition::Both(own) => {
                let before = known.clone();
                let can = own.iter().all(|own| own.assume(known));
                if !can {
                    *known = before;
                }
                can
            }
            Condition::Either(own) => own.iter().any(|own| own.assume(known)),
        }
    }

    /// What it depends on.
    pub fn unknowns(&self) -> Vec<Unknown> {
        match self {
            Condition::OneOf { unknown, .. } => vec![*unknown],
            Condition::Both(own) | Condition::Either(own) => {
                own.iter().flat_map(Self::unknowns).collect()
            }
        }
    }
}

/// The predicate of the same comparison with its sides in each other's place.
fn turned(predicate: &str) -> String {
    let sign = predicate.get(..1).unwrap_or("");
    match predicate.get(1..).unwrap_or("") {
        "lt" => format!("{sign}gt"),
        "le" => format!("{sign}ge"),
        "gt" => format!("{sign}lt"),
        "ge" => format!("{sign}le"),
        _ => predicate.to_owned(),
    }
}

/// The numbers for which a comparison with this one holds.
fn compared(predicate: &str, limit: Integer, all: (i64, i64)) -> Option<Ranges> {
    let limit = limit.value();
    let below = |limit: i64, first: i64| match limit.checked_sub(1) {
        Some(last) if first <= last => vec![(first, last)],
        _ => Vec::new(),
    };
    let less = match predicate {
        "eq" | "ne" => vec![(limit, limit)],
        "slt" | "sge" => below(limit, all.0),
        "sle" | "sgt" => vec![(all.0, limit)],
        // Without a sign negative numbers are after the others.
        "ult" | "uge" if limit < 0 => [below(limit, all.0), vec![(0, all.1)]].concat(),
        "ule" | "ugt" if limit < 0 => vec![(all.0, limit), (0, all.1)],
        "ult" | "uge" => below(limit, 0),
        "ule" | "ugt" => vec![(0, limit)],
        _ => return None,
    };
    let is_other = matches!(predicate, "ne" | "sge" | "sgt" | "uge" | "ugt");
    Some(if is_other { without(&[all], &less) } else { less })
}

/// The numbers of one set that are not in another one.
fn without(ranges: &[(i64, i64)], taken: &[(i64, i64)]) -> Ranges {
    let mut left = Vec::new();
    for &(from, to) in ranges {
        let mut from = Some(from);
        for &(first, last) in taken {
            let Some(start) = from.filter(|&start| start <= to) else { break };
            if last < start || to < first {
                continue;
            }
            if start < first {
                left.push((start, first - 1));
            }
            from = last.checked_add(1);
        }
        left.extend(from.filter(|&start| start <= to).map(|start| (start, to)));
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREDICATES: [&str; 10] =
        ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

    fn is_so(predicate: &str, left: i64, right: i64) -> bool {
        let (a, b) = ((left as u64) & 7, (right as u64) & 7);
        match predicate {
            "eq" => left == right,
            "ne" => left != right,
            "slt" => left < right,
            "sle" => left <= right,
            "sgt" => left > right,
            "sge" => left >= right,
            "ult" => a < b,
            "ule" => a <= b,
            "ugt" => a > b,
            _ => a >= b,
        }
    }

    fn number(value: i64) -> Side {
        Side::Number(Integer::wrapped(value.into(), 3).unwrap())
    }

    /// Two comparisons of a number of 3 bits, or of two: if one is taken to hold or not to, the other one holds
    /// or does not if and only if that is so for all numbers that are left.
    #[test]
    fn what_is_taken_decides_what_follows_and_nothing_else() {
        let all = || (-4..4).flat_map(|a| (-4..4).map(move |b| (a, b)));
        type Comparison = (Condition, Box<dyn Fn((i64, i64)) -> bool>);
        let mut of_one: Vec<Comparison> = Vec::new();
        for predicate in PREDICATES {
            for limit in -4..4 {
                let own = Condition::compare(predicate, Side::Unknown(0), number(limit), 3);
                of_one.push((own.unwrap(), Box::new(move |(a, _)| is_so(predicate, a, limit))));
                let own = Condition::compare(predicate, number(limit), Side::Unknown(0), 3);
                of_one.push((own.unwrap(), Box::new(move |(a, _)| is_so(predicate, limit, a))));
            }
        }
        let mut of_two: Vec<Comparison> = Vec::new();
        for predicate in PREDICATES {
            let [a, b] = [Side::Unknown(0), Side::Unknown(1)];
            let own = Condition::compare(predicate, a, b, 3);
            of_two.push((own.unwrap(), Box::new(move |(a, b)| is_so(predicate, a, b))));
            let own = Condition::compare(predicate, b, a, 3);
            of_two.push((own.unwrap(), Box::new(move |(a, b)| is_so(predicate, b, a))));
        }
        let mut counts = [0; 3];
        for comparisons in [of_one, of_two] {
            for (first, holds) in &comparisons {
                for wanted in [true, false] {
                    let mut known = Known::default();
                    let taken = if wanted { first.clone() } else { first.negated() };
                    let left: Vec<_> = all().filter(|&own| holds(own) == wanted).collect();
                    assert_eq!(taken.assume(&mut known), !left.is_empty(), "{first:?}");
                    if left.is_empty() {
                        continue;
                    }
                    for (second, holds) in &comparisons {
                        let n_so = left.iter().filter(|&&own| holds(own)).count();
                        let expected = match n_so {
                            0 => Some(false),
                            n if n == left.len() => Some(true),
                            _ => None,
                        };
                        assert_eq!(second.holds(&known), expected, "{first:?} {second:?}");
                        counts[expected.map_or(2, usize::from)] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| 5000 < count), "{counts:?}");
    }

    #[test]
    fn conditions_are_put_together() {
        let [a, b] = [0, 1].map(Condition::of_bit);
        let both = a.clone().and(b.clone()).unwrap();
        let differ = a.clone().xor(b.clone()).unwrap();
        let mut known = Known::default();
        assert_eq!(both.holds(&known), None);
        assert!(both.assume(&mut known));
        assert_eq!([&a, &b, &differ].map(|own| own.holds(&known)), [true, true, false].map(Some));
        assert!(!a.negated().assume(&mut known) && !differ.assume(&mut known));
        let mut known = Known::default();
        assert!(both.negated().assume(&mut known) && b.assume(&mut known));
        assert_eq!([&a, &differ].map(|own| own.holds(&known)), [false, true].map(Some));
        let same = Condition::compare("ule", Side::Unknown(3), Side::Unknown(3), 32).unwrap();
        assert_eq!([same.holds(&known), same.negated().holds(&known)], [Some(true), Some(false)]);
        let long = (0..16).map(Condition::of_bit).reduce(|a, b| a.or(b).unwrap()).unwrap();
        assert_eq!(long.or(a), None);
    }
}
