//! Puts accesses under a branch.

use melior::Context;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, Block, BlockRef, Identifier, OperationRef, Region, RegionLike, Type, Value,
    ValueLike,
};
use rustc_hash::FxHashMap;

use super::affine_set::AffineCondition;
use super::fill::Fill;
use super::replaced::Replaced;
use crate::dialect::foreign::{Effects, effects, name};
use crate::dialect::ir;

/// When an access is executed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Branch<'c> {
    /// Where a truth value holds.
    Scf(Value<'c, 'c>),
    Affine(AffineCondition<'c>),
}

/// An access that becomes part of a branch.
pub(super) struct Branched<'c> {
    pub access: OperationRef<'c, 'c>,
    pub branch: Branch<'c>,
    /// What its result is where it is not executed.
    pub fill: Option<Fill<'c>>,
    /// The operations that make the views that it goes through and that are in bounds only where it
    /// is, the outermost first. Each takes the memref that it is of as its first operand.
    pub views: Vec<OperationRef<'c, 'c>>,
}

/// Puts accesses under branches. The accesses are in the order of the text; neighbors with the same
/// condition come under one branch if nothing between them can tell.
///
/// # Errors
///
/// The access is in no block, which would be a defect here.
pub(super) fn branch_all<'c>(
    context: &'c Context,
    accesses: Vec<Branched<'c>>,
    mut replaced: Replaced<'c>,
) -> Result<(), String> {
    let mut run: Vec<Branched> = Vec::new();
    for access in accesses {
        if !joins(&run, &access) {
            branch(context, std::mem::take(&mut run), &mut replaced)?;
        }
        run.push(access);
    }
    branch(context, run, &mut replaced)
}

/// True if the accesses of a run can be moved down to the next one.
fn joins(run: &[Branched<'_>], next: &Branched<'_>) -> bool {
    let Some(last) = run.last() else { return true };
    if last.branch != next.branch || last.access.block() != next.access.block() {
        return false;
    }
    // An atomic update has a result, too.
    let reads = |access: &Branched| effects(access.access) == Effects::Reads;
    let only_reads = run.iter().all(reads) && reads(next);
    let uses_run = |operation: OperationRef<'_, '_>| {
        operation.operands().any(|operand| {
            ir::defining_op(operand)
                .is_some_and(|definition| run.iter().any(|known| known.access == definition))
        })
    };
    let mut current = last.access.next_in_block();
    while let Some(operation) = current {
        if uses_run(operation) {
            return false;
        }
        if operation == next.access {
            return true;
        }
        if !may_pass(operation, only_reads) {
            return false;
        }
        current = operation.next_in_block();
    }
    false
}

/// True if accesses may be moved from before an operation to behind it. Operations of the dialect
/// touch no memory.
fn may_pass(operation: OperationRef<'_, '_>, only_reads: bool) -> bool {
    operation.region_count() == 0
        && match effects(operation) {
            Effects::None => true,
            Effects::Reads => only_reads,
            Effects::Other => ir::layout_mnemonic(operation).is_some(),
        }
}

/// Puts the accesses, which have one condition, into a branch where the last of them is.
fn branch<'c>(
    context: &'c Context,
    run: Vec<Branched<'c>>,
    replaced: &mut Replaced<'c>,
) -> Result<(), String> {
    let Some(last) = run.last() else { return Ok(()) };
    let (anchor, location) = (last.access, last.access.location());
    let branch = last.branch.clone();
    let accesses: Vec<_> = run.iter().map(|access| (access.access, access.views.clone())).collect();
    let loaded: Vec<Value> =
        accesses.iter().flat_map(|(access, _)| access.results().map(Value::from)).collect();
    let types: Vec<Type> = loaded.iter().map(|loaded| loaded.r#type()).collect();

    let (branch_name, end, is_outside) = match &branch {
        Branch::Scf(_) => (name::IF, name::YIELD, false),
        Branch::Affine(condition) => (name::AFFINE_IF, name::AFFINE_YIELD, condition.is_outside),
    };
    let builder = match &branch {
        Branch::Scf(condition) => {
            OperationBuilder::new(branch_name, location).add_operands(&[*condition])
        }
        Branch::Affine(AffineCondition { set, dims, .. }) => {
            let dims: Vec<Value> = dims.iter().map(|&dim| replaced.current(dim)).collect();
            let set: (Identifier, Attribute) = (Identifier::new(context, "condition"), *set);
            OperationBuilder::new(branch_name, location).add_operands(&dims).add_attributes(&[set])
        }
    };
    // The region that does without the accesses; an else that does nothing is left out.
    let mut fills = Vec::new();
    let without = Region::new();
    if !loaded.is_empty() || is_outside {
        let block = without.append_block(Block::new(&[]));
        for fill in run.into_iter().filter_map(|access| access.fill) {
            fills.push(match fill {
                Fill::Made(fill) => {
                    ir::result(block.append_operation(fill), 0).ok_or("it has no result 0")?
                }
                Fill::Value(value) => replaced.current(value),
            });
        }
        block.append_operation(ir::build(end, location, &fills, &[], &[]));
    }
    let with = Region::new();
    with.append_block(Block::new(&[]));
    let regions = if is_outside { [without, with] } else { [with, without] };
    let built = builder
        .add_results(&types)
        .add_regions(regions)
        .build()
        .map_err(|error| error.to_string())?;
    let block = anchor.block().ok_or("the access is in no block")?;
    let built = block.insert_operation_before(anchor, built);
    for (&loaded, result) in loaded.iter().zip(built.results()) {
        replaced.replace(loaded, result.into());
    }
    let inside: BlockRef = ir::region(built, usize::from(is_outside))
        .and_then(|region| region.first_block())
        .ok_or("a branch has no block")?;
    let mut views = Views::default();
    for (access, through) in accesses {
        views.take_along(access, &through, inside)?;
        ir::move_to_end(access, inside);
    }
    inside.append_operation(ir::build(end, location, &loaded, &[], &[]));
    views.erase_unused();
    Ok(())
}

/// Views that are made where they are accessed, each once.
#[derive(Default)]
struct Views<'c> {
    /// What stands for a memref in the branch.
    made: FxHashMap<usize, Value<'c, 'c>>,
    originals: Vec<OperationRef<'c, 'c>>,
}

impl<'c> Views<'c> {
    /// Makes the views of an access at the end of a block, and lets the access use them.
    fn take_along(
        &mut self,
        access: OperationRef<'c, 'c>,
        views: &[OperationRef<'c, 'c>],
        block: BlockRef<'c, 'c>,
    ) -> Result<(), String> {
        // A view is of the one behind it.
        for &view in views.iter().rev() {
            let memref = ir::value_key(ir::result(view, 0).ok_or("it has no result 0")?);
            if self.made.contains_key(&memref) {
                continue;
            }
            let copy = block.append_operation((*view).clone());
            self.redirect(copy);
            let made = ir::result(copy, 0).ok_or("it has no result 0")?;
            self.made.insert(memref, made);
            self.originals.push(view);
        }
        self.redirect(access);
        Ok(())
    }

    /// Lets an operation use the views that are made here.
    fn redirect(&self, operation: OperationRef<'c, 'c>) {
        let made = |operand: Value<'c, 'c>| self.made.get(&ir::value_key(operand)).copied();
        let operands: Vec<Value> =
            operation.operands().map(|operand| made(operand).unwrap_or(operand)).collect();
        ir::set_operands(operation, &operands);
    }

    /// Removes the views that nothing uses where they were.
    fn erase_unused(self) {
        for view in self.originals.into_iter().rev() {
            if !view.results().any(|result| ir::has_uses(result.into())) {
                ir::erase(view);
            }
        }
    }
}
