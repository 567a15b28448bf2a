//! Tiled copies and tiled products of matrices: what their partitions, fragments and the operations
//! that make them claim.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::claim::OperationClaim;
use super::site::{ShapeClaim, Site};
use super::spelling::written;
use super::types::integer;
use crate::algebra::AnyLayout;
use crate::cute::{
    AlgebraError, AnyModes, CopySide, CuteLayout, Layout, MmaOperand, Stride, TiledMma, Tuple,
};
use crate::imported::compact_like::fragment_like;
use crate::imported::dynamic_parts::{by_positions, with_moved_bits};
use crate::imported::fragments::{descriptors, in_tensor_memory};
use crate::imported::{LayoutExpression, Memory, NotImported, Role};
use crate::partial::{Leaf, TupleOperation};

/// Puts the obligation of an operation on a tiled copy or product before it.
///
/// A part of a layout is claimed to be the same function and of the same shape as ours, up to the
/// offset of the thread, which the peer adds to the pointer.
pub(super) fn import_tiled<'c: 'a, 'a>(
    site: &mut Site<'c, 'a>,
    claim: OperationClaim,
) -> Result<(), NotImported> {
    let notation = site.dialect().notation;
    let operands = site.operands();
    let [tiled, further @ ..] = &operands[..] else { return Err("it has no operand".into()) };
    let (tiled, made) = (written(tiled.r#type()), written(site.result()?.r#type()));
    if matches!(claim, OperationClaim::TiledCopyMade | OperationClaim::TiledMmaMade) {
        return match notation.atom(&made) {
            // A layout or tile that it is given is a part of its type, which claims the rest by itself.
            Some(atom) if atom == tiled => {
                let parts = further.iter().filter(|_| notation.has_types_of_parts());
                let mut parts = parts.map(|part| written(part.r#type()));
                match parts.find(|part| !made.contains(part.as_str())) {
                    Some(part) => {
                        Err(NotImported::Wrong(format!("its result is not made of {part}")))
                    }
                    None => Ok(()),
                }
            }
            Some(atom) => {
                Err(NotImported::Wrong(format!("its result is made of {atom}, not of {tiled}")))
            }
            None => Err(format!("its result is not made of {tiled}").into()),
        };
    }
    let [source, ..] = further else { return Err("it has no layout".into()) };
    if claim == OperationClaim::MmaPartitionShape {
        return partition_shape(site, &tiled, *source);
    }
    if matches!(claim, OperationClaim::MmaFragment | OperationClaim::MmaFragmentOfWhole) {
        return fragment(site, claim, &tiled, *source);
    }
    part(site, claim, &tiled, *source)
}

/// The part of a thread, of a tensor or of a fragment.
fn part<'c: 'a, 'a>(
    site: &mut Site<'c, 'a>,
    claim: OperationClaim,
    tiled: &str,
    source: Value<'c, 'a>,
) -> Result<(), NotImported> {
    let layout = site.reader.operand(source)?;
    // A fragment is in registers, which are numbered by themselves.
    if claim == OperationClaim::Retile {
        let is_static = || format!("{layout} is not static");
        let fragment = layout.modes().and_then(|modes| modes.as_static()).ok_or_else(is_static)?;
        let answer = LayoutExpression::Known(retiled(site, tiled, fragment)?.into());
        let claimed = site.claimed(&answer)?;
        site.claims_of(&answer, &claimed, ShapeClaim::Same)?;
        return site.keeps_memory_of(source);
    }
    let part = part_in(site, claim, tiled, &layout)?;
    let result = site.reader.text_of(site.result()?).filter(|text| text.role == Role::Layout);
    if let AnyLayout::Composed(composed) = &part
        && let Some(inner) = composed.inner().as_static()
        && let Some(text) = result.filter(|text| text.body.contains('?'))
    {
        let claimed = with_moved_bits(inner, &text.body)?;
        let answer = LayoutExpression::Known(inner.clone().into());
        site.claims_of(&answer, &claimed, ShapeClaim::Modes)?;
        return site.keeps_memory_of(source);
    }
    let answer = LayoutExpression::Known(part);
    let claimed = site.claimed(&answer)?;
    site.claims_of(&answer, &claimed, ShapeClaim::Same)?;
    site.keeps_memory_of(source)
}

/// A fragment by the values of another copy; modes after those of the tile stay.
fn retiled(site: &Site<'_, '_>, tiled: &str, fragment: &Layout) -> Result<Layout, NotImported> {
    let notation = site.dialect().notation;
    let copy = notation.tiled_copy(tiled)?;
    let (_, tiler) = notation.thread_values(tiled).ok_or("its type is not a tiled copy")??;
    let mut modes: Vec<Layout> = fragment.modes().collect();
    let further = modes.split_off(modes.len().min(1 + tiler.modes().len()));
    // A fragment that our arrangement does not know may be right all the same.
    let reason = |error: AlgebraError| error.to_string();
    let concat = |modes| Layout::concat(modes).map_err(|error| error.to_string());
    let retiled = copy.retile(&concat(modes)?).map_err(reason)?;
    match further.is_empty() {
        true => Ok(retiled),
        false => Ok(concat(retiled.modes().chain(further).collect())?),
    }
}

/// The part of a thread of any layout; that of a swizzled one is the swizzle of its part.
fn part_in(
    site: &Site<'_, '_>,
    claim: OperationClaim,
    tiled: &str,
    layout: &AnyLayout,
) -> Result<AnyLayout, NotImported> {
    let modes = layout.modes().ok_or_else(|| format!("{layout} has no modes"))?;
    let part: CuteLayout = match modes {
        CuteLayout::Static(source) => CuteLayout::Static(part_of(site, claim, tiled, source)?),
        CuteLayout::Basis(source) => part_of(site, claim, tiled, source)?.into(),
        CuteLayout::Symbolic(_) => {
            by_positions(modes, |places| part_of(site, claim, tiled, places))?
        }
    };
    Ok(match layout {
        AnyLayout::Composed(composed) => AnyLayout::Composed(composed.with_inner(part)),
        _ => AnyLayout::Cute(part),
    })
}

/// The part that a partition gives one thread.
fn part_of<D: Stride>(
    site: &Site<'_, '_>,
    claim: OperationClaim,
    tiled: &str,
    source: &Layout<D>,
) -> Result<Layout<D>, NotImported> {
    let notation = site.dialect().notation;
    let side = match claim {
        OperationClaim::PartitionSource => CopySide::Source,
        OperationClaim::PartitionDestination => CopySide::Destination,
        _ => {
            let operand = operand_of(site.operation)?;
            return Ok(notation.tiled_mma(tiled)?.partition(operand, source)?);
        }
    };
    Ok(notation.tiled_copy(tiled)?.partition(side, source)?)
}

/// The shape of a part is that of the part of a compact layout.
fn partition_shape<'c: 'a, 'a>(
    site: &mut Site<'c, 'a>,
    tiled: &str,
    shape: Value<'c, 'a>,
) -> Result<(), NotImported> {
    let mma = site.dialect().notation.tiled_mma(tiled)?;
    let layout = site.reader.shape(shape)?;
    let whole = layout.as_static().ok_or_else(|| format!("{layout} is not static"))?;
    let whole = Layout::column_major(whole.shape().clone()).map_err(|error| error.to_string())?;
    let part = mma.partition(operand_of(site.operation)?, &whole)?;
    let ours: Tuple<Leaf> = part.shape().map(&mut |&extent| Leaf::Number(extent));
    let claimed = site.reader.tuple(site.result()?)?;
    // A peer may leave the parts of a mode together that its partition of a tensor takes apart.
    if !ours.is_congruent(&claimed) && ours.modes().len() == claimed.modes().len() {
        site.warn_nesting(&ours, &claimed);
        let sizes = |tuple| TupleOperation::ProductEach.of(&[tuple]).map_err(|it| it.to_string());
        return site.claims_tuple(&sizes(ours)?, &sizes(claimed)?);
    }
    site.claims_tuple(&ours, &claimed)
}

/// The fragment of a part: registers, tensor memory, or descriptors of shared memory.
fn fragment<'c: 'a, 'a>(
    site: &mut Site<'c, 'a>,
    claim: OperationClaim,
    tiled: &str,
    source: Value<'c, 'a>,
) -> Result<(), NotImported> {
    let mma = site.dialect().notation.tiled_mma(tiled)?;
    let operand = operand_of(site.operation)?;
    // A shape is that of the part.
    let source_layout = site.reader.operand(source).or_else(|_| site.reader.shape(source))?;
    let part = match claim {
        OperationClaim::MmaFragmentOfWhole => {
            part_in(site, OperationClaim::MmaPartition, tiled, &source_layout)?
        }
        _ => source_layout,
    };
    let result = site.reader.text_of(site.result()?).ok_or("its result is not a layout")?;
    if result.memory == Memory::Registers && part.has_symbols() {
        return site.import_compact(&part);
    }
    if claim == OperationClaim::MmaFragmentOfWhole {
        return fragment_of(site, part);
    }
    let is_static = || format!("{part} is not static");
    let of_part = match &part {
        AnyLayout::Composed(composed) => composed.inner().as_static().ok_or_else(is_static)?,
        _ => part.as_static().ok_or_else(is_static)?,
    };
    let ours = match result.memory {
        Memory::Registers => TiledMma::fragment(operand, of_part)?,
        Memory::Descriptors => {
            site.claims_addressable(source)?;
            let bits = site.reader.text_of(source).and_then(|text| text.element_bits);
            descriptors(of_part, bits.ok_or("the bits of its elements are not known")?)?
        }
        Memory::Tensor if operand == MmaOperand::C => in_tensor_memory(&mma, of_part)?,
        _ => return Err("its result is in no memory that is read".into()),
    };
    site.claims(&LayoutExpression::Known(ours.into()), ShapeClaim::Same)
}

/// FlyDSL's fragment of the part, and so many stages behind each other.
fn fragment_of<'c: 'a, 'a>(site: &mut Site<'c, 'a>, part: AnyLayout) -> Result<(), NotImported> {
    let AnyLayout::Cute(part) = (match part {
        AnyLayout::Composed(composed) => AnyLayout::Cute(composed.inner().clone()),
        part => part,
    }) else {
        return Err("its part is not a CuTe layout".into());
    };
    let like =
        |part| fragment_like(&part).ok_or_else(|| format!("the order of {part} is not known"));
    let Some(stages) = integer(site.operation, "stages") else {
        return site
            .claims(&LayoutExpression::Known(AnyLayout::Cute(like(part)?)), ShapeClaim::Same);
    };
    // Of the values and the two modes of the tile, whatever else the tensor has.
    let tile = CuteLayout::of_modes(part.list_modes().into_iter().take(3).collect());
    let like = like(tile.map_err(|error| error.to_string())?)?;
    let like = like.as_static().ok_or("its fragment is not static")?;
    let stage = Layout::new(Tuple::Leaf(stages), Tuple::Leaf(like.cosize()));
    let stage = stage.map_err(|error| error.to_string())?;
    let all = Layout::concat(like.modes().chain([stage])).map_err(|error| error.to_string())?;
    site.claims(&LayoutExpression::Known(all.into()), ShapeClaim::Same)
}

/// The operand A, B or C that `operand_id` says.
fn operand_of(operation: OperationRef<'_, '_>) -> Result<MmaOperand, NotImported> {
    match integer(operation, "operand_id") {
        Some(0) => Ok(MmaOperand::A),
        Some(1) => Ok(MmaOperand::B),
        Some(2) => Ok(MmaOperand::C),
        // FlyDSL names them, and the result apart.
        _ => match operation.attribute("operand_id").ok().map(|id| id.to_string()).as_deref() {
            Some("#fly<mma_operand a>") => Ok(MmaOperand::A),
            Some("#fly<mma_operand b>") => Ok(MmaOperand::B),
            Some("#fly<mma_operand c>" | "#fly<mma_operand d>") => Ok(MmaOperand::C),
            _ => Err("its operand_id is not 0, 1 or 2".into()),
        },
    }
}
