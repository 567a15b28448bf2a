//! Operations on vectors, lane by lane.

use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::accesses::unraveled;
use super::machine::{Done, Machine, n_lanes, unread};
use super::terms::{Datum, Form, Scalar};
use crate::dialect::foreign::Number;
use crate::dialect::ir;
use crate::passes::exact::bits;
use crate::validate::{CmpPredicate, Node};

impl<'c> Machine<'_, 'c> {
    /// Executes an operation that moves lanes, or that does the same to each; false for other operations.
    pub(super) fn lanes(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let name = ir::name(operation);
        if name == "arith.constant" {
            return self.constant_lanes(operation);
        }
        let Some(result) = operation.results().next().map(Value::from) else { return Ok(false) };
        let shape = ir::fixed_vector(result.r#type()).map(|(shape, _)| shape);
        let from = |at: usize| operation.operands().nth(at).map(|it| it.r#type());
        let from_shape = |at| from(at).and_then(ir::fixed_vector).map(|(shape, _)| shape);
        let (dialect, mnemonic) = name.split_once('.').unwrap_or_default();
        if matches!(dialect, "arith" | "math") || name == "vector.fma" {
            return self.elementwise(operation);
        }
        if dialect != "vector" {
            return Ok(false);
        }
        let positions = |attribute: &str| ir::integers_attribute(operation, attribute);
        let list = |attribute: &str| ir::integer_array(operation, attribute);
        match (mnemonic, shape) {
            ("broadcast" | "splat", Some(shape)) => {
                let source = from_shape(0).unwrap_or_default();
                let given = self.given(operation, 0)?;
                let outer = shape.len().saturating_sub(source.len());
                self.moved(operation, &shape, |at| {
                    let place = source
                        .iter()
                        .zip(&at[outer..])
                        .fold(0, |place, (n, at)| place * n + if *n == 1 { 0 } else { *at });
                    given.get(usize::try_from(place).ok()?).copied()
                })
            }
            ("shape_cast", Some(_)) => {
                let given = self.given(operation, 0)?;
                self.give(operation, vec![Datum::Lanes(given)])
            }
            ("transpose", Some(shape)) => {
                let (Some(source), Some(order)) = (from_shape(0), positions("permutation")) else {
                    return Ok(false);
                };
                let given = self.given(operation, 0)?;
                self.moved(operation, &shape, |at| {
                    let mut index = vec![0; source.len()];
                    for (&from, &at) in order.iter().zip(at) {
                        *index.get_mut(usize::try_from(from).ok()?)? = at;
                    }
                    lane_of(&given, &source, &index)
                })
            }
            ("from_elements", Some(_)) => {
                let mut lanes = Vec::new();
                for operand in operation.operands() {
                    lanes.extend(self.value(operand)?.scalars());
                }
                self.give(operation, vec![Datum::Lanes(lanes.into())])
            }
            ("to_elements", _) => {
                let given = self.given(operation, 0)?;
                self.give(operation, given.iter().map(|&lane| Datum::Scalar(lane)).collect())
            }
            ("extract", shape) => {
                let (Some(source), Some(at)) = (from_shape(0), self.position(operation, 1)?) else {
                    return Ok(false);
                };
                if !is_inside(&at, &source) {
                    return Ok(false);
                }
                let given = self.given(operation, 0)?;
                let inner: usize = n_lanes(source.get(at.len()..).unwrap_or_default())?;
                let first = at.iter().zip(&source).fold(0, |place, (at, n)| place * n + at);
                let first = usize::try_from(first).unwrap_or(usize::MAX).checked_mul(inner);
                let part = first.and_then(|first| given.get(first..first.checked_add(inner)?));
                let Some(part) = part else { return Ok(false) };
                let datum = match shape {
                    Some(_) => Datum::Lanes(part.into()),
                    None => Datum::Scalar(part[0]),
                };
                self.give(operation, vec![datum])
            }
            ("insert", Some(shape)) => {
                let at = self.position(operation, 2)?;
                let Some(at) = at.filter(|at| is_inside(at, &shape)) else { return Ok(false) };
                let Some(value) = operation.operands().next() else { return Ok(false) };
                let value = self.value(value)?;
                let mut lanes = self.given(operation, 1)?.to_vec();
                let inner: usize = n_lanes(shape.get(at.len()..).unwrap_or_default())?;
                let first = at.iter().zip(&shape).fold(0, |place, (at, n)| place * n + at);
                let first = usize::try_from(first).unwrap_or(usize::MAX).checked_mul(inner);
                let part = first.and_then(|first| lanes.get_mut(first..first.checked_add(inner)?));
                match part {
                    Some(part) if part.len() == value.scalars().len() => {
                        part.copy_from_slice(value.scalars());
                    }
                    _ => return Ok(false),
                }
                self.give(operation, vec![Datum::Lanes(lanes.into())])
            }
            ("extract_strided_slice", Some(shape)) => {
                let (Some(source), Some(offsets), Some(strides)) =
                    (from_shape(0), list("offsets"), list("strides"))
                else {
                    return Ok(false);
                };
                let given = self.given(operation, 0)?;
                self.moved(operation, &shape, |at| {
                    let steps = offsets.iter().zip(&strides);
                    let mut index = at.to_vec();
                    for (index, (offset, stride)) in index.iter_mut().zip(steps) {
                        *index = offset + stride * *index;
                    }
                    lane_of(&given, &source, &index)
                })
            }
            ("insert_strided_slice", Some(shape)) => {
                let (Some(source), Some(offsets), Some(strides)) =
                    (from_shape(0), list("offsets"), list("strides"))
                else {
                    return Ok(false);
                };
                let given = self.given(operation, 0)?;
                let mut lanes = self.given(operation, 1)?.to_vec();
                let outer = shape.len().saturating_sub(source.len());
                for (lane, &value) in given.iter().enumerate() {
                    let mut index = offsets.clone();
                    for (d, at) in unraveled(lane, &source).into_iter().enumerate() {
                        index[outer + d] += at * strides.get(d).copied().unwrap_or(1);
                    }
                    let place = index.iter().zip(&shape).fold(0, |place, (at, n)| place * n + at);
                    match usize::try_from(place).ok().and_then(|place| lanes.get_mut(place)) {
                        Some(lane) => *lane = value,
                        None => return Ok(false),
                    }
                }
                self.give(operation, vec![Datum::Lanes(lanes.into())])
            }
            ("shuffle", Some(_)) => {
                let (Some(first), Some(mask)) = (from_shape(0), positions("mask")) else {
                    return Ok(false);
                };
                let mut given = self.given(operation, 0)?.to_vec();
                given.extend(self.given(operation, 1)?.iter());
                let row = n_lanes(first.get(1..).unwrap_or_default())?;
                let mut lanes = Vec::new();
                for from in mask {
                    let from = usize::try_from(from).unwrap_or(usize::MAX).checked_mul(row);
                    match from.and_then(|from| given.get(from..from.checked_add(row)?)) {
                        Some(part) => lanes.extend(part),
                        // A lane may be any value.
                        None => return Ok(false),
                    }
                }
                self.give(operation, vec![Datum::Lanes(lanes.into())])
            }
            ("create_mask" | "constant_mask", Some(shape)) => {
                let Some(held) = crate::dialect::foreign::access::held_lanes(result) else {
                    return Ok(false);
                };
                let held: Vec<Node> =
                    held.into_iter().map(|n: Number<'c>| self.known(n)).collect::<Done<_>>()?;
                let mut lanes = Vec::new();
                for lane in 0..n_lanes(&shape)? {
                    let mut all = self.world.reader.constant(1, -1);
                    for (at, &n) in unraveled(lane, &shape).into_iter().zip(&held) {
                        let at = self.world.number(at);
                        let is_held = self.world.compare(CmpPredicate::Less, at, n);
                        all = self.world.both(all, is_held);
                    }
                    lanes.push(Scalar::Number(all));
                }
                self.give(operation, vec![Datum::Lanes(lanes.into())])
            }
            ("step", Some(shape)) => {
                let lanes = (0..n_lanes(&shape)?)
                    .map(|lane| Scalar::Number(self.world.number(lane as i64)))
                    .collect();
                self.give(operation, vec![Datum::Lanes(lanes)])
            }
            _ => Ok(false),
        }
    }

    fn given(&self, operation: OperationRef<'c, 'c>, at: usize) -> Done<Rc<[Scalar]>> {
        match operation.operands().nth(at) {
            Some(operand) => Ok(self.value(operand)?.scalars().into()),
            None => unread(operation),
        }
    }

    fn moved(
        &mut self,
        operation: OperationRef<'c, 'c>,
        shape: &[i64],
        lane: impl Fn(&[i64]) -> Option<Scalar>,
    ) -> Done<bool> {
        let lanes = (0..n_lanes(shape)?).map(|at| lane(&unraveled(at, shape)));
        match lanes.collect::<Option<Rc<[Scalar]>>>() {
            Some(lanes) => self.give(operation, vec![Datum::Lanes(lanes)]),
            None => Ok(false),
        }
    }

    /// The position in a vector that an operation says; `None` if it is not known.
    fn position(
        &mut self,
        operation: OperationRef<'c, 'c>,
        first: usize,
    ) -> Done<Option<Vec<i64>>> {
        let operands = operation.operands().skip(first);
        let numbers = crate::dialect::foreign::mixed(operation, "static_position", operands);
        let Some(numbers) = numbers else { return Ok(None) };
        let mut found = Vec::new();
        for number in numbers {
            let node = self.known(number)?;
            match self.world.constant(node).filter(|at| 0 <= *at) {
                Some(at) => found.push(at),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// Remembers where the result of an operation is defined that is given a position in a vector: where that is
    /// in the vector.
    pub(super) fn positioned(&mut self, operation: OperationRef<'c, 'c>) -> Done<()> {
        let (first, of) = match ir::name(operation) {
            "vector.extract" => (1, operation.operands().next()),
            "vector.insert" => (2, operation.results().next().map(Value::from)),
            _ => return Ok(()),
        };
        let shape = of.and_then(|of| ir::fixed_vector(of.r#type())).map(|(shape, _)| shape);
        let operands = operation.operands().skip(first);
        let numbers = crate::dialect::foreign::mixed(operation, "static_position", operands);
        let (Some(shape), Some(numbers), Some(result)) =
            (shape, numbers, operation.results().next())
        else {
            return Ok(());
        };
        let mut truths = Vec::new();
        for (number, size) in numbers.into_iter().zip(shape) {
            let (at, size) = (self.known(number)?, self.world.number(size));
            truths.push(self.world.within(at, size));
        }
        truths.retain(|&truth| self.world.constant(truth).is_none_or(|truth| truth == 0));
        if self.side == 0 {
            for scalar in self.value(result.into())?.scalars() {
                if let Scalar::Term(term) = scalar {
                    self.world.defined.insert(*term, truths.clone());
                }
            }
        }
        Ok(())
    }

    /// The same operation on each lane.
    fn elementwise(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let Some(result) = operation.results().next().map(Value::from) else { return Ok(false) };
        let shape = ir::fixed_vector(result.r#type()).map(|(shape, _)| shape);
        if operation.result_count() != 1 || operation.region_count() != 0 {
            return Ok(false);
        }
        if shape.is_none() && ir::is_vector(result.r#type()) {
            return Ok(false);
        }
        let n = n_lanes(shape.as_deref().unwrap_or_default())?;
        let operands: Vec<Datum<'c>> =
            operation.operands().map(|operand| self.value(operand)).collect::<Done<_>>()?;
        let fits = |datum: &Datum<'c>| match datum {
            Datum::Scalar(_) => true,
            Datum::Lanes(lanes) => lanes.len() == n,
            Datum::Memref(_) => false,
        };
        if !operands.iter().all(fits) {
            return Ok(false);
        }
        let width = Self::result_width(operation);
        let name = self.key(operation);
        let mut lanes = Vec::new();
        for lane in 0..n {
            self.step()?;
            let of_lane: Rc<[Scalar]> = operands
                .iter()
                .map(|datum| *datum.scalars().get(lane).unwrap_or(&datum.scalars()[0]))
                .collect();
            let number = |scalar: &Scalar| match scalar {
                Scalar::Number(node) => Some(*node),
                Scalar::Term(_) => None,
            };
            let nodes: Option<Vec<Node>> = of_lane.iter().map(number).collect();
            let read = nodes
                .zip(width)
                .and_then(|(nodes, width)| self.world.reader.lane(operation, width, &nodes));
            let is_select = ir::name(operation) == "arith.select";
            lanes.push(match (read, &of_lane[..]) {
                (Some(node), _) => Scalar::Number(node),
                (None, &[Scalar::Number(condition), yes, no]) if is_select => {
                    self.world.choose(condition, yes, no)
                }
                _ => {
                    let name = name.clone();
                    self.world
                        .value(Form::Result { name, operands: of_lane, result: 0, lane: 0 }, width)
                }
            });
        }
        let datum = match shape {
            Some(_) => Datum::Lanes(lanes.into()),
            None => Datum::Scalar(lanes[0]),
        };
        self.give(operation, vec![datum])
    }

    /// A constant, from how its attribute is written.
    fn constant_lanes(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let (Some(result), Some(attribute)) =
            (operation.results().next().map(Value::from), ir::constant_attribute(operation))
        else {
            return unread(operation);
        };
        let r#type = result.r#type();
        let text = attribute.to_string();
        let Some((shape, element)) = ir::fixed_vector(r#type) else {
            if ir::is_vector(r#type) {
                return Ok(false);
            }
            let scalar = self.world.terms.make(Form::Constant(text));
            return self.give(operation, vec![Datum::Scalar(scalar)]);
        };
        let n = n_lanes(&shape)?;
        let Some(found) = self.listed(&text, n, element) else { return Ok(false) };
        let lanes = (0..n).map(|lane| *found.get(lane).unwrap_or(&found[0])).collect();
        self.give(operation, vec![Datum::Lanes(lanes)])
    }

    /// The elements of an attribute that lists so many; the only one if all are the same.
    pub(super) fn listed(
        &mut self,
        text: &str,
        count: usize,
        element: Type<'c>,
    ) -> Option<Vec<Scalar>> {
        let (inside, _) = text.strip_prefix("dense<")?.rsplit_once("> : ")?;
        if inside.contains('"') {
            return None;
        }
        let parts: Vec<&str> = inside
            .split(',')
            .map(|part| part.trim_matches(|c| matches!(c, '[' | ']' | ' ')))
            .collect();
        if parts.len() != 1 && parts.len() != count {
            return None;
        }
        let width = bits(element).ok();
        let scalar = |part: &str| match width {
            Some(bits) => {
                let number = match part {
                    "true" => -1,
                    "false" => 0,
                    number => number.parse::<i128>().ok()? as i64,
                };
                Some(Scalar::Number(self.world.reader.constant(bits, number)))
            }
            None => Some(self.world.terms.make(Form::Constant(format!("{part} : {element}")))),
        };
        parts.into_iter().map(scalar).collect()
    }
}

/// True for a position that a vector of a shape has.
fn is_inside(position: &[i64], shape: &[i64]) -> bool {
    position.len() <= shape.len() && position.iter().zip(shape).all(|(at, size)| at < size)
}

fn lane_of(given: &[Scalar], shape: &[i64], index: &[i64]) -> Option<Scalar> {
    let place = index.iter().zip(shape).fold(0, |place, (at, n)| place * n + at);
    given.get(usize::try_from(place).ok()?).copied()
}
