//! Operations on integers, element by element.

use layout_kernels::triton::Step;

use super::value::{Tensor, Value};
use super::{Spec, unknown};
use crate::bits;
use crate::llvm::{Binary, Flags, Predicate};
use crate::machine::Stop;

/// The operation on two numbers that an `arith` operation is.
fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "addi" => Binary::Add,
        "subi" => Binary::Sub,
        "muli" => Binary::Mul,
        "divui" => Binary::DivideUnsigned,
        "divsi" => Binary::DivideSigned,
        "remui" => Binary::RemainderUnsigned,
        "remsi" => Binary::RemainderSigned,
        "shli" => Binary::ShiftLeft,
        "shrui" => Binary::ShiftRight,
        "shrsi" => Binary::ShiftRightSigned,
        "andi" => Binary::And,
        "ori" => Binary::Or,
        "xori" => Binary::Xor,
        _ => return None,
    })
}

/// All that an operation may promise, if it promises anything.
fn promised(name: &str, step: &Step) -> Flags {
    let promises = name != "cmpi" && !step.operation.words().is_empty();
    Flags {
        no_unsigned_wrap: promises,
        no_signed_wrap: promises,
        exact: promises,
        disjoint: promises,
        non_negative: promises,
    }
}

impl Spec<'_> {
    /// An operation of `arith`; nothing for one that is not known.
    pub(super) fn arithmetic(
        &mut self,
        name: &str,
        step: &Step,
        operands: &[Value],
        width: u32,
    ) -> Result<Option<Tensor>, Stop> {
        let mut tensors = Vec::with_capacity(operands.len());
        for operand in operands {
            tensors.push(operand.as_tensor().ok_or_else(|| unknown(step))?);
        }
        let Some(first) = tensors.first() else { return Ok(None) };
        if name != "select" && tensors.iter().any(|own| own.shape != first.shape) {
            return Err(unknown(step));
        }
        let n_elements = first.n_elements();
        let promised = promised(name, step);
        let table = &mut *self.table;
        let same_width = |a: &Tensor, b: &Tensor| a.elements.width() == b.elements.width();
        let elements = match (name, &tensors[..]) {
            (_, [a, b]) if binary(name).is_some() && same_width(a, b) => {
                let name = binary(name).unwrap_or(Binary::Add);
                bits::binary(name, promised, &a.elements, &b.elements, n_elements, table)
            }
            ("cmpi", [a, b]) if same_width(a, b) => {
                let predicate = step.operation.predicate().and_then(Predicate::from_name);
                let Some(predicate) = predicate else { return Ok(None) };
                bits::compare(predicate, &a.elements, &b.elements, n_elements, table)
            }
            ("minui" | "maxui" | "minsi" | "maxsi", [a, b]) if same_width(a, b) => {
                let predicate = match name {
                    "minui" => Predicate::UnsignedLess,
                    "maxui" => Predicate::UnsignedGreater,
                    "minsi" => Predicate::SignedLess,
                    _ => Predicate::SignedGreater,
                };
                let is_first =
                    bits::compare(predicate, &a.elements, &b.elements, n_elements, table);
                bits::select(&is_first, &a.elements, &b.elements, n_elements, table)
            }
            ("select", [condition, a, b]) if same_width(a, b) && a.shape == b.shape => {
                let n_elements = a.n_elements();
                let condition = match condition.n_elements() {
                    1 => super::shapes::gather(condition, &a.shape, |_| 0),
                    _ => (*condition).clone(),
                };
                if condition.shape != a.shape {
                    return Err(unknown(step));
                }
                let chosen =
                    bits::select(&condition.elements, &a.elements, &b.elements, n_elements, table);
                return Ok(Some(Tensor { shape: a.shape.clone(), elements: chosen }));
            }
            ("extui" | "index_castui" | "trunci", [a]) => {
                let elements = bits::resize(&a.elements, width, n_elements, table);
                bits::promised_cast(elements, promised, &a.elements, n_elements, table)
            }
            ("extsi" | "index_cast", [a]) if a.elements.width() <= width => {
                bits::sign_extend(&a.elements, width, n_elements, table)
            }
            ("index_cast", [a]) => bits::resize(&a.elements, width, n_elements, table),
            ("bitcast", [a]) if a.elements.width() == width => a.elements.clone(),
            _ => return Ok(None),
        };
        // Where nothing is promised but that a shift is not too long, whoever gives what is there otherwise
        // is right; where more is, nobody knows which numbers may be anything.
        let elements = match promised == Flags::default() {
            true => bits::trusted(&elements, n_elements, table),
            false => bits::doubted(&elements, n_elements, table),
        };
        Ok(Some(Tensor { shape: first.shape.clone(), elements }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_of_arith() {
        for (name, expected) in [
            ("addi", Binary::Add),
            ("subi", Binary::Sub),
            ("muli", Binary::Mul),
            ("divui", Binary::DivideUnsigned),
            ("divsi", Binary::DivideSigned),
            ("remui", Binary::RemainderUnsigned),
            ("remsi", Binary::RemainderSigned),
            ("shli", Binary::ShiftLeft),
            ("shrui", Binary::ShiftRight),
            ("shrsi", Binary::ShiftRightSigned),
            ("andi", Binary::And),
            ("ori", Binary::Or),
            ("xori", Binary::Xor),
        ] {
            assert!(binary(name) == Some(expected), "{name}");
        }
        assert!(binary("addf").is_none());
    }
}
