//! Inverses and complements, also of layouts whose offsets are coordinates.

use super::answer::Answer;
use super::claim::Claim;
use super::claims::{complements, constants, identity, is_identity};
use super::site::{ShapeClaim, Site, not_built};
use crate::algebra::{AnyLayout, Budget, ByPosition, Verdict, injective};
use crate::cute::{
    CuteLayout, Injectivity, Stride, SymbolicStride, Term, Tuple, complement_in_shape,
};
use crate::dialect::ir::Inserter;
use crate::imported::{Reason, Role};
use crate::partial::{Leaf, OpenComplement, product};
use melior::ir::Value;

impl<'c: 'a, 'a> Site<'c, 'a> {
    pub fn import_complement(&mut self) -> Result<(), Reason> {
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
            return self.claims(&Answer::Known(ours), ShapeClaim::Any);
        }
        let source = source.as_static().ok_or_else(|| format!("{source} is not static"))?.clone();
        let AnyLayout::Cute(claimed) = self.reader.layout(self.result()?)? else {
            return Err("its result is not a CuTe layout".into());
        };
        let size = product(&shape).filter(|_| operands.len() == 2);
        if shape.leaves().all(|leaf| leaf.number().is_some()) {
            let shape = shape.map(&mut |leaf| leaf.number().unwrap_or_default());
            if let Ok(ours) = complement_in_shape(&source, &shape, &Budget::DEFAULT) {
                let ours = Answer::Known(ours.into());
                return self.claims_of(&ours, &AnyLayout::Cute(claimed), ShapeClaim::Any);
            }
        }
        if size.is_none()
            && let Some(open) = OpenComplement::of(&source)
        {
            let whole = claimed.as_static().and_then(|claimed| open.of_size(claimed.size()));
            let forms = whole.map_or_else(|| open.forms(&shape), |whole| vec![whole]);
            let forms = forms.into_iter().map(|form| Answer::Known(AnyLayout::Cute(form)));
            for ours in forms {
                if let Ok(claimed) = self.claimed(&ours) {
                    return self.claims_of(&ours, &claimed, ShapeClaim::Any);
                }
            }
        }
        complements(&mut self.inserter, &source, &claimed, size).ok_or_else(not_built)
    }

    /// Below how many offsets a complement is: a shape, or the size of a layout.
    fn shape_below(&self, value: Value<'c, 'a>) -> Result<Tuple<Leaf>, Reason> {
        match self.reader.text_of(value) {
            Some(text) if text.role == Role::Layout => {
                let size = self.reader.layout(value)?.size();
                Ok(Tuple::Leaf(size.and_then(|size| size.as_constant()).into()))
            }
            _ => self.tuple(value),
        }
    }

    pub fn import_left_inverse(&mut self) -> Result<(), Reason> {
        let [source] = self.operands_of()?;
        let of_basis = self.reader.layout(source)?;
        if let Some(by_position) = ByPosition::of(&of_basis) {
            return match by_position.left_inverse() {
                Some(ours) => self.claims(&Answer::Known(ours), ShapeClaim::Any),
                None => self.is_injective(&of_basis),
            };
        }
        let (source, claimed) = (self.static_layout(source)?, self.static_layout(self.result()?)?);
        let ours = Answer::of("left_inverse", [source.clone().into()]);
        if ours.evaluate().is_ok() {
            return self.claims_of(&ours, &claimed.into(), ShapeClaim::Any);
        }
        let size = claimed.size();
        let collides = matches!(source.injectivity(), Injectivity::Collision { .. });
        let mut claims = || {
            let identity = identity(source.size())?;
            let inserter = &mut self.inserter;
            let [source, claimed] =
                constants(inserter, [&source.clone().into(), &claimed.clone().into()])?;
            inserter.layout_op("assert_injective", &[source], &[], &[])?;
            // Without the condition there is no inverse, and nothing that it leads back to.
            if collides {
                return Some(());
            }
            // What leads back is the inverse, not its extension.
            inserter.assert_number("assert_in_bounds", source, size)?;
            is_identity(inserter, claimed, source, &identity)
        };
        claims().ok_or_else(not_built)
    }

    pub fn import_right_inverse(&mut self, claim: Claim) -> Result<(), Reason> {
        let [source] = self.operands_of()?;
        let source = self.reader.layout(source)?;
        if let Some(by_position) = ByPosition::of(&source) {
            // Peers differ about what the inverse of coordinates is.
            let is_compared = claim == Claim::RightInverse;
            let ours = is_compared.then(|| by_position.right_inverse()).flatten();
            let ours = ours.ok_or_else(|| format!("the inverse of {source} is not read"))?;
            return self.claims(&Answer::Known(ours), ShapeClaim::Any);
        }
        if let AnyLayout::Cute(of_symbols @ CuteLayout::Symbolic(_)) = &source {
            let ours = right_inverse_of_symbols(of_symbols, claim);
            let ours = ours.ok_or_else(|| format!("the inverse of {source} is not read"))?;
            return self.claims(&Answer::Known(AnyLayout::Cute(ours)), ShapeClaim::Any);
        }
        let claimed = self.static_layout(self.result()?)?;
        let ours = Answer::of("right_inverse", [source.clone()]);
        if ours.evaluate().is_ok() {
            return self.claims_of(&ours, &claimed.into(), ShapeClaim::Any);
        }
        let size = source.size().and_then(|size| size.as_constant());
        let mut claims = || {
            let identity = identity(claimed.size())?;
            let inserter = &mut self.inserter;
            let [source, claimed] = constants(inserter, [&source, &claimed.clone().into()])?;
            // The offsets of a right inverse are coordinates of the layout, not of its extension.
            if let Some(size) = size {
                inserter.assert_number("assert_in_bounds", claimed, size)?;
            }
            is_identity(inserter, source, claimed, &identity)
        };
        claims().ok_or_else(not_built)
    }

    /// The condition of a left inverse, without one: what leads back is not compared.
    fn is_injective(&mut self, layout: &AnyLayout) -> Result<(), Reason> {
        let claim = |inserter: &mut Inserter<'c, 'a>| {
            let value = inserter.constant(layout)?;
            inserter.layout_op("assert_injective", &[value], &[], &[])
        };
        match injective(layout, &Budget::DEFAULT) {
            Verdict::Refuted(_) => claim(&mut self.inserter).map(drop).ok_or_else(not_built),
            _ => Err(format!("the inverse of {layout} is not read").into()),
        }
    }
}

/// A mode of a layout with symbols whose stride is a number, and how far an index moves with its coordinate.
struct Known {
    extent: Term,
    stride: i64,
    weight: Term,
}

impl Known {
    /// Where the next mode begins that goes on with this one.
    fn end(&self) -> Option<i64> {
        self.extent.as_constant().and_then(|extent| extent.checked_mul(self.stride))
    }
}

/// The right inverse that a peer takes of a layout with symbols: of the modes whose stride is a number, each
/// that begins where those before it end. CuTe takes a mode whose extent is a symbol, and none behind it; fly
/// passes over it.
fn right_inverse_of_symbols(layout: &CuteLayout, claim: Claim) -> Option<CuteLayout> {
    let mut modes = merged_modes(layout, claim)?;
    modes.sort_by_key(|mode| mode.stride);
    let (mut end, mut taken) = (Some(1), Vec::new());
    for mode in modes {
        let is_read = mode.extent.as_constant().is_some() || claim == Claim::RightInverse;
        if is_read && end == Some(mode.stride) {
            end = mode.end();
            taken.push((mode.extent, SymbolicStride::new(mode.weight, Vec::new())));
        }
    }
    if taken.is_empty() {
        taken.push((Term::constant(1), SymbolicStride::ZERO));
    }
    let (shape, strides) = taken.into_iter().unzip();
    CuteLayout::new(Tuple::of_leaves(shape), Tuple::of_leaves(strides), layout.facts()).ok()
}

/// The modes of numbers, neighbors that go on with each other as one; `None` where peers do not agree.
fn merged_modes(layout: &CuteLayout, claim: Claim) -> Option<Vec<Known>> {
    let (shape, strides) = (layout.shape(), layout.stride());
    let mut weight = Term::constant(1);
    let mut modes: Vec<Known> = Vec::new();
    let mut is_neighbor = false;
    for (extent, stride) in shape.leaves().zip(strides.leaves()) {
        let number = stride.scale().as_constant();
        if extent.as_constant() == Some(1) {
            continue;
        }
        if number.is_some_and(|number| number < 0) || !stride.path().is_empty() {
            return None;
        }
        match modes
            .last_mut()
            .filter(|last| is_neighbor && number.is_some() && last.end() == number)
        {
            Some(last) => {
                last.extent = last.extent.times(extent)?;
                if last.extent.as_constant().is_none() && claim != Claim::RightInverse {
                    return None;
                }
            }
            None => modes.extend(number.map(|stride| Known {
                extent: extent.clone(),
                stride,
                weight: weight.clone(),
            })),
        }
        is_neighbor = number.is_some();
        weight = weight.times(extent)?;
    }
    Some(modes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mode of stride 0 leads nowhere, and the others are as they are without it.
    #[test]
    fn a_right_inverse_passes_over_strides_of_zero() {
        let of = |layout: &str, claim| {
            let found = right_inverse_of_symbols(&layout.parse().unwrap(), claim);
            found.map_or("none".to_owned(), |found| found.to_string())
        };
        for claim in [Claim::RightInverse, Claim::LeftInverse] {
            assert_eq!(of("(4,2,M):(1,0,S)", claim), "4:1");
            assert_eq!(of("(2,4,M):(0,1,S)", claim), "4:2");
            assert_eq!(of("(4,2,M):(1,-4,S)", claim), "none");
        }
    }
}
