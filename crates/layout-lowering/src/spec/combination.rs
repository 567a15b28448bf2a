//! Reductions and scans: elements that are combined along a dim.

use layout_kernels::triton::{AttributeValue, Region, Step};

use super::shapes::{flatten, unflatten};
use super::value::{Tensor, Value, n_elements};
use super::{Spec, unknown};
use crate::bits::{Combine, Row};
use crate::machine::Stop;

/// What an operation of `arith` combines two numbers to, whatever their order.
fn of_operation(name: &str) -> Option<Combine> {
    Some(match name.strip_prefix("arith.")? {
        "addi" => Combine::Add,
        "muli" => Combine::Multiply,
        "andi" => Combine::And,
        "ori" => Combine::Or,
        "xori" => Combine::Xor,
        "minsi" => Combine::SignedMin,
        "maxsi" => Combine::SignedMax,
        "minui" => Combine::UnsignedMin,
        "maxui" => Combine::UnsignedMax,
        "addf" => Combine::FloatAdd,
        "mulf" => Combine::FloatMultiply,
        "minnumf" => Combine::FloatMinOfNumbers,
        "maxnumf" => Combine::FloatMaxOfNumbers,
        "minimumf" => Combine::FloatMin,
        "maximumf" => Combine::FloatMax,
        _ => return None,
    })
}

impl Spec<'_> {
    /// How a region combines the parts of two tuples: by one operation that is known, or by functions
    /// that are declared, one for each part.
    fn combination(&mut self, region: &Region, n_parts: usize, is_scan: bool) -> Option<Combine> {
        let (last, steps) = region.steps.split_last()?;
        let returned = last.operation.operands();
        let is_of_both = |step: &Step| step.operation.operands() == region.arguments;
        let is_alike = region.arguments.len() == 2 * n_parts
            && returned.len() == n_parts
            && steps.len() == n_parts
            && steps.iter().zip(returned).all(|(step, name)| step.results == [name.as_str()])
            && steps.iter().all(is_of_both);
        if !is_alike {
            return None;
        }
        if let ([step], Some(combine)) =
            (steps, steps.first().and_then(|step| of_operation(step.operation.name())))
        {
            // An operation that promises something is not one that is known.
            return step.operation.words().is_empty().then_some(combine);
        }
        let symbol = |step: &Step| match step.operation.attribute("symbol") {
            Some(AttributeValue::String(symbol)) => Some(symbol.clone()),
            _ => None,
        };
        let is_declared = |step: &Step| step.operation.name() == "tt.extern_elementwise";
        let names: Option<Vec<String>> =
            steps.iter().map(|step| symbol(step).filter(|_| is_declared(step))).collect();
        Some(self.table.combinations.declare(&names?, !is_scan))
    }

    /// The combinations of the elements along a dim: all of them, or for a scan those up to each one.
    pub(super) fn combine(
        &mut self,
        step: &Step,
        operands: &[Value],
        is_scan: bool,
    ) -> Result<Vec<Value>, Stop> {
        let unknown = || unknown(step);
        let tensors: Option<Vec<&Tensor>> = operands.iter().map(Value::as_tensor).collect();
        let tensors = tensors.ok_or_else(unknown)?;
        let shape = tensors.first().ok_or_else(unknown)?.shape.clone();
        let axis = step.operation.attribute("axis").and_then(AttributeValue::as_integer);
        let axis =
            axis.and_then(|axis| usize::try_from(axis).ok()).filter(|&axis| axis < shape.len());
        let axis = axis.ok_or_else(unknown)?;
        let is_reverse = match step.operation.attribute("reverse") {
            None => false,
            Some(AttributeValue::Bool(is_reverse)) => *is_reverse,
            Some(_) => return Err(unknown()),
        };
        if tensors.iter().any(|own| own.shape != shape || own.elements.width() % 8 != 0) {
            return Err(unknown());
        }
        let combine = step
            .combination
            .as_ref()
            .and_then(|region| self.combination(region, tensors.len(), is_scan))
            .ok_or_else(unknown)?;
        let mut reduced: Vec<i64> = shape.to_vec();
        let extent = reduced.remove(axis) as usize;
        let result_shape: &[i64] = if is_scan { &shape } else { &reduced };
        let mut results: Vec<Vec<Vec<u32>>> =
            vec![vec![Vec::new(); n_elements(result_shape)]; tensors.len()];
        for row in 0..n_elements(&reduced) {
            let mut coordinate = unflatten(row, &reduced);
            coordinate.insert(axis, 0);
            let mut all: Option<Vec<Vec<u32>>> = None;
            for turn in 0..extent {
                coordinate[axis] = if is_reverse { extent - 1 - turn } else { turn };
                let element = flatten(&coordinate, &shape);
                let bytes = |own: &&Tensor| -> Vec<u32> {
                    (0..own.elements.n_bytes()).map(|at| own.elements.byte(element, at)).collect()
                };
                let own: Vec<Vec<u32>> = tensors.iter().map(bytes).collect();
                let combined = match all {
                    Some(all) => (0..own.len())
                        .map(|part| self.table.combined(combine, part, [&all, &own]))
                        .collect(),
                    None => own,
                };
                if is_scan {
                    for (part, bytes) in combined.iter().enumerate() {
                        results[part][element].clone_from(bytes);
                    }
                }
                all = Some(combined);
            }
            if let Some(all) = all.filter(|_| !is_scan) {
                for (part, bytes) in all.into_iter().enumerate() {
                    results[part][row] = bytes;
                }
            }
        }
        let tensor = |(own, bytes): (&&Tensor, Vec<Vec<u32>>)| {
            let elements = Row::bytes(own.elements.width(), bytes.concat());
            Value::Tensor(Tensor { shape: result_shape.into(), elements })
        };
        Ok(tensors.iter().zip(results).map(tensor).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_that_combine() {
        for (name, expected) in [
            ("addi", Combine::Add),
            ("muli", Combine::Multiply),
            ("andi", Combine::And),
            ("ori", Combine::Or),
            ("xori", Combine::Xor),
            ("minsi", Combine::SignedMin),
            ("maxui", Combine::UnsignedMax),
            ("mulf", Combine::FloatMultiply),
            ("minnumf", Combine::FloatMinOfNumbers),
            ("maximumf", Combine::FloatMax),
        ] {
            assert_eq!(of_operation(&format!("arith.{name}")), Some(expected), "{name}");
        }
        assert_eq!(of_operation("arith.subi"), None);
    }
}
