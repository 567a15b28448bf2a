//! Functions that access memory: the same elements of the same buffers, in the same order.
//!
//! An access is a function from the arguments, and the lane of a vector, to an element of a buffer. What is
//! read is a value of its own, the same on both sides if the access is, and other operations on such values
//! are the same if they are spelled so on values that are.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::addresses::{Address, address, define_metadata};
use super::blocks::{
    arguments, check_pure, common_inputs, is_end, only_block, operations, same_types, values,
};
use super::settled::settled;
use crate::algebra::{Budget, Method, Verdict};
use crate::dialect::foreign::access::Access;
use crate::dialect::foreign::memory::allocation;
use crate::dialect::ir;
use crate::passes::exact::{Reader, bits};
use crate::validate::{Code, Difference, Finding, Node, Outcome, Refinement, refines};

/// True if a function accesses memory.
pub(super) fn has_accesses(function: OperationRef<'_, '_>) -> bool {
    ir::walk(function).into_iter().any(|operation| Access::of(operation).is_some())
}

/// What a function does, in its order.
struct Trace<'c> {
    accesses: Vec<OperationRef<'c, 'c>>,
    allocations: Vec<OperationRef<'c, 'c>>,
    returned: Vec<Value<'c, 'c>>,
}

fn trace<'c>(function: OperationRef<'c, 'c>, which: &str) -> Result<Trace<'c>, String> {
    let (mut accesses, mut allocations) = (Vec::new(), Vec::new());
    for operation in operations(only_block(function, which)?) {
        if is_end(operation) {
            let returned = operation.operands().collect();
            return Ok(Trace { accesses, allocations, returned });
        }
        if Access::of(operation).is_some() {
            accesses.push(operation);
        } else if allocation(operation).is_some() {
            allocations.push(operation);
        } else {
            check_pure(operation)?;
        }
    }
    Err(format!("it has no end {which}"))
}

/// A claim about one of the accesses.
struct Claimed {
    before: Address,
    after: Address,
}

/// Both functions, as far as they are read.
struct Compared<'c> {
    reader: Reader<'c>,
    traces: [Trace<'c>; 2],
    arguments: [Vec<Value<'c, 'c>>; 2],
    /// Integers that have to be equal, beside the addresses.
    pairs: Vec<(Node, Node)>,
}

/// Compares two functions that access memory.
pub(super) fn finding<'c>(
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    max_operations: u64,
) -> Finding {
    decided(before, after, &Budget::with_isl_operations(max_operations))
        .unwrap_or_else(|reason| Finding::Unknown { reason })
}

fn decided<'c>(
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    budget: &Budget,
) -> Result<Finding, String> {
    let blocks = [only_block(before, "before")?, only_block(after, "after")?];
    let arguments = blocks.map(arguments);
    same_types("takes", &arguments[0], &arguments[1])?;
    let traces = [trace(before, "before")?, trace(after, "after")?];
    let counts = |count: fn(&Trace<'_>) -> usize| traces.each_ref().map(count);
    for (what, [one, other]) in [
        ("accesses", counts(|trace| trace.accesses.len())),
        ("allocations", counts(|trace| trace.allocations.len())),
    ] {
        if one != other {
            return Err(format!("it has {one} {what} before and {other} after"));
        }
    }
    same_types("returns", &traces[0].returned, &traces[1].returned)?;
    let integers = |side: &Vec<Value<'c, 'c>>| -> Vec<Value<'c, 'c>> {
        side.iter().copied().filter(|value| bits(value.r#type()).is_ok()).collect()
    };
    let reader = common_inputs(&integers(&arguments[0]), &integers(&arguments[1]))?;
    let mut compared = Compared { reader, traces, arguments, pairs: Vec::new() };
    let claims = compared.read(blocks.map(operations))?;
    Ok(compared.settle(&claims, budget))
}

impl<'c> Compared<'c> {
    /// The claims of the accesses one by one, where what they write is the same too.
    fn read(&mut self, operations: [Vec<OperationRef<'c, 'c>>; 2]) -> Result<Vec<Claimed>, String> {
        // An integer that is read is the same number if it is read from the same place.
        for at in 0..self.traces[0].accesses.len() {
            let [before, after] = [0, 1].map(|side| self.traces[side].accesses[at]);
            for (before, after) in before.results().zip(after.results()) {
                if bits(before.r#type()).is_ok() && before.r#type() == after.r#type() {
                    let node = values(&mut self.reader, &[before.into()])?[0];
                    self.reader.define(after.into(), node);
                }
            }
        }
        for side in operations {
            for operation in side {
                define_metadata(&mut self.reader, operation)?;
            }
        }
        let mut claims = Vec::new();
        for at in 0..self.traces[0].accesses.len() {
            let [before, after] = [0, 1].map(|side| self.traces[side].accesses[at]);
            let accesses = [before, after].map(Access::of);
            let [Some(first), Some(second)] = accesses else { continue };
            if first.purpose != second.purpose {
                let names = [before, after].map(ir::name);
                return Err(format!("access {at} is {} before and {} after", names[0], names[1]));
            }
            if first.buffer == 1 {
                let [Some(first), Some(second)] = [before, after].map(|it| ir::operand(it, 0))
                else {
                    continue;
                };
                self.require_same(first, second)?;
            }
            let (buffer, before) = address(&mut self.reader, before, first)?;
            let (other, after) = address(&mut self.reader, after, second)?;
            if before.extents != after.extents {
                return Err(format!("access {at} has other vectors before than after"));
            }
            claims.push(Claimed { before, after });
            self.require_same_buffer([buffer, other], at)?;
        }
        let returned = self.traces.each_ref().map(|trace| trace.returned.clone());
        for (&before, &after) in returned[0].iter().zip(&returned[1]) {
            self.require_same(before, after)?;
        }
        let is_access = |operation: &OperationRef<'c, 'c>| Access::of(*operation).is_none();
        let mut strange = self.reader.inputs().iter().filter_map(|&input| ir::defining_op(input));
        match strange.find(is_access) {
            Some(operation) => Err(format!("it uses {}, which is not read", ir::name(operation))),
            None => Ok(claims),
        }
    }

    fn number(&self, side: usize, value: Value<'c, 'c>) -> Option<usize> {
        self.arguments[side].iter().position(|&argument| argument == value)
    }

    fn require_same_buffer(
        &self,
        [before, after]: [Value<'c, 'c>; 2],
        at: usize,
    ) -> Result<(), String> {
        let place = |side: usize, value: Value<'c, 'c>| {
            let allocations = &self.traces[side].allocations;
            let made = ir::defining_op(value);
            let made = made.and_then(|made| allocations.iter().position(|&known| known == made));
            (self.number(side, value), made)
        };
        let places = [place(0, before), place(1, after)];
        match places[0] {
            (None, None) => Err(format!("the buffer of access {at} is not read")),
            _ if places[0] == places[1] => Ok(()),
            _ => Err(format!("access {at} is not seen to be to the same buffer")),
        }
    }

    /// Makes it a claim that two values are the same.
    ///
    /// # Errors
    ///
    /// They are not integers, and come about in different ways.
    fn require_same(&mut self, before: Value<'c, 'c>, after: Value<'c, 'c>) -> Result<(), String> {
        let mut pending = vec![(before, after)];
        let mut steps = 0;
        while let Some((before, after)) = pending.pop() {
            steps += 1;
            if before.r#type() != after.r#type() || 10_000 < steps {
                return Err(format!("a value of type {} is another one after", before.r#type()));
            }
            if bits(before.r#type()).is_ok() {
                let nodes = values(&mut self.reader, &[before, after])?;
                self.pairs.push((nodes[0], nodes[1]));
                continue;
            }
            let numbers = [self.number(0, before), self.number(1, after)];
            if numbers[0].is_some() && numbers[0] == numbers[1] {
                continue;
            }
            let (Some(one), Some(other)) = (ir::defining_op(before), ir::defining_op(after)) else {
                return Err(format!("a value of type {} is another one after", before.r#type()));
            };
            let place = |side: usize, operation| {
                self.traces[side].accesses.iter().position(|&known| known == operation)
            };
            match (place(0, one), place(1, other)) {
                (Some(before), Some(after)) if before == after => continue,
                (None, None) if is_spelled_alike(one, other) => {
                    pending.extend(one.operands().zip(other.operands()));
                }
                _ => {
                    let (one, other) = (ir::name(one), ir::name(other));
                    return Err(format!("a value is of {one} before and of {other} after"));
                }
            }
        }
        Ok(())
    }

    /// The finding about all claims: the first one that is not proved says it.
    fn settle(&self, claims: &[Claimed], budget: &Budget) -> Finding {
        let mut method = Method::CanonicalForm;
        for (number, claim) in claims.iter().enumerate() {
            let mut code = self.reader.code().clone();
            let extents = &claim.before.extents;
            // Lanes of vectors are inputs beside the arguments.
            let lanes: Vec<Node> = extents.iter().map(|_| code.input(64)).collect();
            let before = vec![claim.before.at(&mut code, &lanes)];
            let after = vec![claim.after.at(&mut code, &lanes)];
            let premises = in_bounds(claims, &mut code);
            let mut bounds = self.reader.bounds().to_vec();
            bounds.extend(extents.iter().map(|extent| (0, extent - 1)));
            // The number of an element that is there fits, and so do those that it is the sum of.
            let code = code.promised();
            let claim = Refinement { code: &code, before, after, premises, bounds, fits: true };
            match refines(&claim, budget) {
                Verdict::Proved(found) => method = found,
                Verdict::Refuted(difference) => {
                    return refuted(number, &difference, extents.len());
                }
                Verdict::Unknown(unknown) => {
                    return Finding::Unknown { reason: format!("access {number}: {unknown}") };
                }
            }
        }
        if self.pairs.is_empty() {
            return Finding::Proved { method: method.to_string() };
        }
        let (before, after) = self.pairs.iter().copied().unzip();
        let mut code = self.reader.code().clone();
        let premises = in_bounds(claims, &mut code);
        let bounds = self.reader.bounds().to_vec();
        let claim = Refinement { code: &code, before, after, premises, bounds, fits: false };
        settled(&self.reader, &claim, budget)
    }
}

/// What is true where all accesses before are in bounds.
fn in_bounds(claims: &[Claimed], code: &mut Code) -> Vec<Node> {
    claims.iter().flat_map(|claim| claim.before.in_bounds(code)).collect()
}

fn refuted(number: usize, difference: &Difference, n_lanes: usize) -> Finding {
    let text = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let (inputs, lanes) = difference.inputs.split_at(difference.inputs.len() - n_lanes);
    let mut at = text(inputs);
    if n_lanes != 0 {
        at += &format!("; lane {}", text(lanes));
    }
    let before = format!("element {} in access {number}", text(&difference.before));
    let after = match &difference.after[..] {
        [Outcome::Poison(poison)] => format!("poison, for it {}", poison.reason),
        outcomes => {
            let parts: Vec<String> = outcomes.iter().map(ToString::to_string).collect();
            format!("element {}", parts.join(", "))
        }
    };
    Finding::Refuted { at, before, after }
}

/// True for operations that do the same on the same operands.
fn is_spelled_alike(one: OperationRef<'_, '_>, other: OperationRef<'_, '_>) -> bool {
    let attributes = |operation: OperationRef<'_, '_>| {
        let mut found: Vec<String> = operation
            .attributes()
            .map(|(name, value)| {
                format!("{} = {value}", name.as_string_ref().as_str().unwrap_or(""))
            })
            .collect();
        found.sort();
        found
    };
    ir::name(one) == ir::name(other)
        && one.region_count() == 0
        && other.region_count() == 0
        && one.operand_count() == other.operand_count()
        && one.result_count() == 1
        && other.result_count() == 1
        && attributes(one) == attributes(other)
}
