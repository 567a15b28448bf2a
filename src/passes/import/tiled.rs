//! Tiled copies and tiled products of matrices: what their partitions, fragments and the operations
//! that make them claim.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::answer::Answer;
use super::claim::Claim;
use super::dialect::{Memory, Reason};
use super::site::{ShapeClaim, Site, not_built};
use super::tuples::Leaf;
use super::types::integer;
use crate::algebra::AnyLayout;
use crate::cute::{
    AlgebraError, CopySide, CuteLayout, Layout, MmaOperand, TiledMma, Tuple, recast,
};

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
        // The rest is what its type claims by itself.
        return Ok(());
    }
    let [source, ..] = further else { return Err("it has no layout".into()) };
    if claim == Claim::MmaPartitionShape {
        return partition_shape(site, &tiled, *source);
    }
    if claim == Claim::MmaFragment {
        return fragment(site, &tiled, *source);
    }
    let layout = site.reader.operand(*source)?;
    // A fragment is in registers, which are numbered by themselves.
    let is_fragment = claim == Claim::Retile;
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
        _ => notation.tiled_mma(&tiled)?.partition(operand_of(site.operation)?, source),
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

/// The fragment of a part: registers, tensor memory, or descriptors of shared memory.
fn fragment<'c: 'a, 'a>(
    site: &mut Site<'c, 'a>,
    tiled: &str,
    source: Value<'c, 'a>,
) -> Result<(), Reason> {
    let mma = site.dialect().notation.tiled_mma(tiled)?;
    let operand = operand_of(site.operation)?;
    // A shape is that of the part.
    let part = site.reader.operand(source).or_else(|_| site.reader.shape(source))?;
    let result = site.reader.text_of(site.result()?).ok_or("its result is no layout")?;
    if result.memory == Memory::Registers && part.has_symbols() {
        return site.import_compact(&part);
    }
    let is_static = || format!("{part} is not static");
    let of_part = match &part {
        AnyLayout::Composed(composed) => composed.inner().as_static().ok_or_else(is_static)?,
        _ => part.as_static().ok_or_else(is_static)?,
    };
    let ours = match result.memory {
        Memory::Registers => TiledMma::fragment(operand, of_part).map_err(reason)?,
        Memory::Descriptors => {
            site.claims_addressable(source)?;
            let bits = site.reader.text_of(source).and_then(|text| text.element_bits);
            descriptors(of_part, bits.ok_or("the bits of its elements are not known")?)?
        }
        Memory::Tensor if operand == MmaOperand::C => in_tensor_memory(&mma, of_part)?,
        _ => return Err("its result is in no memory that is read".into()),
    };
    site.claims(&Answer::Known(ours.into()), ShapeClaim::Same)
}

/// A tile is one descriptor, and the tiles are so many units of 16 bytes apart.
fn descriptors(part: &Layout, bits: i64) -> Result<Layout, Reason> {
    let modes: Vec<Layout> = part.modes().collect();
    let [_, tiles @ ..] = &modes[..] else { return Err(format!("{part} has no tiles")) };
    let tile: Layout = "1:0".parse().map_err(|_| not_built())?;
    let mut all = vec![tile];
    for tiles in tiles {
        all.push(recast(tiles, 128, bits).map_err(reason)?);
    }
    Layout::concat(all).map_err(|error| error.to_string())
}

/// A row of a tile is a lane, a column 32 bits of it, and the tiles are next to each other.
fn in_tensor_memory(mma: &TiledMma, part: &Layout) -> Result<Layout, Reason> {
    let [m, n, _] = mma.atom().shape();
    let rows = m / mma.atom().threads().size();
    let modes: Vec<Layout> = part.modes().collect();
    let [tile, tiles @ ..] = &modes[..] else { return Err(format!("{part} has no tile")) };
    // Tiles of other heights are in the lanes in more than one way.
    if rows != 128 || tile.size() != rows * n {
        return Err(format!("how {rows} rows are in the lanes is not read"));
    }
    let tile =
        Layout::new(tile.shape().clone(), Tuple::Node(vec![Tuple::Leaf(1 << 16), Tuple::Leaf(1)]));
    let shape = Tuple::Node(tiles.iter().map(|tiles| tiles.shape().clone()).collect());
    let compact = Layout::column_major(shape).map_err(|error| error.to_string())?;
    let mut all = vec![tile.map_err(|error| error.to_string())?];
    for tiles in compact.modes() {
        let apart = tiles.stride().map(&mut |&stride| stride * n);
        let tiles = Layout::new(tiles.shape().clone(), apart);
        all.push(tiles.map_err(|error| error.to_string())?);
    }
    Layout::concat(all).map_err(|error| error.to_string())
}

/// The operand A, B or C that `operand_id` says.
fn operand_of(operation: OperationRef<'_, '_>) -> Result<MmaOperand, Reason> {
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

fn reason(error: AlgebraError) -> Reason {
    error.to_string()
}
