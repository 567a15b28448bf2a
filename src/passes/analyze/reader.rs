//! The question that an operation asks.

use melior::ir::attribute::{ArrayAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use crate::algebra::AnyLayout;
use crate::analyze::{AccessStrides, AnalyzeError, Cost, Gap, Machine, Port, Question};
use crate::dialect::attribute::content;
use crate::dialect::ir;
use crate::linear::LinearLayout;
use crate::passes::fold::Evaluator;

/// Reads questions; it knows what operations on constants are.
pub(super) struct QuestionReader<'e, 'c> {
    evaluator: &'e mut Evaluator<'c>,
}

/// A question with all that it names.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Read {
    Conversion {
        from: LinearLayout,
        to: LinearLayout,
    },
    Shared {
        registers: LinearLayout,
        memory: LinearLayout,
        gaps: Vec<Gap>,
        element_bits: u32,
    },
    Global {
        registers: LinearLayout,
        strides: Option<AccessStrides>,
        element_bits: u32,
    },
    /// A CuTe layout of static modes: do its offsets fit in 32 bits?
    Offsets {
        layout: String,
        extents: Vec<i64>,
        strides: Vec<i64>,
    },
}

impl Read {
    pub fn answer(&self, machine: &Machine) -> Result<Cost, AnalyzeError> {
        let question = match self {
            Read::Conversion { from, to } => Question::Conversion { from, to },
            Read::Shared { registers, memory, gaps, element_bits } => {
                // Loads and stores see the same banks here.
                let (port, element_bits) = (Port::Load, *element_bits);
                Question::Shared { port, registers, memory, gaps, element_bits }
            }
            Read::Global { registers, strides, element_bits } => Question::Global {
                registers,
                strides: strides.as_ref(),
                element_bits: *element_bits,
            },
            Read::Offsets { layout, extents, strides } => Question::Offsets {
                layout: layout.clone(),
                extents: extents.clone(),
                strides: strides.clone(),
            },
        };
        question.answer(machine)
    }
}

impl<'e, 'c> QuestionReader<'e, 'c> {
    pub fn new(evaluator: &'e mut Evaluator<'c>) -> Self {
        QuestionReader { evaluator }
    }

    /// The question of an operation; `None` if it asks none. An error says why there is no answer.
    pub fn read(&mut self, operation: OperationRef<'c, 'c>) -> Option<Result<Read, String>> {
        let Some(movement) = ir::string_attribute(operation, "movement") else {
            return of_offsets(operation).map(Ok);
        };
        let operands: Option<Vec<LinearLayout>> =
            operation.operands().map(|operand| self.known(operand)).collect();
        let Some(operands) = operands else {
            return Some(Err("a layout of it is not a linear layout that is known".to_owned()));
        };
        let element_bits = ir::integer_attribute(operation, "element_bits").unwrap_or(0);
        let element_bits = u32::try_from(element_bits).unwrap_or(0);
        Some(Ok(match (movement, &operands[..]) {
            ("convert", [to, from]) => Read::Conversion { from: from.clone(), to: to.clone() },
            ("shared_load" | "shared_store" | "global_to_shared", [registers, memory]) => {
                let (registers, memory) = (registers.clone(), memory.clone());
                let Some(gaps) = gaps(operation) else {
                    return Some(
                        Err("its padding is not a list of [interval, padding]".to_owned()),
                    );
                };
                Read::Shared { registers, memory, gaps, element_bits }
            }
            ("global_load" | "global_store" | "global_to_shared", []) => {
                match ir::constant_attribute(operation).and_then(content) {
                    Some(AnyLayout::Linear(registers)) => {
                        let strides = match strides(operation, registers.out_dims().len()) {
                            Ok(strides) => strides,
                            Err(error) => return Some(Err(error)),
                        };
                        Read::Global { registers: registers.clone(), strides, element_bits }
                    }
                    _ => return Some(Err("its layout is not a linear layout".to_owned())),
                }
            }
            ("tensor_memory_load" | "tensor_memory_store", _) => return None,
            _ => return Some(Err(format!("the movement '{movement}' is not known"))),
        }))
    }

    fn known(&mut self, value: Value<'c, 'c>) -> Option<LinearLayout> {
        match self.evaluator.evaluate_layout(value)? {
            AnyLayout::Linear(layout) => Some(layout.clone()),
            _ => None,
        }
    }
}

/// The question whether the offsets of a CuTe constant fit in 32 bits.
fn of_offsets(operation: OperationRef<'_, '_>) -> Option<Read> {
    if !ir::is_layout_op(operation, "constant") {
        return None;
    }
    let layout = content(ir::constant_attribute(operation)?)?;
    let modes = layout.as_static()?.flat_modes();
    let (extents, strides) = modes.iter().map(|mode| (mode.extent, mode.stride)).unzip();
    Some(Read::Offsets { layout: layout.to_string(), extents, strides })
}

/// The gaps of the memory, which its own constant has, too; none without the attribute.
fn gaps(operation: OperationRef<'_, '_>) -> Option<Vec<Gap>> {
    let Some(padding) = operation.attribute("padding").ok() else { return Some(Vec::new()) };
    let list = ArrayAttribute::try_from(padding).ok()?;
    (0..list.len())
        .map(|at| {
            let gap = ArrayAttribute::try_from(list.element(at).ok()?).ok()?;
            let number = |at| Some(IntegerAttribute::try_from(gap.element(at).ok()?).ok()?.value());
            (gap.len() == 2).then_some(())?;
            Some(Gap { interval: number(0)?, padding: number(1)? })
        })
        .collect()
}

/// The strides that the arithmetic on the pointers has, `unit` for one that is not known; none without the
/// attribute.
///
/// # Errors
///
/// They are not a list, or not one for each of the `n_dims` dims.
fn strides(
    operation: OperationRef<'_, '_>,
    n_dims: usize,
) -> Result<Option<AccessStrides>, String> {
    let Ok(strides) = operation.attribute("strides") else { return Ok(None) };
    let list = ArrayAttribute::try_from(strides).map_err(|_| "its strides are not a list")?;
    if list.len() != n_dims {
        let found = list.len();
        return Err(format!("its number of strides is {found}, that of its out-dims {n_dims}"));
    }
    let stride = |at| {
        let stride = list.element(at).ok().and_then(|own| IntegerAttribute::try_from(own).ok());
        stride.map(|stride| stride.value())
    };
    let together = ir::integer_attribute(operation, "together");
    Ok(Some(AccessStrides { of_dims: (0..list.len()).map(stride).collect(), together }))
}
