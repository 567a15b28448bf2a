//! Holds accesses back where they are out of bounds.
//!
//! First the conditions are written for all accesses ([`condition`], through [`writer`]), so that
//! they are shared; then vector accesses get their masks ([`mask`]) and the others come under
//! branches ([`branch`]).

mod affine_set;
mod branch;
mod condition;
mod fill;
mod guarded;
mod mask;
mod replaced;
mod writer;

use melior::Context;
use melior::ir::Value;
use melior::ir::operation::OperationLike;

use self::affine_set::affine_condition;
use self::branch::{Branch, Branched, branch_all};
use self::condition::Conditions;
use self::fill::fill;
pub(super) use self::guarded::Guarded;
use self::mask::{mask, masked};
use self::replaced::Replaced;
use self::writer::Writer;
use crate::affine::Predicate;
use crate::dialect::diagnostic::Diagnostic;
use crate::passes::declared::insert_bounds::Options;
use crate::passes::declared::{BoundsGuard, BoundsMode};

/// How an access is held back.
struct Held<'c> {
    mask: Option<Value<'c, 'c>>,
    branch: Option<Branched<'c>>,
}

/// Guards accesses, which are in the order of the text. Returns for each whether it is guarded; if
/// it is not it stays as it is, after an error.
pub(super) fn guard_all<'c>(
    context: &'c Context,
    accesses: &[Guarded<'c>],
    options: &Options,
) -> Vec<bool> {
    let mut writer = Writer::new(context);
    // All conditions are written before an access is changed, so that they can be shared.
    let held: Vec<_> = accesses.iter().map(|access| held(&mut writer, access, options)).collect();
    let mut replaced = Replaced::default();
    let mut branched = Vec::new();
    let mut is_guarded = Vec::new();
    for (guarded, held) in accesses.iter().zip(held) {
        let done = held.and_then(|Held { mask: value, branch }| {
            let access = match value {
                Some(value) => mask(&mut writer, guarded, value, options.fill, &mut replaced)?,
                None => guarded.access,
            };
            branched.extend(branch.map(|branch| Branched { access, ..branch }));
            Ok(())
        });
        is_guarded.push(done.is_ok());
        if let Err(reason) = done {
            Diagnostic::error(guarded.access.location(), reason).emit();
        }
    }
    if let Err(reason) = branch_all(context, branched, replaced)
        && let Some(first) = accesses.first()
    {
        Diagnostic::error(first.access.location(), reason).emit();
        return vec![false; accesses.len()];
    }
    is_guarded
}

/// Writes the condition of an access. What its views need is the same for all lanes of a vector.
fn held<'c>(
    writer: &mut Writer<'c>,
    guarded: &Guarded<'c>,
    options: &Options,
) -> Result<Held<'c>, String> {
    let Guarded { access, found, predicate } = guarded;
    let is_vector = found.is_vector();
    let is_masked = options.mode == BoundsMode::Mask && found.views.is_empty();
    if is_vector && (is_masked || guarded.differs_by_lane()) {
        let (of_views, of_lanes) = match &found.apart {
            Some(apart) => (Some(&apart.of_views), &apart.of_lanes),
            None => (None, predicate),
        };
        let condition = Conditions::new(writer, *access, found).predicate(of_lanes)?;
        let mask = Some(masked(writer, guarded, condition)?);
        let branch = match of_views {
            Some(of_views) => Some(branched(writer, guarded, of_views, options)?),
            None => None,
        };
        return Ok(Held { mask, branch });
    }
    branched(writer, guarded, predicate, options)
        .map(|branch| Held { mask: None, branch: Some(branch) })
}

/// Writes a condition under which an access comes with its views.
fn branched<'c>(
    writer: &mut Writer<'c>,
    guarded: &Guarded<'c>,
    predicate: &Predicate,
    options: &Options,
) -> Result<Branched<'c>, String> {
    let Guarded { access, found, .. } = guarded;
    let context = writer.context();
    let fill = fill(context, *access, found, options.fill)?;
    let views: Vec<_> = guarded.views().collect();
    if options.guard_with == BoundsGuard::Affine {
        match affine_condition(context, *access, found, predicate) {
            Ok(condition) => {
                let branch = Branch::Affine(condition);
                return Ok(Branched { access: *access, branch, fill, views });
            }
            Err(reason) => {
                let message = format!("guarded by scf.if, because {reason}");
                Diagnostic::remark(access.location(), message).emit();
            }
        }
    }
    let condition = Conditions::new(writer, *access, found).predicate(predicate)?;
    let condition = writer.value(*access, condition)?;
    Ok(Branched { access: *access, branch: Branch::Scf(condition), fill, views })
}
