//! Sums of products in a normal form: equal forms are equal functions.
//!
//! What is not linear is an atom, and there is one kind of it for all arithmetic, the quotient that is
//! rounded down. A quotient by `q * 2^k` with an odd q is k halves and a quotient by q. A half is of a
//! set of atoms, whose sum is halved, so that a remainder by 2 is the parity of the set and the bits
//! that two numbers share are a sum of halves. No bounds are needed for that; those that are known
//! make atoms constants.

use rustc_hash::FxHashMap;

use crate::affine::{Interval, Polynomial, without};

/// Something that a sum has multiples of and that the normal form does not look into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Atom(pub usize);

/// A sum of integer multiples of products of atoms.
pub(super) type Sum = Polynomial<Atom>;

/// What an atom is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Input(usize),
    /// The quotient, rounded down.
    Floor(Sum, Sum),
    /// Another operation, by its name.
    Other(&'static str, Vec<Sum>),
}

#[derive(Debug, Clone)]
struct Entry {
    kind: Kind,
    range: Interval,
    /// What the atom is known to be, in atoms before it.
    definition: Option<Sum>,
}

/// The atoms of a claim, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Atoms {
    entries: Vec<Entry>,
    numbers: FxHashMap<Kind, Atom>,
    /// Bounds of sums without their constants.
    known: FxHashMap<Sum, Interval>,
}

/// After so many atoms no more are made: a claim is decided within seconds.
const MAX_ATOMS: usize = 1 << 16;

/// So many facts are added up at most to see a sign.
const MAX_FACTS: u32 = 3;

/// More facts than this of a kind are not looked at.
const MAX_KNOWN: usize = 24;

/// Numbers with more bits in common than this are not combined bit by bit.
const MAX_WINDOW: u32 = 64;

impl Atoms {
    /// The atom as a sum, or what it is known to be; `None` if there are too many.
    pub fn atom(&mut self, kind: Kind, range: Interval) -> Option<Sum> {
        if MAX_ATOMS <= self.entries.len() {
            return None;
        }
        let next = Atom(self.entries.len());
        let atom = *self.numbers.entry(kind.clone()).or_insert(next);
        if atom == next {
            let definition = range.as_number().map(Sum::constant);
            self.entries.push(Entry { kind, range, definition });
        }
        self.resolved(&Sum::atom(atom))
    }

    /// Takes note that an input, of which there is no atom yet, is a multiple of a positive number.
    pub fn multiple(&mut self, number: usize, range: Interval, of: i128) -> Option<()> {
        let parts = [number.try_into().ok()?, of].map(Sum::constant).to_vec();
        let quotient = self.atom(Kind::Other("quotient", parts), range.over_factor(of))?;
        let input = Kind::Input(number);
        self.numbers.insert(input.clone(), Atom(self.entries.len()));
        let definition = Some(Sum::default().plus(&quotient, of)?);
        self.entries.push(Entry { kind: input, range, definition });
        Some(())
    }

    /// The sum without atoms that are known to be something else.
    pub fn resolved(&self, sum: &Sum) -> Option<Sum> {
        let is_defined = |atom: &Atom| self.entries[atom.0].definition.is_some();
        if !sum.terms().any(|(product, _)| product.iter().any(is_defined)) {
            return Some(sum.clone());
        }
        let mut resolved = Sum::default();
        for (product, multiple) in sum.terms() {
            let mut part = Sum::constant(multiple);
            for &atom in product {
                part = match &self.entries[atom.0].definition {
                    Some(definition) => part.times(definition)?,
                    None => part.times(&Sum::atom(atom))?,
                };
            }
            resolved = resolved.plus(&part, 1)?;
        }
        Some(resolved)
    }

    /// Takes note that two sums are the same function: it says what the last atom of them is, if its
    /// multiple is 1 or -1. Definitions have no atoms with definitions.
    pub fn learn(&mut self, a: &Sum, b: &Sum) -> Option<()> {
        let difference = self.resolved(&a.plus(b, -1)?)?;
        let last = difference.terms().flat_map(|(product, _)| product).max().copied()?;
        let mut with_last = difference.terms().filter(|(product, _)| product.contains(&last));
        let (product, multiple) = with_last.next()?;
        if with_last.next().is_some() || product.len() != 1 || ![1, -1].contains(&multiple) {
            return None;
        }
        let definition = Sum::atom(last).plus(&difference, -multiple)?;
        self.entries[last.0].definition = Some(definition);
        for position in 0..self.entries.len() {
            if let Some(definition) = self.entries[position].definition.clone() {
                self.entries[position].definition = self.resolved(&definition);
            }
        }
        Some(())
    }

    /// Takes note that a sum is in a range.
    pub fn assume(&mut self, sum: &Sum, range: Interval) {
        let (constant, rest) = sum.without_constant();
        let range = range.minus(Interval::of(constant));
        for (product, multiple) in rest.terms() {
            // A part has what the others leave to it.
            if let &[atom] = product
                && let Some(others) = rest.plus(&Sum::atom(atom), -multiple)
            {
                let own = range.minus(self.range(&others)).over_factor(multiple);
                let known = &mut self.entries[atom.0].range;
                *known = known.narrowed(own);
            }
        }
        let known = self.known.entry(rest).or_insert(Interval::ANY);
        *known = known.narrowed(range);
    }

    /// True if a sum is a multiple of an input and a constant.
    pub fn is_input(&self, sum: &Sum) -> bool {
        let (_, rest) = sum.without_constant();
        let mut terms = rest.terms();
        let is_input = |(product, _): (&[Atom], i128)| match product {
            &[atom] => matches!(self.entries[atom.0].kind, Kind::Input(_)),
            _ => false,
        };
        terms.next().is_some_and(is_input) && terms.next().is_none()
    }

    /// Bounds of a sum.
    pub fn range(&self, sum: &Sum) -> Interval {
        let (constant, rest) = sum.without_constant();
        let range = self.plain_range(&rest);
        let known = self.known.get(&rest).copied().unwrap_or(Interval::ANY);
        range.narrowed(known).plus(Interval::of(constant))
    }

    /// Bounds of a sum by those of its atoms.
    pub fn plain_range(&self, sum: &Sum) -> Interval {
        sum.terms().fold(Interval::of(0), |range, (product, multiple)| {
            let factors = product.iter().map(|atom| self.entries[atom.0].range);
            range.plus(factors.fold(Interval::of(multiple), Interval::times))
        })
    }

    /// The quotient by a positive number, rounded down.
    ///
    /// Cost: for a constant divisor the logarithm of it in atoms.
    pub fn floor(&mut self, value: &Sum, divisor: &Sum) -> Option<Sum> {
        let Some(by) = divisor.as_constant().filter(|by| 0 < *by) else {
            return self.quotient_by_unknown(value, divisor);
        };
        let halves = by.trailing_zeros();
        let mut quotient = value.clone();
        for _ in 0..halves {
            quotient = self.quotient(&quotient, 2)?;
        }
        self.quotient(&quotient, by >> halves)
    }

    /// The quotient by a positive number that is not a constant.
    fn quotient_by_unknown(&mut self, value: &Sum, divisor: &Sum) -> Option<Sum> {
        let (whole, rest) = value.divided_by_product(divisor);
        let above = divisor.plus(&rest, -1)?.plus(&Sum::constant(1), -1)?;
        if self.is_natural(&rest) && self.is_natural(&above) {
            return Some(whole);
        }
        let below = Sum::constant(-1).plus(&rest, -1)?;
        if self.is_natural(&below) && self.is_natural(&divisor.plus(&rest, 1)?) {
            return whole.plus(&Sum::constant(1), -1);
        }
        let (inner, merged) = self.merged(&rest, divisor)?;
        let part = match inner == rest {
            true => {
                let low = self.is_natural(&inner).then_some(0);
                self.atom(Kind::Floor(inner, merged), Interval { low, high: None })?
            }
            false => self.floor(&inner, &merged)?,
        };
        whole.plus(&part, 1)
    }

    /// True if a sum is seen not to be negative: by bounds, or as a sum of what is not negative, facts
    /// and products of them among it.
    pub fn is_natural(&self, sum: &Sum) -> bool {
        let facts: Vec<Sum> = self.facts().collect();
        self.is_sum_of_naturals(sum, &facts, MAX_FACTS)
    }

    /// Sums that are not negative.
    fn facts(&self) -> impl Iterator<Item = Sum> {
        let ends = |(sum, range): (&Sum, &Interval)| {
            let low = range.low.map(|low| sum.plus(&Sum::constant(low), -1));
            let high = range.high.map(|high| Sum::constant(high).plus(sum, -1));
            [low, high].into_iter().flatten().flatten()
        };
        let mut known: Vec<Sum> = self.known.iter().flat_map(ends).collect();
        // The order of a table of hashes is another one in each run.
        known.sort();
        known.truncate(MAX_KNOWN);
        let floors = self.entries.iter().enumerate().filter_map(|(number, entry)| {
            let Kind::Floor(value, divisor) = &entry.kind else { return None };
            divisor.as_constant().is_none().then_some(())?;
            let rest = value.plus(&Sum::atom(Atom(number)).times(divisor)?, -1)?;
            Some([divisor.plus(&Sum::constant(1), -1)?.plus(&rest, -1)?, rest])
        });
        known.into_iter().chain(floors.flatten().take(MAX_KNOWN))
    }

    fn is_sum_of_naturals(&self, sum: &Sum, facts: &[Sum], steps: u32) -> bool {
        if self.range(sum).is_natural() {
            return true;
        }
        let Some(moved) = self.above_bounds(sum) else { return false };
        let Some((product, multiple)) = moved.terms().find(|&(_, multiple)| multiple < 0) else {
            return true;
        };
        let Some(steps) = steps.checked_sub(1) else { return false };
        // A fact, or its product with what is not negative, has the term that is in the way.
        facts.iter().any(|fact| {
            let Some(own) = self.above_bounds(fact) else { return false };
            own.terms().filter(|(_, own)| *own < 0).any(|(part, own)| {
                let Some(factor) = without(product, part) else { return false };
                // The least number has no negative.
                let Some(times) = multiple.checked_div(own) else { return false };
                if times < 1 || !factor.iter().all(|atom| self.entries[atom.0].range.is_natural()) {
                    return false;
                }
                let factor = factor.iter().try_fold(Sum::constant(times), |product, &atom| {
                    product.times(&Sum::atom(atom))
                });
                let rest = factor.and_then(|factor| sum.plus(&fact.times(&factor)?, -1));
                rest.is_some_and(|rest| self.is_sum_of_naturals(&rest, facts, steps))
            })
        })
    }

    /// The same sum where each atom stands for what it is more than its least value.
    fn above_bounds(&self, sum: &Sum) -> Option<Sum> {
        let mut moved = Sum::default();
        for (product, multiple) in sum.terms() {
            let mut part = Sum::constant(multiple);
            for &atom in product {
                let low = self.entries[atom.0].range.low?;
                part = part.times(&Sum::atom(atom).plus(&Sum::constant(low), 1)?)?;
            }
            moved = moved.plus(&part, 1)?;
        }
        Some(moved)
    }

    /// The quotient by a number that is odd or 2.
    fn quotient(&mut self, value: &Sum, divisor: i128) -> Option<Sum> {
        if divisor == 1 {
            return Some(value.clone());
        }
        let (whole, rest) = value.divided(divisor);
        // A rest that is a constant is less than the divisor.
        if rest.as_constant().is_some() {
            return Some(whole);
        }
        let by = Sum::constant(divisor);
        let (inner, merged) = self.merged(&rest, &by)?;
        if inner != rest {
            return whole.plus(&self.floor(&inner, &merged)?, 1);
        }
        let (constant, variable) = rest.without_constant();
        if divisor == 2 && constant == 1 {
            // Half a number rounded up and half of it rounded down are the number.
            let down = self.quotient(&variable, 2)?;
            return whole.plus(&variable, 1)?.plus(&down, -1);
        }
        let range = self.range(&rest).divided(Interval::of(divisor));
        whole.plus(&self.atom(Kind::Floor(rest, by), range)?, 1)
    }

    /// `floor((floor(a/b) + c) / d)` as `floor((a + b*c) / (b*d))`, where no other quotient is in
    /// the sum. Halves do not count, but a single one is merged with a divisor that is not known.
    fn merged(&self, value: &Sum, divisor: &Sum) -> Option<(Sum, Sum)> {
        let mut quotients = Vec::new();
        let mut halves = Vec::new();
        for (product, multiple) in value.terms() {
            for &atom in product {
                if let Kind::Floor(inner, before) = &self.entries[atom.0].kind {
                    let is_plain = product.len() == 1 && multiple == 1;
                    match before.as_constant() {
                        Some(2) => halves.push((atom, inner, before, is_plain)),
                        _ => quotients.push((atom, inner, before, is_plain)),
                    }
                }
            }
        }
        if quotients.is_empty() && divisor.as_constant().is_none() {
            quotients = halves;
        }
        let [(atom, inner, before, true)] = quotients[..] else {
            return Some((value.clone(), divisor.clone()));
        };
        let rest = value.plus(&Sum::atom(atom), -1)?;
        Some((inner.plus(&before.times(&rest)?, 1)?, before.times(divisor)?))
    }

    /// The bits that two numbers share; `None` if none of them has few bits, or if the sum is too
    /// long.
    ///
    /// With `A = floor(a/2^i)` and `B` likewise, bit i of both is
    /// `floor((A + B)/2) - floor(A/2) - floor(B/2)`, also of negative numbers, whose sign bits do not
    /// end. `ranges` are bounds of the two.
    pub fn both(&mut self, a: &Sum, b: &Sum, ranges: [Interval; 2]) -> Option<Sum> {
        let windows = [a, b].into_iter().zip(ranges).filter_map(|(sum, range)| {
            let from = sum.low_zeros();
            range.narrowed(self.range(sum)).bits().map(|to| (to.saturating_sub(from), from))
        });
        let (width, from) = windows.min()?;
        if MAX_WINDOW < width {
            return None;
        }
        let power = Sum::constant(1_i128.checked_shl(from).filter(|power| 0 < *power)?);
        let mut left = self.floor(a, &power)?;
        let mut right = self.floor(b, &power)?;
        let mut shared = Sum::default();
        for bit in from..from + width {
            let carry = self.quotient(&left.plus(&right, 1)?, 2)?;
            (left, right) = (self.quotient(&left, 2)?, self.quotient(&right, 2)?);
            let bit_of_both = carry.plus(&left, -1)?.plus(&right, -1)?;
            shared = shared.plus(&bit_of_both, 1_i128.checked_shl(bit)?)?;
        }
        Some(shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NATURAL: Interval = Interval { low: Some(0), high: Some(i64::MAX as i128) };

    /// Inputs in these ranges.
    fn inputs<const N: usize>(ranges: [Interval; N]) -> (Atoms, [Sum; N]) {
        let mut atoms = Atoms::default();
        let mut number = 0;
        let sums = ranges.map(|range| {
            number += 1;
            atoms.atom(Kind::Input(number), range).unwrap()
        });
        (atoms, sums)
    }

    fn number(value: i128) -> Sum {
        Sum::constant(value)
    }

    #[test]
    fn equal_functions_have_one_form() {
        let (mut atoms, [x, m]) = inputs([NATURAL, NATURAL]);
        // 8*floor(x/8) + (x - 8*floor(x/8)) is x.
        let eighth = atoms.floor(&x, &number(8)).unwrap();
        let rest = x.plus(&eighth, -8).unwrap();
        assert_eq!(rest.plus(&eighth, 8), Some(x.clone()));
        // floor(floor(x/2)/m) is floor(x/2m), and so is floor(floor(x/m)/2).
        let half = atoms.floor(&x, &number(2)).unwrap();
        let twice = atoms.floor(&half, &m).unwrap();
        assert_eq!(atoms.floor(&x, &m.times(&number(2)).unwrap()), Some(twice.clone()));
        let part = atoms.floor(&x, &m).unwrap();
        assert_eq!(atoms.floor(&part, &number(2)), Some(twice));
        // floor((6x + 7)/3) is 2x + 2.
        let sum = x.times(&number(6)).unwrap().plus(&number(7), 1).unwrap();
        let third = atoms.floor(&sum, &number(3)).unwrap();
        assert_eq!(Some(third), x.plus(&x, 1).unwrap().plus(&number(2), 1));
        // (x + m)^2 is x^2 + 2xm + m^2.
        let square = x.plus(&m, 1).unwrap();
        let square = square.times(&square).unwrap();
        let parts = [x.times(&x), m.times(&m), x.times(&m), x.times(&m)];
        let parts = parts.into_iter().try_fold(Sum::default(), |sum, part| sum.plus(&part?, 1));
        assert_eq!(Some(square), parts);
        assert_eq!(number(3).plus(&number(-3), 1).unwrap().as_constant(), Some(0));
        assert_eq!(number(i128::MAX).plus(&number(1), 1), None);
    }

    #[test]
    fn quotients_in_any_order_are_one() {
        let (mut atoms, [x, y]) = inputs([Interval::ANY, NATURAL]);
        // floor((floor((x + 5)/4) + y)/6) is floor((x + 4y + 5)/24) by 2, 3 and 4.
        let five = x.plus(&number(5), 1).unwrap();
        let quarter = atoms.floor(&five, &number(4)).unwrap();
        let left = atoms.floor(&quarter.plus(&y, 1).unwrap(), &number(6)).unwrap();
        let whole = five.plus(&y, 4).unwrap();
        for divisors in [[2, 3, 4], [4, 3, 2], [3, 2, 4], [1, 12, 2], [24, 1, 1]] {
            let right = divisors.into_iter().fold(whole.clone(), |value, divisor| {
                atoms.floor(&value, &number(divisor)).unwrap()
            });
            assert_eq!(right, left, "{divisors:?}");
        }
        let other = atoms.floor(&whole.plus(&number(1), 1).unwrap(), &number(24)).unwrap();
        assert_ne!(other, left);
        // floor((-x)/2) is x's half, rounded up, less x: the multiples are 0 and 1.
        let negated = Sum::default().plus(&x, -1).unwrap();
        let half = atoms.floor(&negated, &number(2)).unwrap();
        let up = atoms.floor(&x, &number(2)).unwrap();
        assert_eq!(half, up.plus(&x, -1).unwrap());
    }

    #[test]
    fn bounds_make_quotients_constants() {
        let (mut atoms, [x, y]) = inputs([Interval::new(0, 7), NATURAL]);
        // floor((x + 8y)/16) is floor(y/2), but not if x may be 8.
        let sum = x.plus(&y, 8).unwrap();
        let half = atoms.floor(&y, &number(2)).unwrap();
        assert_eq!(atoms.floor(&sum, &number(16)), Some(half));
        let (mut atoms, [x, y]) = inputs([Interval::new(0, 8), NATURAL]);
        let sum = x.plus(&y, 8).unwrap();
        let half = atoms.floor(&y, &number(2)).unwrap();
        assert_ne!(atoms.floor(&sum, &number(16)), Some(half));
        // What is known of a sum is known of the sum and a constant.
        atoms.assume(&sum.plus(&number(3), 1).unwrap(), Interval::new(5, 9));
        assert_eq!(atoms.range(&sum.plus(&number(-1), 1).unwrap()), Interval::new(1, 5));
        assert_eq!(atoms.range(&number(4)), Interval::new(4, 4));
    }

    #[test]
    fn bits_that_are_shared() {
        // Checked at all small numbers against the operation on bits.
        let low_bits = Interval::new(0, 12);
        let (mut atoms, [x, y]) = inputs([Interval::new(-20, 20), low_bits]);
        let shared = atoms.both(&x, &y, [Interval::ANY, low_bits]).unwrap();
        for (at_x, at_y) in (-20..=20).flat_map(|x| (0..=12).map(move |y| (x, y))) {
            assert_eq!(evaluate(&atoms, &shared, &[at_x, at_y]), at_x & at_y, "{at_x} & {at_y}");
        }
        // Bits that lie apart have none in common, and a number shares all with itself.
        let apart = x.times(&number(16)).unwrap();
        assert_eq!(atoms.both(&apart, &y, [Interval::ANY, low_bits]), Some(Sum::default()));
        assert_eq!(atoms.both(&y, &y, [low_bits, low_bits]), Some(y));
        assert_eq!(atoms.both(&x, &x, [Interval::ANY, Interval::ANY]), None);
    }

    fn evaluate(atoms: &Atoms, sum: &Sum, values: &[i128]) -> i128 {
        let atom = |atom: &Atom| match &atoms.entries[atom.0].kind {
            Kind::Input(number) => values[number - 1],
            Kind::Floor(a, b) => evaluate(atoms, a, values).div_euclid(evaluate(atoms, b, values)),
            Kind::Other(..) => unreachable!(),
        };
        let terms = sum.terms();
        terms.map(|(product, multiple)| multiple * product.iter().map(atom).product::<i128>()).sum()
    }

    #[test]
    fn only_an_atom_by_itself_is_learned() {
        let (mut atoms, [x, y]) = inputs([NATURAL, NATURAL]);
        let product = x.times(&y).unwrap();
        let double = Sum::default().plus(&x, 2).unwrap();
        assert_eq!(atoms.learn(&product, &number(0)), None);
        assert_eq!(atoms.learn(&double, &number(4)), None);
        assert_eq!(atoms.resolved(&product), Some(product));
        assert_eq!(atoms.learn(&x, &number(2)), Some(()));
        assert_eq!(atoms.resolved(&double), Some(number(4)));
    }

    #[test]
    fn bits_of_up_to_64_are_shared_one_by_one() {
        for (bits, is_found) in [(64, true), (65, false)] {
            let range = Interval::new(0, (1 << bits) - 1);
            let (mut atoms, [x, y]) = inputs([range, range]);
            assert_eq!(atoms.both(&x, &y, [range, range]).is_some(), is_found, "{bits}");
        }
    }
}
