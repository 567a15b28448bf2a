//! Why an access is out of bounds at one point.

use std::fmt;

use super::{Index, Leaving, Question, Results};
use crate::algebra::applied::Applied;
use crate::algebra::relations::NotAnswered;
use crate::algebra::views::Shape;
use crate::relation::{Answer, Map};

/// How an access is out of bounds, with values for which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A coordinate at which the layout has no offset, or which is outside its domain.
    Domain { layout: String, coordinate: Vec<i64> },
    /// The right layout of a composition gives an offset that is no coordinate of the left one.
    Left { left: String, size: Option<i64>, right: String, coordinate: Vec<i64>, offset: i64 },
    /// An offset outside a dimension of the buffer.
    Offset { coordinate: Vec<i64>, offset: i64, dimension: usize, rank: usize, size: i64 },
    /// An index outside a dimension of the buffer.
    Index { index: i64, dimension: usize, size: i64 },
}

impl Failure {
    /// What else there is to say: where the offset comes from.
    pub fn note(&self) -> Option<String> {
        match self {
            Failure::Left { size, right, offset, .. } => {
                let size = match size {
                    Some(size) => format!("the left layout has size {size}"),
                    None => "the left layout has no offset there".to_owned(),
                };
                Some(format!("{right} gives {offset}, and {size}"))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Domain { layout, coordinate } => {
                write!(f, "coordinate {} is outside the domain of {layout}", Coordinate(coordinate))
            }
            Failure::Left { left, coordinate, .. } => {
                write!(f, "coordinate {} leaves the left layout {left}", Coordinate(coordinate))
            }
            Failure::Offset { coordinate, offset, dimension, rank, size } => {
                write!(f, "offset {offset} at coordinate {} is outside ", Coordinate(coordinate))?;
                write!(f, "[0, {size})")?;
                if *rank == 1 { Ok(()) } else { write!(f, " of dimension {dimension}") }
            }
            Failure::Index { index, dimension, size } => {
                write!(f, "index {index} of dimension {dimension} is outside [0, {size})")
            }
        }
    }
}

/// `3` or `(1,0)`.
struct Coordinate<'a>(&'a [i64]);

impl fmt::Display for Coordinate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [number] => write!(f, "{number}"),
            numbers => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                write!(f, "({})", numbers.join(","))
            }
        }
    }
}

impl Question<'_> {
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
        let at = known.with_inputs_in(&bounds)?;
        let mut results = Results { maps: Vec::new() };
        // What each application was given, for the message about the offset it gives.
        let mut places = Vec::new();
        for application in &self.access.applications {
            let coordinates = self.coordinates(&at, application, &results)?;
            let shape = Shape::Written(application.coordinates.len());
            let coordinate = only(&coordinates)?;
            if let Some(failure) =
                self.domain_failure(&application.layout, &coordinates, &shape, &coordinate)?
            {
                return Ok(failure);
            }
            let offsets = application.layout.anywhere(&coordinates, &shape)?;
            let offsets = if application.n_results == 1 {
                application.layout.flat(offsets)?
            } else {
                offsets
            };
            results.maps.append(&mut self.separate(&offsets)?);
            places.push(coordinate);
        }
        let rank = self.access.sizes.len();
        let indices = self.access.indices.iter().zip(&self.access.sizes).enumerate();
        for (dimension, (index, &size)) in indices {
            let values = self.values(index, &results)?.with_domain_of(&at)?;
            let value = only(&values)?.first().copied().unwrap_or_default();
            if (0..size).contains(&value) {
                continue;
            }
            return Ok(match index {
                Index::Value(_) => Failure::Index { index: value, dimension, size },
                Index::Result { application, .. } => {
                    let coordinate = places[*application].clone();
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
        coordinates: &Map,
        shape: &Shape,
        coordinate: &[i64],
    ) -> Result<Option<Failure>, NotAnswered> {
        let domain = || Failure::Domain {
            layout: layout.layout().to_string(),
            coordinate: coordinate.to_vec(),
        };
        if layout.anywhere(coordinates, shape)?.is_empty()? {
            return Ok(Some(domain()));
        }
        if self.leaving == Leaving::Allowed || !layout.inside(coordinates, shape)?.is_empty()? {
            return Ok(None);
        }
        // Outside, and so is one of the parts.
        let Some((left, right)) = layout.parts() else { return Ok(Some(domain())) };
        let inner_shape = layout.inner_shape(shape)?;
        if let Some(failure) = self.domain_failure(right, coordinates, &inner_shape, coordinate)? {
            return Ok(Some(failure));
        }
        let offsets = right.flat(right.inside(coordinates, &inner_shape)?)?;
        let offset = only(&offsets)?.first().copied().unwrap_or_default();
        if left.parts().is_some() && !left.domain_is_left(&offsets)? {
            // It is a layout further to the left that is left.
            return self.domain_failure(left, &offsets, &Shape::Integral, &[offset]);
        }
        let size = left.layout().size().and_then(|size| size.as_constant());
        Ok(Some(Failure::Left {
            left: left.to_string(),
            size,
            right: right.to_string(),
            coordinate: coordinate.to_vec(),
            offset,
        }))
    }
}

/// The output of a map that has one pair.
fn only(map: &Map) -> Result<Vec<i64>, NotAnswered> {
    Ok(map.pairs(1)?.pop().map(|(_, output)| output).unwrap_or_default())
}
