//! Operations whose results are numbers and coordinates, and those that only compare sizes.

use super::beginning::is_aligned_after;
use super::claim::OperationClaim;
use super::claims::has_offset;
use super::site::{Site, unwrapped};
use crate::algebra::AnyLayout;
use crate::cute::{CuteLayout, Tuple};
use crate::imported::modes::coordinate as index_of;
use crate::imported::{NotImported, Role, tuple_of};
use crate::partial::{self, Leaf, TupleOperation};

impl<'c: 'a, 'a> Site<'c, 'a> {
    pub fn import_offset(&mut self) -> Result<(), NotImported> {
        let [coordinate, source] = self.operands_of()?;
        let (coordinate, claimed) = (self.tuple(coordinate)?, self.tuple(self.result()?)?);
        let layout = self.reader.operand(source).or_else(|_| self.reader.shape(source))?;
        let no_place = || format!("coordinate {coordinate} does not fit {layout}");
        if let AnyLayout::Composed(composed) = &layout {
            let inner = partial::offset_at(&coordinate, composed.inner()).ok_or_else(no_place)?;
            let inner = inner.get(&Vec::new()).copied().unwrap_or(Some(0));
            let offset = inner.and_then(|inner| composed.outer_at(inner));
            let ours = Tuple::Leaf(offset.map_or(Leaf::Open, Leaf::Number));
            return self.claims_tuple(&ours, &claimed);
        }
        let modes = layout.modes().ok_or_else(no_place)?;
        let offset = partial::offset_at(&coordinate, modes).ok_or_else(no_place)?;
        if let (Tuple::Leaf(Leaf::Number(claimed)), Some(of)) = (&claimed, layout.as_static())
            && let Some(place) = index_of(&coordinate.to_string(), of)
        {
            return has_offset(&mut self.inserter, &layout, place, *claimed);
        }
        if let Some(ours) = partial::offset_as(&offset, &claimed) {
            return self.claims_nested(&ours, &claimed);
        }
        let ours = partial::offset_in_form(&offset, None, &claimed).ok_or_else(no_place)?;
        self.claims_tuple(&ours, &claimed)
    }

    /// What the last offset of a layout says of its codomain.
    pub fn import_coshape(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let layout = self.reader.layout(source)?;
        let modes = layout.modes().ok_or("it is not a CuTe layout")?;
        let coshape = partial::coshape_of(modes);
        let coshape = coshape.ok_or_else(|| format!("the coshape of {layout} is not read"))?;
        let ours = match claim {
            OperationClaim::Coprofile => coshape.map(&mut |_| Leaf::Number(0)),
            _ => coshape,
        };
        let claimed = self.tuple(self.result()?)?;
        self.claims_nested(&ours, &claimed)
    }

    /// The size of the coshape, which is the cosize where the strides are numbers and none is below 0.
    pub fn import_coshape_size(&mut self) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let Tuple::Leaf(Leaf::Number(claimed)) = self.tuple(self.result()?)? else { return Ok(()) };
        let layout = self.reader.operand(source)?;
        let is_cosize = match &layout {
            AnyLayout::Cute(CuteLayout::Static(of)) => {
                of.flat_modes().iter().all(|m| 0 <= m.stride)
            }
            AnyLayout::Cute(_) => false,
            _ => true,
        };
        let coshape = layout.modes().filter(|_| !is_cosize).and_then(partial::coshape_of);
        match coshape.as_ref().and_then(partial::product) {
            Some(size) => self.claims_number(size, claimed),
            None => self.import_number(OperationClaim::Cosize),
        }
    }

    pub fn import_coordinate(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        let [index, source] = self.operands_of()?;
        let index = self.tuple(index)?;
        let claimed = self.tuple(self.result()?)?;
        if claimed.leaves().all(|leaf| *leaf == Leaf::Open)
            && claim == OperationClaim::LinearCoordinate
        {
            return Ok(());
        }
        let (shape, place) = match self.reader.text_of(source) {
            // What a layout takes to a coordinate is an offset.
            Some(text) if text.role == Role::Layout && claim != OperationClaim::NextCoordinate => {
                let (shape, _) = text.body.split_once(':').ok_or("its layout is not read")?;
                let shape = tuple_of(shape)?;
                let layout = self.reader.layout(source)?;
                let modes = layout.modes().ok_or("it is not a CuTe layout")?;
                let place = partial::place_of(&index, &shape, modes);
                let place = place.ok_or_else(|| {
                    format!("{index} is not the offset of one coordinate of {layout}")
                })?;
                (shape, Some(place))
            }
            _ => (self.tuple(source)?, None),
        };
        let nested = || place.clone().or_else(|| partial::coordinate_of(&index, &shape));
        let ours = match claim {
            OperationClaim::NextCoordinate => partial::next_coordinate(&index, &shape),
            OperationClaim::LinearCoordinate => {
                partial::index_of(place.as_ref().unwrap_or(&index), &shape)
            }
            OperationClaim::FlatCoordinate => nested().and_then(|nested| {
                let modes = nested.modes().iter().zip(shape.modes());
                let modes = modes.map(|(at, mode)| partial::index_of(at, mode));
                modes.collect::<Option<_>>().map(Tuple::Node)
            }),
            _ => nested(),
        };
        let ours = ours.ok_or_else(|| format!("{index} does not fit {shape}"))?;
        self.claims_tuple(&ours, &claimed)
    }

    pub fn import_iterator(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        let operands = self.operands();
        let source = *operands.first().ok_or("it has no operand")?;
        // The pointer of another type, such as a descriptor, has neither swizzle nor coordinate.
        let texts = self.reader.text_of(source).zip(self.reader.text_of(self.result()?));
        let Some((from, to)) = texts else { return Ok(()) };
        if to.role == Role::Tuple {
            let begin = from.iterator.as_deref().unwrap_or(&from.body);
            let (mut begin, claimed) = (tuple_of(begin)?, tuple_of(&to.body)?);
            if claim == OperationClaim::MovedIterator {
                let offset = self.tuple(*operands.get(1).ok_or("it has no offset")?)?;
                begin = TupleOperation::Add.of(&[begin, offset])?;
            }
            return self.claims_tuple(&begin, &claimed);
        }
        self.same_memory(from, to)?;
        match operands.get(1).filter(|_| claim == OperationClaim::MovedIterator) {
            Some(&offset) => match self.tuple(offset).map(unwrapped) {
                Ok(Tuple::Leaf(Leaf::Number(offset))) => is_aligned_after(from, to, offset),
                _ => Ok(()),
            },
            None => Ok(()),
        }
    }

    pub fn import_tuple_of_layout(&mut self, is_shape: bool) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let text = self.reader.text_of(source).ok_or("its operand is not read")?;
        if text.role == Role::Tile && is_shape {
            let (ours, claimed) = (self.tuple(source)?, self.tuple(self.result()?)?);
            return self.claims_tuple(&ours, &claimed);
        }
        let (_, layout) = text.body.rsplit_once(" o ").unwrap_or(("", &text.body));
        let (shape, stride) = layout.split_once(':').ok_or("its operand is not a layout")?;
        let ours = tuple_of(if is_shape { shape } else { stride })?;
        let claimed = self.tuple(self.result()?)?;
        self.claims_nested(&ours, &claimed)
    }

    pub fn import_tuples(&mut self, operation: TupleOperation) -> Result<(), NotImported> {
        let mut operands = Vec::new();
        for operand in self.operands() {
            let tuple = self.tuple(operand)?;
            let text = self.reader.text_of(operand).filter(|text| text.role == Role::Tile);
            let Some(text) = text else {
                operands.push(tuple);
                continue;
            };
            // A tiler is as large as its modes are, and a layout divides the whole.
            if text.body.starts_with('[') {
                operands.push(TupleOperation::ProductEach.of(&[tuple])?);
            } else {
                operands.push(tuple);
                for operand in &mut operands {
                    *operand = TupleOperation::Product.of(std::slice::from_ref(operand))?;
                }
            }
        }
        let claimed = self.tuple(self.result()?)?;
        if claimed.leaves().all(|leaf| *leaf == Leaf::Open) {
            return Ok(());
        }
        let ours = operation.of(&operands)?;
        self.claims_tuple(&ours, &claimed)
    }
}
