//! Tiled copies and tiled products of matrices: what their partitions, fragments and the operations
//! that make them claim.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::claims::{constants, equals, identity, is_identity, same_shape_of_modes};
use super::dynamic::Leaves;
use super::tiled_types::{Reason, is_registers, mma_of, tiled_copy_of, type_of_atom};
use super::types::integer;
use crate::algebra::AnyLayout;
use crate::cute::{
    AlgebraError, CopySide, Injectivity, Layout, MmaOperand, TileMode, TiledMma, filter, inverse,
    right_inverse,
};
use crate::dialect::ir::Inserter;

/// Puts the obligation of an operation on a tiled copy or product before it.
///
/// A part of a layout is claimed to be the same function and of the same shape as ours, up to the
/// offset of the thread, which the peer adds to the pointer.
pub(super) fn import_tiled<'c>(
    inserter: &mut Inserter<'c, '_>,
    operation: OperationRef<'c, '_>,
    mnemonic: &str,
) -> Result<(), Reason> {
    let operands: Vec<Value<'c, '_>> = operation.operands().collect();
    let result_value: Value<'c, '_> = operation.result(0).map_err(|_| "it has no result")?.into();
    let result = result_value.r#type();
    let [tiled, further @ ..] = &operands[..] else { return Err("it has no operand".into()) };
    let tiled = tiled.r#type().to_string();
    let result_text = result.to_string();
    let of_atom = |made: Option<&str>| {
        let same = made == Some(tiled.as_str());
        same.then_some(()).ok_or_else(|| format!("its result is not made of {tiled}"))
    };
    match mnemonic {
        "make_tiled_copy" => {
            of_atom(type_of_atom(&result_text, "layout_copy_tv"))?;
            return made_copy(inserter, &result_text);
        }
        "make_tiled_mma" => {
            of_atom(type_of_atom(&result_text, "atom_layout_MNK"))?;
            return made_mma(inserter, &result_text);
        }
        _ => {}
    }
    let [source, ..] = further else { return Err("it has no layout".into()) };
    let layout = |layout: Option<AnyLayout>| {
        let layout = layout.as_ref().and_then(AnyLayout::as_static).cloned();
        layout.ok_or("a layout of it is not static")
    };
    let leaves = Leaves::default();
    let source = layout(leaves.layout_of(*source))?;
    let claimed = layout(leaves.layout_of(result_value))?;
    let answer = match mnemonic {
        "tiled.copy.partition_S" => tiled_copy_of(&tiled)?.partition(CopySide::Source, &source),
        "tiled.copy.partition_D" => {
            tiled_copy_of(&tiled)?.partition(CopySide::Destination, &source)
        }
        "tiled.copy.retile" => tiled_copy_of(&tiled)?.retile(&source),
        "tiled.mma.partition" => mma_of(&tiled)?.partition(operand_of(operation)?, &source),
        "mma.make_fragment" => {
            // Other atoms read an operand where it is, and their fragments describe it.
            mma_of(&tiled)?;
            if !is_registers(&result_text) {
                return Err("its result is not in registers".into());
            }
            TiledMma::fragment(operand_of(operation)?, &source)
        }
        _ => return Err("it is another operation".into()),
    };
    same_part(inserter, answer.map_err(reason)?, claimed).ok_or_else(not_built)
}

/// The same function and the same shape.
fn same_part(inserter: &mut Inserter<'_, '_>, answer: Layout, claimed: Layout) -> Option<()> {
    let (answer, claimed) = (answer.into(), claimed.into());
    let value = inserter.constant(&answer)?;
    equals(inserter, value, &claimed)?;
    same_shape_of_modes(inserter, &answer, &claimed)
}

/// The thread-value layout stays in the tile and leaves no place of it out. The operand, an atom,
/// says nothing else about it.
fn made_copy(inserter: &mut Inserter<'_, '_>, made: &str) -> Result<(), Reason> {
    let copy = tiled_copy_of(made)?;
    let size = copy.tile_size().map_err(reason)?;
    let inverse = inverse_of(copy.thread_value(), size)?;
    covers(inserter, copy.thread_value(), &inverse, size).ok_or_else(not_built)
}

/// The groups of threads and what is permuted are numbered without gaps, and the threads hold every
/// place of the tile of each operand.
fn made_mma(inserter: &mut Inserter<'_, '_>, made: &str) -> Result<(), Reason> {
    let mma = mma_of(made)?;
    let permutations = mma.permutation().modes().iter().filter_map(|mode| match mode {
        TileMode::Layout(layout) => layout.as_static(),
        _ => None,
    });
    let numbers: Vec<&Layout> = [mma.atoms()].into_iter().chain(permutations).collect();
    let mut held = Vec::new();
    // With numbers that occur twice nobody can say who holds what.
    if numbers.iter().all(|layout| inverse(layout).is_ok()) {
        for operand in [MmaOperand::A, MmaOperand::B, MmaOperand::C] {
            let layout = mma.thread_value(operand).map_err(reason)?;
            let size = Layout::column_major(mma.tile(operand).map_err(reason)?);
            let size = size.map_err(|error| error.to_string())?.size();
            held.push((inverse_of(&layout, size)?, layout, size));
        }
    }
    let claims = |inserter: &mut Inserter<'_, '_>| {
        for layout in numbers {
            let value = inserter.constant(&layout.clone().into())?;
            inserter.layout_op("assert_injective", &[value], &[], &[])?;
            inserter.assert_number("assert_in_bounds", value, layout.size())?;
        }
        held.iter().try_for_each(|(inverse, layout, size)| covers(inserter, layout, inverse, *size))
    };
    claims(inserter).ok_or_else(not_built)
}

/// The layout that finds a coordinate for each offset below a size.
fn inverse_of(layout: &Layout, size: i64) -> Result<Layout, Reason> {
    let inverse = right_inverse(layout);
    // The inverse of a layout that is not injective need not go as far as the layout.
    if inverse.size() < size && filter(layout).injectivity() != Injectivity::Injective {
        return Err(format!("whether {layout} reaches all {size} places of its tile is not known"));
    }
    Ok(inverse)
}

/// The claims that a layout stays below a size and that it has every offset below it.
fn covers(
    inserter: &mut Inserter<'_, '_>,
    layout: &Layout,
    inverse: &Layout,
    size: i64,
) -> Option<()> {
    let [value, inverse] = constants(inserter, [&layout.clone().into(), &inverse.clone().into()])?;
    inserter.assert_number("assert_in_bounds", value, size)?;
    is_identity(inserter, value, inverse, &identity(size)?)
}

/// The operand A, B or C that `operand_id` says.
fn operand_of(operation: OperationRef<'_, '_>) -> Result<MmaOperand, Reason> {
    match integer(operation, "operand_id") {
        Some(0) => Ok(MmaOperand::A),
        Some(1) => Ok(MmaOperand::B),
        Some(2) => Ok(MmaOperand::C),
        _ => Err("its operand_id is not 0, 1 or 2".into()),
    }
}

fn reason(error: AlgebraError) -> Reason {
    error.to_string()
}

fn not_built() -> Reason {
    "its obligation does not build".into()
}
