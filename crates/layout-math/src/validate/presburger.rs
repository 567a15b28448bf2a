//! Claims as relations, for isl.

use std::fmt::Write;

use super::code::CmpPredicate;
use super::exact::{Exact, Expression, Table};
use crate::affine::Interval;
use crate::relation::Relation;

/// Values of at most so many bits get their exclusive ors written out bit by bit.
const MAX_XOR_BITS: u32 = 16;

/// Functions of a table as definitions in the notation of relations: `x3 = floor(v0/4), …`.
pub(super) struct Definitions<'a> {
    table: &'a Table,
    text: String,
    is_written: Vec<Exact>,
    /// Conditions that choose between values, one for each choice.
    choices: Vec<String>,
    n_extra: usize,
}

impl<'a> Definitions<'a> {
    pub fn new(table: &'a Table) -> Self {
        let (text, is_written, choices) = (String::new(), Vec::new(), Vec::new());
        Definitions { table, text, is_written, choices, n_extra: 0 }
    }

    /// The name of a value, which is defined from now on; the reason if it is not Presburger.
    pub fn name(&mut self, value: Exact) -> Result<String, String> {
        let name = match self.table.form(value) {
            Expression::Input(number) => return Ok(format!("v{number}")),
            Expression::Constant(constant) if i64::try_from(constant).is_ok() => {
                return Ok(format!("({constant})"));
            }
            Expression::Constant(_) => return Err("a number does not fit in 64 bits".to_owned()),
            _ => self.defined_name(value),
        };
        if !self.is_written.contains(&value) {
            self.write(value, &name)?;
            self.is_written.push(value);
        }
        Ok(name)
    }

    fn defined_name(&self, value: Exact) -> String {
        format!("x{}", value.position())
    }

    fn define(&mut self, name: &str, expression: &str) {
        let comma = if self.text.is_empty() { "" } else { ", " };
        let _ = write!(self.text, "{comma}{name} = {expression}");
    }

    fn write(&mut self, value: Exact, name: &str) -> Result<(), String> {
        let table = self.table;
        let divisor = |value: Exact| {
            table
                .as_constant(value)
                .ok_or("a quotient by a number that is not known is not Presburger")
        };
        let expression = match table.form(value) {
            Expression::Input(_) | Expression::Constant(_) => return Ok(()),
            Expression::Add(a, b) => format!("{} + {}", self.name(a)?, self.name(b)?),
            Expression::Subtract(a, b) => format!("{} - {}", self.name(a)?, self.name(b)?),
            Expression::Multiply(a, b) => match (table.as_constant(a), table.as_constant(b)) {
                (_, Some(factor)) => format!("{factor}*{}", self.name(a)?),
                (Some(factor), None) => format!("{factor}*{}", self.name(b)?),
                (None, None) => {
                    return Err("a product of two values that vary is not Presburger".to_owned());
                }
            },
            Expression::Floor(a, b) => format!("floor({}/{})", self.name(a)?, divisor(b)?),
            Expression::Modulo(a, b) => format!("({}) mod {}", self.name(a)?, divisor(b)?),
            Expression::Xor(a, b) => self.xor(a, b)?,
            Expression::And(..) | Expression::Or(..) => {
                return Err("bits of two values that vary are combined".to_owned());
            }
            Expression::Compare(..) => return Err("a comparison is used as a number".to_owned()),
            Expression::Select(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let (yes, no) = (self.name(yes)?, self.name(no)?);
                self.choices.push(format!(
                    "(({condition} and {name} = {yes}) or (not {condition} and {name} = {no}))"
                ));
                let comma = if self.text.is_empty() { "" } else { ", " };
                let _ = write!(self.text, "{comma}{name}");
                return Ok(());
            }
        };
        self.define(name, &expression);
        Ok(())
    }

    /// The exclusive or of numbers that are not negative, bit by bit where both may have one.
    fn xor(&mut self, a: Exact, b: Exact) -> Result<String, String> {
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
        let (long, short) = (self.name(long)?, self.name(short)?);
        let mut result = long.clone();
        for bit in zeros..end {
            let power = 1_i128 << bit;
            self.n_extra += 1;
            let (p, q) = (format!("p{}", self.n_extra), format!("q{}", self.n_extra));
            self.define(&p, &format!("floor({long}/{power})"));
            self.define(&q, &format!("floor({short}/{power})"));
            let _ = write!(result, " + {power} * (({p} + {q}) mod 2) - {power} * ({p} mod 2)");
        }
        Ok(result)
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

    fn condition(&mut self, value: Exact) -> Result<String, String> {
        match self.table.form(value) {
            Expression::Compare(relation, a, b) => {
                let (a, b) = (self.name(a)?, self.name(b)?);
                let sign = match relation {
                    CmpPredicate::Equal => "=",
                    CmpPredicate::NotEqual => "!=",
                    CmpPredicate::Less | CmpPredicate::LessUnsigned => "<",
                    CmpPredicate::LessOrEqual | CmpPredicate::LessOrEqualUnsigned => "<=",
                };
                Ok(format!("({a} {sign} {b})"))
            }
            // Truths as numbers: a product is both of them, and so on, see `translate`.
            Expression::Multiply(a, b) => {
                Ok(format!("({} and {})", self.condition(a)?, self.condition(b)?))
            }
            _ => Err("a choice depends on a number that is not a comparison".to_owned()),
        }
    }

    /// The inputs in the ranges at which `formula`, which uses names of this, holds.
    pub fn region(&self, ranges: &[Interval], formula: &str) -> Result<Relation, String> {
        self.relation(ranges, "", formula)
    }

    /// The function from the inputs to these values, where `formula` holds.
    pub fn graph(&mut self, ranges: &[Interval], values: &[Exact]) -> Result<Relation, String> {
        let mut outputs = Vec::new();
        let mut equations = vec!["true".to_owned()];
        for (position, &value) in values.iter().enumerate() {
            outputs.push(format!("o{position}"));
            equations.push(format!("o{position} = {}", self.name(value)?));
        }
        self.relation(ranges, &outputs.join(", "), &equations.join(" and "))
    }

    fn relation(
        &self,
        ranges: &[Interval],
        outputs: &str,
        formula: &str,
    ) -> Result<Relation, String> {
        let inputs: Vec<String> = (0..ranges.len()).map(|number| format!("v{number}")).collect();
        let mut text = format!("{{ [{}] -> [{outputs}] : ", inputs.join(", "));
        for (input, range) in inputs.iter().zip(ranges) {
            let (low, high) = range.clamped();
            let _ = write!(text, "{low} <= {input} <= {high} and ");
        }
        let choices = self.choices.iter().fold(String::new(), |all, one| all + " and " + one);
        let _ = match self.text.is_empty() {
            true => write!(text, "({formula}) }}"),
            false => write!(text, "exists ({}: ({formula}){choices}) }}", self.text),
        };
        text.parse().map_err(|error| format!("the claim is too long for isl: {error}"))
    }
}

/// `low <= name` and `name <= high`, without the ends that are far away.
pub(super) fn ends(range: Interval, name: &str) -> Vec<String> {
    // The notation has numbers of 64 bits.
    let mut found = Vec::new();
    let number = |end: Option<i128>| i64::try_from(end?).ok();
    if let Some(low) = number(range.low) {
        found.push(format!("{low} <= {name}"));
    }
    if let Some(high) = number(range.high) {
        found.push(format!("{name} <= {high}"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Context;

    #[test]
    fn functions_are_relations() {
        let mut table = Table::default();
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
        let pairs = graph.to_map(&Context::new(500_000)).unwrap().pairs(100).unwrap();
        let expected: Vec<(Vec<i64>, Vec<i64>)> = (0..32_i64)
            .map(|x| (vec![x], vec![if x < 12 { x ^ (x / 6 * 2) } else { x / 6 }]))
            .collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn what_is_not_presburger_is_said() {
        let mut table = Table::default();
        let range = Interval::new(0, 31);
        let (x, y) = (table.input(0, range), table.input(1, range));
        let product = table.multiply(x, y);
        let both = table.and(x, y);
        let mut definitions = Definitions::new(&table);
        let reason = definitions.name(product).unwrap_err();
        assert_eq!(reason, "a product of two values that vary is not Presburger");
        let reason = definitions.name(both).unwrap_err();
        assert_eq!(reason, "bits of two values that vary are combined");
    }
}
