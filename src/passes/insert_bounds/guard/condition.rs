//! Predicates as operations of `arith`.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef, Type, TypeLike, Value, ValueLike};

use super::writer::{Operand, Writer};
use crate::affine::{self, AffineTerm, Comparison, Member, Order, Quantity, Sides};
use crate::dialect::foreign::arithmetic::{Operator, Predicate};
use crate::dialect::foreign::name;
use crate::passes::accesses::{ComputedIndex, Found};
use crate::passes::surroundings::range;

/// The predicate of a comparison that is written with the left operand on the left.
const fn compare(or_equal: bool, is_swapped: bool, is_signed: bool) -> Predicate {
    Predicate::Less { or_equal, is_swapped, is_signed }
}

/// Writes conditions for one access.
pub(super) struct Conditions<'c, 'w> {
    writer: &'w mut Writer<'c>,
    access: OperationRef<'c, 'c>,
    found: &'w Found<'c>,
    /// What the conjunction that is written says of single variables: where that does not hold, it
    /// does not matter what the rest of it says.
    said: Vec<Comparison>,
}

impl<'c, 'w> Conditions<'c, 'w> {
    pub fn new(
        writer: &'w mut Writer<'c>,
        access: OperationRef<'c, 'c>,
        found: &'w Found<'c>,
    ) -> Self {
        Conditions { writer, access, found, said: Vec::new() }
    }

    /// The truth value of a predicate.
    ///
    /// # Errors
    ///
    /// The access is in no block, which would be a defect here.
    pub fn predicate(&mut self, predicate: &affine::Predicate) -> Result<Operand<'c>, String> {
        match predicate {
            affine::Predicate::Always => Ok(self.writer.boolean(true)),
            affine::Predicate::Never => Ok(self.writer.boolean(false)),
            affine::Predicate::Any(conjunctions) => {
                let mut any = None;
                for members in conjunctions {
                    let all = self.all(members)?;
                    any = Some(match any {
                        Some(before) => self.logical(Operator::Or, before, all)?,
                        None => all,
                    });
                }
                any.ok_or_else(|| "a predicate without conjunctions".to_owned())
            }
            affine::Predicate::NotAll(members) => match &members[..] {
                [member] => self.member(member, true),
                members => {
                    let all = self.all(members)?;
                    let yes = self.writer.boolean(true);
                    self.logical(Operator::Xor, all, yes)
                }
            },
        }
    }

    fn all(&mut self, members: &[Member]) -> Result<Operand<'c>, String> {
        let is_plain = |comparison: &Comparison| comparison.quantity.as_variable().is_some();
        self.said = members.iter().flat_map(Member::comparisons).filter(is_plain).collect();
        let mut all = None;
        for member in members {
            let value = self.member(member, false)?;
            all = Some(match all {
                Some(before) => self.logical(Operator::And, before, value)?,
                None => value,
            });
        }
        Ok(all.unwrap_or(self.writer.boolean(true)))
    }

    fn member(&mut self, member: &Member, is_negated: bool) -> Result<Operand<'c>, String> {
        let Some((left, predicate, right)) = self.sides(member)? else {
            return Ok(self.writer.boolean(!is_negated));
        };
        let predicate = if is_negated { predicate.negated() } else { predicate };
        let i64_type = IntegerType::new(self.writer.context(), 64).into();
        let predicate = IntegerAttribute::new(i64_type, predicate.number()).into();
        let bit = self.writer.bit();
        self.write(name::COMPARE, left, right, bit, &[("predicate", predicate)])
    }

    /// What is compared with what; `None` if nothing is.
    fn sides(
        &mut self,
        member: &Member,
    ) -> Result<Option<(Operand<'c>, Predicate, Operand<'c>)>, String> {
        let Some(Sides { left, order, right }) = member.sides() else { return Ok(None) };
        let predicate = match order {
            Order::Less => compare(false, false, true),
            Order::LessOrEqual => compare(true, false, true),
            Order::GreaterOrEqual => compare(true, true, true),
            Order::Equal => Predicate::Equal,
            // As unsigned numbers, what is negative is greater than any end that is not.
            Order::Natural { or_equal } => compare(or_equal, false, false),
            Order::Within { low } => {
                // As unsigned numbers, value - low is less than the size for these values only:
                // any other value wraps around to a greater number.
                let size = right.constant().wrapping_sub(low).wrapping_add(1);
                let value = self.quantity(&left)?;
                let value = if low == 0 {
                    value
                } else {
                    let low = self.writer.number(low);
                    self.index(Operator::Subtract, value, low)?
                };
                return Ok(Some((value, compare(false, false, false), self.writer.number(size))));
            }
        };
        Ok(Some((self.quantity(&left)?, predicate, self.quantity(&right)?)))
    }

    /// A sum, with what is subtracted last. An index is there already.
    fn quantity(&mut self, quantity: &Quantity) -> Result<Operand<'c>, String> {
        if let Some(known) = self.found.computed.used(quantity) {
            return self.computed(known);
        }
        let [added, subtracted] = parts(quantity);
        let mut sum = self.sum(&added, quantity.constant())?;
        for (term, coefficient) in subtracted {
            let value = self.multiple(term, coefficient)?;
            sum = self.index(Operator::Subtract, sum, value)?;
        }
        Ok(sum)
    }

    fn computed(&mut self, index: &ComputedIndex<'c>) -> Result<Operand<'c>, String> {
        match index {
            ComputedIndex::Value(value) => Ok(Operand::Value(*value)),
            ComputedIndex::Mapped { map, operands } => {
                self.writer.mapped(self.access, *map, operands).map(Operand::Value)
            }
        }
    }

    fn sum(&mut self, terms: &[(&AffineTerm, i64)], constant: i64) -> Result<Operand<'c>, String> {
        let mut sum = None;
        // What is the same in all lanes is added up first.
        let (varying, same): (Vec<_>, Vec<_>) =
            terms.iter().partition(|(term, _)| self.found.depends_on_lane(&(*term).clone().into()));
        for (term, coefficient) in same.into_iter().chain(varying) {
            let value = self.multiple(term, coefficient)?;
            sum = Some(match sum {
                Some(before) => self.index(Operator::Add, before, value)?,
                None => value,
            });
        }
        let constant_operand = self.writer.number(constant);
        match sum {
            None => Ok(constant_operand),
            Some(sum) if constant == 0 => Ok(sum),
            Some(sum) => self.index(Operator::Add, sum, constant_operand),
        }
    }

    fn multiple(&mut self, term: &AffineTerm, coefficient: i64) -> Result<Operand<'c>, String> {
        let value = match term {
            AffineTerm::Variable(position) => self.variable(*position)?,
            AffineTerm::Floor(inner, 1) => match self.found.computed.get(inner) {
                Some(known) => self.computed(known)?,
                None => self.quantity(inner)?,
            },
            AffineTerm::Floor(inner, divisor) => {
                let operator = if self.is_natural(inner) {
                    Operator::DivideUnsigned
                } else {
                    Operator::FloorDivide
                };
                let (value, divisor) = (self.quantity(inner)?, self.writer.number(*divisor));
                self.index(operator, value, divisor)?
            }
            AffineTerm::Modulo(inner, divisor) => {
                let (value, divisor) = (self.quantity(inner)?, self.writer.number(*divisor));
                if self.is_natural(inner) {
                    self.index(Operator::RemainderUnsigned, value, divisor)?
                } else {
                    // The remainder of a division towards negative infinity is not negative.
                    let quotient = self.index(Operator::FloorDivide, value, divisor)?;
                    let whole = self.index(Operator::Multiply, quotient, divisor)?;
                    self.index(Operator::Subtract, value, whole)?
                }
            }
        };
        if coefficient == 1 {
            return Ok(value);
        }
        let coefficient = self.writer.number(coefficient);
        self.index(Operator::Multiply, value, coefficient)
    }

    fn variable(&mut self, position: usize) -> Result<Operand<'c>, String> {
        if let Some(at) = self.found.lane_of(position) {
            return self.writer.lane_numbers(&self.found.lane_shape(), at);
        }
        if let Some(known) = self.found.computed.used(&Quantity::variable(position)) {
            return self.computed(known);
        }
        let value = *self.found.values.get(position).ok_or("a variable has no value")?;
        if self.found.is_gathered(position) {
            let index = Type::index(self.writer.context());
            return self.converted(value, Type::vector(&self.found.lane_shape(), index));
        }
        Ok(Operand::Value(value))
    }

    /// A vector of integers as one of indices.
    fn converted(
        &mut self,
        value: Value<'c, 'c>,
        indices: Type<'c>,
    ) -> Result<Operand<'c>, String> {
        if value.r#type() == indices {
            return Ok(Operand::Value(value));
        }
        let value = Operand::Value(value);
        let cast = self.writer.write(self.access, name::INDEX_CAST, &[value], indices, &[]);
        cast.map(Operand::Value)
    }

    /// True if a quantity is not negative where it matters, by the bounds of single variables.
    fn is_natural(&self, quantity: &Quantity) -> bool {
        let known = [&self.found.access.known[..], &self.said].concat();
        range(quantity, &known).is_some_and(|(low, _)| 0 <= low)
    }

    /// An operation on numbers of type index.
    fn index(
        &mut self,
        operator: Operator,
        left: Operand<'c>,
        right: Operand<'c>,
    ) -> Result<Operand<'c>, String> {
        let index = Type::index(self.writer.context());
        self.write(operator.name(), left, right, index, &[])
    }

    /// An operation on truth values.
    fn logical(
        &mut self,
        operator: Operator,
        left: Operand<'c>,
        right: Operand<'c>,
    ) -> Result<Operand<'c>, String> {
        let bit = self.writer.bit();
        self.write(operator.name(), left, right, bit, &[])
    }

    /// An operation on two operands. If one has a number in each lane, so has the other.
    fn write(
        &mut self,
        name: &'static str,
        left: Operand<'c>,
        right: Operand<'c>,
        element: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Operand<'c>, String> {
        let is_vector = [left, right].iter().any(|operand| operand.r#type().is_vector());
        if !is_vector {
            let operands = [left, right];
            let written = self.writer.write(self.access, name, &operands, element, attributes);
            return written.map(Operand::Value);
        }
        let shape = self.found.lane_shape();
        let left = self.writer.spread(self.access, left, &shape)?;
        let right = self.writer.spread(self.access, right, &shape)?;
        let vector = Type::vector(&shape, element);
        let written = self.writer.write(self.access, name, &[left, right], vector, attributes);
        written.map(Operand::Value)
    }
}

/// Terms with how often they are taken.
type Multiples<'a> = Vec<(&'a AffineTerm, i64)>;

/// The terms that are added and those that are subtracted, with positive coefficients.
fn parts(quantity: &Quantity) -> [Multiples<'_>; 2] {
    let (added, subtracted): (Vec<_>, Vec<_>) = quantity
        .terms()
        .iter()
        .map(|(term, coefficient)| (term, *coefficient))
        .partition(|(_, coefficient)| 0 < *coefficient);
    let turned = |(term, coefficient): (_, i64)| (term, coefficient.wrapping_neg());
    [added, subtracted.into_iter().map(turned).collect()]
}
