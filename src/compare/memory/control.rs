//! Loops, branches and the ways between blocks.

use std::rc::Rc;

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, RegionLike, Value, ValueLike};

use super::inputs::Input;
use super::iterations::{IterationAccesses, less};
use super::machine::{Done, Event, Machine, Made, Stop, unread};
use super::notes::{LOOP, LoopKind};
use super::terms::{Datum, Scalar};
use crate::dialect::foreign::Number;
use crate::dialect::foreign::control::{
    Bound, Condition, LoopVariable, is_executed_once, is_in_order, loop_variables, taken,
    while_loop,
};
use crate::dialect::ir;
use crate::passes::exact::bits;
use crate::validate::{CmpPredicate, Node, Operation, Operator};

/// The numbers that the variable of a loop goes through.
#[derive(Clone, Copy)]
struct Goes {
    low: Node,
    high: Node,
    step: Node,
    is_signed: bool,
}

impl<'c> Machine<'_, 'c> {
    /// Executes an operation that has regions, or copies a buffer; false for other operations.
    pub(super) fn control(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        match ir::name(operation) {
            "memref.copy" => return self.copy(operation),
            "scf.if" | "affine.if" => return self.branch(operation),
            "scf.index_switch" => return self.switch(operation),
            "vector.mask" => return self.once(operation),
            _ if is_executed_once(operation) => return self.once(operation),
            _ => {}
        }
        if let Some(variables) = loop_variables(operation) {
            self.iterate(operation, &variables)?;
            return Ok(true);
        }
        if while_loop(operation).is_some() {
            self.repeat(operation)?;
            return Ok(true);
        }
        Ok(false)
    }

    pub(super) fn first_block(
        &self,
        operation: OperationRef<'c, 'c>,
        region: usize,
    ) -> Option<BlockRef<'c, 'c>> {
        ir::region(operation, region)?.first_block()
    }

    /// A region that is executed once.
    fn once(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let Some(block) = self.first_block(operation, 0) else { return unread(operation) };
        let is_mask = ir::name(operation) == "vector.mask";
        // With a second operand it says what masked lanes are.
        if is_mask && (1 < operation.operand_count() || !self.masks_accesses_alone(block)) {
            return unread(operation);
        }
        let n_allocations = self.n_allocations;
        let data = self.region(block, Vec::new())?;
        if ir::name(operation) == "memref.alloca_scope" {
            self.leave_scope(n_allocations);
        }
        self.give(operation, data)
    }

    fn masks_accesses_alone(&self, block: BlockRef<'c, 'c>) -> bool {
        let mut next = block.first_operation();
        while let Some(operation) = next {
            let access = crate::dialect::foreign::access::Access::of(operation);
            let is_end = ir::name(operation) == "vector.yield";
            if !is_end && !access.is_some_and(|access| self.is_of_memory(operation, access)) {
                return false;
            }
            next = operation.next_in_block();
        }
        true
    }

    pub(super) fn condition(
        &mut self,
        at: OperationRef<'c, 'c>,
        condition: &Condition<'c>,
    ) -> Done<Node> {
        match condition {
            Condition::Truth(truth) => self.number(*truth),
            Condition::Number(value, number) => {
                let node = self.number(*value)?;
                let bits = self.world.reader.code().bits(node);
                let number = self.world.reader.constant(bits, *number);
                Ok(self.world.compare(CmpPredicate::Equal, node, number))
            }
            Condition::Set { constraints, operands } => {
                let operands: Vec<Node> =
                    operands.iter().map(|&value| self.number(value)).collect::<Done<_>>()?;
                let zero = self.world.number(0);
                let mut all = self.world.reader.constant(1, -1);
                for (sum, is_equality) in constraints {
                    let flags = self.maps();
                    let sum = self.world.reader.expression(at, sum, &operands, flags);
                    let Some(sum) = sum else { return unread(at) };
                    let relation =
                        if *is_equality { CmpPredicate::Equal } else { CmpPredicate::LessOrEqual };
                    let holds = self.world.compare(relation, zero, sum);
                    all = self.world.both(all, holds);
                }
                Ok(all)
            }
        }
    }

    /// Both sides of a branch, each where it is executed.
    fn branch(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let inside = operation.regions().next().and_then(|region| region.first_block());
        let inside = inside.and_then(|block| block.first_operation());
        let condition = inside.and_then(|inside| taken(operation, inside)?.condition);
        let Some(condition) = condition else { return unread(operation) };
        let truth = self.condition(operation, &condition)?;
        self.decides(operation, truth)?;
        let not = self.world.not(truth);
        let mut results = Vec::new();
        for (region, holds) in [(0, truth), (1, not)] {
            if self.world.constant(holds) == Some(0) {
                results.push(None);
                continue;
            }
            let block = self.first_block(operation, region);
            let done = match block {
                None => Vec::new(),
                Some(block) if self.world.constant(holds).is_some() => {
                    self.region(block, Vec::new())?
                }
                Some(block) => self.under(holds, |machine| machine.region(block, Vec::new()))?,
            };
            results.push(Some(done));
        }
        let data = match <[Option<Vec<Datum<'c>>>; 2]>::try_from(results) {
            Ok([Some(yes), Some(no)]) => {
                let pairs = yes.into_iter().zip(no);
                pairs
                    .map(|(yes, no)| self.chosen(operation, truth, yes, no))
                    .collect::<Done<_>>()?
            }
            Ok([Some(data), None] | [None, Some(data)]) => data,
            _ => Vec::new(),
        };
        self.give(operation, data)
    }

    /// One of two values, by a condition.
    pub(super) fn chosen(
        &mut self,
        operation: OperationRef<'c, 'c>,
        condition: Node,
        yes: Datum<'c>,
        no: Datum<'c>,
    ) -> Done<Datum<'c>> {
        match (yes, no) {
            (Datum::Scalar(yes), Datum::Scalar(no)) => {
                Ok(Datum::Scalar(self.world.choose(condition, yes, no)))
            }
            (Datum::Lanes(yes), Datum::Lanes(no)) if yes.len() == no.len() => {
                let pairs = yes.iter().zip(no.iter());
                let lanes = pairs.map(|(&yes, &no)| self.world.choose(condition, yes, no));
                Ok(Datum::Lanes(lanes.collect()))
            }
            (Datum::Memref(yes), Datum::Memref(no)) if Rc::ptr_eq(&yes, &no) => {
                Ok(Datum::Memref(yes))
            }
            _ => unread(operation),
        }
    }

    /// The operands that a loop carries from one iteration to the next.
    fn carried(
        &self,
        operation: OperationRef<'c, 'c>,
        n_variables: usize,
    ) -> Done<Vec<Value<'c, 'c>>> {
        let found = match ir::name(operation) {
            "scf.for" => operation.operands().skip(3).collect(),
            "affine.for" => ir::operand_segment(operation, 2),
            _ if operation.result_count() == 0 => Vec::new(),
            _ => return unread(operation),
        };
        let block = self.first_block(operation, 0);
        let n_arguments = block.map_or(0, |block| block.argument_count());
        // Others hand in what they share, or yield to an operation of their own.
        if n_arguments != n_variables + found.len() || operation.result_count() != found.len() {
            return unread(operation);
        }
        Ok(found)
    }

    fn bound(
        &mut self,
        at: OperationRef<'c, 'c>,
        bound: &Bound<'c>,
        chosen: (CmpPredicate, bool),
    ) -> Done<Node> {
        let operands: Vec<Node> =
            bound.operands.iter().map(|&value| self.number(value)).collect::<Done<_>>()?;
        let mut found: Option<Node> = None;
        for result in &bound.results {
            let flags = self.maps();
            let node = self.world.reader.expression(at, result, &operands, flags);
            let Some(node) = node else { return unread(at) };
            found = Some(match found {
                None => node,
                Some(before) => {
                    let (relation, is_least) = chosen;
                    let (left, right) = if is_least { (before, node) } else { (node, before) };
                    let is_better = self.world.compare(relation, left, right);
                    let bits = self.world.reader.code().bits(node);
                    let select = Operation::Select(is_better, before, node);
                    self.world.reader.push(bits, select)
                }
            });
        }
        found.map_or_else(|| unread(at), Ok)
    }

    fn goes(&mut self, at: OperationRef<'c, 'c>, of_loop: &LoopVariable<'c>) -> Done<Goes> {
        let low = self.bound(at, &of_loop.low, (CmpPredicate::Less, false))?;
        let high = self.bound(at, &of_loop.high, (CmpPredicate::Less, true))?;
        let bits = self.world.reader.code().bits(low);
        let step = match of_loop.step {
            Number::Constant(step) => self.world.reader.constant(bits, step),
            Number::Value(step) => self.number(step)?,
        };
        Ok(Goes { low, high, step, is_signed: of_loop.is_signed })
    }

    /// A loop: iteration by iteration if these are known and to be gone through, else one for all.
    fn iterate(
        &mut self,
        operation: OperationRef<'c, 'c>,
        variables: &[LoopVariable<'c>],
    ) -> Done<()> {
        let Some(body) = self.first_block(operation, 0) else { return unread(operation) };
        let carried = self.carried(operation, variables.len())?;
        let data = carried.iter().map(|&value| self.value(value)).collect::<Done<Vec<_>>>()?;
        let goes: Vec<Goes> =
            variables.iter().map(|it| self.goes(operation, it)).collect::<Done<_>>()?;
        let ends = |it: &Goes| {
            let [low, high, step] = [it.low, it.high, it.step].map(|node| self.end(it, node));
            Some((low?, high?, step?))
        };
        let ends = goes.iter().map(ends).collect::<Option<Vec<_>>>();
        let data = match ends {
            Some(ends) if self.mode.unrolls || ends.iter().any(|(low, high, _)| high <= low) => {
                self.each(is_in_order(operation), &goes, &ends, body, data)?
            }
            // Of chosen values only poison is not a number.
            _ if self.side == 0 && self.world.sample.is_some() && self.world.names.is_empty() => {
                return Err(Stop::OutOfBounds);
            }
            _ => {
                let numbers: Vec<Node> =
                    goes.iter().flat_map(|it| [it.low, it.high, it.step]).collect();
                let open = self.world.sample.as_ref().and(self.world.open_buffer(&numbers));
                if let Some(buffer) = open {
                    return Err(Stop::Choose(buffer));
                }
                self.any(operation, &goes, body, data)?
            }
        };
        self.give(operation, data)?;
        Ok(())
    }

    /// A number of a loop as the loop compares it, if it is known and fits.
    fn end(&self, goes: &Goes, node: Node) -> Option<i64> {
        let known = self.world.constant(node)?;
        match self.world.reader.code().bits(node) {
            _ if goes.is_signed || 0 <= known => Some(known),
            bits if bits < 64 => Some(known & ((1 << bits) - 1)),
            _ => None,
        }
    }

    fn each(
        &mut self,
        is_in_order: bool,
        goes: &[Goes],
        ends: &[(i64, i64, i64)],
        body: BlockRef<'c, 'c>,
        mut data: Vec<Datum<'c>>,
    ) -> Done<Vec<Datum<'c>>> {
        if ends.iter().any(|(.., step)| *step < 1) {
            return Err(Stop::Unread("a loop has a step below 1".to_owned()));
        }
        let mut at: Vec<i64> = ends.iter().map(|(low, ..)| *low).collect();
        if ends.iter().any(|(low, high, _)| high <= low) {
            return Ok(data);
        }
        let length =
            |&(low, high, step): &(i64, i64, i64)| (high.abs_diff(low)).div_ceil(step as u64);
        let count = ends.iter().map(length).fold(1, u64::saturating_mul);
        let began = self.steps();
        let mut is_first = true;
        let mut shared = (!is_in_order && 1 < count).then(IterationAccesses::default);
        self.n_parallel += usize::from(shared.is_some());
        loop {
            self.step()?;
            let first_touch = self.touched.len();
            let mut arguments = Vec::new();
            for (&number, goes) in at.iter().zip(goes) {
                let bits = self.world.reader.code().bits(goes.low);
                let node = self.world.reader.constant(bits, number);
                arguments.push(Datum::Scalar(Scalar::Number(node)));
            }
            arguments.extend(data);
            data = self.region(body, arguments)?;
            if let Some(shared) = &mut shared {
                shared.add(&self.touched[first_touch..]);
            }
            if std::mem::take(&mut is_first) {
                self.foresee(began, count)?;
            }
            // The last variable is the fastest.
            let mut variable = ends.len();
            loop {
                let Some(before) = variable.checked_sub(1) else {
                    self.end_iterations(shared);
                    return Ok(data);
                };
                variable = before;
                let (low, high, step) = ends[variable];
                match at[variable].checked_add(step).filter(|next| *next < high) {
                    Some(next) => {
                        at[variable] = next;
                        break;
                    }
                    None => at[variable] = low,
                }
            }
        }
    }

    /// Any iteration of a loop. What it carries is not known.
    fn any(
        &mut self,
        operation: OperationRef<'c, 'c>,
        goes: &[Goes],
        body: BlockRef<'c, 'c>,
        data: Vec<Datum<'c>>,
    ) -> Done<Vec<Datum<'c>>> {
        self.world.has_any_iteration = true;
        let of_loop = self.n_loops;
        self.n_loops += 1;
        let numbers = goes.iter().flat_map(|it| [it.low, it.high, it.step]).collect();
        self.forget()?;
        let kind = LoopKind {
            is_signed: goes.iter().map(|it| it.is_signed).collect(),
            is_in_order: is_in_order(operation),
            since: self.world.reader.code().operations().len(),
        };
        self.event(Event::Begin { of_loop, numbers, guard: self.guard, kind, carried: data });
        let (surrounding, guard, stops) = (self.surrounding, self.guard, self.n_stops);
        let (mut arguments, mut truths) = (Vec::new(), Vec::new());
        for (number, goes) in goes.iter().enumerate() {
            let bits = self.world.reader.code().bits(goes.low);
            let variable = self.world.input(Input::Variable(of_loop, number), bits);
            let less = less(goes.is_signed);
            let least = match goes.is_signed {
                true => CmpPredicate::LessOrEqual,
                false => CmpPredicate::LessOrEqualUnsigned,
            };
            truths.push(self.world.compare(least, goes.low, variable));
            truths.push(self.world.compare(less, variable, goes.high));
            if self.world.constant(goes.step) != Some(1) {
                let zero = self.world.reader.constant(bits, 0);
                let is_low_zero = self.world.constant(goes.low) == Some(0);
                let distance = match is_low_zero {
                    true => variable,
                    false => self.world.binary(Operator::Subtract, variable, goes.low),
                };
                let rest = self.world.binary(Operator::RemainderUnsigned, distance, goes.step);
                truths.push(self.world.compare(less, zero, goes.step));
                truths.push(self.world.compare(CmpPredicate::Equal, rest, zero));
            }
            arguments.push(Datum::Scalar(Scalar::Number(variable)));
        }
        self.surround(truths)?;
        self.surroundings[self.surrounding].of_loop = Some(of_loop);
        self.guard = self.world.reader.constant(1, -1);
        self.depth += 1;
        for (number, result) in operation.results().enumerate() {
            let made = Made::Carried { of_loop, is_after: false, number };
            let r#type = Value::from(result).r#type();
            arguments.push(self.made(r#type, &made)?);
        }
        let carried = self.region(body, arguments)?;
        self.forget()?;
        self.event(Event::End { carried });
        self.depth -= 1;
        // Behind the loop all its iterations have ended.
        self.n_stops += usize::from(self.n_stops != stops);
        self.leave(surrounding, guard, stops)?;
        let mut data = Vec::new();
        for (number, result) in operation.results().enumerate() {
            let made = Made::Carried { of_loop, is_after: true, number };
            data.push(self.made(Value::from(result).r#type(), &made)?);
        }
        Ok(data)
    }

    /// What is in memory where a loop goes on is known only if the loop does not change it.
    fn forget(&mut self) -> Done<()> {
        if self.mode.simulates {
            self.check_told()?;
            let memory = self.forgotten();
            let before = self.n_calls - 1;
            let (name, operands, guard) = (LOOP.into(), Vec::new(), self.guard);
            self.event(Event::Call { name, operands, guard, memory, before });
        }
        Ok(())
    }

    /// A loop that goes on while a condition holds that is known each time.
    fn repeat(&mut self, operation: OperationRef<'c, 'c>) -> Done<()> {
        let blocks = [self.first_block(operation, 0), self.first_block(operation, 1)];
        let [Some(before), Some(after)] = blocks else { return unread(operation) };
        let mut data =
            operation.operands().map(|value| self.value(value)).collect::<Done<Vec<_>>>()?;
        loop {
            self.step()?;
            let mut passed = self.region(before, data)?.into_iter();
            let goes_on = match passed.next() {
                Some(Datum::Scalar(Scalar::Number(node))) => self.world.constant(node),
                _ => None,
            };
            let Some(goes_on) = goes_on else {
                let name = ir::name(operation);
                return Err(Stop::Unread(format!(
                    "{name} on a condition that is not known is not read"
                )));
            };
            let passed: Vec<Datum<'c>> = passed.collect();
            if goes_on == 0 {
                self.give(operation, passed)?;
                return Ok(());
            }
            data = self.region(after, passed)?;
        }
    }

    /// A number as wide as an index.
    pub(super) fn widened(&mut self, node: Node) -> Node {
        self.world.reader.push(64, Operation::SignExtend(node))
    }

    /// How many bits the lanes of the result of an operation have; `None` if they are not integers.
    pub(super) fn result_width(operation: OperationRef<'c, 'c>) -> Option<u32> {
        let r#type = Value::from(operation.results().next()?).r#type();
        bits(ir::fixed_vector(r#type).map_or(r#type, |(_, element)| element)).ok()
    }
}
