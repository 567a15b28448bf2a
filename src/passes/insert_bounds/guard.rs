//! Holds accesses back where they are out of bounds.
//!
//! First the conditions are written for all accesses ([`condition`], through [`writer`]), so that
//! they are shared; then the accesses come under branches ([`branch`]).

mod affine_set;
mod branch;
mod condition;
mod fill;
mod writer;

use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, Identifier, Location, Operation, OperationRef, Type, Value, ValueLike,
};

use self::affine_set::affine_condition;
use self::branch::{Branch, Branched, branch_all};
use self::condition::Conditions;
use self::fill::fill_value;
use self::writer::Writer;
use super::read::Found;
use super::{GuardWith, Options};
use crate::dialect::diagnostic::Diagnostic;
use crate::relation::Predicate;

/// An access with the predicate that says where it is in bounds.
pub(super) struct Guarded<'c> {
    pub access: OperationRef<'c, 'c>,
    pub found: Found<'c>,
    pub predicate: Predicate,
}

/// Guards accesses, which are in the order of the text. Returns for each whether it is guarded; if
/// it is not it stays as it is, after an error.
pub(super) fn guard_all<'c>(
    context: &'c Context,
    accesses: &[Guarded<'c>],
    options: &Options,
) -> Vec<bool> {
    let mut writer = Writer::new(context);
    let mut branched = Vec::new();
    let mut is_guarded = Vec::new();
    for guarded in accesses {
        match branch_of(&mut writer, guarded, options) {
            Ok(access) => branched.push(access),
            Err(reason) => Diagnostic::error(guarded.access.location(), reason).emit(),
        }
        is_guarded.push(branched.last().is_some_and(|last| last.access == guarded.access));
    }
    if let Err(reason) = branch_all(context, branched)
        && let Some(first) = accesses.first()
    {
        Diagnostic::error(first.access.location(), reason).emit();
        return vec![false; accesses.len()];
    }
    is_guarded
}

/// The branch that an access comes under.
fn branch_of<'c>(
    writer: &mut Writer<'c>,
    guarded: &Guarded<'c>,
    options: &Options,
) -> Result<Branched<'c>, String> {
    let Guarded { access, found, predicate } = guarded;
    let context = writer.context();
    let fill = match access.result(0) {
        Ok(loaded) => {
            let loaded = Value::from(loaded).r#type();
            Some(fill_value(context, access.location(), loaded, options.fill)?)
        }
        Err(_) => None,
    };
    if options.guard_with == GuardWith::Affine {
        match affine_condition(context, *access, found, predicate) {
            Ok(condition) => {
                let branch = Branch::Affine(condition);
                return Ok(Branched { access: *access, branch, fill });
            }
            Err(reason) => {
                let message = format!("guarded by scf.if, because {reason}");
                Diagnostic::remark(access.location(), message).emit();
            }
        }
    }
    let condition = Conditions::new(writer, *access, found).predicate(predicate)?;
    let condition = writer.value(*access, condition)?;
    Ok(Branched { access: *access, branch: Branch::Scf(condition), fill })
}

fn operation<'c>(
    name: &str,
    location: Location<'c>,
    operands: &[Value<'c, '_>],
    results: &[Type<'c>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
) -> Result<Operation<'c>, String> {
    OperationBuilder::new(name, location)
        .add_operands(operands)
        .add_results(results)
        .add_attributes(attributes)
        .build()
        .map_err(|error| error.to_string())
}
