//! Puts an access under a condition.

use melior::Context;
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, Block, Identifier, Location, Operation, OperationRef, Region, RegionLike, Type,
    TypeLike, Value, ValueLike,
};

use super::Fill;
use super::read::Found;
use crate::dialect::ir::{self, Inserter};
use crate::passes::surroundings::range;
use crate::relation::{Comparison, Predicate, Quantity, Term};

/// Puts `access` into an `scf.if` on the predicate. A load that is not executed gives the fill.
///
/// # Errors
///
/// The IR stays as it is, and the text says why.
pub(super) fn guard<'c>(
    context: &'c Context,
    access: OperationRef<'c, 'c>,
    found: &Found<'c>,
    predicate: &Predicate,
    fill: Fill,
) -> Result<(), String> {
    let loaded = access.result(0).ok().map(Value::from);
    let location = access.location();
    let otherwise = Region::new();
    if let Some(loaded) = loaded {
        let block = otherwise.append_block(Block::new(&[]));
        let value = block.append_operation(fill_value(context, location, loaded.r#type(), fill)?);
        let value = value.result(0).map_err(|error| error.to_string())?;
        block.append_operation(operation("scf.yield", location, &[value.into()], &[], &[])?);
    }
    let mut emitter = Emitter { context, inserter: Inserter::before(context, access), found };
    let condition = emitter.predicate(predicate)?;
    let then = Region::new();
    then.append_block(Block::new(&[]));
    let types: Vec<Type> = loaded.iter().map(|loaded| loaded.r#type()).collect();
    let guarded = OperationBuilder::new("scf.if", location)
        .add_operands(&[condition])
        .add_results(&types)
        .add_regions([then, otherwise])
        .build()
        .map_err(|error| error.to_string())?;
    let guarded = emitter.inserter.insert(guarded).ok_or("the access is in no block")?;
    let block = guarded
        .region(0)
        .ok()
        .and_then(|region| region.first_block())
        .ok_or("scf.if has no block")?;
    if let (Some(loaded), Ok(result)) = (loaded, guarded.result(0)) {
        ir::replace_all_uses(loaded, result.into());
    }
    ir::move_to_end(access, block);
    let yielded: Vec<Value> = loaded.into_iter().collect();
    block.append_operation(operation("scf.yield", location, &yielded, &[], &[])?);
    Ok(())
}

/// The operation that gives what a load out of bounds does.
fn fill_value<'c>(
    context: &'c Context,
    location: Location<'c>,
    r#type: Type<'c>,
    fill: Fill,
) -> Result<Operation<'c>, String> {
    if fill == Fill::Poison {
        return operation("ub.poison", location, &[], &[r#type], &[]);
    }
    let zero = zero(context, r#type).ok_or_else(|| {
        format!("there is no zero of type {type} to fill with; fill=poison needs none")
    })?;
    let value = (Identifier::new(context, "value"), zero);
    operation("arith.constant", location, &[], &[r#type], &[value])
}

/// The zero of a type that `arith.constant` has.
fn zero<'c>(context: &'c Context, r#type: Type<'c>) -> Option<Attribute<'c>> {
    if r#type.is_index() {
        return Some(IntegerAttribute::new(r#type, 0).into());
    }
    if let Ok(integer) = IntegerType::try_from(r#type) {
        return integer.is_signless().then(|| IntegerAttribute::new(r#type, 0).into());
    }
    // The type of exponents has no zero.
    if r#type.is_float() && !r#type.is_float8e8m0fnu() {
        return Some(FloatAttribute::new(context, r#type, 0.0).into());
    }
    None
}

fn operation<'c>(
    name: &str,
    location: Location<'c>,
    operands: &[Value<'c, '_>],
    results: &[Type<'c>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
) -> Result<Operation<'c>, String> {
    OperationBuilder::new(name, location)
        .add_operands(operands)
        .add_results(results)
        .add_attributes(attributes)
        .build()
        .map_err(|error| error.to_string())
}

/// `arith.cmpi`'s numbers of its predicates.
#[derive(Clone, Copy)]
enum Compare {
    Equal = 0,
    NotEqual = 1,
    Less = 2,
    LessOrEqual = 3,
    Greater = 4,
    GreaterOrEqual = 5,
    UnsignedLess = 6,
    UnsignedGreaterOrEqual = 9,
}

impl Compare {
    fn negated(self) -> Self {
        match self {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => Compare::GreaterOrEqual,
            Compare::GreaterOrEqual => Compare::Less,
            Compare::LessOrEqual => Compare::Greater,
            Compare::Greater => Compare::LessOrEqual,
            Compare::UnsignedLess => Compare::UnsignedGreaterOrEqual,
            Compare::UnsignedGreaterOrEqual => Compare::UnsignedLess,
        }
    }
}

/// Writes arithmetic before an access.
struct Emitter<'c, 'f> {
    context: &'c Context,
    inserter: Inserter<'c, 'c>,
    found: &'f Found<'c>,
}

impl<'c> Emitter<'c, '_> {
    fn predicate(&mut self, predicate: &Predicate) -> Result<Value<'c, 'c>, String> {
        match predicate {
            Predicate::Always => self.boolean(true),
            Predicate::Never => self.boolean(false),
            Predicate::Any(conjunctions) => {
                let mut any = None;
                for members in conjunctions {
                    let all = self.all(members)?;
                    any = Some(match any {
                        Some(before) => self.logical("arith.ori", before, all)?,
                        None => all,
                    });
                }
                any.ok_or_else(|| "a predicate without conjunctions".to_owned())
            }
            Predicate::NotAll(members) => match &members[..] {
                [comparison] => self.comparison(comparison, true),
                members => {
                    let all = self.all(members)?;
                    let yes = self.boolean(true)?;
                    self.logical("arith.xori", all, yes)
                }
            },
        }
    }

    fn all(&mut self, members: &[Comparison]) -> Result<Value<'c, 'c>, String> {
        let mut all = None;
        for comparison in members {
            let value = self.comparison(comparison, false)?;
            all = Some(match all {
                Some(before) => self.logical("arith.andi", before, value)?,
                None => value,
            });
        }
        match all {
            Some(all) => Ok(all),
            None => self.boolean(true),
        }
    }

    fn comparison(
        &mut self,
        Comparison { quantity, low, high }: &Comparison,
        is_negated: bool,
    ) -> Result<Value<'c, 'c>, String> {
        let value = self.quantity(quantity)?;
        let (value, compare, bound) = match (*low, *high) {
            (None, None) => return self.boolean(!is_negated),
            (Some(low), Some(high)) if low == high => (value, Compare::Equal, low),
            (Some(low), None) => (value, Compare::GreaterOrEqual, low),
            (None, Some(high)) => match high.checked_add(1) {
                Some(end) => (value, Compare::Less, end),
                None => (value, Compare::LessOrEqual, high),
            },
            (Some(low), Some(high)) => {
                // As unsigned numbers, value - low is less than the size for these values only:
                // any other value wraps around to a greater number.
                let size = high.wrapping_sub(low).wrapping_add(1);
                let value = if low == 0 {
                    value
                } else {
                    let low = self.number(low)?;
                    self.index("arith.subi", value, low)?
                };
                (value, Compare::UnsignedLess, size)
            }
        };
        let bound = self.number(bound)?;
        let compare = if is_negated { compare.negated() } else { compare };
        let number =
            IntegerAttribute::new(IntegerType::new(self.context, 64).into(), compare as i64);
        let predicate = (Identifier::new(self.context, "predicate"), number.into());
        let bit = IntegerType::new(self.context, 1).into();
        self.insert("arith.cmpi", &[value, bound], bit, &[predicate])
    }

    /// A sum, with what is subtracted last.
    fn quantity(&mut self, quantity: &Quantity) -> Result<Value<'c, 'c>, String> {
        let (added, subtracted): (Vec<_>, Vec<_>) =
            quantity.terms().iter().partition(|(_, coefficient)| 0 < *coefficient);
        let mut sum = None;
        for (term, coefficient) in added {
            let value = self.multiple(term, *coefficient)?;
            sum = Some(match sum {
                Some(before) => self.index("arith.addi", before, value)?,
                None => value,
            });
        }
        let mut sum = match (sum, quantity.constant()) {
            (Some(sum), 0) => sum,
            (Some(sum), constant) => {
                let constant = self.number(constant)?;
                self.index("arith.addi", sum, constant)?
            }
            (None, constant) => self.number(constant)?,
        };
        for (term, coefficient) in subtracted {
            let value = self.multiple(term, coefficient.wrapping_neg())?;
            sum = self.index("arith.subi", sum, value)?;
        }
        Ok(sum)
    }

    fn multiple(&mut self, term: &Term, coefficient: i64) -> Result<Value<'c, 'c>, String> {
        let value = match term {
            Term::Variable(position) => {
                *self.found.values.get(*position).ok_or("a variable without a value")?
            }
            Term::Floor(inner, divisor) => {
                let name = if self.is_natural(inner) { "arith.divui" } else { "arith.floordivsi" };
                let (value, divisor) = (self.quantity(inner)?, self.number(*divisor)?);
                self.index(name, value, divisor)?
            }
            Term::Modulo(inner, divisor) => {
                let (value, divisor) = (self.quantity(inner)?, self.number(*divisor)?);
                if self.is_natural(inner) {
                    self.index("arith.remui", value, divisor)?
                } else {
                    // The remainder of a division towards negative infinity is not negative.
                    let quotient = self.index("arith.floordivsi", value, divisor)?;
                    let whole = self.index("arith.muli", quotient, divisor)?;
                    self.index("arith.subi", value, whole)?
                }
            }
        };
        if coefficient == 1 {
            return Ok(value);
        }
        let coefficient = self.number(coefficient)?;
        self.index("arith.muli", value, coefficient)
    }

    /// True if a quantity is not negative, by the bounds of single variables.
    fn is_natural(&self, quantity: &Quantity) -> bool {
        range(quantity, &self.found.access.known).is_some_and(|(low, _)| 0 <= low)
    }

    fn number(&mut self, value: i64) -> Result<Value<'c, 'c>, String> {
        let index = Type::index(self.context);
        self.constant(IntegerAttribute::new(index, value).into(), index)
    }

    fn boolean(&mut self, value: bool) -> Result<Value<'c, 'c>, String> {
        let bit = IntegerType::new(self.context, 1).into();
        self.constant(IntegerAttribute::new(bit, i64::from(value)).into(), bit)
    }

    fn constant(
        &mut self,
        value: Attribute<'c>,
        r#type: Type<'c>,
    ) -> Result<Value<'c, 'c>, String> {
        let value = (Identifier::new(self.context, "value"), value);
        self.insert("arith.constant", &[], r#type, &[value])
    }

    /// An operation on numbers of type index.
    fn index(
        &mut self,
        name: &str,
        left: Value<'c, 'c>,
        right: Value<'c, 'c>,
    ) -> Result<Value<'c, 'c>, String> {
        self.insert(name, &[left, right], Type::index(self.context), &[])
    }

    /// An operation on truth values.
    fn logical(
        &mut self,
        name: &str,
        left: Value<'c, 'c>,
        right: Value<'c, 'c>,
    ) -> Result<Value<'c, 'c>, String> {
        self.insert(name, &[left, right], IntegerType::new(self.context, 1).into(), &[])
    }

    fn insert(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'c>],
        result: Type<'c>,
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Result<Value<'c, 'c>, String> {
        let location = self.inserter.location();
        let operation = operation(name, location, operands, &[result], attributes)?;
        let inserted = self.inserter.insert(operation).ok_or("the access is in no block")?;
        inserted.result(0).map(Value::from).map_err(|error| error.to_string())
    }
}
