//! Operations that put shape, strides, swizzle and layout together, or take them apart.

use super::claim::OperationClaim;
use super::site::{ShapeClaim, Site};
use super::types::integer;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{CuteLayout, Tuple};
use crate::imported::recasts::recast;
use crate::imported::symbolic::{ordered, terms};
use crate::imported::{Given, LayoutExpression, NotImported, Role, in_form, tuple_of, with_facts};
use crate::partial::Leaf;

impl<'c: 'a, 'a> Site<'c, 'a> {
    pub fn import_view(&mut self) -> Result<(), NotImported> {
        let [pointer, source] = self.operands_of()?;
        let layout = self.reader.operand(source)?;
        let answer = LayoutExpression::Known(layout);
        let claimed = self.claimed(&answer)?;
        self.claims_of(&answer, &claimed, ShapeClaim::Same)?;
        self.stays_in_allocation(pointer, &claimed)?;
        let result = self.reader.text_of(self.result()?).ok_or("its result is not read")?;
        match self.reader.text_of(pointer) {
            Some(pointer) if pointer.role == Role::Pointer => self.same_memory(pointer, result),
            Some(begin) if begin.role == Role::Tuple => {
                let claimed = result.iterator.as_ref().ok_or("its result has no coordinate")?;
                self.claims_tuple(&tuple_of(&begin.body)?, &tuple_of(claimed)?)
            }
            _ => Ok(()),
        }
    }

    pub fn import_make_layout(&mut self) -> Result<(), NotImported> {
        let answer = match self.operands()[..] {
            [shape] => self.reader.shape(shape)?,
            [shape, stride] => {
                let (shape, of_shape) = self.reader.tuple_text(shape)?;
                let (stride, of_stride) = self.reader.tuple_text(stride)?;
                let facts: Vec<&str> = [of_shape.as_str(), of_stride.as_str()]
                    .into_iter()
                    .filter(|facts| !facts.is_empty())
                    .collect();
                let text = with_facts(&format!("{shape}:{stride}"), &facts.join(", "));
                AnyLayout::parse(Kind::Cute, &text)?
            }
            _ => return Err("it has no shape".into()),
        };
        self.claims(&LayoutExpression::Known(answer), ShapeClaim::Same)
    }

    pub fn import_ordered(&mut self) -> Result<(), NotImported> {
        let [shape, order] = self.operands_of()?;
        let (shape, order) = (self.tuple(shape)?, self.tuple(order)?);
        if shape.is_congruent(&order) {
            let ours = ordered(&terms(&shape), &order)
                .ok_or_else(|| format!("the order {order} of {shape} is not read"))?;
            return self.claims(&LayoutExpression::Known(AnyLayout::Cute(ours)), ShapeClaim::Same);
        }
        let given = Given::texts(vec![("shape", shape.to_string()), ("order", order.to_string())]);
        let answer = LayoutExpression::Of("make_ordered_layout", Vec::new(), given);
        self.claims(&answer, ShapeClaim::Same)
    }

    /// The claim of a compact layout, which is without the swizzle of what it is like.
    pub fn import_like(
        &mut self,
        like: fn(&CuteLayout) -> Option<CuteLayout>,
    ) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let layout = self.reader.operand(source)?;
        let ours = layout.modes().and_then(like);
        let ours = ours.ok_or_else(|| format!("the order of {layout} is not known"))?;
        let answer = LayoutExpression::Known(AnyLayout::Cute(ours));
        let claimed = self.claimed(&answer)?;
        self.claims_of(&answer, &claimed, ShapeClaim::Same)?;
        let result = self.reader.text_of(self.result()?);
        self.same_swizzle(None, result.as_ref().and_then(|text| text.swizzle.as_deref()))
    }

    pub fn import_recast(&mut self) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let layout = self.reader.operand(source)?;
        let bits = |which| match integer(self.operation, which) {
            Some(bits @ 1..) => Ok(bits),
            Some(bits) => Err(NotImported::from(format!("no element has {bits} bits"))),
            None => Err("its bits are not read".into()),
        };
        let answer = recast(&layout, bits("old_type_bits")?, bits("new_type_bits")?);
        self.claims(&answer, ShapeClaim::Same)
    }

    pub fn import_identity(&mut self) -> Result<(), NotImported> {
        let [shape] = self.operands_of()?;
        let (text, facts) = self.reader.tuple_text(shape)?;
        let strides = identity_strides(&self.tuple(shape)?);
        let text = with_facts(&format!("{text}:{strides}"), &facts);
        let answer = AnyLayout::parse(Kind::Cute, &text).map_err(|error| error.to_string())?;
        self.claims(&LayoutExpression::Known(answer), ShapeClaim::Same)?;
        let iterator = self.reader.text_of(self.result()?).and_then(|text| text.iterator.clone());
        let Some(iterator) = iterator else { return Ok(()) };
        let claimed = tuple_of(&iterator)?;
        let zeros = claimed.map(&mut |_| Leaf::Number(0));
        self.claims_tuple(&zeros, &claimed)
    }

    pub fn import_make_composed(&mut self) -> Result<(), NotImported> {
        let [outer, offset, inner] = self.operands_of()?;
        let outer = match self.reader.text_of(outer) {
            Some(text) if text.role == Role::Swizzle => text.body.clone(),
            _ => {
                let layout = self.reader.layout(outer)?;
                self.keeps_outer(&layout)?;
                layout.to_string()
            }
        };
        let offset = match self.tuple(offset)? {
            Tuple::Leaf(Leaf::Number(offset)) => offset.to_string(),
            _ => self.reader.tuple_text(offset)?.0,
        };
        let inner = self.reader.layout(inner)?;
        let answer = AnyLayout::parse(Kind::Composed, &format!("{outer} o {offset} o {inner}"))
            .map_err(|error| error.to_string())?;
        self.claims(&LayoutExpression::Known(answer), ShapeClaim::Same)
    }

    /// The claim that the outer layout of a composition is this one. The composition alone may be the same
    /// function where the layouts have other shapes.
    fn keeps_outer(&mut self, ours: &AnyLayout) -> Result<(), NotImported> {
        let text = self.reader.text_of(self.result()?).ok_or("its result is not a layout")?;
        let (claimed, _) = text.body.split_once(" o ").ok_or("its result is not composed")?;
        let claimed = in_form(ours, claimed, Kind::Cute)?;
        self.claims_of(&LayoutExpression::Known(ours.clone()), &claimed, ShapeClaim::Same)
    }

    /// A tensor whose coordinates go to the layout that stood behind its outer function.
    pub fn import_decomposition(&mut self) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let layout = match self.reader.operand(source)? {
            AnyLayout::Composed(composed) => AnyLayout::Cute(composed.inner().clone()),
            layout => layout,
        };
        self.claims(&LayoutExpression::Known(layout), ShapeClaim::Same)
    }

    /// The peer calls the layout of `swizzle o offset o layout` the outer one.
    pub fn import_part_of_composed(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let text = self.reader.text_of(source).ok_or("its operand is not read")?;
        let parts: Vec<&str> = text.body.splitn(3, " o ").collect();
        let [function, offset, layout] = parts[..] else { return Err("it is not composed".into()) };
        let result = self.reader.text_of(self.result()?).ok_or("its result is not read")?;
        let part = match claim {
            OperationClaim::ComposedOuter => layout,
            OperationClaim::ComposedInner => function,
            _ => return self.claims_tuple(&tuple_of(offset)?, &tuple_of(&result.body)?),
        };
        if result.role == Role::Swizzle {
            return self.same_swizzle(Some(part), Some(&result.body));
        }
        if part == result.body {
            return Ok(());
        }
        let AnyLayout::Composed(source) = self.reader.operand(source)? else {
            return Err("it is not composed".into());
        };
        let part = match claim {
            OperationClaim::ComposedOuter => AnyLayout::Cute(source.inner().clone()),
            _ => AnyLayout::parse(Kind::Cute, &source.outer().to_string())
                .map_err(|error| error.to_string())?,
        };
        self.claims(&LayoutExpression::Known(part), ShapeClaim::Same)
    }
}

/// `1@0`, `1@1@0`, ... for the leaves of a shape.
fn identity_strides(shape: &Tuple<Leaf>) -> Tuple<String> {
    fn at(shape: &Tuple<Leaf>, place: &str) -> Tuple<String> {
        match shape {
            Tuple::Leaf(_) if place.is_empty() => Tuple::Leaf("1".to_owned()),
            Tuple::Leaf(_) => Tuple::Leaf(format!("1{place}")),
            Tuple::Node(modes) => {
                let modes = modes.iter().enumerate();
                Tuple::Node(modes.map(|(i, mode)| at(mode, &format!("@{i}{place}"))).collect())
            }
        }
    }
    at(shape, "")
}
