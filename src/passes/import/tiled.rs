//! Tiled copies and tiled products of matrices: what their partitions, fragments and the operations
//! that make them claim.

use melior::ir::{OperationRef, Value, ValueLike};

use super::answer::Answer;
use super::claim::Claim;
use super::claims::{constants, identity, is_identity};
use super::dialect::Reason;
use super::site::{ShapeClaim, Site, not_built};
use super::tuples::Leaf;
use super::types::integer;
use crate::algebra::AnyLayout;
use crate::cute::{
    AlgebraError, CopySide, CuteLayout, Injectivity, Layout, MmaOperand, TileMode, TiledCopy,
    TiledMma, Tuple, filter, inverse, right_inverse,
};
use crate::dialect::ir::Inserter;

/// Puts the obligation of an operation on a tiled copy or product before it.
///
/// A part of a layout is claimed to be the same function and of the same shape as ours, up to the
/// offset of the thread, which the peer adds to the pointer.
pub(super) fn import_tiled<'c: 'a, 'a>(
    site: &mut Site<'c, 'a>,
    claim: Claim,
) -> Result<(), Reason> {
    let notation = site.dialect().notation;
    let operands = site.operands();
    let [tiled, further @ ..] = &operands[..] else { return Err("it has no operand".into()) };
    let (tiled, made) = (tiled.r#type().to_string(), site.result()?.r#type().to_string());
    if matches!(claim, Claim::TiledCopyMade | Claim::TiledMmaMade) {
        if notation.atom(&made) != Some(tiled.as_str()) {
            return Err(format!("its result is not made of {tiled}"));
        }
        return match claim {
            Claim::TiledCopyMade => made_copy(&mut site.inserter, &notation.tiled_copy(&made)?),
            _ => made_mma(&mut site.inserter, &notation.tiled_mma(&made)?),
        };
    }
    let [source, ..] = further else { return Err("it has no layout".into()) };
    if claim == Claim::MmaPartitionShape {
        return partition_shape(site, &tiled, *source);
    }
    let layout = site.reader.operand(*source)?;
    // A fragment is in registers, which are numbered by themselves.
    let is_fragment = matches!(claim, Claim::Retile | Claim::MmaFragment);
    if let (AnyLayout::Cute(CuteLayout::Basis(source)), false) = (&layout, is_fragment) {
        let part = match claim {
            Claim::PartitionSource => {
                notation.tiled_copy(&tiled)?.partition(CopySide::Source, source)
            }
            Claim::PartitionDestination => {
                notation.tiled_copy(&tiled)?.partition(CopySide::Destination, source)
            }
            _ => notation.tiled_mma(&tiled)?.partition(operand_of(site.operation)?, source),
        };
        let part = AnyLayout::Cute(part.map_err(reason)?.into());
        return site.claims(&Answer::Known(part), ShapeClaim::Same);
    }
    let is_static = || format!("{layout} is not static");
    let source = match &layout {
        AnyLayout::Composed(composed) => composed.inner().as_static().ok_or_else(is_static)?,
        _ => layout.as_static().ok_or_else(is_static)?,
    };
    let answer = match claim {
        Claim::PartitionSource => notation.tiled_copy(&tiled)?.partition(CopySide::Source, source),
        Claim::PartitionDestination => {
            notation.tiled_copy(&tiled)?.partition(CopySide::Destination, source)
        }
        Claim::Retile => notation.tiled_copy(&tiled)?.retile(source),
        Claim::MmaPartition => {
            notation.tiled_mma(&tiled)?.partition(operand_of(site.operation)?, source)
        }
        _ => {
            // Other atoms read an operand where it is, and their fragments describe it.
            notation.tiled_mma(&tiled)?;
            let result = site.reader.text_of(site.result()?);
            if !result.is_some_and(|result| result.is_in_registers) {
                return Err("its result is not in registers".into());
            }
            TiledMma::fragment(operand_of(site.operation)?, source)
        }
    };
    let part = answer.map_err(reason)?;
    let answer = match &layout {
        // A thread's part of a swizzled layout is the swizzle of its part.
        AnyLayout::Composed(composed) if !is_fragment => {
            AnyLayout::Composed(composed.with_inner(CuteLayout::Static(part)))
        }
        _ => part.into(),
    };
    let answer = Answer::Known(answer);
    let claimed = site.claimed(&answer)?;
    site.claims_of(&answer, &claimed, ShapeClaim::Same)
}

/// The shape of a part is that of the part of a compact layout.
fn partition_shape<'c: 'a, 'a>(
    site: &mut Site<'c, 'a>,
    tiled: &str,
    shape: Value<'c, 'a>,
) -> Result<(), Reason> {
    let mma = site.dialect().notation.tiled_mma(tiled)?;
    let layout = site.reader.shape(shape)?;
    let whole = layout.as_static().ok_or_else(|| format!("{layout} is not static"))?;
    let whole = Layout::column_major(whole.shape().clone()).map_err(|error| error.to_string())?;
    let part = mma.partition(operand_of(site.operation)?, &whole).map_err(reason)?;
    let ours: Tuple<Leaf> = part.shape().map(&mut |&extent| Leaf::Number(extent));
    let claimed = site.reader.tuple(site.result()?)?;
    site.claims_tuple(&ours, &claimed)
}

/// The thread-value layout stays in the tile and leaves no place of it out. The operand, an atom,
/// says nothing else about it.
fn made_copy(inserter: &mut Inserter<'_, '_>, copy: &TiledCopy) -> Result<(), Reason> {
    let size = copy.tile_size().map_err(reason)?;
    let inverse = inverse_of(copy.thread_value(), size)?;
    covers(inserter, copy.thread_value(), &inverse, size).ok_or_else(not_built)
}

/// The groups of threads and what is permuted are numbered without gaps, and the threads hold every
/// place of the tile of each operand.
fn made_mma(inserter: &mut Inserter<'_, '_>, mma: &TiledMma) -> Result<(), Reason> {
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
