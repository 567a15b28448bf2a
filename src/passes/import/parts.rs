//! Parts of layouts, of tuples and of tilers: modes that are sliced, chosen, grouped or padded.

use melior::ir::Value;
use melior::ir::operation::OperationLike;

use super::claim::OperationClaim;
use super::site::{ShapeClaim, Site, unwrapped};
use super::types::{integer, integers, mode_path, quoted_attribute};
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{AnyModes, CuteLayout, SymbolicStride, Tuple};
use crate::imported::modes::part;
use crate::imported::{Given, LayoutExpression, NotImported, Role, nested, tile_of, tuple_of};
use crate::partial::{self, Leaf};

impl<'c: 'a, 'a> Site<'c, 'a> {
    pub fn import_slice(&mut self) -> Result<(), NotImported> {
        let [source, coordinate] = self.operands_of()?;
        if self.reader.text_of(source).is_some_and(|text| text.role == Role::Tuple) {
            return self.import_rearranged(OperationClaim::Slice);
        }
        let picks = self.reader.picks(coordinate)?;
        let text = self.reader.text_of(source).filter(|text| text.role == Role::Composed);
        if let Some((outer, inner)) = text.as_ref().and_then(|text| nested(&text.body)) {
            return self.import_nested_slice((outer, inner), coordinate, picks);
        }
        let layout = self.reader.operand(source)?;
        let answer =
            LayoutExpression::Known(layout.clone()).then("slice", Given::text("coordinate", picks));
        // The offset of a composed layout moves with the coordinate.
        self.claims_shifted(&answer, source, coordinate, &layout)
    }

    /// The claim of a slice, and where it begins: in the type of a tensor of coordinates, or in the
    /// offset of a composed layout.
    pub fn claims_shifted(
        &mut self,
        answer: &LayoutExpression,
        source: Value<'c, 'a>,
        coordinate: Value<'c, 'a>,
        layout: &AnyLayout,
    ) -> Result<(), NotImported> {
        let (from, to) = (self.reader.text_of(source), self.reader.text_of(self.result()?));
        let (Some(from), Some(to)) = (from, to) else { return Err("it is not a slice".into()) };
        let picked = Given::text("coordinate", self.reader.picks(coordinate)?);
        let shape = shape_of(&picked);
        if from.role == Role::Composed && to.role == Role::Composed {
            // What is written as the layout inside says no offset.
            if to.kind() == Some(Kind::Cute) {
                return self.claims(answer, shape);
            }
            let coordinate = self.tuple(coordinate)?;
            let moves = self.dialect().notation.slices_move();
            let composed = composed(layout)?;
            let answer = &LayoutExpression::Known(composed.clone()).then("slice", picked);
            return match composed_slice(&coordinate, &composed, answer, (&to.body, moves))? {
                Some(answer) => self.claims(&answer, shape),
                None => self.claims(answer, shape),
            };
        }
        self.claims(answer, shape)?;
        self.claims_begin(source, |site| {
            let modes = layout.modes().ok_or("it is not a CuTe layout")?;
            Ok((site.tuple(coordinate)?, modes.clone()))
        })
    }

    /// A slice of `A o offset o [B]` is `A o offset o [C]`, where C is the same slice of B: the functions
    /// around the innermost composition stay as they are.
    fn import_nested_slice(
        &mut self,
        (mut outer, mut inner): (&str, &str),
        coordinate: Value<'c, 'a>,
        picks: String,
    ) -> Result<(), NotImported> {
        let result = self.reader.text_of(self.result()?).ok_or("its result is not a layout")?;
        let mut claimed = result.body.as_str();
        loop {
            let Some((theirs, rest)) = nested(claimed) else {
                return Err(NotImported::Wrong(format!("its result {claimed} loses {outer}")));
            };
            if outer != theirs {
                return Err(NotImported::Wrong(format!(
                    "its result begins with {theirs}, not {outer}"
                )));
            }
            claimed = rest;
            let Some(next) = nested(inner) else { break };
            (outer, inner) = next;
        }
        let parsed = |text: &str| {
            AnyLayout::parse(Kind::Composed, text)
                .map_err(|_| NotImported::from(format!("{text} is not a composition that is read")))
        };
        let (layout, claimed_layout) = (parsed(inner)?, parsed(claimed)?);
        let picked = Given::text("coordinate", picks);
        let shape = shape_of(&picked);
        let answer = LayoutExpression::Known(layout.clone()).then("slice", picked);
        let claimed = (claimed, self.dialect().notation.slices_move());
        let moved = composed_slice(&self.tuple(coordinate)?, &layout, &answer, claimed)?;
        let moved = moved.ok_or("its offset is not a number")?;
        self.claims_of(&moved, &claimed_layout, shape)
    }

    /// Modes of a layout, or of a tuple, that are chosen or grouped.
    pub fn import_rearranged(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        let operands = self.operands();
        let source = *operands.first().ok_or("it has no operand")?;
        let (name, given) = match claim {
            OperationClaim::Dice | OperationClaim::Slice => {
                let name = if claim == OperationClaim::Dice { "dice" } else { "slice" };
                let picks = match operands.get(1) {
                    Some(&coordinate) => self.reader.picks(coordinate)?,
                    None => {
                        quoted_attribute(self.operation, "coord").ok_or("it has no coordinate")?
                    }
                };
                (name, Given::text("coordinate", picks))
            }
            OperationClaim::GroupModes => {
                let (begin, end) = self.range_of(source)?;
                if let Some(layout) = self.reader.operand_of(source)
                    && layout.modes().is_some_and(|of| matches!(of.shape(), Tuple::Leaf(_)))
                {
                    // The only mode of a layout that is not a tuple.
                    let unwraps = self.dialect().unwraps_picked;
                    let ours = if unwraps { layout } else { as_tuple(layout) };
                    return self.claims(&LayoutExpression::Known(ours), ShapeClaim::Same);
                }
                ("group", Given::modes(vec![begin, end]))
            }
            OperationClaim::SelectModes | OperationClaim::SelectModeOrModes => {
                let modes = integers(self.operation, "mode");
                let modes = modes.or_else(|| integers(self.operation, "indices"));
                let modes = modes.ok_or("its modes are not read")?;
                let (rank, of) = self.rank_of(source)?;
                if let Some(&mode) = modes.iter().find(|mode| !(0..rank).contains(mode)) {
                    return Err(no_mode(&of, mode));
                }
                match (claim, &modes[..]) {
                    (OperationClaim::SelectModeOrModes, [mode]) => {
                        return self.import_part(source, &[*mode]);
                    }
                    _ => ("select", Given::modes(modes)),
                }
            }
            _ => {
                return self.import_part(source, &mode_path(self.operation)?);
            }
        };
        self.import_chosen(source, name, given)
    }

    /// The modes of a layout, a tuple or a tiler that an operation of ours chooses.
    fn import_chosen(
        &mut self,
        source: Value<'c, 'a>,
        name: &'static str,
        given: Given,
    ) -> Result<(), NotImported> {
        let text = self.reader.text_of(source).ok_or("its operand is not read")?;
        if text.role == Role::Tuple {
            return self.import_rearranged_tuple(source, name, given);
        }
        if text.role == Role::Tile && name == "select" {
            let (tile, modes) = (tile_of(&text.body)?, given.chosen_modes());
            let mode = |&mode: &i64| usize::try_from(mode).ok().and_then(|at| tile.modes().get(at));
            let chosen: Option<Vec<_>> = modes.iter().map(|at| mode(at).cloned()).collect();
            let chosen = chosen.ok_or_else(|| format!("{tile} has no modes {modes:?}"))?;
            return self.claims_tile(&Tuple::Node(chosen));
        }
        let layout = self.reader.operand(source)?;
        let shape = shape_of(&given);
        self.claims(&LayoutExpression::Known(layout).then(name, given), shape)
    }

    /// A tuple is rearranged as the layout with its numbers for strides.
    pub fn import_rearranged_tuple(
        &mut self,
        source: Value<'c, 'a>,
        name: &'static str,
        given: Given,
    ) -> Result<(), NotImported> {
        let (ours, claimed) = (self.tuple(source)?, self.tuple(self.result()?)?);
        let mut leaves: Vec<Leaf> = Vec::new();
        let places = ours.map(&mut |leaf| {
            leaves.push(leaf.clone());
            leaves.len()
        });
        let extents = ours.map(&mut |_| 1);
        let layout = AnyLayout::parse(Kind::Cute, &format!("{extents}:{places}"))
            .map_err(|error| error.to_string())?;
        let unwraps = self.dialect().unwraps_picked && given.picks_modes();
        let rearranged = LayoutExpression::Known(layout).then(name, given).evaluate()?;
        let modes = rearranged.modes().ok_or("it is not a tuple")?;
        let leaf = |place: &SymbolicStride| {
            let place = usize::try_from(place.scale().coefficient()).unwrap_or_default();
            leaves.get(place.wrapping_sub(1)).cloned().unwrap_or(Leaf::Open)
        };
        let ours = modes.stride().map(&mut |place| leaf(place));
        self.claims_tuple(&if unwraps { unwrapped(ours) } else { ours }, &claimed)
    }

    pub fn import_part(&mut self, source: Value<'c, 'a>, path: &[i64]) -> Result<(), NotImported> {
        let text = self.reader.text_of(source).ok_or("its operand is not read")?;
        if text.role == Role::Tuple {
            let mut tuple = self.tuple(source)?;
            for &mode in path {
                let next = usize::try_from(mode).ok().and_then(|mode| tuple.modes().get(mode));
                tuple = next.cloned().ok_or_else(|| no_mode(&tuple, mode))?;
            }
            let claimed = self.tuple(self.result()?)?;
            return self.claims_tuple(&tuple, &claimed);
        }
        if text.role == Role::Tile {
            let mut tile = tile_of(&text.body)?;
            for &mode in path {
                let next = usize::try_from(mode).ok().and_then(|mode| tile.modes().get(mode));
                tile = next.cloned().ok_or_else(|| no_mode(&tile, mode))?;
            }
            return self.claims_tile(&tile);
        }
        let layout = self.reader.operand(source)?;
        let part = part(&layout, path)
            .ok_or_else(|| NotImported::Wrong(format!("{layout} has no mode {path:?}")))?;
        self.claims(&LayoutExpression::Known(part), ShapeClaim::Same)
    }

    /// The modes with another one up to the rank that the attribute says; without one, one more.
    pub fn import_padded(&mut self, at_end: bool, attribute: &str) -> Result<(), NotImported> {
        let [source, mode] = self.operands_of()?;
        let has = match self.reader.text_of(source) {
            Some(text) if text.role == Role::Tuple => self.tuple(source)?.rank(),
            _ => self.reader.operand(source)?.modes().ok_or("it is not a CuTe layout")?.rank(),
        };
        let rank = match self.operation.attribute(attribute) {
            Err(_) if attribute == "n" => Some(has + 1),
            _ => integer(self.operation, attribute).and_then(|rank| usize::try_from(rank).ok()),
        };
        // Up to a rank of `n` a mode becomes a tuple, also where there is nothing to add.
        let becomes_tuple = attribute == "n";
        let rank = rank.filter(|&rank| rank <= 64).ok_or("its rank is not read")?;
        if self.reader.text_of(source).is_some_and(|text| text.role == Role::Tuple) {
            let (tuple, mode) = (self.tuple(source)?, self.tuple(mode)?);
            let mut modes = tuple.modes().to_vec();
            if rank <= modes.len() {
                let ours = if becomes_tuple { Tuple::Node(modes) } else { tuple };
                let claimed = self.tuple(self.result()?)?;
                return self.claims_tuple(&ours, &claimed);
            }
            let missing = vec![mode; rank - modes.len()];
            let at = if at_end { modes.len() } else { 0 };
            modes.splice(at..at, missing);
            let claimed = self.tuple(self.result()?)?;
            return self.claims_tuple(&Tuple::Node(modes), &claimed);
        }
        let (layout, mode) = (self.reader.operand(source)?, self.reader.operand(mode)?);
        let name = if at_end { "append" } else { "prepend" };
        let layout = if becomes_tuple { as_tuple(layout) } else { layout };
        let mut answer = LayoutExpression::Known(layout);
        for _ in has..rank {
            answer =
                LayoutExpression::Of(name, vec![answer, mode.clone().into()], Given::default());
        }
        self.claims(&answer, ShapeClaim::Same)?;
        self.keeps_begin()
    }

    /// A range of modes: one is itself, several are a tuple.
    pub fn import_take(&mut self) -> Result<(), NotImported> {
        let source = *self.operands().first().ok_or("it has no operand")?;
        let (begin, end) = self.range_of(source)?;
        if begin == end {
            return Err(NotImported::Wrong(format!("from mode {begin} to {end} there is none")));
        }
        if begin + 1 == end {
            return self.import_part(source, &[begin]);
        }
        self.import_chosen(source, "select", Given::modes((begin..end).collect()))
    }

    /// The modes from `begin` to before `end`, of which -1 is the rank, or one less where the dialect counts
    /// from there.
    fn range_of(&self, source: Value<'c, 'a>) -> Result<(i64, i64), NotImported> {
        let range = integer(self.operation, "begin").zip(integer(self.operation, "end"));
        let (begin, end) = range.ok_or("its range is not read")?;
        let (rank, of) = self.rank_of(source)?;
        let end_mode = match end {
            -1 if self.dialect().counts_from_end => rank - 1,
            -1 => rank,
            end => end,
        };
        match 0 <= begin && begin <= end_mode && end_mode <= rank {
            true => Ok((begin, end_mode)),
            false => Err(NotImported::Wrong(format!("{of} has no modes from {begin} to {end}"))),
        }
    }

    /// How many modes a layout, a tuple or a tiler has, and what it is.
    fn rank_of(&self, source: Value<'c, 'a>) -> Result<(i64, String), NotImported> {
        let text = self.reader.text_of(source).ok_or("its operand is not read")?;
        let rank = match text.role {
            Role::Tuple => tuple_of(&text.body)?.rank(),
            Role::Tile => tile_of(&text.body)?.rank(),
            _ => self.reader.operand(source)?.modes().ok_or("it has no modes")?.rank(),
        };
        Ok((i64::try_from(rank).unwrap_or(i64::MAX), text.body.clone()))
    }

    pub fn import_leaves(&mut self) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let text = self.reader.text_of(source).ok_or("its operand is not read")?;
        let results: Vec<Value<'c, 'a>> = self.operation.results().map(Value::from).collect();
        match text.role {
            Role::Tuple => {
                let tuple = self.tuple(source)?;
                let ours = Tuple::Node(tuple.leaves().cloned().map(Tuple::Leaf).collect());
                let claimed = results.iter().map(|&result| self.tuple(result));
                let claimed = Tuple::Node(claimed.collect::<Result<_, _>>()?);
                self.claims_tuple(&ours, &claimed)
            }
            Role::Tile => {
                let tile = tile_of(&text.body)?;
                let mut layouts: Vec<&str> = tile.leaves().map(String::as_str).collect();
                // A mode that is taken whole is not a layout: it is a result of some operations only.
                if layouts.len() != results.len() {
                    layouts.retain(|mode| *mode != "_");
                }
                if layouts.len() != results.len() {
                    return Err(
                        format!("it has {} results, not {}", results.len(), layouts.len()).into()
                    );
                }
                for (own, result) in layouts.into_iter().zip(results) {
                    let claimed = self.reader.text_of(result);
                    if claimed.is_some_and(|text| text.body == own) {
                        continue;
                    }
                    let own = AnyLayout::parse(Kind::Cute, own).map_err(|e| e.to_string())?;
                    let claimed = self.reader.layout(result)?;
                    self.claims_of(&LayoutExpression::Known(own), &claimed, ShapeClaim::Same)?;
                }
                Ok(())
            }
            _ => Err(format!("the leaves of {} are not read", text.body).into()),
        }
    }

    /// A tiler that was taken apart: the layouts of its modes.
    pub fn claims_tile(&mut self, ours: &Tuple<String>) -> Result<(), NotImported> {
        let result = self.reader.text_of(self.result()?).ok_or("its result is not read")?;
        let claimed = tile_of(&result.body)?;
        if *ours == claimed {
            return Ok(());
        }
        if !ours.is_congruent(&claimed) {
            return Err(format!("its result {claimed} is nested otherwise than {ours}").into());
        }
        for (own, theirs) in ours.leaves().zip(claimed.leaves()) {
            let layout = |text: &str| {
                AnyLayout::parse(Kind::Cute, text).map_err(|_| format!("{text} is not a layout"))
            };
            if own != theirs {
                self.claims_of(
                    &LayoutExpression::Known(layout(own)?),
                    &layout(theirs)?,
                    ShapeClaim::Same,
                )?;
            }
        }
        Ok(())
    }
}

/// The slice of a composed layout, which keeps the outer function. Whether the offset moves, always or where
/// no pointer does, is the peer's choice. `None` if the offset that is claimed is not a number.
fn composed_slice(
    coordinate: &Tuple<Leaf>,
    layout: &AnyLayout,
    answer: &LayoutExpression,
    (claimed, moves): (&str, bool),
) -> Result<Option<LayoutExpression>, NotImported> {
    let AnyLayout::Composed(composed) = layout else {
        return Err(format!("its operand {layout} is not composed").into());
    };
    let begin = composed.offset_term().as_constant();
    let moved = partial::offset_at(coordinate, composed.inner())
        .and_then(|offset| offset.get(&Vec::new()).copied().unwrap_or(Some(0)));
    let AnyLayout::Composed(sliced) = answer.evaluate()? else {
        return Err("its slice is not composed".into());
    };
    let parts: Vec<&str> = claimed.rsplitn(3, " o ").collect();
    let [_, offset, _] = parts[..] else {
        return Err(format!("its result {claimed} is not composed").into());
    };
    let Ok(theirs) = offset.parse::<i64>() else { return Ok(None) };
    let (begin, moved) = begin.zip(moved).ok_or("its offset is not known")?;
    let ours = match theirs == begin && !moves {
        true => begin,
        false => begin.checked_add(moved).ok_or("its offset does not fit in 64 bits")?,
    };
    let text = format!("{} o {ours} o {}", sliced.outer(), sliced.inner());
    let answer = AnyLayout::parse(Kind::Composed, &text).map_err(|error| error.to_string())?;
    Ok(Some(LayoutExpression::Known(answer)))
}

/// A layout as a composed one, of which a layout by itself has a swizzle and an offset that do nothing.
fn composed(layout: &AnyLayout) -> Result<AnyLayout, NotImported> {
    match layout {
        AnyLayout::Cute(inner) => {
            AnyLayout::parse(Kind::Composed, &format!("S<0,4,3> o 0 o {inner}"))
                .map_err(|_| format!("its operand {layout} is not composed").into())
        }
        _ => Ok(layout.clone()),
    }
}

/// What is claimed of the shape of modes that are chosen.
fn shape_of(given: &Given) -> ShapeClaim {
    if given.picks_modes() { ShapeClaim::Picked } else { ShapeClaim::Same }
}

/// A layout of one mode as a tuple of it.
fn as_tuple(layout: AnyLayout) -> AnyLayout {
    let tuple = |layout: &CuteLayout| match layout.shape() {
        Tuple::Leaf(_) => CuteLayout::of_modes(vec![layout.clone()]).ok(),
        Tuple::Node(_) => None,
    };
    match &layout {
        AnyLayout::Cute(of) => tuple(of).map(AnyLayout::Cute),
        AnyLayout::Composed(of) => {
            tuple(of.inner()).map(|inner| AnyLayout::Composed(of.with_inner(inner)))
        }
        _ => None,
    }
    .unwrap_or(layout)
}

fn no_mode(of: &impl std::fmt::Display, mode: i64) -> NotImported {
    NotImported::Wrong(format!("{of} has no mode {mode}"))
}
