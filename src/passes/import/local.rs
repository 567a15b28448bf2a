//! The tiles of a tensor that a block takes, and the parts of a tile that a thread takes.

use melior::ir::operation::OperationLike;

use super::site::{ShapeClaim, Site};
use super::types::quoted_attribute;
use crate::algebra::AnyLayout;
use crate::cute::{AnyModes, CuteLayout, TileMode, Tiler, Tuple};
use crate::imported::modes::part;
use crate::imported::tilers::{division, projected};
use crate::imported::{Given, LayoutExpression, NotImported};
use crate::partial::{Leaf, index_of, place_of};

impl<'c: 'a, 'a> Site<'c, 'a> {
    pub fn import_local_tile(&mut self) -> Result<(), NotImported> {
        let [source, tile, coordinate] = self.operands_of()?;
        let layout = self.reader.operand(source)?;
        let AnyLayout::Tile(tiler) = self.reader.operand(tile)? else {
            return Err("its tile is not a tiler".into());
        };
        let picks = self.reader.picks(coordinate)?;
        let is_projected = self.operation.attribute("proj").is_ok();
        let (tiler, picks) = match is_projected {
            true => {
                let text = quoted_attribute(self.operation, "proj");
                let text = text.ok_or("its projection is not read")?;
                let read = text.parse().ok();
                read.and_then(|projection| projected(&tiler, &picks, &projection))
                    .ok_or_else(|| format!("its projection {text} does not fit"))?
            }
            false => (tiler, picks),
        };
        let n = tiler.modes().len();
        let picks = format!("(({}),{picks})", vec!["_"; n].join(","));
        let divided = division("zipped_divide", layout, AnyLayout::Tile(tiler));
        let answer = divided.clone().then("slice", Given::text("coordinate", picks));
        self.claims(&answer, ShapeClaim::Same)?;
        if is_projected {
            return Ok(());
        }
        self.claims_begin(source, |site| {
            let divided = divided.evaluate()?;
            let whole = Tuple::Node(vec![Tuple::Leaf(Leaf::All); n]);
            let at = Tuple::Node(vec![whole, site.tuple(coordinate)?]);
            Ok((at, divided.modes().ok_or("it is not a CuTe layout")?.clone()))
        })
    }

    /// What a thread takes of each tile, whose modes have the sizes of the threads' layout: the rest of the
    /// division, from the coordinate of the thread in the tile on.
    pub fn import_local_partition(&mut self) -> Result<(), NotImported> {
        let [source, threads, index] = self.operands_of()?;
        let layout = self.reader.operand(source)?;
        let threads = self.reader.layout(threads)?;
        let of_threads = threads.modes().ok_or("it has no threads")?;
        let size = |mode| match CuteLayout::size(mode).and_then(|size| size.as_constant()) {
            Some(size) => Ok(TileMode::Extent(size)),
            None => Err(format!("how many threads {threads} has is not known")),
        };
        let tiler: Vec<TileMode> =
            of_threads.list_modes().iter().map(size).collect::<Result<_, _>>()?;
        let tiler = Tiler::new(tiler).ok_or("it has no threads")?;
        let divided = division("zipped_divide", layout, AnyLayout::Tile(tiler)).evaluate()?;
        let [tile, rest] = [0, 1].map(|mode| part(&divided, &[mode]));
        let (tile, rest) = (tile.ok_or("it has no tile")?, rest.ok_or("it has no rest")?);
        let rest = match rest {
            // Where a part of a composed layout begins is its offset.
            AnyLayout::Composed(_) => return Err("the offset of its part is not read".into()),
            rest => rest,
        };
        self.claims(&LayoutExpression::Known(rest), ShapeClaim::Same)?;
        self.claims_begin(source, |site| {
            let shape = of_threads.shape().map(&mut |extent| Leaf::from(extent.as_constant()));
            let place = place_of(&site.tuple(index)?, &shape, of_threads)
                .ok_or("its index is not one of a thread")?;
            let each = place.modes().iter().zip(shape.modes());
            let each = each.map(|(at, mode)| index_of(at, mode)).collect::<Option<_>>();
            let at = Tuple::Node(each.ok_or("its index is not one of a thread")?);
            Ok((at, tile.modes().ok_or("it is not a CuTe layout")?.clone()))
        })
    }
}
