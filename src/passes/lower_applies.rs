//! What `layout-lower-to-arith` and `layout-lower-to-affine` share: every `layout.apply` becomes the
//! cheapest code that computes the offset.

mod emit;

use std::sync::Arc;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use self::emit::{affine, arith};
use super::decided::{Decided, Held, LayoutKey};
use super::declared::{ArithType, verify_lowering};
use super::fold::Evaluator;
use super::pass::{Failed, Ir, Part, ReadOptions};
use super::surroundings::bounds;
use super::verify_lowering::{Verdicts, verify_all};
use crate::code::{Program, Style, Symbol, lower};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::dialect::promises::Promises;

/// What both passes are told.
pub(super) struct How {
    pub style: Style,
    pub report: bool,
    pub verify: bool,
    pub leave_obligations: bool,
    pub arith_type: ArithType,
    pub found: ProgramsAndVerdicts,
}

/// The programs and the verdicts of a run, each found once.
#[derive(Default)]
pub(super) struct ProgramsAndVerdicts {
    programs: Decided<Wanted, Result<Arc<Program>, String>>,
    verdicts: Verdicts,
}

/// What a program depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Wanted {
    layout: LayoutKey,
    /// The bounds of the coordinates and of the values of the names, both included.
    coordinates: Vec<(i64, i64)>,
    symbols: Vec<(String, (i64, i64))>,
    style: Style,
}

/// What both passes count.
#[derive(Default)]
pub(super) struct Lowered {
    /// Applies that became code.
    pub applies: i64,
    /// Operations of that code, constants not counted.
    pub operations: i64,
}

/// Lowers every apply of a part; an apply without code stays, with an error.
///
/// # Errors
///
/// [`Failed`], after an error, if an apply stays or code is not proved that is to be.
pub(super) fn lower_all(
    part: &Part<'_>,
    options: &How,
    lowered_so_far: &mut Lowered,
) -> Result<(), Failed> {
    let Ir { context, root } = part.ir;
    let mut evaluator = Evaluator::new(context);
    let operations = part.operations();
    let promises = Promises::collect(root);
    let mut is_complete = true;
    let mut obligations = Vec::new();
    for &apply in operations.iter().filter(|&&op| ir::is_layout_op(op, "apply")) {
        let lowered = program(&mut evaluator, &promises, apply, options);
        let lowered = lowered.and_then(|(program, inputs)| {
            let cost = program.cost();
            let values = match options.style {
                Style::Bits => arith(context, apply, &program, &inputs, options.arith_type)?,
                Style::Affine | Style::SemiAffine => {
                    let n_symbols = ir::symbol_names(apply).len();
                    affine(context, apply, &program, &inputs, n_symbols)?
                }
            };
            Ok((cost, values))
        });
        match lowered {
            Ok((cost, values)) => {
                if options.report {
                    let message = format!("lowered to {}", counted(cost));
                    Diagnostic::remark(apply.location(), message).emit();
                }
                if options.verify || options.leave_obligations {
                    obligations.extend(ir::assert_offset(context, apply, &values));
                }
                for (result, value) in apply.results().zip(values) {
                    ir::replace_all_uses(result.into(), value);
                }
                ir::erase(apply);
                lowered_so_far.applies += 1;
                lowered_so_far.operations += i64::try_from(cost).unwrap_or(i64::MAX);
            }
            Err(message) => {
                is_complete = false;
                Diagnostic::error(apply.location(), message).emit();
            }
        }
    }
    ir::erase_unused(context, root);
    if options.verify {
        let mut found = verify_lowering::Statistics::default();
        let declared = verify_lowering::Options::declared();
        let keeps = options.leave_obligations;
        let asked = (&declared, &options.found.verdicts);
        verify_all(part.ir, &obligations, asked, keeps, &mut found)?;
    }
    // Obligations that are left are decided by what is promised.
    if options.style == Style::Bits && !options.leave_obligations {
        promises.erase();
    }
    if is_complete { Ok(()) } else { Err(Failed) }
}

fn counted(operations: usize) -> String {
    if operations == 1 { "1 operation".to_owned() } else { format!("{operations} operations") }
}

/// The program of an apply, and the values of its inputs.
fn program<'c>(
    evaluator: &mut Evaluator<'c>,
    promises: &Promises<'c>,
    apply: OperationRef<'c, 'c>,
    options: &How,
) -> Result<(Arc<Program>, Vec<Value<'c, 'c>>), String> {
    let operand = ir::operand(apply, 0).ok_or("it has no operand 0")?;
    let Held { layout, key } = evaluator
        .evaluate_held(operand)
        .ok_or("there is no code for an apply of a layout that is not known")?;
    let mut inputs = ir::operand_segment(apply, 1);
    let n_coordinates = inputs.len();
    inputs.extend(ir::operand_segment(apply, 2));
    let bounds = bounds(apply, promises, &inputs);
    let (coordinates, values) = bounds.split_at(n_coordinates);
    let symbols = ir::symbol_names(apply);
    let symbols: Vec<Symbol<'_>> = symbols.into_iter().zip(values.iter().copied()).collect();
    // A product with a symbol is in an affine map of MLIR, though no affine function.
    let style = match options.style {
        Style::Affine if !symbols.is_empty() => Style::SemiAffine,
        style => style,
    };
    let names = symbols.iter().map(|&(name, bounds)| (name.to_owned(), bounds)).collect();
    let wanted = Wanted { layout: key, coordinates: coordinates.to_vec(), symbols: names, style };
    let program = options.found.programs.answer(&wanted, || {
        lower(layout, coordinates, &symbols, style)
            .map(Arc::new)
            .map_err(|error| format!("there is no code for the apply: {error}"))
    });
    Ok((program?, inputs))
}
