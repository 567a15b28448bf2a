//! Claims as relations, for isl.

use rustc_hash::FxHashMap;

use super::code::CmpPredicate;
use super::exact::{Exact, ExactTable, Expression};
use super::translate::Condition;
use crate::affine::Interval;
use crate::relation::Relation;
use crate::relation::tree::{Comparator, Dim, Expr, Formula};

/// Values of at most so many bits get their exclusive ors written out bit by bit.
const MAX_XOR_BITS: u32 = 16;

/// Functions of a table as bound variables, most of them with a definition: `x3 = floor(v0/4), …`.
pub(super) struct Definitions<'a> {
    table: &'a ExactTable,
    bound: Vec<Dim>,
    /// Which of the bound variables a value is.
    places: FxHashMap<Exact, usize>,
    /// Conditions that choose between values, one for each choice.
    choices: Vec<Formula>,
}

impl<'a> Definitions<'a> {
    pub fn new(table: &'a ExactTable) -> Self {
        let (bound, places, choices) = (Vec::new(), FxHashMap::default(), Vec::new());
        Definitions { table, bound, places, choices }
    }

    /// A value, which is defined from now on; the reason if it is not Presburger.
    pub fn value(&mut self, value: Exact) -> Result<Expr, String> {
        if let Some(&place) = self.places.get(&value) {
            return Ok(Expr::bound(place));
        }
        let table = self.table;
        let divisor = |value: Exact| {
            let divisor = table.as_constant(value).filter(|&divisor| 1 <= divisor);
            number(divisor.ok_or("a quotient by a number that is not known is not Presburger")?)
        };
        let definition = match table.form(value) {
            Expression::Input(number) => return Ok(Expr::input(number)),
            Expression::Constant(constant) => return number(constant).map(Expr::Integer),
            Expression::Add(a, b) => Expr::sum([self.value(a)?, self.value(b)?]),
            Expression::Subtract(a, b) => Expr::sum([self.value(a)?, times(self.value(b)?, -1)?]),
            Expression::Multiply(a, b) => match (table.as_constant(a), table.as_constant(b)) {
                (_, Some(factor)) => times(self.value(a)?, factor)?,
                (Some(factor), None) => times(self.value(b)?, factor)?,
                (None, None) => {
                    let is_truth =
                        |value: &Exact| table.range(*value).is_within(Interval::new(0, 1));
                    let (truth, other) = match [a, b].iter().position(is_truth) {
                        Some(0) => (a, b),
                        Some(_) => (b, a),
                        None => {
                            let reason = "a product of two values that vary is not Presburger";
                            return Err(reason.to_owned());
                        }
                    };
                    let condition = self.condition(truth)?;
                    let yes = self.value(other)?;
                    return Ok(self.choose(value, condition, yes, Expr::Integer(0)));
                }
            },
            Expression::Floor(a, b) => self.value(a)?.floor(divisor(b)?),
            Expression::Modulo(a, b) => self.value(a)?.modulo(divisor(b)?),
            Expression::Xor(a, b) => self.xor(a, b)?,
            Expression::And(..) | Expression::Or(..) => {
                return Err("bits of two values that vary are combined".to_owned());
            }
            Expression::Compare(..) => {
                let condition = self.condition(value)?;
                return Ok(self.choose(value, condition, Expr::Integer(1), Expr::Integer(0)));
            }
            Expression::Select(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let (yes, no) = (self.value(yes)?, self.value(no)?);
                return Ok(self.choose(value, condition, yes, no));
            }
        };
        Ok(self.define(value, Some(definition)))
    }

    /// A value that is one of two others, by a condition.
    fn choose(&mut self, value: Exact, condition: Formula, yes: Expr, no: Expr) -> Expr {
        let chosen = self.define(value, None);
        let is = |value| Formula::compare(chosen.clone(), Comparator::Equal, value);
        let otherwise = Formula::Not(Box::new(condition.clone()));
        let ways = [[condition, is(yes)], [otherwise, is(no)]];
        self.choices.push(Formula::or(ways.map(Formula::and)));
        chosen
    }

    fn define(&mut self, value: Exact, definition: Option<Expr>) -> Expr {
        self.places.insert(value, self.bound.len());
        self.bind(format!("x{}", value.position()), definition)
    }

    fn bind(&mut self, name: String, definition: Option<Expr>) -> Expr {
        self.bound.push(Dim { name: Some(name.into()), value: definition });
        Expr::bound(self.bound.len() - 1)
    }

    /// The exclusive or of numbers that are not negative, bit by bit where both may have one.
    fn xor(&mut self, a: Exact, b: Exact) -> Result<Expr, String> {
        let (left, right) = (self.table.range(a), self.table.range(b));
        if !left.is_natural() || !right.is_natural() {
            return Err("bits of numbers that may be negative are combined".to_owned());
        }
        let is_long = left.bits().is_none() || right.bits().is_some() && right.high <= left.high;
        let (long, short) = if is_long { (a, b) } else { (b, a) };
        let zeros = self.low_zeros(short);
        let end = self.table.range(short).bits().unwrap_or(128);
        if MAX_XOR_BITS < end.saturating_sub(zeros) {
            return Err("too many bits of two values that vary are combined".to_owned());
        }
        let (long, short) = (self.value(long)?, self.value(short)?);
        let mut terms = vec![long.clone()];
        for bit in zeros..end {
            let power = 1_i128 << bit;
            let place = self.bound.len();
            let mut shifted = |name: &str, value: &Expr| {
                let quotient = value.clone().floor(number(power)?);
                Ok::<Expr, String>(self.bind(format!("{name}{place}"), Some(quotient)))
            };
            let (p, q) = (shifted("p", &long)?, shifted("q", &short)?);
            let both = Expr::sum([p.clone(), q]);
            terms.push(times(both.modulo(2), power)?);
            terms.push(times(p.modulo(2), -power)?);
        }
        Ok(Expr::sum(terms))
    }

    /// How many of the lowest bits of a value are 0.
    fn low_zeros(&self, value: Exact) -> u32 {
        match self.table.form(value) {
            Expression::Constant(constant) => constant.trailing_zeros().min(127),
            Expression::Multiply(a, b) => (self.low_zeros(a) + self.low_zeros(b)).min(127),
            Expression::Add(a, b) | Expression::Subtract(a, b) => {
                self.low_zeros(a).min(self.low_zeros(b))
            }
            _ => 0,
        }
    }

    fn condition(&mut self, value: Exact) -> Result<Formula, String> {
        match self.table.form(value) {
            Expression::Compare(relation, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let comparator = match relation {
                    CmpPredicate::Equal => Comparator::Equal,
                    CmpPredicate::NotEqual => Comparator::NotEqual,
                    CmpPredicate::Less | CmpPredicate::LessUnsigned => Comparator::Less,
                    CmpPredicate::LessOrEqual | CmpPredicate::LessOrEqualUnsigned => {
                        Comparator::LessOrEqual
                    }
                };
                Ok(Formula::compare(a, comparator, b))
            }
            // A product is not 0 where neither of its factors is.
            Expression::Multiply(a, b) => {
                Ok(Formula::and([self.condition(a)?, self.condition(b)?]))
            }
            _ => Ok(Formula::compare(self.value(value)?, Comparator::NotEqual, Expr::Integer(0))),
        }
    }

    /// Formulas one of which holds where a condition does not.
    pub fn broken(&mut self, conditions: &[Condition]) -> Result<Vec<Formula>, String> {
        let mut broken = Vec::new();
        for condition in conditions {
            let value = self.value(condition.value)?;
            let ends = ends(condition.range, &value);
            broken.extend(ends.map(|end| Formula::Not(Box::new(end))));
        }
        Ok(broken)
    }

    /// Formulas one of which holds where the values of a pair differ.
    pub fn different(&mut self, a: &[Exact], b: &[Exact]) -> Result<Vec<Formula>, String> {
        let mut different = |(&a, &b): (&Exact, &Exact)| {
            Ok(Formula::compare(self.value(a)?, Comparator::NotEqual, self.value(b)?))
        };
        a.iter().zip(b).map(&mut different).collect()
    }

    /// What is known of values, as far as it is Presburger.
    pub fn known(&mut self, values: impl Iterator<Item = (Exact, Interval)>) -> Vec<Formula> {
        let mut known = Vec::new();
        for (value, range) in values {
            // What is left out makes a set larger; a point of it is looked at.
            let Ok(value) = self.value(value) else { continue };
            known.extend(ends(range, &value));
        }
        known
    }

    /// The inputs in the ranges at which `formula`, which uses values of this, holds.
    pub fn region(&self, ranges: &[Interval], formula: Formula) -> Result<Relation, String> {
        self.relation(ranges, Vec::new(), formula)
    }

    /// The function from the inputs in the ranges to these values.
    pub fn graph(&mut self, ranges: &[Interval], values: &[Exact]) -> Result<Relation, String> {
        let outputs = (0..values.len()).map(|position| Dim::named(&format!("o{position}")));
        let equation = |(position, &value): (usize, &Exact)| {
            Ok(Formula::compare(Expr::output(position), Comparator::Equal, self.value(value)?))
        };
        let equations: Vec<Formula> =
            values.iter().enumerate().map(equation).collect::<Result<_, String>>()?;
        self.relation(ranges, outputs.collect(), Formula::and(equations))
    }

    fn relation(
        &self,
        ranges: &[Interval],
        outputs: Vec<Dim>,
        formula: Formula,
    ) -> Result<Relation, String> {
        let within = |(input, range): (usize, &Interval)| {
            let (low, high) = range.clamped();
            Formula::within(low, Expr::input(input), high)
        };
        let mut formula = Formula::and([formula].into_iter().chain(self.choices.iter().cloned()));
        if !self.bound.is_empty() {
            formula = Formula::Exists(self.bound.clone(), Box::new(formula));
        }
        let formula = ranges.iter().enumerate().map(within).chain([formula]);
        Relation::of_inputs(ranges.len(), outputs, Formula::and(formula))
            .limited()
            .map_err(|error| format!("the claim is too long for isl: {error}"))
    }
}

/// `low <= value` and `value <= high`, without the ends that are far away.
fn ends(range: Interval, value: &Expr) -> impl Iterator<Item = Formula> {
    // Relations have numbers of 64 bits.
    let [low, high] =
        [range.low, range.high].map(|end| i64::try_from(end?).ok().map(Expr::Integer));
    let low = low.map(|low| Formula::compare(low, Comparator::LessOrEqual, value.clone()));
    let high = high.map(|high| Formula::compare(value.clone(), Comparator::LessOrEqual, high));
    low.into_iter().chain(high)
}

fn number(value: i128) -> Result<i64, String> {
    i64::try_from(value).map_err(|_| "a number does not fit in 64 bits".to_owned())
}

fn times(value: Expr, factor: i128) -> Result<Expr, String> {
    value.times(number(factor)?).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Context;

    #[test]
    fn functions_are_relations() {
        let mut table = ExactTable::default();
        let range = Interval::new(0, 31);
        let x = table.input(0, range);
        let quotient = table.floor_by(x, 6).unwrap();
        let scaled = table.scale(quotient, 2);
        let swizzled = table.xor(x, scaled);
        let twelve = table.constant(12);
        let is_low = table.compare(CmpPredicate::Less, x, twelve);
        let chosen = table.select(is_low, swizzled, quotient);
        let mut definitions = Definitions::new(&table);
        let graph = definitions.graph(&[range], &[chosen]).unwrap();
        // What is built is what the same text is read as.
        assert_eq!(graph.to_string().parse::<Relation>().unwrap(), graph);
        let pairs = graph.to_map(&Context::new(500_000)).unwrap().pairs(100).unwrap();
        let expected: Vec<(Vec<i64>, Vec<i64>)> = (0..32_i64)
            .map(|x| (vec![x], vec![if x < 12 { x ^ (x / 6 * 2) } else { x / 6 }]))
            .collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn what_is_not_presburger_is_said() {
        let mut table = ExactTable::default();
        let range = Interval::new(0, 31);
        let (x, y) = (table.input(0, range), table.input(1, range));
        let product = table.multiply(x, y);
        let both = table.and(x, y);
        let mut definitions = Definitions::new(&table);
        let reason = definitions.value(product).unwrap_err();
        assert_eq!(reason, "a product of two values that vary is not Presburger");
        let reason = definitions.value(both).unwrap_err();
        assert_eq!(reason, "bits of two values that vary are combined");
        let far = table.scale(x, 1 << 64);
        let reason = Definitions::new(&table).value(far).unwrap_err();
        assert_eq!(reason, "a number does not fit in 64 bits");
    }

    /// A claim is no longer than a relation that is read.
    #[test]
    fn claims_are_of_limited_length() {
        let mut table = ExactTable::default();
        let range = Interval::new(0, 31);
        let x = table.input(0, range);
        let outputs: Vec<Exact> = (2..600).map(|by| table.floor_by(x, by).unwrap()).collect();
        let reason = Definitions::new(&table).graph(&[range], &outputs).unwrap_err();
        let too_many = "relation has more than 512 parameters and dimensions";
        assert_eq!(reason, format!("the claim is too long for isl: {too_many}"));
    }

    #[test]
    fn what_bits_are_not_presburger_is_said() {
        let mut table = ExactTable::default();
        let wide = Interval::new(0, (1 << 20) - 1);
        let (x, y) = (table.input(0, wide), table.input(1, wide));
        let below = table.input(2, Interval::new(-1, 31));
        let (long, signed) = (table.xor(x, y), table.xor(x, below));
        let reason = |value| Definitions::new(&table).value(value).unwrap_err();
        assert_eq!(reason(long), "too many bits of two values that vary are combined");
        assert_eq!(reason(signed), "bits of numbers that may be negative are combined");
    }

    /// A truth is 1 or 0, a number chooses where it is not 0, and so does a truth in a product.
    #[test]
    fn truths_are_numbers_and_numbers_are_truths() {
        let mut table = ExactTable::default();
        let range = Interval::new(0, 3);
        let (x, y) = (table.input(0, range), table.input(1, range));
        let is_less = table.compare(CmpPredicate::Less, x, y);
        let chosen = table.select(x, y, is_less);
        let scaled = table.multiply(is_less, y);
        let values = [is_less, chosen, scaled];
        let graph = Definitions::new(&table).graph(&[range, range], &values).unwrap();
        let pairs = graph.to_map(&Context::new(500_000)).unwrap().pairs(100).unwrap();
        let expected: Vec<(Vec<i64>, Vec<i64>)> = (0..16_i64)
            .map(|number| {
                let (x, y) = (number / 4, number % 4);
                let is_less = i64::from(x < y);
                let chosen = if x == 0 { is_less } else { y };
                (vec![x, y], vec![is_less, chosen, is_less * y])
            })
            .collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn choices_between_two_comparisons_are_relations() {
        let mut table = ExactTable::default();
        let range = Interval::new(0, 15);
        let x = table.input(0, range);
        let (three, nine, other) = (table.constant(3), table.constant(9), table.constant(99));
        let is_other = table.compare(CmpPredicate::NotEqual, x, three);
        let is_low = table.compare(CmpPredicate::LessOrEqual, x, nine);
        let both = table.multiply(is_other, is_low);
        let chosen = table.select(both, x, other);
        let graph = Definitions::new(&table).graph(&[range], &[chosen]).unwrap();
        let pairs = graph.to_map(&Context::new(500_000)).unwrap().pairs(100).unwrap();
        let expected: Vec<(Vec<i64>, Vec<i64>)> =
            (0..16_i64).map(|x| (vec![x], vec![if x != 3 && x <= 9 { x } else { 99 }])).collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn a_sum_has_the_low_zeros_of_both_parts() {
        let mut table = ExactTable::default();
        let ranges = [Interval::new(0, 31), Interval::new(0, 3), Interval::new(0, 1)];
        let [x, y, z] = [0, 1, 2].map(|number| table.input(number, ranges[number]));
        let (a, b) = (table.scale(y, 4), table.scale(z, 8));
        let (sum, difference) = (table.add(a, b), table.subtract(b, a));
        let swizzled = table.xor(x, sum);
        let mut definitions = Definitions::new(&table);
        assert_eq!([sum, difference].map(|value| definitions.low_zeros(value)), [2, 2]);
        let graph = definitions.graph(&ranges, &[swizzled]).unwrap();
        let pairs = graph.to_map(&Context::new(500_000)).unwrap().pairs(1000).unwrap();
        assert_eq!(pairs.len(), 32 * 4 * 2);
        for (input, output) in pairs {
            assert_eq!(output, [input[0] ^ (4 * input[1] + 8 * input[2])], "{input:?}");
        }
    }
}
