//! `layout.assert_computes`: code of another compiler, held to the definitions of what it was made of.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::strange::{Strange, carried};
use crate::algebra::{Budget, Unknown, Verdict};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::foreign::memory::asked_size;
use crate::dialect::foreign::{Effects, effects};
use crate::dialect::ir;
use crate::dialect::promises::Promises;
use crate::passes::declared::verify_lowering::{Options, Statistics};
use crate::passes::defined::{Shown, shown};
use crate::passes::exact::{CodeReader, Premises, around, poison_reason};
use crate::passes::pass::{Failed, Ir};
use crate::passes::verify::proof;
use crate::validate::{Definition, Difference, Node, Outcome, Refinement, refines};

const QUESTION: &str = "the code gives the numbers of its definition";

/// Decides `layout.assert_computes` operations and removes those that are not refuted.
///
/// # Errors
///
/// [`Failed`], after an error, if one is refuted, or is not decided where that is an error.
pub(super) fn verify_all<'c>(
    Ir { root, .. }: Ir<'c>,
    obligations: &[OperationRef<'c, 'c>],
    options: &Options,
    statistics: &mut Statistics,
) -> Result<(), Failed> {
    if obligations.is_empty() {
        return Ok(());
    }
    let promises = Promises::collect(root);
    let mut has_failed = false;
    for &obligation in obligations {
        let location = obligation.location();
        let (verdict, reader) = decide(obligation, &promises, options);
        match verdict {
            Verdict::Proved(method) => {
                statistics.proved += 1;
                if options.report {
                    proof(location, method, QUESTION).emit();
                }
            }
            Verdict::Refuted(difference) => {
                statistics.refuted += 1;
                has_failed = true;
                report(obligation, &difference, &reader);
                continue;
            }
            Verdict::Unknown(unknown) => {
                statistics.unknown += 1;
                has_failed |= options.unknown.report(location, QUESTION, &unknown);
            }
        }
        ir::erase(obligation);
    }
    if has_failed { Err(Failed) } else { Ok(()) }
}

/// An error with the inputs and what each side gives, and a note at the operation that makes poison.
fn report(obligation: OperationRef<'_, '_>, difference: &Difference, reader: &CodeReader<'_>) {
    let Shown { at, before, after } = shown(reader, difference);
    let message = format!("lowering differs at ({at}): {before} and {after}");
    let mut error = Diagnostic::error(obligation.location(), message);
    for outcome in &difference.after {
        if let Outcome::Poison(poison) = outcome
            && let Some(origin) = reader.origin(poison.node)
        {
            error = error.note(
                origin.location(),
                format!("{} {}", ir::name(origin), poison_reason(origin, poison)),
            );
            break;
        }
    }
    error.emit();
}

/// Is the obligation met, whatever its inputs are? If that is not proved, is it, given how these come
/// about, and what holds where it stands?
fn decide<'c>(
    obligation: OperationRef<'c, 'c>,
    promises: &Promises<'c>,
    options: &Options,
) -> (Verdict<Difference>, CodeReader<'c>) {
    let is_stop = |value: &&Value<'c, 'c>| {
        ir::defining_op(**value).and_then(ir::constant_attribute).is_none()
    };
    let inputs = ir::operand_segment(obligation, 0);
    let stops: Vec<Value<'c, 'c>> = inputs.iter().filter(is_stop).copied().collect();
    let first = CodeReader::new(&stops).map_or_else(
        |error| (not_read(error.reason()), CodeReader::default()),
        |reader| settled(obligation, options, (reader, Premises::default())),
    );
    if let (Verdict::Proved(_), _) = first {
        return first;
    }
    let mut reader = CodeReader::default();
    let premises = around(obligation, promises, &mut reader);
    let second = settled(obligation, options, (reader, premises));
    match (&first.0, &second.0) {
        (Verdict::Unknown(_), Verdict::Unknown(_)) => first,
        // That some inputs are wrong says nothing if these do not occur together.
        _ => second,
    }
}

fn settled<'c>(
    obligation: OperationRef<'c, 'c>,
    options: &Options,
    (mut reader, premises): (CodeReader<'c>, Premises),
) -> (Verdict<Difference>, CodeReader<'c>) {
    let text = ir::string_attribute(obligation, "definition").unwrap_or_default();
    // The verifier of the operation has read it.
    let Ok(definition) = text.parse::<Definition>() else {
        return (not_read("the definition is not read"), reader);
    };
    let inputs = match reader.values(&ir::operand_segment(obligation, 0)) {
        Ok(inputs) => inputs,
        Err(error) => return (not_read(error.reason()), reader),
    };
    let n_given = reader.inputs().len();
    let [defined, before] = definition.write(reader.code_mut(), &inputs);
    let after = match reader.values(&ir::operand_segment(obligation, 1)) {
        Ok(after) => after,
        Err(error) => return (not_read(error.reason()), reader),
    };
    let roots: Vec<Node> = before.iter().chain(&after).chain(&defined).copied().collect();
    let code = reader.code().clone().promised();
    let claim = Refinement {
        code: &code,
        before,
        after,
        premises: [premises.truths, defined].concat(),
        bounds: reader.bounds().to_vec(),
        fits: true,
        is_part: false,
    };
    let verdict = refines(&claim, &Budget::with_isl_operations(options.max_operations));
    let used = code.sources(&roots);
    let inputs = (0..).zip(reader.inputs()).zip(code.inputs());
    let mut used = inputs.filter(|(_, node)| used.binary_search(&node.position()).is_ok());
    let strange = used.find_map(|((number, &input), _)| match ir::defining_op(input) {
        Some(operation) => {
            let is_strange = n_given <= number || is_arithmetic(operation);
            is_strange.then_some(Strange::Result(operation))
        }
        None => carried(input),
    });
    match (&verdict, strange) {
        (Verdict::Refuted(_), Some(strange)) => (not_read(&strange.reason()), reader),
        (Verdict::Refuted(_), None) if premises.is_partial => {
            (not_read("a condition around the code is not read"), reader)
        }
        _ => (verdict, reader),
    }
}

pub(super) fn not_read<T>(reason: &str) -> Verdict<T> {
    Verdict::Unknown(Unknown::NotRead { reason: reason.to_owned() })
}

/// True for an operation that is not read though its results depend on its operands alone.
pub(super) fn is_arithmetic(operation: OperationRef<'_, '_>) -> bool {
    match asked_size(operation) {
        // The size of what arrives from elsewhere may be any.
        Some((buffer, _)) => ir::defining_op(buffer).is_some(),
        None => operation.operand_count() != 0 && effects(operation) == Effects::None,
    }
}
