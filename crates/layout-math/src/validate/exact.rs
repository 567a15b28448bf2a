//! Integers without a width, as functions of the inputs of a claim.

use rustc_hash::FxHashMap;

use super::code::CmpPredicate;
use super::normal_form::{Atoms, Kind, Sum};
use crate::affine::Interval;

/// A product of more atoms than this is an atom.
const MAX_DEGREE: usize = 64;

/// A function of the inputs, by its place in a [`ExactTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Exact(usize);

impl Exact {
    pub fn position(self) -> usize {
        self.0
    }
}

/// How a function is calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Expression {
    Input(usize),
    Constant(i128),
    Add(Exact, Exact),
    Subtract(Exact, Exact),
    Multiply(Exact, Exact),
    /// The quotient by a positive number, rounded down.
    Floor(Exact, Exact),
    /// The remainder by a positive number, which is not negative.
    Modulo(Exact, Exact),
    /// Operations on the bits of numbers that have sign bits without end.
    And(Exact, Exact),
    Or(Exact, Exact),
    Xor(Exact, Exact),
    /// 1 where it holds, else 0.
    Compare(CmpPredicate, Exact, Exact),
    /// The second where the first is not 0, else the third.
    Select(Exact, Exact, Exact),
}

struct Entry {
    form: Expression,
    range: Interval,
    /// `None` if it is too long.
    sum: Option<Sum>,
}

/// The functions of a claim, each form once, with bounds and normal forms.
#[derive(Default)]
pub(super) struct ExactTable {
    entries: Vec<Entry>,
    numbers: FxHashMap<Expression, Exact>,
    atoms: Atoms,
    assumptions: Vec<(Exact, Interval)>,
}

impl ExactTable {
    pub fn form(&self, value: Exact) -> Expression {
        self.entries[value.0].form
    }

    pub fn range(&self, value: Exact) -> Interval {
        self.entries[value.0].range
    }

    pub fn as_constant(&self, value: Exact) -> Option<i128> {
        match self.form(value) {
            Expression::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// True if the two have the same normal form: they are the same function.
    pub fn are_same(&self, a: Exact, b: Exact) -> bool {
        let sum = |value: Exact| self.atoms.resolved(self.entries[value.0].sum.as_ref()?);
        a == b || sum(a).is_some_and(|sum_of_a| sum(b) == Some(sum_of_a))
    }

    /// True if a value is seen not to be negative.
    pub fn is_natural(&self, value: Exact) -> bool {
        let Entry { range, sum, .. } = &self.entries[value.0];
        range.is_natural() || sum.as_ref().is_some_and(|sum| self.atoms.is_natural(sum))
    }

    /// Bounds of a value by those of what it is made of alone.
    pub fn plain_range(&self, value: Exact) -> Interval {
        let Entry { range, sum, .. } = &self.entries[value.0];
        sum.as_ref().map_or(*range, |sum| self.atoms.plain_range(sum))
    }

    /// Takes note that a value is in a range wherever the claim says something.
    pub fn assume(&mut self, value: Exact, range: Interval) {
        let entry = &mut self.entries[value.0];
        entry.range = entry.range.narrowed(range);
        let sum = entry.sum.clone();
        if let Some(sum) = &sum {
            self.atoms.assume(sum, range);
            // What is made of the same parts has bounds by them too.
            for entry in &mut self.entries {
                if let Some(other) = &entry.sum {
                    entry.range = entry.range.intersection(self.atoms.range(other));
                }
            }
        }
        // Bounds of an input are told with the input.
        if !sum.is_some_and(|sum| self.atoms.is_input(&sum)) {
            self.assumptions.push((value, range));
        }
    }

    /// What was taken note of.
    pub fn assumptions(&self) -> &[(Exact, Interval)] {
        &self.assumptions
    }

    /// An input in a range: the number of which there is one alone.
    pub fn input(&mut self, number: usize, range: Interval) -> Exact {
        match range.as_number() {
            Some(value) => self.constant(value),
            None => self.push(Expression::Input(number), range),
        }
    }

    /// An input that is a multiple of a positive number.
    pub fn input_multiple(&mut self, number: usize, range: Interval, of: i128) -> Exact {
        self.atoms.multiple(number, range, of);
        self.input(number, range)
    }

    pub fn constant(&mut self, value: i128) -> Exact {
        self.push(Expression::Constant(value), Interval::of(value))
    }

    pub fn add(&mut self, a: Exact, b: Exact) -> Exact {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.push(Expression::Add(a, b), self.range(a).plus(self.range(b))),
        }
    }

    pub fn subtract(&mut self, a: Exact, b: Exact) -> Exact {
        if self.as_constant(b) == Some(0) {
            return a;
        }
        let range = self.range(a).minus(self.range(b));
        self.push(Expression::Subtract(a, b), range)
    }

    pub fn multiply(&mut self, a: Exact, b: Exact) -> Exact {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (Some(1), _) | (_, Some(0)) => b,
            _ => {
                let range = self.range(a).times(self.range(b));
                self.push(Expression::Multiply(a, b), range)
            }
        }
    }

    pub fn scale(&mut self, value: Exact, factor: i128) -> Exact {
        let factor = self.constant(factor);
        self.multiply(value, factor)
    }

    /// The quotient; `None` if the divisor may be below 1.
    pub fn floor(&mut self, value: Exact, divisor: Exact) -> Option<Exact> {
        let (range, by) = (self.range(value), self.range(divisor));
        let least = by.low.filter(|least| 1 <= *least)?;
        if self.as_constant(divisor) == Some(1) {
            return Some(value);
        }
        let whole = match range.is_within(Interval::new(0, least - 1)) {
            true => Some(self.constant(0)),
            false => self.split(value, divisor).map(|(whole, _)| whole),
        };
        if let Some(whole) = whole {
            self.learn(value, divisor, whole);
            return Some(whole);
        }
        let range = range.divided(by);
        Some(self.push(Expression::Floor(value, divisor), range))
    }

    /// The remainder; `None` if the divisor may be below 1.
    pub fn modulo(&mut self, value: Exact, divisor: Exact) -> Option<Exact> {
        let (range, by) = (self.range(value), self.range(divisor));
        let least = by.low.filter(|least| 1 <= *least)?;
        if range.is_within(Interval::new(0, least - 1)) {
            let zero = self.constant(0);
            self.learn(value, divisor, zero);
            return Some(value);
        }
        if let Some((whole, rest)) = self.split(value, divisor) {
            self.learn(value, divisor, whole);
            return Some(rest);
        }
        let all = Interval { low: Some(0), ..by.plus(Interval::of(-1)) };
        let rest = if range.is_natural() {
            all.intersection(Interval { low: None, ..range })
        } else {
            all
        };
        Some(self.push(Expression::Modulo(value, divisor), rest))
    }

    /// Takes note of a quotient that bounds say.
    fn learn(&mut self, value: Exact, divisor: Exact, whole: Exact) {
        let sum = |value: Exact| self.entries[value.0].sum.clone();
        if let (Some(value), Some(divisor), Some(whole)) = (sum(value), sum(divisor), sum(whole))
            && let Some(quotient) = self.atoms.floor(&value, &divisor)
        {
            self.atoms.learn(&quotient, &whole);
        }
    }

    /// Quotient and remainder of a sum in which the divisor divides some parts, and the others stay
    /// below it.
    fn split(&mut self, value: Exact, divisor: Exact) -> Option<(Exact, Exact)> {
        let by = self.as_constant(divisor)?;
        let mut parts = vec![value];
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        while let Some(part) = parts.pop() {
            match self.form(part) {
                Expression::Add(a, b) => parts.extend([b, a]),
                Expression::Constant(value) if value % by == 0 => whole.push((None, value / by)),
                Expression::Multiply(a, b) => match self.as_constant(b) {
                    Some(factor) if factor % by == 0 => whole.push((Some(a), factor / by)),
                    _ => rest.push(part),
                },
                _ => rest.push(part),
            }
        }
        let ranges = rest.iter().map(|&part| self.range(part));
        let sum = ranges.fold(Interval::new(0, 0), |sum, range| sum.plus(range));
        if whole.is_empty() || !sum.is_within(Interval::new(0, by - 1)) {
            return None;
        }
        let zero = self.constant(0);
        let rest = rest.into_iter().fold(zero, |sum, part| self.add(sum, part));
        let whole = whole.into_iter().fold(zero, |sum, (part, factor)| {
            let part = match part {
                Some(part) => self.scale(part, factor),
                None => self.constant(factor),
            };
            self.add(sum, part)
        });
        Some((whole, rest))
    }

    pub fn floor_by(&mut self, value: Exact, divisor: i128) -> Option<Exact> {
        let divisor = self.constant(divisor);
        self.floor(value, divisor)
    }

    pub fn modulo_by(&mut self, value: Exact, divisor: i128) -> Option<Exact> {
        let divisor = self.constant(divisor);
        self.modulo(value, divisor)
    }

    /// The bits that a constant mask has, which is not negative: a sum of fields.
    fn masked(&mut self, value: Exact, mask: i128) -> Option<Exact> {
        let mut result = self.constant(0);
        let mut rest = mask;
        while rest != 0 {
            let from = rest.trailing_zeros();
            let width = (!(rest >> from)).trailing_zeros();
            let field = self.floor_by(value, 1 << from)?;
            let field = self.modulo_by(field, 1 << width)?;
            let field = self.scale(field, 1 << from);
            result = self.add(result, field);
            rest &= !(((1_i128 << width) - 1) << from);
        }
        Some(result)
    }

    pub fn and(&mut self, a: Exact, b: Exact) -> Exact {
        let is_mask = |value: Option<i128>| value.filter(|mask| (0..1 << 120).contains(mask));
        let masked = match (is_mask(self.as_constant(a)), is_mask(self.as_constant(b))) {
            (_, Some(mask)) => self.masked(a, mask),
            (Some(mask), None) => self.masked(b, mask),
            _ => None,
        };
        if let Some(masked) = masked {
            return masked;
        }
        let (left, right) = (self.range(a), self.range(b));
        let naturals = [left, right].into_iter().filter(|range| range.is_natural());
        let range = naturals
            .fold(Interval::ANY, |all, range| all.intersection(Interval { low: Some(0), ..range }));
        self.push(Expression::And(a.min(b), a.max(b)), range)
    }

    pub fn or(&mut self, a: Exact, b: Exact) -> Exact {
        if let (Some(a), Some(b)) = (self.as_constant(a), self.as_constant(b)) {
            return self.constant(a | b);
        }
        self.push(Expression::Or(a.min(b), a.max(b)), self.joined(a, b))
    }

    pub fn xor(&mut self, a: Exact, b: Exact) -> Exact {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(a), Some(b)) => self.constant(a ^ b),
            _ => self.push(Expression::Xor(a.min(b), a.max(b)), self.joined(a, b)),
        }
    }

    /// What is known of numbers whose bits come from these two.
    fn joined(&self, a: Exact, b: Exact) -> Interval {
        let (left, right) = (self.range(a), self.range(b));
        let all = left.hull(right);
        match all.bits() {
            Some(bits) => Interval::new(0, (1_u128 << bits).wrapping_sub(1).cast_signed()),
            None if all.is_natural() => Interval::at_least(0),
            None => Interval::ANY,
        }
    }

    pub fn compare(&mut self, relation: CmpPredicate, a: Exact, b: Exact) -> Exact {
        if let Some(holds) = self.holds(relation, a, b) {
            return self.constant(holds.into());
        }
        self.push(Expression::Compare(relation, a, b), Interval::new(0, 1))
    }

    /// What bounds say of a comparison of numbers with signs.
    fn holds(&self, relation: CmpPredicate, a: Exact, b: Exact) -> Option<bool> {
        let sum = |value: Exact| self.entries[value.0].sum.as_ref();
        let (a, b) = (sum(a)?, sum(b)?);
        let is_at_least = |a: &Sum, b: &Sum, by: i128| {
            let difference = a.plus(b, -1).and_then(|d| d.plus(&Sum::constant(by), -1));
            difference.is_some_and(|difference| self.atoms.is_natural(&difference))
        };
        let (yes, no) = match relation {
            CmpPredicate::Less => (is_at_least(b, a, 1), is_at_least(a, b, 0)),
            CmpPredicate::LessOrEqual => (is_at_least(b, a, 0), is_at_least(a, b, 1)),
            _ => (false, false),
        };
        match (yes, no) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    pub fn select(&mut self, condition: Exact, yes: Exact, no: Exact) -> Exact {
        match self.as_constant(condition) {
            Some(0) => no,
            Some(_) => yes,
            None => {
                let (a, b) =
                    (self.range_if(yes, condition, true), self.range_if(no, condition, false));
                self.push(Expression::Select(condition, yes, no), a.hull(b))
            }
        }
    }

    /// Bounds of a value where a condition holds, or where it does not.
    fn range_if(&self, value: Exact, condition: Exact, holds: bool) -> Interval {
        let range = self.range(value);
        let is_truth = |value: Exact| self.range(value).is_within(Interval::new(0, 1));
        let (relation, left, right) = match self.form(condition) {
            // Truths as numbers: a product is both of them.
            Expression::Multiply(a, b) if holds && is_truth(a) && is_truth(b) => {
                let left = self.range_if(value, a, true);
                return left.narrowed(self.range_if(value, b, true));
            }
            Expression::Compare(CmpPredicate::Equal, a, b)
                if self.as_constant(b) == Some(0) && is_truth(a) && a != value =>
            {
                return self.range_if(value, a, !holds);
            }
            Expression::Compare(relation, left, right) => (relation, left, right),
            _ => return range,
        };
        let (low, gap, high) = match (relation, holds) {
            (CmpPredicate::Less, true) => (left, 1, right),
            (CmpPredicate::Less, false) => (right, 0, left),
            (CmpPredicate::LessOrEqual, true) => (left, 0, right),
            (CmpPredicate::LessOrEqual, false) => (right, 1, left),
            _ => return range,
        };
        let mut range = range;
        if let Some(distance) = self.distance(value, low) {
            let most = self.range(high).plus(Interval::of(distance - gap)).high;
            range = range.narrowed(Interval { low: None, high: most });
        }
        if let Some(distance) = self.distance(value, high) {
            let least = self.range(low).plus(Interval::of(distance + gap)).low;
            range = range.narrowed(Interval { low: least, high: None });
        }
        range
    }

    /// The constant by which one value is more than another, if it is one.
    fn distance(&self, value: Exact, from: Exact) -> Option<i128> {
        if value == from {
            return Some(0);
        }
        let sum = |value: Exact| self.entries[value.0].sum.as_ref();
        sum(value)?.plus(sum(from)?, -1)?.as_constant()
    }

    fn push(&mut self, form: Expression, range: Interval) -> Exact {
        if let Some(&known) = self.numbers.get(&form) {
            return known;
        }
        let sum = self.sum(form, range);
        let known = sum.as_ref().map_or(Interval::ANY, |sum| self.atoms.range(sum));
        let range = range.narrowed(known);
        // What is the same at all inputs is a constant.
        if !matches!(form, Expression::Constant(_) | Expression::Input(_)) {
            let constant = sum.as_ref().and_then(Sum::as_constant).or(range.as_number());
            if let Some(constant) = constant {
                return self.constant(constant);
            }
        }
        let value = Exact(self.entries.len());
        self.entries.push(Entry { form, range, sum });
        self.numbers.insert(form, value);
        value
    }

    fn sum(&mut self, form: Expression, range: Interval) -> Option<Sum> {
        let entries = &self.entries;
        let sum = |value: Exact| entries[value.0].sum.as_ref();
        let other = |name, parts: &[Exact]| -> Option<Kind> {
            let parts: Option<Vec<Sum>> = parts.iter().map(|&part| sum(part).cloned()).collect();
            let mut parts = parts?;
            if ["and", "or", "xor", "*"].contains(&name) {
                parts.sort();
            }
            Some(Kind::Other(name, parts))
        };
        let kind = match form {
            Expression::Input(number) => Kind::Input(number),
            Expression::Constant(value) => return Some(Sum::constant(value)),
            Expression::Add(a, b) => return sum(a)?.plus(sum(b)?, 1),
            Expression::Subtract(a, b) => return sum(a)?.plus(sum(b)?, -1),
            Expression::Multiply(a, b) => {
                let (left, right) = (sum(a)?, sum(b)?);
                if left.degree() + right.degree() <= MAX_DEGREE {
                    return left.times(right);
                }
                other("*", &[a, b])?
            }
            Expression::Floor(a, b) => return self.atoms.floor(sum(a)?, sum(b)?),
            Expression::Modulo(a, b) => {
                let (value, divisor) = (sum(a)?, sum(b)?);
                let whole = self.atoms.floor(value, divisor)?.times(divisor)?;
                return value.plus(&whole, -1);
            }
            Expression::And(a, b) | Expression::Or(a, b) | Expression::Xor(a, b) => {
                // Both numbers together have the bits of one, and once more those of both.
                let (name, each, shared) = match form {
                    Expression::And(..) => ("and", 0, 1),
                    Expression::Or(..) => ("or", 1, -1),
                    _ => ("xor", 1, -2),
                };
                let (left, right) = (sum(a)?, sum(b)?);
                let ranges = [entries[a.0].range, entries[b.0].range];
                if let Some(both) = self.atoms.both(left, right, ranges) {
                    let sum = Sum::default().plus(left, each)?.plus(right, each)?;
                    return sum.plus(&both, shared);
                }
                other(name, &[a, b])?
            }
            Expression::Compare(relation, a, b) => other(relation.name(), &[a, b])?,
            Expression::Select(condition, yes, no) => other("select", &[condition, yes, no])?,
        };
        self.atoms.atom(kind, range)
    }
}

impl CmpPredicate {
    fn name(self) -> &'static str {
        match self {
            CmpPredicate::Equal => "=",
            CmpPredicate::NotEqual => "!=",
            CmpPredicate::Less | CmpPredicate::LessUnsigned => "<",
            CmpPredicate::LessOrEqual | CmpPredicate::LessOrEqualUnsigned => "<=",
        }
    }
}
