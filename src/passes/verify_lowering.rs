//! `layout-verify-lowering`: translation validation of lowered applies.

mod read;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use self::read::{NotRead, Reader};
use super::fold::Evaluator;
use super::lower_applies::{bounds, erase_unused};
use super::surroundings::Promises;
use super::verify::{OnUnknown, report_proved};
use super::{Failed, Pass};
use crate::algebra::{AnyLayout, Budget, Unknown, Verdict};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::validate::{Claim, Mismatch, Outcome, validate};

/// What the user chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Options {
    pub unknown: OnUnknown,
    /// True to say what is proved, and how.
    pub report: bool,
    /// How many operations isl may spend on one question.
    pub max_operations: u64,
}

impl Default for Options {
    fn default() -> Self {
        let max_operations = Budget::default().isl_operations;
        Options { unknown: OnUnknown::Remark, report: false, max_operations }
    }
}

/// What the pass found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    pub proved: i64,
    pub refuted: i64,
    pub unknown: i64,
}

/// The pass.
pub struct VerifyLowering;

impl Pass for VerifyLowering {
    type Options = Options;
    type Statistics = Statistics;

    fn run<'c>(
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        options: &Options,
        statistics: &mut Statistics,
    ) -> Result<(), Failed> {
        let obligations: Vec<_> = ir::walk(root)
            .into_iter()
            .filter(|&operation| ir::is_layout_op(operation, "assert_offset"))
            .collect();
        verify_all(context, root, &obligations, options, false, statistics)?;
        // Without applies nobody is left to use what is promised.
        if !ir::walk(root).into_iter().any(|operation| ir::is_layout_op(operation, "apply")) {
            Promises::collect(root).erase();
        }
        Ok(())
    }
}

/// Decides `layout.assert_offset` operations and removes those that are not refuted, unless all are to
/// be kept.
///
/// # Errors
///
/// [`Failed`], after an error, if one is refuted, or is not decided where that is an error.
pub(super) fn verify_all<'c>(
    context: &'c Context,
    root: OperationRef<'c, 'c>,
    obligations: &[OperationRef<'c, 'c>],
    options: &Options,
    keeps: bool,
    statistics: &mut Statistics,
) -> Result<(), Failed> {
    let mut evaluator = Evaluator::new(context);
    let promises = Promises::collect(root);
    let mut has_failed = false;
    for &obligation in obligations {
        let operand = obligation.operand(0).ok();
        let layout = operand.and_then(|operand| evaluator.evaluate_layout(operand));
        let (verdict, reader) = match layout {
            Some(layout) => decide(obligation, &promises, layout, options),
            None => (Verdict::Unknown(Unknown::NotStatic), None),
        };
        let name = layout.map_or("the layout".to_owned(), ToString::to_string);
        let question = format!("the code gives the offset of {name}");
        let location = obligation.location();
        match verdict {
            Verdict::Proved(method) => {
                statistics.proved += 1;
                if options.report {
                    report_proved(location, &method, &question);
                }
            }
            Verdict::Refuted(mismatch) => {
                statistics.refuted += 1;
                has_failed = true;
                report(obligation, &name, &mismatch, reader.as_ref());
                continue;
            }
            Verdict::Unknown(unknown) => {
                statistics.unknown += 1;
                has_failed |= options.unknown.report(location, &question, &unknown);
            }
        }
        if !keeps {
            ir::erase(obligation);
        }
    }
    erase_unused(context, root);
    if has_failed { Err(Failed) } else { Ok(()) }
}

/// An error with notes that say what each side gives.
fn report(
    obligation: OperationRef<'_, '_>,
    name: &str,
    mismatch: &Mismatch,
    reader: Option<&Reader<'_>>,
) {
    let mut error = Diagnostic::error(obligation.location(), mismatch.to_string());
    if let Ok(layout) = obligation.operand(0) {
        error = error.note(layout.location(), format!("{name} gives {}", mismatch.offset_text()));
    }
    let offset = ir::operand_segment(obligation, 3).first().copied();
    match &mismatch.found {
        Outcome::Offset(_) => {
            if let Some(offset) = offset {
                let note = format!("the code gives {}", mismatch.found);
                error = error.note(offset.location(), note);
            }
        }
        Outcome::Poison(poison) => {
            if let Some(origin) = reader.and_then(|reader| reader.origin(poison.node)) {
                let note = format!("{} {}", ir::name(origin), poison.reason);
                error = error.note(origin.location(), note);
            }
        }
    }
    error.emit();
}

type Decision<'c> = (Verdict<Mismatch>, Option<Reader<'c>>);

/// Is the obligation met, whatever the coordinates are? If not, or if the code does not begin at them,
/// is it, given how the coordinates themselves come about?
fn decide<'c>(
    obligation: OperationRef<'c, 'c>,
    promises: &Promises<'c>,
    layout: &AnyLayout,
    options: &Options,
) -> Decision<'c> {
    let first = decide_from(obligation, promises, layout, options, true);
    if let (Verdict::Proved(_), _) = first {
        return first;
    }
    let second = decide_from(obligation, promises, layout, options, false);
    match (&first.0, &second.0) {
        (_, Verdict::Unknown(_)) => first,
        _ => second,
    }
}

/// The same with reading stopped at the coordinates, or gone on as far as it can.
fn decide_from<'c>(
    obligation: OperationRef<'c, 'c>,
    promises: &Promises<'c>,
    layout: &AnyLayout,
    options: &Options,
    stops: bool,
) -> Decision<'c> {
    let coordinates = ir::operand_segment(obligation, 1);
    let names = ir::symbol_names(obligation);
    let symbols = ir::operand_segment(obligation, 2);
    let offsets = ir::operand_segment(obligation, 3);
    let not_read = |reason: &str| {
        (Verdict::Unknown(Unknown::NotPresburger { reason: reason.to_owned() }), None)
    };
    let because = |error: NotRead| match error {
        NotRead::Type => not_read("a value is no integer of at most 64 bits"),
        NotRead::TooLong => not_read("the code is too long"),
    };
    // Constants are read in any case.
    let is_stop = |value: &&Value<'c, 'c>| {
        stops && ir::defining_op(**value).and_then(ir::constant_attribute).is_none()
    };
    let at: Vec<Value<'c, 'c>> =
        coordinates.iter().chain(&symbols).filter(is_stop).copied().collect();
    let mut reader = match Reader::new(&at) {
        Ok(reader) => reader,
        Err(error) => return because(error),
    };
    let (coordinates, symbols) = match (reader.values(&coordinates), reader.values(&symbols)) {
        (Ok(coordinates), Ok(symbols)) => (coordinates, symbols),
        (Err(error), _) | (_, Err(error)) => return because(error),
    };
    let n_given = reader.inputs().len();
    let offsets = match reader.values(&offsets) {
        Ok(offsets) => offsets,
        Err(error) => return because(error),
    };
    let bounds = bounds(obligation, promises, reader.inputs());
    let claim = Claim {
        layout,
        code: reader.code(),
        coordinates,
        symbols: names.into_iter().zip(symbols).collect(),
        offsets,
        premises: Vec::new(),
        bounds,
    };
    let budget = Budget::with_isl_operations(options.max_operations);
    let verdict = validate(&claim, &budget);
    // What an operation that is not read gives need not be what the witness says.
    let strange = reader.inputs()[n_given..].iter().find_map(|&input| ir::defining_op(input));
    if let (Verdict::Refuted(_), Some(operation)) = (&verdict, strange) {
        return not_read(&format!("the code uses {}, which is not read", ir::name(operation)));
    }
    (verdict, Some(reader))
}
