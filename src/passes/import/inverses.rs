//! Inverses and complements, also of layouts whose offsets are coordinates.

use super::claim::OperationClaim;
use super::claims::{complements, constants, is_identity, is_injective};
use super::site::{ShapeClaim, Site};
use crate::algebra::{AnyLayout, Budget, ByPosition, Verdict, injective};
use crate::cute::{CuteLayout, Injectivity, Tuple, complement_in_shape};
use crate::imported::inverses::right_inverse_of_symbols;
use crate::imported::modes::identity;
use crate::imported::{LayoutExpression, NotImported, Role};
use crate::partial::{Leaf, OpenComplement, product};
use melior::ir::Value;

impl<'c: 'a, 'a> Site<'c, 'a> {
    pub fn import_complement(&mut self) -> Result<(), NotImported> {
        let operands = self.operands();
        let (source, shape) = match operands[..] {
            [source] => (source, Tuple::Leaf(Leaf::Number(1))),
            [source, size] => (source, self.shape_below(size)?),
            _ => return Err("it has no layout".into()),
        };
        let source = self.reader.layout(source)?;
        if let Some(by_position) = ByPosition::of(&source) {
            let ours = (operands.len() == 1).then(|| by_position.complement()).flatten();
            let ours = ours.ok_or_else(|| format!("the complement of {source} is not read"))?;
            return self.claims(&LayoutExpression::Known(ours), ShapeClaim::Any);
        }
        let source = source.as_static().ok_or_else(|| format!("{source} is not static"))?.clone();
        let AnyLayout::Cute(claimed) = self.reader.layout(self.result()?)? else {
            return Err("its result is not a CuTe layout".into());
        };
        let size = product(&shape).filter(|_| operands.len() == 2);
        if size.is_some_and(|size| size < 1) {
            return Err(format!("nothing is complemented in {shape}").into());
        }
        if shape.leaves().all(|leaf| leaf.number().is_some()) {
            let shape = shape.map(&mut |leaf| leaf.number().unwrap_or_default());
            if let Ok(ours) = complement_in_shape(&source, &shape, &Budget::DEFAULT) {
                let ours = LayoutExpression::Known(ours.into());
                return self.claims_of(&ours, &AnyLayout::Cute(claimed), ShapeClaim::Any);
            }
        }
        if size.is_none()
            && let Some(open) = OpenComplement::of(&source)
        {
            let whole = claimed.as_static().and_then(|claimed| open.of_size(claimed.size()));
            let forms = whole.map_or_else(|| open.forms(&shape), |whole| vec![whole]);
            let forms =
                forms.into_iter().map(|form| LayoutExpression::Known(AnyLayout::Cute(form)));
            for ours in forms {
                if let Ok(claimed) = self.claimed(&ours) {
                    return self.claims_of(&ours, &claimed, ShapeClaim::Any);
                }
            }
        }
        complements(&mut self.inserter, &source, &claimed, size)
    }

    /// Below how many offsets a complement is: a shape, or the size of a layout.
    fn shape_below(&self, value: Value<'c, 'a>) -> Result<Tuple<Leaf>, NotImported> {
        match self.reader.text_of(value) {
            Some(text) if text.role == Role::Layout => {
                let size = self.reader.layout(value)?.size();
                Ok(Tuple::Leaf(size.and_then(|size| size.as_constant()).into()))
            }
            _ => self.tuple(value),
        }
    }

    pub fn import_left_inverse(&mut self) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let of_basis = self.reader.layout(source)?;
        if let Some(by_position) = ByPosition::of(&of_basis) {
            return match by_position.left_inverse() {
                Some(ours) => self.claims(&LayoutExpression::Known(ours), ShapeClaim::Any),
                None => self.claims_injective_if_refuted(&of_basis),
            };
        }
        let (source, claimed) = (self.static_layout(source)?, self.static_layout(self.result()?)?);
        let ours = LayoutExpression::of("left_inverse", [source.clone().into()]);
        if ours.evaluate().is_ok() {
            return self.claims_of(&ours, &claimed.into(), ShapeClaim::Any);
        }
        let size = claimed.size();
        let collides = matches!(source.injectivity(), Injectivity::Collision { .. });
        // Without the condition there is no inverse, and nothing that it leads back to.
        if collides {
            is_injective(&mut self.inserter, &source.into(), None);
            return Ok(());
        }
        let identity = identity(source.size()).ok_or("it has no coordinates")?;
        let inserter = &mut self.inserter;
        // What leads back is the inverse, not its extension.
        let source = source.into();
        is_injective(inserter, &source, Some(size));
        let [source, claimed] = constants(inserter, [&source, &claimed.into()]);
        is_identity(inserter, claimed, source, &identity);
        Ok(())
    }

    pub fn import_right_inverse(&mut self, claim: OperationClaim) -> Result<(), NotImported> {
        let [source] = self.operands_of()?;
        let source = self.reader.layout(source)?;
        if let Some(by_position) = ByPosition::of(&source) {
            // Peers differ about what the inverse of coordinates is.
            let is_compared = claim == OperationClaim::RightInverse;
            let ours = is_compared.then(|| by_position.right_inverse()).flatten();
            let ours = ours.ok_or_else(|| format!("the inverse of {source} is not read"))?;
            return self.claims(&LayoutExpression::Known(ours), ShapeClaim::Any);
        }
        if let AnyLayout::Cute(of_symbols @ CuteLayout::Symbolic(_)) = &source {
            let ours = right_inverse_of_symbols(of_symbols, claim == OperationClaim::RightInverse);
            let ours = ours.ok_or_else(|| format!("the inverse of {source} is not read"))?;
            return self.claims(&LayoutExpression::Known(AnyLayout::Cute(ours)), ShapeClaim::Any);
        }
        let claimed = self.static_layout(self.result()?)?;
        let ours = LayoutExpression::of("right_inverse", [source.clone()]);
        if ours.evaluate().is_ok() {
            return self.claims_of(&ours, &claimed.into(), ShapeClaim::Any);
        }
        let size = source.size().and_then(|size| size.as_constant());
        let identity = identity(claimed.size()).ok_or("it has no coordinates")?;
        let inserter = &mut self.inserter;
        let [source, claimed] = constants(inserter, [&source, &claimed.into()]);
        // The offsets of a right inverse are coordinates of the layout, not of its extension.
        if let Some(size) = size {
            inserter.assert_number("assert_in_bounds", claimed, size);
        }
        is_identity(inserter, source, claimed, &identity);
        Ok(())
    }

    /// The condition of a left inverse, without one: what leads back is not compared.
    fn claims_injective_if_refuted(&mut self, layout: &AnyLayout) -> Result<(), NotImported> {
        match injective(layout, &Budget::DEFAULT) {
            Verdict::Refuted(_) => {
                is_injective(&mut self.inserter, layout, None);
                Ok(())
            }
            _ => Err(format!("the inverse of {layout} is not read").into()),
        }
    }
}
