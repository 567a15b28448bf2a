use std::fmt;

use super::any_layout::{AnyLayout, swizzle_size};
use super::closed_form::Swizzled;
use super::compose::{Promotion, compose};
use super::domain::leaves_domain;
use super::relations::{
    NotAnswered, domain_relation, extended_relation, group_extents, inside_relation, is_nonlinear,
};
use super::verdict::{Budget, Unknown, Verdict};
use super::views::{
    Shape, digits, extents, flat_extents, group_sizes, linearised, substituted, view, viewed,
};
use crate::affine::{Comparison, Quantity};
use crate::cute::{Composed, Layout, Outer, Swizzle, coalesce};
use crate::relation::{Map, Relation, View};

/// A layout that remembers which compositions made it, so that a coordinate can be followed through
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Applied {
    /// What the composition is as one layout.
    layout: AnyLayout,
    parts: Option<Box<ComposedParts>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ComposedParts {
    left: Applied,
    right: Applied,
}

impl Applied {
    /// A layout without a past. A composed layout whose outer part is a layout is a composition.
    ///
    /// # Errors
    ///
    /// A composed layout of that kind whose offset is a symbol.
    pub fn new(layout: AnyLayout) -> Result<Self, Unknown> {
        let AnyLayout::Composed(composed) = &layout else {
            return Ok(Applied { layout, parts: None });
        };
        let Outer::Layout(outer) = composed.outer() else {
            return Ok(Applied { layout, parts: None });
        };
        let left = Applied::new(AnyLayout::Cute(outer.clone()).given(composed.facts()))?;
        let inner = match composed.offset_term().as_constant() {
            Some(0) => AnyLayout::Cute(composed.inner().clone()).given(composed.facts()),
            // The swizzle of 0 bits changes nothing: this is the inner layout with its offset.
            Some(offset) => {
                let identity = Swizzle::new(0, 0, 0).expect("0 bits fit everywhere");
                let identity = Outer::Swizzle(identity);
                AnyLayout::Composed(Composed::new(identity, offset, composed.inner().clone()))
            }
            None => return Err(not_read(format!("the offset of {layout} is a symbol"))),
        };
        let right = Applied::new(inner)?;
        Ok(Applied { layout, parts: Some(Box::new(ComposedParts { left, right })) })
    }

    /// The composition `left o right`.
    ///
    /// # Errors
    ///
    /// There is no composition, or it is not found within the budget.
    pub fn compose(
        left: Applied,
        right: Applied,
        promotion: Promotion,
        budget: &Budget,
    ) -> Result<Self, Unknown> {
        let layout = compose(&left.layout, &right.layout, promotion, budget)
            .map_err(|error| NotAnswered::Unknown(error.into()))?;
        if let AnyLayout::Tile(tiler) = &right.layout {
            // A tiler takes a part of each mode. If it stays inside them nothing is left.
            return match leaves_domain(&left.layout, &right.layout, budget) {
                Some(Verdict::Proved(_)) if left.parts.is_none() => {
                    Ok(Applied { layout, parts: None })
                }
                _ => Err(not_read(format!("the tiler {tiler} may leave {left}"))),
            };
        }
        // Linear layouts are matched by the names of their dims and are never extended.
        let is_linear = |applied: &Applied| matches!(applied.layout, AnyLayout::Linear(_));
        if is_linear(&left) && is_linear(&right) {
            return Ok(Applied { layout, parts: None });
        }
        Ok(Applied { layout, parts: Some(Box::new(ComposedParts { left, right })) })
    }

    /// The composition as one layout.
    pub fn layout(&self) -> &AnyLayout {
        &self.layout
    }

    /// The left and the right layout of a composition.
    pub fn parts(&self) -> Option<(&Applied, &Applied)> {
        self.parts.as_ref().map(|parts| (&parts.left, &parts.right))
    }

    /// The layout and, for a composition, all that made it.
    pub fn layouts(&self) -> Vec<&AnyLayout> {
        let mut found = vec![&self.layout];
        if let Some((left, right)) = self.parts() {
            found.append(&mut left.layouts());
            found.append(&mut right.layouts());
        }
        found
    }

    /// The sizes of each of n coordinates, if the domain is all that are at least 0 and less.
    pub fn sizes(&self, n: usize) -> Option<Vec<i64>> {
        extents(&self.layout, n).filter(|sizes| self.parts.is_none() && sizes.len() == n)
    }

    /// Bounds of each of n parts of the offsets at the coordinates of the domain, which all have one;
    /// some offset may be at neither. `None` if the form of the layout does not say.
    pub(super) fn offset_bounds(&self, n: usize) -> Option<Vec<(i64, i64)>> {
        if self.parts.is_some() {
            return None;
        }
        if let AnyLayout::Linear(linear) = &self.layout {
            let sizes: Vec<i64> = linear.out_dims().iter().map(|dim| dim.size()).collect();
            let sizes = match n {
                1 => vec![sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(*size))?],
                _ => sizes,
            };
            return (sizes.len() == n).then(|| sizes.iter().map(|size| (0, size - 1)).collect());
        }
        let function = Swizzled::new(&self.layout).filter(|_| n == 1)?;
        let (least, greatest) = function.range();
        if function.swizzle.is_identity() {
            return Some(vec![(least, greatest)]);
        }
        // A swizzle permutes the numbers of a block.
        let size = swizzle_size(function.swizzle)?;
        let blocks = (greatest / size).checked_add(1).filter(|_| 0 <= least)?;
        Some(vec![(0, blocks.checked_mul(size)? - 1)])
    }

    /// The offset at 0 and, for each of n coordinates, what one more adds to it inside the domain; `None`
    /// for a coordinate of several modes. `None` for all if the layout is not a sum of its modes.
    pub(super) fn steps(&self, n: usize) -> Option<(i64, Vec<Option<i64>>)> {
        if self.parts.is_some()
            || !matches!(self.layout, AnyLayout::Cute(_) | AnyLayout::Composed(_))
        {
            return None;
        }
        let function = Swizzled::plain(&self.layout)?;
        let (view, taken) = view(&self.layout, &Shape::Written(n))?;
        let modes = function.layout.flat_modes();
        let mut rest = modes;
        let mut step = |n_modes: usize| {
            let (modes, others) = rest.split_at_checked(n_modes)?;
            rest = others;
            match coalesce(&Layout::from_modes(modes).ok()?).flat_modes() {
                [mode] => Some(mode.stride),
                _ => None,
            }
        };
        let steps = group_sizes(&view, modes.len()).into_iter().map(&mut step).collect();
        (taken == n).then_some((function.offset, steps))
    }

    /// Why the offsets at coordinates of this shape are not a Presburger function of them, if they are
    /// none: a stride that is a symbol is multiplied by a coordinate.
    pub(super) fn nonlinear(&self, shape: &Shape) -> Option<NotAnswered> {
        let (view, _) = view(&self.layout, shape)?;
        let error = extended_relation(&self.layout, &view).err()?;
        is_nonlinear(&error).then(|| error.into())
    }

    /// The parts of the offset at coordinates that are not negative, as quantities of them, extended
    /// outside of the domain as CuTe does; `None` if they are not.
    pub fn offsets(
        &self,
        coordinates: &[Quantity],
        symbols: &[(String, Quantity)],
    ) -> Option<Vec<Quantity>> {
        let (view, n) = view(&self.layout, &Shape::Written(coordinates.len()))?;
        let relation = extended_relation(&self.layout, &view).ok()?;
        let mut coordinates = coordinates.to_vec();
        coordinates.resize(n, Quantity::default());
        quantities_of(&relation, &coordinates, symbols)
    }

    /// The relation `v -> offset` of the coordinates `v -> c`, for those v only whose coordinate is
    /// in the domain and stays inside every left layout on the way.
    pub(super) fn inside(&self, at: &Coordinates<'_>) -> Result<Map, NotAnswered> {
        let Some((left, right)) = self.parts() else {
            let (coordinates, view) = viewed(&self.layout, at.numbers, at.shape)?;
            // A swizzle acts on every offset; only a list of its pairs needs its domain.
            let relation = match self.layout {
                AnyLayout::Swizzle(_) => extended_relation(&self.layout, &view)?,
                _ => inside_relation(&self.layout, &view)?,
            };
            return at.through(&coordinates, &relation);
        };
        let inner = self.inner(right, at)?;
        left.inside(&at.at(&inner, &Shape::Integral))
    }

    /// The v of [`Applied::inside`], whether or not the offsets are Presburger.
    pub(super) fn domain_inside(&self, at: &Coordinates<'_>) -> Result<Map, NotAnswered> {
        if let Some((left, right)) = self.parts() {
            let inner = self.inner(right, at)?;
            return left.domain_inside(&at.at(&inner, &Shape::Integral));
        }
        if self.nonlinear(at.shape).is_none() {
            return Ok(self.inside(at)?.without_outputs()?);
        }
        let (coordinates, view) = viewed(&self.layout, at.numbers, at.shape)?;
        at.through(&coordinates, &domain_relation(&self.layout, &view)?)
    }

    /// The offsets of the right layout where they are coordinates of the left one.
    fn inner(&self, right: &Applied, at: &Coordinates<'_>) -> Result<Map, NotAnswered> {
        let shape = self.inner_shape(at.shape)?;
        right.flat(right.inside(&at.at(at.numbers, &shape))?)
    }

    /// The relation of [`Applied::inside`] for every v at which an apply has a value.
    pub(super) fn anywhere(&self, at: &Coordinates<'_>) -> Result<Map, NotAnswered> {
        let (coordinates, view) = viewed(&self.layout, at.numbers, at.shape)?;
        at.through(&coordinates, &extended_relation(&self.layout, &view)?)
    }

    /// The v of [`Applied::anywhere`], whether or not the offsets are Presburger.
    pub(super) fn domain_anywhere(&self, at: &Coordinates<'_>) -> Result<Map, NotAnswered> {
        if self.nonlinear(at.shape).is_none() {
            return Ok(self.anywhere(at)?.without_outputs()?);
        }
        let (coordinates, _) = viewed(&self.layout, at.numbers, at.shape)?;
        let n = coordinates.n_outputs()?;
        let natural: Vec<Comparison> =
            (0..n).map(|input| Comparison::at_least(Quantity::variable(input), 0)).collect();
        Ok(coordinates.then(&Relation::region(n, &natural).to_map(coordinates.context())?)?)
    }

    /// True if the integral coordinates are outside the layout that a composition is as a whole.
    pub(super) fn domain_is_left(&self, at: &Coordinates<'_>) -> Result<bool, NotAnswered> {
        let (coordinates, view) = viewed(&self.layout, at.numbers, &Shape::Integral)?;
        let relation = inside_relation(&self.layout, &view)?;
        Ok(at.through(&coordinates, &relation)?.is_empty()?)
    }

    /// What the coordinates of a composition are to its right layout.
    pub(super) fn inner_shape(&self, shape: &Shape) -> Result<Shape, NotAnswered> {
        match shape {
            Shape::Written(n) => match extents(&self.layout, *n) {
                Some(extents) if 1 < extents.len() => Ok(Shape::Extents(extents)),
                Some(_) => Ok(Shape::Integral),
                // A relation has as many inputs as the right layout, another relation.
                None if *n == 1 => Ok(Shape::Integral),
                None => Ok(Shape::Written(*n)),
            },
            shape => Ok(shape.clone()),
        }
    }

    /// One offset of several: leftmost fastest.
    pub(super) fn flat(&self, offsets: Map) -> Result<Map, NotAnswered> {
        let n = offsets.n_outputs()?;
        if n == 1 {
            return Ok(offsets);
        }
        let (found, sizes) = (n, self.out_sizes());
        let Some(sizes) = sizes.filter(|sizes| sizes.len() == found) else {
            return Err(NotAnswered::Parts { expected: 1, found });
        };
        let flat = linearised(&sizes)?;
        Ok(offsets.then(&Relation::of_quantities(n, &[flat]).to_map(offsets.context())?)?)
    }

    /// The sizes of the parts of an offset, if it has parts that can be counted as one number.
    fn out_sizes(&self) -> Option<Vec<i64>> {
        match (self.parts(), &self.layout) {
            (Some((left, _)), _) => left.out_sizes(),
            (None, AnyLayout::Linear(linear)) => {
                Some(linear.out_dims().iter().map(|dim| dim.size()).collect())
            }
            _ => None,
        }
    }

    /// Quantities that are worth comparing at these coordinates: the digits that the modes make of
    /// them, how far they are from a symbolic extent, and the offsets on the way. The offsets
    /// themselves come second, if they are quantities.
    pub(super) fn quantities(
        &self,
        coordinates: &[Quantity],
        shape: &Shape,
        symbols: &[(String, Quantity)],
    ) -> (Vec<Quantity>, Option<Vec<Quantity>>) {
        let Some((left, right)) = self.parts() else {
            return self.leaf_quantities(coordinates, shape, symbols).unwrap_or_default();
        };
        let Ok(inner_shape) = self.inner_shape(shape) else { return Default::default() };
        let (mut found, offsets) = right.quantities(coordinates, &inner_shape, symbols);
        let Some(offsets) = offsets else { return (found, None) };
        let flat = match (&offsets[..], right.out_sizes()) {
            ([offset], _) => Some(offset.clone()),
            (offsets, Some(sizes)) => {
                linearised(&sizes).ok().and_then(|flat| substituted(&flat, offsets))
            }
            _ => None,
        };
        let Some(flat) = flat else { return (found, None) };
        found.push(flat.clone());
        let (mut others, offsets) = left.quantities(&[flat], &Shape::Integral, symbols);
        found.append(&mut others);
        (found, offsets)
    }

    fn leaf_quantities(
        &self,
        coordinates: &[Quantity],
        shape: &Shape,
        symbols: &[(String, Quantity)],
    ) -> Option<(Vec<Quantity>, Option<Vec<Quantity>>)> {
        let (coordinates, view) = match view(&self.layout, shape) {
            Some((view, n)) => {
                let mut coordinates = coordinates.to_vec();
                coordinates.resize(n, Quantity::default());
                (coordinates, view)
            }
            None => match shape {
                Shape::Extents(extents) => {
                    let flat = substituted(&linearised(extents).ok()?, coordinates)?;
                    (vec![flat], View::Integral)
                }
                _ => return None,
            },
        };
        let value = |name: &str| symbols.iter().find(|(known, _)| known == name).map(|(_, v)| v);
        let mut found = Vec::new();
        if let Some(extents) = flat_extents(&self.layout) {
            let mut extents = extents.into_iter();
            for (coordinate, n) in coordinates.iter().zip(group_sizes(&view, extents.len())) {
                let group: Vec<i64> = extents.by_ref().take(n).filter(|&e| e != 1).collect();
                found.append(&mut digits(coordinate, &group).unwrap_or_default());
            }
        } else if let Some(extents) = self.layout.extents() {
            let extents = group_extents(&extents, &view).unwrap_or_default();
            for (coordinate, extent) in coordinates.iter().zip(extents) {
                if let [symbol] = extent.symbols()
                    && let Some(value) = value(symbol)
                {
                    // i < 2*M is floor(i/2) < M, which computes no product that may be too great.
                    let factor = extent.coefficient();
                    let digit = coordinate.floor(factor).ok();
                    found.extend(value.times(factor).and_then(|e| coordinate.minus(&e)).ok());
                    found.extend(digit.and_then(|digit| digit.minus(value).ok()));
                }
            }
        }
        let offsets = inside_relation(&self.layout, &view)
            .ok()
            .and_then(|relation| quantities_of(&relation, &coordinates, symbols));
        Some((found, offsets))
    }
}

/// The outputs of a relation at coordinates, its parameters being symbols.
fn quantities_of(
    relation: &Relation,
    coordinates: &[Quantity],
    symbols: &[(String, Quantity)],
) -> Option<Vec<Quantity>> {
    let value = |name: &str| symbols.iter().find(|(known, _)| known == name).map(|(_, v)| v);
    let inputs = relation.parameters().map(|name| value(name).cloned());
    let inputs: Option<Vec<Quantity>> =
        inputs.chain(coordinates.iter().cloned().map(Some)).collect();
    relation.with_parameters_as_inputs().output_quantities(&inputs?)
}

/// The coordinates that a layout is applied to, as functions of variables, with what symbols are.
#[derive(Clone, Copy)]
pub(super) struct Coordinates<'a> {
    pub numbers: &'a Map,
    pub shape: &'a Shape,
    /// Each symbol as a function of the same variables.
    pub symbols: &'a [(String, Map)],
}

impl<'a> Coordinates<'a> {
    /// Other coordinates, with the same symbols.
    pub(super) fn at<'b>(&self, numbers: &'b Map, shape: &'b Shape) -> Coordinates<'b>
    where
        'a: 'b,
    {
        Coordinates { numbers, shape, symbols: self.symbols }
    }

    /// A relation after the coordinates, its parameters being the symbols.
    fn through(&self, coordinates: &Map, relation: &Relation) -> Result<Map, NotAnswered> {
        let mut inputs: Option<Map> = None;
        for name in relation.parameters() {
            let value = self.symbols.iter().find(|(known, _)| known == name);
            let Some((_, value)) = value else {
                return Err(NotAnswered::NoValue { symbol: name.to_owned() });
            };
            inputs = Some(match inputs {
                Some(before) => before.beside(value)?,
                None => value.clone(),
            });
        }
        let inputs = match inputs {
            Some(symbols) => symbols.beside(coordinates)?,
            None => coordinates.clone(),
        };
        let relation = relation.with_parameters_as_inputs();
        Ok(inputs.then(&relation.to_map(coordinates.context())?)?)
    }
}

impl fmt::Display for Applied {
    /// `g o f`, or the layout.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            Some((left, right)) => write!(f, "{left} o {right}"),
            None => self.layout.fmt(f),
        }
    }
}

fn not_read(reason: String) -> Unknown {
    Unknown::NotRead { reason }
}
