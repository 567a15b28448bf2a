//! Copies of boxes of a tensor by one thread, NVIDIA's TMA: from the place in a box, in the order of
//! shared memory, to the coordinate in the tensor.

use melior::ir::operation::OperationLike;
use melior::ir::{Value, ValueLike};

use super::site::{ShapeClaim, Site};
use super::spelling::written;
use super::types::integer;
use crate::algebra::{AnyLayout, Budget, Kind};
use crate::cute::{AnyModes, CuteLayout, Layout, Swizzle, Tuple, logical_divide};
use crate::imported::boxes::{by_boxes, coordinates_of, in_order};
use crate::imported::{BoxCopy, Given, LayoutExpression, NotImported, tuple_of};
use crate::partial::Leaf;

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// The atom of the operand, whose type the result keeps.
    pub fn import_same_atom(&mut self) -> Result<(), NotImported> {
        let source = *self.operands().first().ok_or("it has no operand")?;
        let (from, to) = (written(source.r#type()), written(self.result()?.r#type()));
        if from == to {
            return Ok(());
        }
        let name = |text: &str| text.split('<').next().map(str::to_owned);
        let is_same_kind = name(&from) == name(&to);
        let other = format!("its result is {to}, and its operand {from}");
        let notation = self.dialect().notation;
        let (Some(from), Some(to)) = (notation.box_copy(&from), notation.box_copy(&to)) else {
            return Err(match is_same_kind {
                true => NotImported::Wrong(other),
                false => format!("its result {to} is not {from}").into(),
            });
        };
        // What differs is nothing that is read of it.
        if is_same_kind && from == to {
            return Err(NotImported::Wrong(other));
        }
        if from.instruction != to.instruction {
            return Err(NotImported::Wrong(format!(
                "its result is a {}, and its operand a {}",
                to.instruction, from.instruction
            )));
        }
        if from.element != to.element {
            let (ours, claimed) = (&from.element, &to.element);
            return Err(NotImported::Wrong(format!("it copies {claimed}, and its operand {ours}")));
        }
        if let (Some(ours), Some(claimed)) = (from.blocks, to.blocks)
            && ours != claimed
        {
            return Err(NotImported::Wrong(format!(
                "its number of blocks is {claimed}, and that of its operand {ours}"
            )));
        }
        self.claims_number(from.bits, to.bits)?;
        let [ours, claimed] = [from, to].map(|copy| parsed(&copy.basis));
        self.claims_of(&LayoutExpression::Known(ours?), &claimed?, ShapeClaim::Same)
    }

    /// The copy of boxes of a tensor into or out of shared memory of a layout, of which `map` says the
    /// coordinates of the tile.
    pub fn import_box_copy(&mut self) -> Result<(), NotImported> {
        let [tensor, shared, map, ..] = self.operands()[..] else {
            return Err("it has no tile".into());
        };
        let results: Vec<Value<'c, 'a>> = self.operation.results().map(Value::from).collect();
        let [atom, coordinates] = results[..] else { return Err("it has no tensor".into()) };
        let copy = self.box_copy(atom)?;
        let AnyLayout::Cute(CuteLayout::Basis(basis)) = parsed(&copy.basis)? else {
            return Err(format!("its basis {} is not a layout of coordinates", copy.basis).into());
        };
        let basis = CuteLayout::Basis(basis);
        self.import_coordinates(tensor, coordinates, &basis)?;
        // Blocks that share a box copy a part of it each, which the type does not say.
        if integer(self.operation, "num_multicast").is_some_and(|blocks| blocks != 1) {
            return Ok(());
        }
        let size = basis.size().and_then(|size| size.as_constant()).ok_or("its box has no size")?;
        let bits = size.checked_mul(copy.element_bits).ok_or("its box does not fit in 64 bits")?;
        self.claims_number(bits, copy.bits)?;
        let shared = in_order(&self.reader.operand(shared)?)?;
        let map = self.reader.operand(map)?;
        let box_size = Layout::column_major(Tuple::Leaf(size)).map_err(|e| e.to_string())?;
        let in_box = LayoutExpression::of("compose", [shared.into(), box_size.into()]);
        let ours = LayoutExpression::Of("compose", vec![map.into(), in_box], Given::default());
        let extended = basis
            .flatten()
            .list_modes()
            .into_iter()
            .filter(|mode| mode.size().and_then(|size| size.as_constant()) != Some(1));
        let claimed = CuteLayout::of_modes(extended.collect()).map_err(|e| e.to_string())?;
        self.claims_of(&ours, &AnyLayout::Cute(claimed), ShapeClaim::Any)
    }

    /// A tensor of coordinates of the box copy: along a mode that the basis has it steps by one in that
    /// place, along others it stays where it is.
    fn import_coordinates(
        &mut self,
        tensor: Value<'c, 'a>,
        coordinates: Value<'c, 'a>,
        basis: &CuteLayout,
    ) -> Result<(), NotImported> {
        let layout = self.reader.operand(tensor)?;
        let modes = layout.modes().ok_or("its tensor has no CuTe layout")?;
        let answer = LayoutExpression::Known(coordinates_of(modes, basis)?);
        let claimed = self.claimed_by(coordinates, || answer.clone())?;
        self.claims_of(&answer, &claimed, ShapeClaim::Same)?;
        let begin = self.reader.text_of(coordinates).and_then(|text| text.iterator.clone());
        let claimed = tuple_of(&begin.ok_or("its tensor begins nowhere")?)?;
        self.claims_tuple(&claimed.map(&mut |_| Leaf::Number(0)), &claimed)
    }

    /// The tile of shared memory in its own order, by boxes, and the coordinates of the tensor beside it.
    pub fn import_box_partition(&mut self) -> Result<(), NotImported> {
        let [atom, _, blocks, shared, tensor] = self.operands_of()?;
        let results: Vec<Value<'c, 'a>> = self.operation.results().map(Value::from).collect();
        let [shared_part, tensor_part] = results[..] else {
            return Err("it has not two results".into());
        };
        let copy = self.box_copy(atom)?;
        let tile = self.reader.operand(shared)?;
        self.claims_addressable(shared)?;
        let of_tile = tile.modes().and_then(|modes| modes.list_modes().into_iter().next());
        let of_tile = of_tile.ok_or("its tile has no mode")?;
        let order = in_order(&AnyLayout::Cute(of_tile))?;
        if copy.bits % copy.element_bits != 0 {
            return Err(format!("{} bits are not a number of elements", copy.bits).into());
        }
        let in_box = Layout::column_major(Tuple::Leaf(copy.bits / copy.element_bits));
        let in_box = in_box.map_err(|error| error.to_string())?;
        let values = logical_divide(&order, &in_box, &Budget::DEFAULT);
        let values = values.map_err(|error| error.to_string())?;
        let is_alone =
            self.reader.layout(blocks)?.size().and_then(|size| size.as_constant()) == Some(1);
        for (source, result) in [(shared, shared_part), (tensor, tensor_part)] {
            let layout = self.reader.operand(source)?;
            let answer = LayoutExpression::Known(by_boxes(&layout, &values)?);
            let claimed = self.claimed_by(result, || answer.clone())?;
            self.claims_of(&answer, &claimed, ShapeClaim::Same)?;
            let (Some(from), Some(to)) = (self.reader.text_of(source), self.reader.text_of(result))
            else {
                return Err("its tensors are not read".into());
            };
            self.same_memory(from, to)?;
            // Each of several blocks begins at its own part.
            if let (Some(from), Some(to), true) = (&from.iterator, &to.iterator, is_alone) {
                self.claims_tuple(&tuple_of(from)?, &tuple_of(to)?)?;
            }
        }
        Ok(())
    }

    /// The swizzle of a tensor in shared memory is one of the four that the machine's instructions on
    /// whole tiles know: 16 bytes at a time, of rows of 128 bytes at most. A swizzled tile begins with such
    /// a row.
    pub fn claims_addressable(&mut self, tensor: Value<'c, 'a>) -> Result<(), NotImported> {
        let text = self.reader.text_of(tensor).ok_or("its tensor is not read")?;
        let Some(swizzle) = &text.swizzle else { return Ok(()) };
        let read: Swizzle = swizzle.parse().map_err(|_| format!("{swizzle} is not a swizzle"))?;
        let nearest = format!("S<{},4,3>", read.bits().min(3));
        self.same_swizzle(Some(&nearest), Some(swizzle))?;
        match text.alignment.filter(|aligned| read.bits() != 0 && aligned % 128 != 0) {
            Some(aligned) => Err(NotImported::Wrong(format!(
                "its tile with {swizzle} is aligned to {aligned} bytes, and not to 128"
            ))),
            None => Ok(()),
        }
    }

    fn box_copy(&self, atom: Value<'c, 'a>) -> Result<BoxCopy, NotImported> {
        let text = written(atom.r#type());
        let copy = self.dialect().notation.box_copy(&text);
        copy.ok_or_else(|| format!("{text} is not a copy of boxes that is read").into())
    }
}

fn parsed(layout: &str) -> Result<AnyLayout, NotImported> {
    AnyLayout::parse(Kind::Cute, layout).map_err(|error| error.to_string().into())
}
