//! `layout-verify-lowering`: translation validation of lowered applies.

mod definitions;
mod strange;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use self::definitions::is_arithmetic;
use self::strange::{Strange, carried};
use super::decided::{Decided, Held, LayoutKey};
use super::declared::verify_lowering::{Options, Statistics};
use super::exact::{CodeReader, Premises, around, bits, poison_reason};
use super::fold::Evaluator;
use super::pass::{Failed, Ir, Pass};
use super::verify::proof;
use crate::algebra::{Budget, Unknown, Verdict};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::dialect::promises::Promises;
use crate::validate::{self, Claim, ClaimKey, Mismatch, Node, Outcome, validate};

/// The verdicts of a run on code of layouts.
pub(super) type Verdicts = Decided<(LayoutKey, ClaimKey), Verdict<Mismatch>>;

/// Code that occurs again is that of applies; what is larger is read once, and its key would be kept.
const MAX_KEPT: usize = 128;

/// The pass.
pub struct VerifyLowering;

impl Pass for VerifyLowering {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let verdicts = Verdicts::default();
        ir.in_parts(statistics, |part, statistics| {
            let operations = part.operations();
            let all = |name: &str| -> Vec<_> {
                let all = operations.iter().copied();
                all.filter(|&operation| ir::is_layout_op(operation, name)).collect()
            };
            let (computed, offsets) = (all("assert_computes"), all("assert_offset"));
            let of_peers = definitions::verify_all(part.ir, &computed, options, statistics);
            verify_all(part.ir, &offsets, (options, &verdicts), false, statistics).and(of_peers)
        })?;
        let root = ir.root;
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
    Ir { context, root }: Ir<'c>,
    obligations: &[OperationRef<'c, 'c>],
    (options, verdicts): (&Options, &Verdicts),
    keeps: bool,
    statistics: &mut Statistics,
) -> Result<(), Failed> {
    // Most functions have none, and looking through the code for promises is not free.
    if obligations.is_empty() {
        ir::erase_unused(context, root);
        return Ok(());
    }
    let mut evaluator = Evaluator::new(context);
    let promises = Promises::collect(root);
    let mut has_failed = false;
    for &obligation in obligations {
        let operand = ir::operand(obligation, 0);
        let layout = operand.and_then(|operand| evaluator.evaluate_held(operand));
        let (verdict, reader) = match layout {
            Some(layout) => decide(obligation, &promises, layout, (options, verdicts)),
            None => (Verdict::Unknown(Unknown::NotStatic), None),
        };
        let name = layout.map_or("the layout".to_owned(), |held| held.layout.to_string());
        let question = format!("the code gives the offset of {name}");
        let location = obligation.location();
        match verdict {
            Verdict::Proved(method) => {
                statistics.proved += 1;
                if options.report {
                    proof(location, method, &question).emit();
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
    ir::erase_unused(context, root);
    if has_failed { Err(Failed) } else { Ok(()) }
}

/// An error with notes that say what each side gives.
fn report(
    obligation: OperationRef<'_, '_>,
    name: &str,
    mismatch: &Mismatch,
    reader: Option<&CodeReader<'_>>,
) {
    let mut error = Diagnostic::error(obligation.location(), mismatch.to_string());
    if let Some(layout) = ir::operand(obligation, 0) {
        error = error.note(layout.location(), format!("{name} gives {}", mismatch.expected));
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
                let note = format!("{} {}", ir::name(origin), poison_reason(origin, poison));
                error = error.note(origin.location(), note);
            }
        }
    }
    error.emit();
}

/// What is asked for, and what is known.
type OptionsAndVerdicts<'a> = (&'a Options, &'a Verdicts);

type Decision<'c> = (Verdict<Mismatch>, Option<CodeReader<'c>>);

fn not_read<'c>(reason: &str) -> Decision<'c> {
    (definitions::not_read(reason), None)
}

/// Is the obligation met, whatever the coordinates are? If that is not proved, is it, given how the
/// coordinates themselves come about, and what holds where it stands?
fn decide<'c>(
    obligation: OperationRef<'c, 'c>,
    promises: &Promises<'c>,
    layout: Held<'c>,
    asked: OptionsAndVerdicts<'_>,
) -> Decision<'c> {
    let mut reader = CodeReader::default().in_a_lane();
    let premises = around(obligation, promises, &mut reader);
    let first = at_coordinates(obligation, layout, asked, (&mut reader, &premises));
    if let (Verdict::Proved(_), _) = first {
        return first;
    }
    let second = in_surroundings(obligation, layout, asked, (reader, premises));
    match (&first.0, &second.0) {
        (Verdict::Unknown(_), Verdict::Unknown(_)) => first,
        // That coordinates in their bounds are wrong says nothing if these do not occur together.
        _ => second,
    }
}

/// The same with reading stopped at the coordinates and the values of names, of which only bounds are
/// told: those that follow from what is read around.
fn at_coordinates<'c>(
    obligation: OperationRef<'c, 'c>,
    layout: Held<'c>,
    asked: OptionsAndVerdicts<'_>,
    (around, premises): (&mut CodeReader<'c>, &Premises),
) -> Decision<'c> {
    let coordinates = ir::operand_segment(obligation, 1);
    let symbols = ir::operand_segment(obligation, 2);
    // Constants are read in any case.
    let is_stop = |value: &&Value<'c, 'c>| {
        ir::defining_op(**value).and_then(ir::constant_attribute).is_none()
    };
    let stops: Vec<Value<'c, 'c>> =
        coordinates.iter().chain(&symbols).filter(is_stop).copied().collect();
    let read = CodeReader::default().in_a_lane().stopping(&stops).and_then(|mut reader| {
        let coordinates = reader.values(&coordinates)?;
        let symbols = reader.values(&symbols)?;
        let n_given = reader.inputs().len();
        let offsets = reader.values(&ir::operand_segment(obligation, 3))?;
        Ok((reader, [coordinates, symbols, offsets], n_given))
    });
    let (reader, values, n_given) = match read {
        Ok(read) => read,
        Err(error) => return not_read(error.reason()),
    };
    // What only the code uses is known by itself, or from what is read around.
    let mut bounds = reader.bounds().to_vec();
    _ = around.values(&reader.inputs()[..n_given]);
    let known: Vec<(usize, Node)> = (0..)
        .zip(reader.inputs())
        .filter_map(|(number, &input)| Some((number, around.known(input)?)))
        .collect();
    let nodes: Vec<Node> = known.iter().map(|&(_, node)| node).collect();
    let found = validate::bounds(around.code(), &premises.truths, around.bounds(), &nodes);
    for ((number, _), found) in known.into_iter().zip(found) {
        bounds[number] = found;
    }
    let claim = claim(obligation, layout, &reader, values, (Vec::new(), bounds));
    let verdict = verdict(&claim, layout.key, asked);
    let strange = reader.inputs()[n_given..]
        .iter()
        .find_map(|&input| ir::defining_op(input).map(Strange::Result).or_else(|| carried(input)));
    decided(verdict, strange, reader)
}

/// The same with reading gone on as far as it can, under all that is read around.
fn in_surroundings<'c>(
    obligation: OperationRef<'c, 'c>,
    layout: Held<'c>,
    asked: OptionsAndVerdicts<'_>,
    (mut reader, premises): (CodeReader<'c>, Premises),
) -> Decision<'c> {
    let mut values = |segment| reader.values(&ir::operand_segment(obligation, segment));
    let places = values(1).and_then(|coordinates| Ok((coordinates, values(2)?)));
    let (coordinates, symbols) = match places {
        Ok(places) => places,
        Err(error) => return not_read(error.reason()),
    };
    let n_given = reader.inputs().len();
    let offsets = match reader.values(&ir::operand_segment(obligation, 3)) {
        Ok(offsets) => offsets,
        Err(error) => return not_read(error.reason()),
    };
    let known = (premises.truths, reader.bounds().to_vec());
    let claim = claim(obligation, layout, &reader, [coordinates, symbols, offsets], known);
    let verdict = verdict(&claim, layout.key, asked);
    let matters = claim.inputs_that_matter();
    let inputs = reader.inputs().iter().zip(matters).enumerate();
    let strange = inputs.filter(|(_, (_, matters))| *matters).find_map(|(number, (&input, _))| {
        // Of a vector only bounds of the lanes are known.
        let is_strange =
            |op| n_given <= number || is_arithmetic(op) || ir::is_vector(input.r#type());
        match ir::defining_op(input) {
            Some(operation) => is_strange(operation).then_some(Strange::Result(operation)),
            None => carried(input),
        }
    });
    if let (Verdict::Refuted(_), true) = (&verdict, premises.is_partial) {
        return not_read("a condition around the code is not read");
    }
    decided(verdict, strange, reader)
}

/// The verdict on a claim, found once in a run.
fn verdict(
    claim: &Claim<'_>,
    layout: LayoutKey,
    (options, verdicts): OptionsAndVerdicts<'_>,
) -> Verdict<Mismatch> {
    let decide = || validate(claim, &Budget::with_isl_operations(options.max_operations));
    match claim.code.size() <= MAX_KEPT {
        true => verdicts.answer(&(layout, claim.key()), decide),
        false => decide(),
    }
}

/// What such a value is in an execution is not known, so that it refutes nothing.
fn decided<'c>(
    verdict: Verdict<Mismatch>,
    strange: Option<Strange<'c>>,
    reader: CodeReader<'c>,
) -> Decision<'c> {
    match (&verdict, strange) {
        (Verdict::Refuted(_), Some(strange)) => not_read(&strange.reason()),
        _ => (verdict, Some(reader)),
    }
}

fn claim<'a, 'c>(
    obligation: OperationRef<'c, 'c>,
    Held { layout, .. }: Held<'c>,
    reader: &'a CodeReader<'c>,
    [coordinates, symbols, offsets]: [Vec<Node>; 3],
    (premises, bounds): (Vec<Node>, Vec<(i64, i64)>),
) -> Claim<'a>
where
    'c: 'a,
{
    let code = reader.code();
    let symbols = ir::symbol_names(obligation).into_iter().zip(symbols).collect();
    // Where the offset of an apply in a narrow type does not fit in it, it is poison.
    let place = ir::operand_segment(obligation, 1).first().map(|place| place.r#type());
    let offset_bits = place.and_then(|place| bits(ir::element_type(place)).ok()).unwrap_or(64);
    Claim { layout, code, coordinates, symbols, offsets, offset_bits, premises, bounds }
}
