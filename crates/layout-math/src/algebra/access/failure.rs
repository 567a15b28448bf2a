//! Why an access is out of bounds at one point.

use std::fmt;

use super::Leaving;
use super::question::Question;
use crate::algebra::applied::{Applied, Coordinates};
use crate::algebra::relations::NotAnswered;
use crate::algebra::views::Shape;
use crate::point::{ForSymbols, Point};
use crate::relation::{Answer, Map, Quantity};

/// How an access is out of bounds, with values for which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A coordinate at which the layout has no offset, or which is outside its domain.
    Domain { layout: String, coordinate: Vec<i64>, symbols: Vec<(String, i64)> },
    /// The right layout of a composition gives an offset that is no coordinate of the left one.
    Left {
        left: String,
        size: Option<i64>,
        right: String,
        coordinate: Vec<i64>,
        offset: i64,
        symbols: Vec<(String, i64)>,
    },
    /// An offset outside a dimension of the buffer; without a size it is negative.
    Offset { coordinate: Vec<i64>, offset: i64, dimension: usize, rank: usize, size: Option<i64> },
    /// An index outside a dimension of the buffer; without a size it is negative.
    Index { index: i64, dimension: usize, size: Option<i64> },
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
            Failure::Domain { layout, coordinate, symbols } => {
                let coordinate = Point::from(&coordinate[..]);
                write!(f, "coordinate {coordinate} is outside the domain of {layout}")?;
                ForSymbols(symbols).fmt(f)
            }
            Failure::Left { left, coordinate, symbols, .. } => {
                let coordinate = Point::from(&coordinate[..]);
                write!(f, "coordinate {coordinate} leaves the left layout {left}")?;
                ForSymbols(symbols).fmt(f)
            }
            Failure::Offset { coordinate, offset, dimension, rank, size } => {
                write!(
                    f,
                    "offset {offset} at coordinate {} is {}",
                    Point::from(&coordinate[..]),
                    Outside(*size)
                )?;
                if *rank == 1 { Ok(()) } else { write!(f, " of dimension {dimension}") }
            }
            Failure::Index { index, dimension, size } => {
                write!(f, "index {index} of dimension {dimension} is {}", Outside(*size))
            }
        }
    }
}

/// `outside [0, 8)`, or `negative` where nothing is asked of the end.
struct Outside(Option<i64>);

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(size) => write!(f, "outside [0, {size})"),
            None => f.write_str("negative"),
        }
    }
}

impl Question {
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
            let place = Place {
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
        place: &Place,
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
            let place = Place { coordinate: vec![offset], symbols: place.symbols.clone() };
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
struct Place {
    coordinate: Vec<i64>,
    symbols: Vec<(String, i64)>,
}

impl Place {
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
