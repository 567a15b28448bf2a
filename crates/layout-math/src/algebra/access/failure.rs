//! Why an access is out of bounds at one point.

use super::parts::Leaving;
use super::question::AccessQuestion;
use super::verdict::Failure;
use crate::affine::Quantity;
use crate::algebra::applied::{Applied, Coordinates};
use crate::algebra::relations::NotAnswered;
use crate::algebra::views::Shape;
use crate::relation::{Answer, Map};

impl AccessQuestion {
    /// How the access is out of bounds at the least point of what is known, where it is that.
    pub(super) fn failure(&self, known: &Map) -> Result<Failure, NotAnswered> {
        let point = match known.empty()? {
            Answer::Refuted(pair) => pair.input,
            Answer::Proved => Vec::new(),
            Answer::Unknown { operations } => {
                return Err(NotAnswered::OutOfBudget { operations });
            }
        };
        let bounds: Vec<(i64, i64)> =
            point.iter().map(|&value| (value, value.saturating_add(1))).collect();
        let known = known.with_inputs_in(&bounds)?;
        let mut results = Vec::new();
        // What the application that a variable is a result of was given.
        let mut places: Vec<(usize, Vec<i64>)> = Vec::new();
        for (application, &is_free) in self.access.applications.iter().zip(&self.is_free) {
            let at = self.at(&known, application, &results)?;
            let at = at.coordinates();
            let place = FailurePoint {
                coordinate: only(at.numbers)?,
                symbols: (at.symbols.iter())
                    .map(|(name, value)| {
                        Ok((name.clone(), only(value)?.first().copied().unwrap_or_default()))
                    })
                    .collect::<Result<_, NotAnswered>>()?,
            };
            if let Some(failure) = self.domain_failure(&application.layout, &at, &place)? {
                return Ok(failure);
            }
            places.extend(
                application.results.iter().map(|&result| (result, place.coordinate.clone())),
            );
            if !is_free {
                let offsets = application.layout.anywhere(&at)?;
                results.append(&mut self.separate(application, offsets)?);
            }
        }
        let rank = self.access.sizes.len();
        let indices = self.reached.iter().zip(&self.access.sizes).enumerate();
        for (dimension, (index, size)) in indices {
            let number = |quantity: &Quantity| -> Result<i64, NotAnswered> {
                let values = self.values(quantity, &results)?.with_domain_of(&known)?;
                Ok(only(&values)?.first().copied().unwrap_or_default())
            };
            let (value, size) = (number(index)?, size.as_ref().map(number).transpose()?);
            if 0 <= value && size.is_none_or(|size| value < size) {
                continue;
            }
            let place = places.iter().find(|(result, _)| index.as_variable() == Some(*result));
            return Ok(match place {
                None => Failure::Index { index: value, dimension, size },
                Some((_, coordinate)) => {
                    let coordinate = coordinate.clone();
                    Failure::Offset { coordinate, offset: value, dimension, rank, size }
                }
            });
        }
        Err(NotAnswered::NoPredicate { reason: "no failure was found".to_owned() })
    }

    /// How an application of a layout at one coordinate is out of bounds, if it is.
    fn domain_failure(
        &self,
        layout: &Applied,
        at: &Coordinates<'_>,
        place: &FailurePoint,
    ) -> Result<Option<Failure>, NotAnswered> {
        let domain = || Failure::Domain {
            layout: layout.layout().to_string(),
            coordinate: place.coordinate.clone(),
            symbols: place.symbols_of(layout),
        };
        if layout.domain_anywhere(at)?.is_empty()? {
            return Ok(Some(domain()));
        }
        if self.leaving == Leaving::Allowed || !layout.domain_inside(at)?.is_empty()? {
            return Ok(None);
        }
        // Outside, and so is one of the parts.
        let Some((left, right)) = layout.parts() else { return Ok(Some(domain())) };
        let inner_shape = layout.inner_shape(at.shape)?;
        let inner = at.at(at.numbers, &inner_shape);
        if let Some(failure) = self.domain_failure(right, &inner, place)? {
            return Ok(Some(failure));
        }
        let offsets = right.flat(right.inside(&inner)?)?;
        let offset = only(&offsets)?.first().copied().unwrap_or_default();
        let outer = at.at(&offsets, &Shape::Integral);
        if left.parts().is_some() && !left.domain_is_left(&outer)? {
            // It is a layout further to the left that is left.
            let place = FailurePoint { coordinate: vec![offset], symbols: place.symbols.clone() };
            return self.domain_failure(left, &outer, &place);
        }
        let value = |name: &str| {
            place.symbols.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
        };
        Ok(Some(Failure::Left {
            left: left.to_string(),
            size: left.layout().size().and_then(|size| size.evaluate(&value)),
            right: right.to_string(),
            coordinate: place.coordinate.clone(),
            offset,
            symbols: place.symbols_of(layout),
        }))
    }
}

/// What an application is applied to at the point of a failure.
struct FailurePoint {
    coordinate: Vec<i64>,
    symbols: Vec<(String, i64)>,
}

impl FailurePoint {
    /// The values of the symbols that a layout has.
    fn symbols_of(&self, layout: &Applied) -> Vec<(String, i64)> {
        if layout.layouts().iter().any(|layout| layout.has_symbols()) {
            self.symbols.clone()
        } else {
            Vec::new()
        }
    }
}

/// The output of a map that has one pair.
fn only(map: &Map) -> Result<Vec<i64>, NotAnswered> {
    Ok(map.pairs(1)?.pop().map(|(_, output)| output).unwrap_or_default())
}
