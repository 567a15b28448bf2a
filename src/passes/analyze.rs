//! `layout-analyze`: what accesses by layouts cost, as remarks with numbers.
//!
//! The questions are operations with an attribute `movement`, which `layout-translate` writes; a
//! compiler may write them beside its own operations.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::fold::Evaluator;
use super::{Failed, Pass};
use crate::algebra::AnyLayout;
use crate::analyze::{
    AnalyzeError, BankConflicts, Banks, Conversion, ConversionKind, GlobalAccess, GlobalMemory,
    bank_conflicts, conversion, copies, global_access, offset_range,
};
use crate::dialect::attribute::content;
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir;
use crate::linear::LinearLayout;

/// What the user chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Options {
    /// Banks of shared memory.
    pub banks: u32,
    /// The bytes of a bank.
    pub bank_bytes: u32,
    /// The bytes of a sector of global memory.
    pub sector_bytes: u32,
}

/// What the pass did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    /// Questions that were answered.
    pub answered: i64,
    /// Answers that say that something costs more than it must.
    pub costly: i64,
}

/// The pass.
pub struct Analyze;

impl Pass for Analyze {
    type Options = Options;
    type Statistics = Statistics;

    fn run<'c>(
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        options: &Options,
        statistics: &mut Statistics,
    ) -> Result<(), Failed> {
        let mut evaluator = Evaluator::new(context);
        let mut is_complete = true;
        for operation in ir::walk(root) {
            let Some(question) = Question::read(operation, &mut evaluator) else { continue };
            match question.map(|question| question.answer(options)) {
                Ok(Ok(answer)) => {
                    statistics.answered += 1;
                    statistics.costly += i64::from(answer.is_costly);
                    let severity =
                        if answer.is_costly { Severity::Warning } else { Severity::Remark };
                    Diagnostic::new(severity, operation.location(), answer.text).emit();
                }
                Ok(Err(error)) => {
                    is_complete = false;
                    let message = format!("the access is not analysed: {error}");
                    Diagnostic::error(operation.location(), message).emit();
                }
                Err(reason) => {
                    let message = format!("unknown what the access costs: {reason}");
                    Diagnostic::remark(operation.location(), message).emit();
                }
            }
        }
        if is_complete { Ok(()) } else { Err(Failed) }
    }
}

/// What an operation asks.
enum Question<'a> {
    Conversion {
        from: &'a LinearLayout,
        to: &'a LinearLayout,
    },
    Shared {
        registers: &'a LinearLayout,
        memory: &'a LinearLayout,
        bits: u32,
    },
    Global {
        registers: &'a LinearLayout,
        bits: u32,
    },
    /// A CuTe layout of static modes: do its offsets fit in 32 bits?
    Offsets {
        layout: &'a AnyLayout,
        extents: Vec<i64>,
        strides: Vec<i64>,
    },
}

struct Answer {
    text: String,
    is_costly: bool,
}

impl<'c> Question<'c> {
    /// The question of an operation; `None` if it asks none. An error says why there is no answer.
    fn read(
        operation: OperationRef<'c, 'c>,
        evaluator: &mut Evaluator<'c>,
    ) -> Option<Result<Self, String>> {
        let Some(movement) = ir::string_attribute(operation, "movement") else {
            return Self::of_offsets(operation).map(Ok);
        };
        let known = |evaluator: &mut Evaluator<'c>, value: Value<'c, 'c>| {
            let definition = ir::defining_op(value)?;
            evaluator.evaluate(definition);
            match evaluator.layout(value)? {
                AnyLayout::Linear(layout) => Some(layout),
                _ => None,
            }
        };
        let operands: Option<Vec<&LinearLayout>> =
            operation.operands().map(|operand| known(evaluator, operand)).collect();
        let Some(operands) = operands else {
            return Some(Err("a layout of it is no linear layout that is known".to_owned()));
        };
        let bits = ir::integer_attribute(operation, "element_bits").unwrap_or(0);
        let bits = u32::try_from(bits).unwrap_or(0);
        let is_padded = operation.has_attribute("padding")
            || operation
                .operands()
                .filter_map(ir::defining_op)
                .any(|definition| definition.has_attribute("padding"));
        if is_padded {
            return Some(Err(
                "the memory is padded, and its gaps are in no linear layout".to_owned()
            ));
        }
        Some(Ok(match (movement, &operands[..]) {
            ("convert", &[to, from]) => Question::Conversion { from, to },
            ("shared_load" | "shared_store" | "global_to_shared", &[registers, memory]) => {
                Question::Shared { registers, memory, bits }
            }
            ("global_load" | "global_store" | "global_to_shared", []) => {
                match ir::constant_attribute(operation).and_then(content) {
                    Some(AnyLayout::Linear(registers)) => Question::Global { registers, bits },
                    _ => return Some(Err("its layout is no linear layout".to_owned())),
                }
            }
            ("tensor_memory_load" | "tensor_memory_store", _) => return None,
            _ => return Some(Err(format!("the movement '{movement}' is not known"))),
        }))
    }

    /// The question whether the offsets of a CuTe constant fit in 32 bits.
    fn of_offsets(operation: OperationRef<'c, 'c>) -> Option<Self> {
        if !ir::is_layout_op(operation, "constant") {
            return None;
        }
        let layout = content(ir::constant_attribute(operation)?)?;
        let modes = layout.as_static()?.flat_modes();
        let (extents, strides) = modes.iter().map(|mode| (mode.extent, mode.stride)).unzip();
        Some(Question::Offsets { layout, extents, strides })
    }

    fn answer(&self, options: &Options) -> Result<Answer, AnalyzeError> {
        match self {
            Question::Conversion { from, to } => Ok(of_conversion(&conversion(from, to)?)),
            Question::Shared { registers, memory, bits } => {
                let banks = Banks {
                    banks: options.banks,
                    bank_bits: options.bank_bytes.saturating_mul(8),
                    ..Banks::default()
                };
                Ok(of_conflicts(&bank_conflicts(registers, memory, *bits, &banks)?))
            }
            Question::Global { registers, bits } => {
                let memory =
                    GlobalMemory { sector_bytes: options.sector_bytes, ..GlobalMemory::default() };
                of_global(registers, *bits, &memory)
            }
            Question::Offsets { layout, extents, strides } => {
                let range = offset_range(extents, strides)?;
                Ok(match range.past_32_bits() {
                    Some((offset, _)) => Answer {
                        text: format!(
                            "offsets do not fit in 32 bits: {layout} reaches offset {offset}"
                        ),
                        is_costly: true,
                    },
                    None => Answer {
                        text: format!(
                            "offsets fit in 32 bits: {layout} stays in [{}, {}]",
                            range.least().0,
                            range.greatest().0
                        ),
                        is_costly: false,
                    },
                })
            }
        }
    }
}

fn of_conversion(found: &Conversion) -> Answer {
    let what = match found.kind() {
        ConversionKind::NoOp => "conversion is a no-op: every register stays where it is",
        ConversionKind::WithinThread => "conversion within threads: registers change places",
        ConversionKind::WithinWarp => "conversion within warps, by shuffles",
        ConversionKind::WithinBlock => "conversion through shared memory",
        ConversionKind::AcrossBlocks => "conversion across blocks",
    };
    let is_costly =
        matches!(found.kind(), ConversionKind::WithinBlock | ConversionKind::AcrossBlocks);
    let place = |[register, lane, warp, block]: [i64; 4]| {
        format!("register {register} of lane {lane} of warp {warp} of block {block}")
    };
    let text = match found.farthest() {
        Some(farthest) => {
            let element: Vec<String> = farthest.element.iter().map(i64::to_string).collect();
            let (to, from) = (place(farthest.to), place(farthest.from));
            format!("{what}: element ({}) goes from {from} to {to}", element.join(", "))
        }
        None => what.to_owned(),
    };
    Answer { text, is_costly }
}

fn of_conflicts(found: &BankConflicts) -> Answer {
    let moved = format!(
        "{} a lane, {} a warp",
        counted(found.vector(), "element"),
        counted(found.instructions(), "instruction")
    );
    match found.clash() {
        None => Answer { text: format!("no bank conflicts: {moved}"), is_costly: false },
        Some(clash) => Answer {
            text: format!(
                "{} in each group of lanes: lane {} is in the bank of lane 0, {} further on; {moved}",
                counted(found.conflicts(), "bank conflict"),
                clash.lane,
                counted(clash.offset, "element"),
            ),
            is_costly: true,
        },
    }
}

/// The access along the dim that costs the fewest sectors: which one is contiguous is not known.
fn of_global(
    registers: &LinearLayout,
    bits: u32,
    memory: &GlobalMemory,
) -> Result<Answer, AnalyzeError> {
    let mut best: Option<(usize, GlobalAccess)> = None;
    for dim in 0..registers.out_dims().len() {
        let found = global_access(registers, dim, bits, None, memory)?;
        let cost = |access: &GlobalAccess| access.sectors().saturating_mul(access.instructions());
        if best.as_ref().is_none_or(|(_, best)| cost(&found) < cost(best)) {
            best = Some((dim, found));
        }
    }
    let Some((dim, found)) = best else {
        return Err(AnalyzeError::NoSuchDim { dim: 0, rank: 0 });
    };
    let name = registers.out_dims()[dim].name();
    let held = copies(registers).total();
    let held =
        if held == 1 { String::new() } else { format!("; each element is moved {held} times") };
    let numbers = format!(
        "{} a lane, {} a warp, {} each where {} would do",
        counted(found.vector(), "element"),
        counted(found.instructions(), "instruction"),
        counted(found.sectors(), "sector"),
        found.least_sectors(),
    );
    let what = if found.is_coalesced() { "coalesced" } else { "not coalesced" };
    Ok(Answer {
        text: format!("{what} if {name} is contiguous: {numbers}{held}"),
        is_costly: !found.is_coalesced(),
    })
}

fn counted(number: i64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
