//! What each kind of claim is as an obligation: our answer to the operation, and the result type.

use melior::ir::Value;
use melior::ir::operation::OperationLike;

use super::claim::OperationClaim;
use super::claims::{composes, is_injective};
use super::moving::sizes_of;
use super::site::{ShapeClaim, Site, unwrapped};
use super::tiled::import_tiled;
use super::types::mode_path;
use crate::algebra::{AnyLayout, Budget, Kind, Verdict, equivalent};
use crate::cute::{AnyModes, CuteLayout, Layout, Tuple, filter};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::imported::compact_like::{cutlass_fragment, fragment_like, layout_like};
use crate::imported::modes::part;
use crate::imported::symbolic::{
    inside, ordered_like, product, products_in_last, tile_to_shape, without_zeros,
};
use crate::imported::tilers::{divided_by_tiles, division, splits_whole_mode, tiles_of_extents};
use crate::imported::{Given, LayoutExpression, NotImported, Role, tile_of};
use crate::partial::Leaf;

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// Puts the obligations of the operation before it.
    ///
    /// # Errors
    ///
    /// Why it is left alone.
    pub fn import(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        match claim {
            OperationClaim::Composition => self.import_composition(),
            OperationClaim::Function(name) => self.import_function(name),
            OperationClaim::Copy => self.import_copy(),
            OperationClaim::Gemm => self.import_gemm(),
            OperationClaim::Modes(name) => self.import_modes(name),
            OperationClaim::Complement => self.import_complement(),
            OperationClaim::LeftInverse => self.import_left_inverse(),
            OperationClaim::RightInverse | OperationClaim::RightInverseOfNumbers => {
                self.import_right_inverse(claim)
            }
            OperationClaim::Cosize | OperationClaim::Size => self.import_number(claim),
            OperationClaim::CoshapeSize => self.import_coshape_size(),
            OperationClaim::Slice => self.import_slice(),
            OperationClaim::LocalTile => self.import_local_tile(),
            OperationClaim::LocalPartition => self.import_local_partition(),
            OperationClaim::Dice => self.import_rearranged(claim),
            OperationClaim::GroupModes
            | OperationClaim::SelectModes
            | OperationClaim::SelectModeOrModes
            | OperationClaim::Get => {
                self.import_rearranged(claim)?;
                self.keeps_begin()
            }
            OperationClaim::AppendToRank | OperationClaim::PrependToRank => {
                self.import_padded(claim == OperationClaim::AppendToRank, "rank")
            }
            OperationClaim::Append | OperationClaim::Prepend => {
                self.import_padded(claim == OperationClaim::Append, "n")
            }
            OperationClaim::Take => {
                self.import_take()?;
                self.keeps_begin()
            }
            OperationClaim::Coshape | OperationClaim::Coprofile => self.import_coshape(claim),
            OperationClaim::Decomposition => self.import_decomposition(),
            OperationClaim::Leaves => self.import_leaves(),
            OperationClaim::TileToShape => self.import_tile_to_shape(),
            OperationClaim::Recast => self.import_recast(),
            OperationClaim::Offset => self.import_offset(),
            OperationClaim::CoordinateOfIndex
            | OperationClaim::FlatCoordinate
            | OperationClaim::NestedCoordinate
            | OperationClaim::LinearCoordinate
            | OperationClaim::NextCoordinate => self.import_coordinate(claim),
            OperationClaim::SameLayout => self.import_same(),
            OperationClaim::Allocation => self.import_allocation(),
            OperationClaim::View => self.import_view(),
            OperationClaim::Shape | OperationClaim::Stride => {
                self.import_tuple_of_layout(claim == OperationClaim::Shape)
            }
            OperationClaim::MakeLayout => self.import_make_layout(),
            OperationClaim::OrderedLayout => self.import_ordered(),
            OperationClaim::IdentityLayout => self.import_identity(),
            OperationClaim::MakeComposed => self.import_make_composed(),
            OperationClaim::ComposedOuter
            | OperationClaim::ComposedInner
            | OperationClaim::ComposedOffset => self.import_part_of_composed(claim),
            OperationClaim::SameTuple => {
                let [source] = self.operands_of()?;
                let (source, claimed) = (self.tuple(source)?, self.tuple(self.result()?)?);
                self.claims_tuple(&source, &claimed)
            }
            OperationClaim::Tuples(operation) => self.import_tuples(operation),
            OperationClaim::Iterator | OperationClaim::MovedIterator => self.import_iterator(claim),
            OperationClaim::FragmentLike => self.import_like(cutlass_fragment),
            OperationClaim::FragmentOfModes => self.import_like(fragment_like),
            OperationClaim::LayoutOfOrder => self.import_like(layout_like),
            OperationClaim::Assigned => self.import_assigned(),
            OperationClaim::Converted => self.import_converted(),
            OperationClaim::BoxCopyMade => self.import_box_copy(),
            OperationClaim::BoxPartition => self.import_box_partition(),
            OperationClaim::SameAtom => self.import_same_atom(),
            OperationClaim::TiledCopyMade
            | OperationClaim::TiledMmaMade
            | OperationClaim::PartitionSource
            | OperationClaim::PartitionDestination
            | OperationClaim::Retile
            | OperationClaim::MmaPartition
            | OperationClaim::MmaPartitionShape
            | OperationClaim::MmaFragment
            | OperationClaim::MmaFragmentOfWhole => import_tiled(self, claim),
        }
    }

    /// A layout, a tuple or a tiler that is kept, as far as the result says it.
    fn import_same(&mut self) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        match self.reader.text_of(source) {
            Some(text) if text.role == Role::Tuple => {
                let (source, claimed) = (self.tuple(source)?, self.tuple(self.result()?)?);
                self.claims_tuple(&source, &claimed)
            }
            Some(text) if text.role == Role::Tile => self.claims_tile(&tile_of(&text.body)?),
            _ => {
                let source = self.reader.operand(source)?;
                self.claims(&LayoutExpression::Known(source), ShapeClaim::Same)
            }
        }
    }

    /// The tuple of numbers of a value, or that of the coordinate where a tensor begins.
    pub fn tuple(&self, value: Value<'c, 'a>) -> Result<Tuple<Leaf>, NotImported> {
        self.reader.tuple(value)
    }

    pub fn import_composition(&mut self) -> Result<(), NotImported> {
        let [left, right] = self.operands_of()?;
        let operands = [self.reader.operand(left)?, self.tiler(right)?];
        let is_layout = self.reader.text_of(right).is_some_and(|text| text.role == Role::Layout);
        let tiles = || tiles_of_extents(&operands[0], &operands[1]);
        if let Some(answer) = (!is_layout).then(tiles).flatten() {
            let (name, [layout, tiler]) = (ir::name(self.operation), &operands);
            let message =
                format!("{name} stays in {layout} if its extents are as large as {tiler} needs");
            Diagnostic::remark(self.operation.location(), message).emit();
            return self.claims(&LayoutExpression::Known(answer), ShapeClaim::Same);
        }
        let answer = || LayoutExpression::of("compose", operands.clone());
        let claimed = self.claimed_by(self.result()?, answer)?;
        composes(&mut self.inserter, &operands, &claimed)?;
        if operands[1].kind() != Kind::Tile && !self.is_unwrapped(&operands[1], &claimed) {
            self.says_nesting(&operands[1], &claimed);
        }
        self.keeps_memory()?;
        self.keeps_begin()
    }

    pub fn import_function(&mut self, name: &'static str) -> Result<(), NotImported> {
        let operands = self.operands();
        let source = *operands.first().ok_or("it has no operand")?;
        let text = self.reader.text_of(source).ok_or("its operand is not read")?;
        match (text.role, name) {
            (Role::Tuple, "flatten") => {
                let leaves = self.tuple(source)?.leaves().cloned().map(Tuple::Leaf).collect();
                let claimed = self.tuple(self.result()?)?;
                return self.claims_tuple(&Tuple::Node(leaves), &claimed);
            }
            (Role::Tile, "flatten") => {
                let leaves = tile_of(&text.body)?.leaves().cloned().map(Tuple::Leaf).collect();
                return self.claims_tile(&Tuple::Node(leaves));
            }
            _ => {}
        }
        let layout = self.reader.operand(source)?;
        let answer = match operands[..] {
            [_] if name == "coalesce" && layout.has_symbols() => {
                return self.import_symbolic_coalesce(&layout);
            }
            [_] if matches!(name, "filter" | "filter_zeros") && layout.has_symbols() => {
                let moving = inside(&layout, &without_zeros);
                let moving =
                    moving.ok_or_else(|| format!("{layout} is not a layout of numbers"))?;
                if name == "filter" {
                    return self.import_symbolic_coalesce(&moving);
                }
                LayoutExpression::Known(moving)
            }
            [_] if name == "make_layout_like" => {
                let like = layout.modes().and_then(ordered_like);
                let like = like.ok_or_else(|| format!("the order of {layout} is not known"))?;
                return self
                    .claims(&LayoutExpression::Known(AnyLayout::Cute(like)), ShapeClaim::Same);
            }
            [_] => LayoutExpression::of(name, [layout]),
            [_, profile] => {
                let profile = self.tuple(profile)?.map(&mut |_| 1);
                let given = Given::text("profile", profile.to_string());
                let by_mode = LayoutExpression::Known(layout.clone()).then(name, given);
                // The peer takes a profile for a layout that it does not fit.
                match by_mode.evaluate() {
                    Ok(_) => by_mode,
                    Err(_) => LayoutExpression::Known(layout),
                }
            }
            _ => return Err("it has further operands".into()),
        };
        self.claims(&answer, ShapeClaim::Any)?;
        self.keeps_begin()
    }

    /// In which order the modes of a layout with symbols follow each other is not known; that they have
    /// every place once is, and how large each is.
    pub fn import_compact(&mut self, layout: &AnyLayout) -> Result<(), NotImported> {
        let result = self.reader.layout(self.result()?)?;
        let sizes = |of: &AnyLayout| sizes_of(of).into_iter().map(Leaf::from).map(Tuple::Leaf);
        let [ours, sizes] = [layout, &result].map(|of| Tuple::Node(sizes(of).collect()));
        self.claims_known(&ours, &sizes)?;
        let unknown = || format!("the order of the strides of {layout} is not known");
        let claimed = filter(result.as_static().ok_or_else(unknown)?);
        let size = Some(claimed.size());
        is_injective(&mut self.inserter, &claimed.into(), size);
        Ok(())
    }

    /// The merged modes of a layout with symbols, as far as the peer merged them.
    pub fn import_symbolic_coalesce(&mut self, layout: &AnyLayout) -> Result<(), NotImported> {
        let modes = layout.modes().ok_or("it is not a CuTe layout")?;
        let flat = CuteLayout::of_modes(modes.flatten().list_modes()).map_err(|e| e.to_string())?;
        let kept: Vec<CuteLayout> = flat
            .list_modes()
            .into_iter()
            .filter(|mode| mode.size().and_then(|size| size.as_constant()) != Some(1))
            .collect();
        let kept = match &kept[..] {
            [mode] => mode.clone(),
            _ => CuteLayout::of_modes(kept).map_err(|error| error.to_string())?,
        };
        let with = |inner: CuteLayout| match layout {
            AnyLayout::Composed(composed) => AnyLayout::Composed(composed.with_inner(inner)),
            _ => AnyLayout::Cute(inner),
        };
        let merged = modes.coalesce();
        let forms =
            merged.into_iter().chain([kept, flat]).map(|form| LayoutExpression::Known(with(form)));
        let forms: Vec<LayoutExpression> = forms.collect();
        let form = forms.iter().find(|form| self.claimed(form).is_ok());
        let form = form.ok_or_else(|| format!("{layout} has no form like its result"))?.clone();
        let claimed = self.claimed(&form)?;
        self.claims_of(&LayoutExpression::Known(layout.clone()), &claimed, ShapeClaim::Any)?;
        self.keeps_memory()
    }

    pub fn import_modes(&mut self, name: &'static str) -> Result<(), NotImported> {
        let [left, right] = self.operands_of()?;
        let tile = self.reader.text_of(right).filter(|text| text.role == Role::Tile);
        if let Some(tile) =
            tile.filter(|text| text.body.contains(['[', ';']) && name == "zipped_divide")
            && let tile @ Tuple::Node(_) = tile_of(&tile.body)?
            && tile.modes().iter().any(|mode| matches!(mode, Tuple::Node(_)))
        {
            let layout = self.reader.layout(left)?;
            let modes = layout.modes().ok_or("it is not a CuTe layout")?;
            let divided = divided_by_tiles(modes, &tile)
                .ok_or_else(|| format!("the division of {layout} by {tile} is not read"))?;
            self.claims(&LayoutExpression::Known(AnyLayout::Cute(divided)), ShapeClaim::Modes)?;
            return self.keeps_begin();
        }
        let mut operands = [self.reader.operand(left)?, self.tiler(right)?];
        let is_dynamic = operands.iter().any(AnyLayout::has_symbols);
        if !is_dynamic
            && let Ok(claimed) = self.reader.operand(self.result()?)
            && let Some((tiler, mode)) = splits_whole_mode(name, &operands, &claimed)
        {
            let message = format!(
                "{} splits mode {mode}, which {} takes whole, into tile and rest",
                ir::name(self.operation),
                operands[1]
            );
            Diagnostic::remark(self.operation.location(), message).emit();
            operands[1] = AnyLayout::Tile(tiler);
        }
        let [layout, tiler] = operands;
        // What each mode is divided into is a part by itself.
        let shape = match (name, &tiler) {
            ("logical_divide" | "zipped_divide", AnyLayout::Tile(_))
            | ("blocked_product" | "raked_product", _) => ShapeClaim::Parts,
            _ => ShapeClaim::Modes,
        };
        let answer = match name.ends_with("_divide") {
            true => division(name, layout, tiler),
            false => self.product(name, layout, tiler),
        };
        self.claims(&answer, shape)?;
        self.keeps_begin()
    }

    /// The product, of a block of coordinates in the component that the peer took.
    fn product(&self, name: &'static str, block: AnyLayout, order: AnyLayout) -> LayoutExpression {
        let is_claimed = |answer: &LayoutExpression, layout: &AnyLayout| {
            let claimed = self.claimed(answer).ok();
            let verdict = claimed.map(|claimed| equivalent(&claimed, layout, &Budget::DEFAULT));
            matches!(verdict, Some(Verdict::Proved(_)))
        };
        let in_last = products_in_last(name, &block, &order);
        let first = product(name, block, order);
        if in_last.is_empty() || first.evaluate().is_ok_and(|own| is_claimed(&first, &own)) {
            return first;
        }
        let mut others =
            in_last.into_iter().map(|layout| (LayoutExpression::Known(layout.clone()), layout));
        others.find(|(other, layout)| is_claimed(other, layout)).map_or(first, |(other, _)| other)
    }

    /// A layout, or a tiler; a tuple of extents is a tiler.
    pub fn tiler(&self, value: Value<'c, 'a>) -> Result<AnyLayout, NotImported> {
        match self.reader.text_of(value) {
            Some(text) if text.role == Role::Tuple => {
                let tuple = self.tuple(value)?;
                if let Tuple::Leaf(Leaf::Number(extent)) = tuple {
                    // A number divides the whole layout.
                    return Ok(AnyLayout::parse(Kind::Cute, &format!("{extent}:1"))?);
                }
                let mode = |mode: &Tuple<Leaf>| match mode {
                    Tuple::Leaf(Leaf::All) => Ok("_".to_owned()),
                    Tuple::Leaf(Leaf::Number(extent)) => Ok(format!("{extent}:1")),
                    _ => Err(format!("the tiler {tuple} is not static")),
                };
                let modes: Vec<String> =
                    tuple.modes().iter().map(mode).collect::<Result<_, _>>()?;
                let text = format!("[{}]", modes.join(";"));
                AnyLayout::parse(Kind::Tile, &text).map_err(|error| error.to_string().into())
            }
            _ => self.reader.operand(value),
        }
    }

    /// A static layout of integers.
    pub fn static_layout(&self, value: Value<'c, 'a>) -> Result<Layout, NotImported> {
        let layout = self.reader.layout(value)?;
        layout.as_static().cloned().ok_or_else(|| format!("{layout} is not static").into())
    }

    pub fn import_number(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let claimed = match unwrapped(self.tuple(self.result()?)?) {
            Tuple::Leaf(Leaf::Number(claimed)) if claimed < 0 => {
                return Err(NotImported::Wrong(format!("{claimed} is below 0")));
            }
            Tuple::Leaf(Leaf::Number(claimed)) => claimed,
            // A number that is not static is not a claim.
            Tuple::Leaf(_) => return Ok(()),
            tuple => return Err(NotImported::Wrong(format!("{tuple} is not a number"))),
        };
        let layout = self.reader.operand(source).or_else(|_| self.reader.shape(source))?;
        let path = mode_path(self.operation)?;
        let layout = match &path[..] {
            [] => layout,
            path => part(&layout, path).ok_or_else(|| format!("{layout} has no mode {path:?}"))?,
        };
        let name = if claim == OperationClaim::Size { "assert_size" } else { "assert_cosize" };
        let inserter = &mut self.inserter;
        let value = inserter.constant(&layout);
        inserter.assert_number(name, value, claimed);
        Ok(())
    }

    pub fn import_tile_to_shape(&mut self) -> Result<(), NotImported> {
        let operands = self.operands();
        let [source, shape, ref order @ ..] = operands[..] else {
            return Err("it has no shape".into());
        };
        let layout = self.reader.operand(source)?;
        let shape = self.tuple(shape)?;
        let order = match order {
            [order] => self.tuple(*order)?,
            _ => {
                let modes = (0_i64..).zip(shape.modes());
                Tuple::Node(modes.map(|(at, _)| Tuple::Leaf(Leaf::Number(at))).collect())
            }
        };
        if shape.leaves().any(|leaf| *leaf == Leaf::Open) {
            let ours = tile_to_shape(&layout, &shape, &order).ok_or_else(|| {
                format!("{layout} is not repeated up to {shape} in order {order}")
            })?;
            return self.claims(&LayoutExpression::Known(ours), ShapeClaim::Same);
        }
        let given = Given::texts(vec![("shape", shape.to_string()), ("order", order.to_string())]);
        self.claims(&LayoutExpression::Known(layout).then("tile_to_shape", given), ShapeClaim::Same)
    }
}
