//! The witnesses of refusals, put to the judge.

use layout_math::algebra::{ComposeError, OperationError};
use layout_math::cute::AlgebraError;
use layout_math::linear::LinearError;

use crate::judge::model::{Cute, Layout, Linear};
use crate::judge::read::cute;
use crate::laws::plain::{at, extended, is_layout, modes, size};

/// Checks what an error says of coordinates and offsets.
pub(super) fn check(error: &OperationError, operands: &[Layout]) -> Result<(), String> {
    let is_right = match error {
        OperationError::Algebra(error) => algebra(error),
        OperationError::Compose(ComposeError::Coordinates(error)) => algebra(error),
        OperationError::Linear(error) => linear(error, operands),
        _ => Some(true),
    };
    if is_right == Some(false) { Err(format!("it is not so: {error}")) } else { Ok(()) }
}

/// `None` if the error names a layout that is not one of numbers.
fn algebra(error: &AlgebraError) -> Option<bool> {
    match error {
        AlgebraError::NotInjective { layout, first, second, offset } => {
            let layout = read(layout)?;
            let values: Vec<Option<i64>> = (0..size(&layout)).map(|c| at(&layout, c)).collect();
            let value = |c: i64| values.get(usize::try_from(c).ok()?).copied().flatten();
            // The second one is the least that shares its offset with an earlier one.
            let is_least = (0..*second as usize).all(|c| !values[..c].contains(&values[c]));
            let is_shared = value(*first) == Some(*offset) && value(*second) == Some(*offset);
            Some(first < second && is_shared && is_least)
        }
        AlgebraError::BelowZero { layout, coordinate, offset } => {
            let layout = read(layout)?;
            let is_inside = (0..size(&layout)).contains(coordinate);
            Some(is_inside && at(&layout, *coordinate) == Some(*offset) && *offset < 0)
        }
        AlgebraError::NotSurjective { layout, offset } => {
            let layout = read(layout)?;
            let is_missed = (0..size(&layout)).all(|c| at(&layout, c) != Some(*offset));
            Some(is_missed && (0..size(&layout)).contains(offset))
        }
        AlgebraError::NoLeftInverse { layout, candidate, coordinate, found } => {
            let (layout, candidate) = (read(layout)?, read(candidate)?);
            let back = at(&layout, *coordinate).and_then(|offset| at(&candidate, offset));
            Some(back == Some(*found) && found != coordinate)
        }
        AlgebraError::NotALayout { outer, inner, coordinate } => {
            let (outer, inner) = (read(outer)?, read(inner)?);
            let outer = modes(&outer);
            let value = |c: i64| extended(&outer, at(&inner, c)?);
            let values: Option<Vec<_>> = (0..size(&inner)).map(value).collect();
            Some((0..size(&inner)).contains(coordinate) && !is_layout(&values?))
        }
        AlgebraError::InMode { error, .. } => algebra(error),
        _ => Some(true),
    }
}

/// A layout of numbers or positions; there is none where a layout has symbols.
fn read(text: &str) -> Option<Cute> {
    let text: String = text.chars().filter(|c| *c != ' ').collect();
    let layout = cute(&text)?;
    let terms = layout.stride.leaves().into_iter().map(|stride| &stride.scale);
    let is_static =
        layout.shape.leaves().into_iter().chain(terms).all(|term| term.symbols.is_empty());
    is_static.then_some(layout)
}

fn linear(error: &LinearError, operands: &[Layout]) -> Option<bool> {
    let own = |at: usize| match operands.get(at) {
        Some(Layout::Linear(linear)) => Some(linear),
        _ => None,
    };
    match error {
        LinearError::NotInjective { first, second } => {
            let linear = own(0)?;
            Some(first != second && value(linear, first)? == value(linear, second)?)
        }
        LinearError::NotSurjective { uncovered } => {
            let linear = own(0)?;
            Some(!reaches(linear, uncovered))
        }
        LinearError::NotCovered { coordinates, values } => {
            let (left, right) = (own(0)?, own(1)?);
            let is_there = value(left, coordinates)? == *values;
            // The out-dims are matched by their names.
            let place = |name: &String| left.out_dims.iter().position(|(own, _)| own == name);
            let moved: Option<Vec<i64>> =
                right.out_dims.iter().map(|(name, _)| Some(values[place(name)?])).collect();
            Some(is_there && !reaches(right, &moved?))
        }
        _ => Some(true),
    }
}

fn value(linear: &Linear, coordinates: &[i64]) -> Option<Vec<i64>> {
    let mut value = linear.constant.clone();
    if coordinates.len() != linear.in_dims.len() {
        return None;
    }
    for (own, (_, bases)) in coordinates.iter().zip(&linear.in_dims) {
        for (bit, basis) in bases.iter().enumerate() {
            if own / 2_i64.pow(bit as u32) % 2 == 1 {
                value = value.iter().zip(basis).map(|(a, b)| a ^ b).collect();
            }
        }
    }
    Some(value)
}

fn reaches(linear: &Linear, values: &[i64]) -> bool {
    let extents: Vec<i64> = linear.in_dims.iter().map(|(_, bases)| 1 << bases.len()).collect();
    let all = (0..extents.iter().product()).map(|c| crate::laws::plain::digits(&extents, c));
    all.into_iter().any(|coordinates| value(linear, &coordinates).as_deref() == Some(values))
}
