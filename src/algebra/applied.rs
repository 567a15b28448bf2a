use std::fmt;

use super::any_layout::AnyLayout;
use super::bounds::leaves_domain;
use super::compose::{Promotion, compose};
use super::relations::{NotAnswered, extended_relation, to_relation};
use super::verdict::{Budget, Unknown, Verdict};
use super::views::{
    Shape, digits, extents, flat_extents, group_sizes, linearised, substituted, view, viewed,
};
use crate::cute::{Composed, Outer, Swizzle};
use crate::relation::{Map, Quantity, Relation, View};

/// A layout that remembers which compositions made it, so that a coordinate can be followed through
/// them.
#[derive(Debug, Clone)]
pub struct Applied {
    /// What the composition is as one layout.
    layout: AnyLayout,
    parts: Option<Box<Parts>>,
}

#[derive(Debug, Clone)]
struct Parts {
    left: Applied,
    right: Applied,
}

impl Applied {
    /// A layout without a past. A composed layout whose outer part is a layout is a composition.
    ///
    /// # Errors
    ///
    /// A layout with symbols, which have no values here.
    pub fn new(layout: AnyLayout) -> Result<Self, Unknown> {
        if layout.has_symbols() {
            return Err(not_read(format!("the symbols of {layout} have no value here")));
        }
        let AnyLayout::Composed(composed) = &layout else {
            return Ok(Applied { layout, parts: None });
        };
        let Outer::Layout(outer) = composed.outer() else {
            return Ok(Applied { layout, parts: None });
        };
        let left = Applied::new(AnyLayout::Cute(outer.clone()))?;
        let inner = match composed.offset_term().as_constant() {
            Some(0) => AnyLayout::Cute(composed.inner().clone()),
            // The swizzle of 0 bits changes nothing: this is the inner layout with its offset.
            Some(offset) => {
                let identity = Swizzle::new(0, 0, 0).expect("0 bits fit everywhere");
                let identity = Outer::Swizzle(identity);
                AnyLayout::Composed(Composed::new(identity, offset, composed.inner().clone()))
            }
            None => return Err(not_read(format!("the symbols of {layout} have no value here"))),
        };
        let right = Applied::new(inner)?;
        Ok(Applied { layout, parts: Some(Box::new(Parts { left, right })) })
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
        let layout =
            compose(&left.layout, &right.layout, promotion, budget).map_err(NotAnswered::from)?;
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
        Ok(Applied { layout, parts: Some(Box::new(Parts { left, right })) })
    }

    /// The composition as one layout.
    pub fn layout(&self) -> &AnyLayout {
        &self.layout
    }

    /// The left and the right layout of a composition.
    pub fn parts(&self) -> Option<(&Applied, &Applied)> {
        self.parts.as_ref().map(|parts| (&parts.left, &parts.right))
    }

    /// The relation `v -> offset` of the coordinates `v -> c`, for those v only whose coordinate is
    /// in the domain and stays inside every left layout on the way.
    pub(super) fn inside(&self, coordinates: &Map, shape: &Shape) -> Result<Map, NotAnswered> {
        let Some((left, right)) = self.parts() else {
            let (coordinates, view) = viewed(&self.layout, coordinates, shape)?;
            // A swizzle acts on every offset; that it has a domain is for who lists its pairs.
            let relation = match self.layout {
                AnyLayout::Swizzle(_) => extended_relation(&self.layout, &view)?,
                _ => to_relation(&self.layout, &view)?,
            };
            return Ok(coordinates.then(&relation.to_map(coordinates.context())?)?);
        };
        let inner = right.inside(coordinates, &self.inner_shape(shape)?)?;
        left.inside(&right.flat(inner)?, &Shape::Integral)
    }

    /// The same for every v at which an apply has a value.
    pub(super) fn anywhere(&self, coordinates: &Map, shape: &Shape) -> Result<Map, NotAnswered> {
        let (coordinates, view) = viewed(&self.layout, coordinates, shape)?;
        let relation = extended_relation(&self.layout, &view)?;
        Ok(coordinates.then(&relation.to_map(coordinates.context())?)?)
    }

    /// True if the integral coordinates are outside the layout that a composition is as a whole.
    pub(super) fn domain_is_left(&self, coordinates: &Map) -> Result<bool, NotAnswered> {
        let (coordinates, view) = viewed(&self.layout, coordinates, &Shape::Integral)?;
        let relation = to_relation(&self.layout, &view)?;
        Ok(coordinates.then(&relation.to_map(coordinates.context())?)?.is_empty()?)
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
    /// them and the offsets on the way. The offsets themselves come second, if they are quantities.
    pub(super) fn quantities(
        &self,
        coordinates: &[Quantity],
        shape: &Shape,
    ) -> (Vec<Quantity>, Option<Vec<Quantity>>) {
        let Some((left, right)) = self.parts() else {
            return self.leaf_quantities(coordinates, shape).unwrap_or_default();
        };
        let Ok(inner_shape) = self.inner_shape(shape) else { return Default::default() };
        let (mut found, offsets) = right.quantities(coordinates, &inner_shape);
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
        let (mut others, offsets) = left.quantities(&[flat], &Shape::Integral);
        found.append(&mut others);
        (found, offsets)
    }

    fn leaf_quantities(
        &self,
        coordinates: &[Quantity],
        shape: &Shape,
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
        let mut found = Vec::new();
        if let Some(extents) = flat_extents(&self.layout) {
            let mut extents = extents.into_iter();
            for (coordinate, n) in coordinates.iter().zip(group_sizes(&view, extents.len())) {
                let group: Vec<i64> = extents.by_ref().take(n).filter(|&e| e != 1).collect();
                found.append(&mut digits(coordinate, &group).unwrap_or_default());
            }
        }
        let relation = to_relation(&self.layout, &view).ok()?;
        Some((found, relation.output_quantities(&coordinates)))
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
    Unknown::NotPresburger { reason }
}
