//! What the function of an operation is called with, read and checked.

use std::fmt::Display;

use super::error::OperationError;
use super::parameters::{Parameter, Parameters, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::algebra::verdict::Budget;
use crate::cute::{AlgebraError, Basis, CuteLayout, Layout, LayoutOrTiler, Pick, Tuple};
use crate::linear::LinearLayout;
use crate::text::{Cursor, ParseError};

/// The operands and parameters of one evaluation.
///
/// The functions of the table ask for operands below the number that the table declares, which was
/// checked before.
pub(super) struct Arguments<'a> {
    operands: &'a [&'a AnyLayout],
    parameters: &'a dyn Parameters,
    budget: &'a Budget,
}

impl<'a> Arguments<'a> {
    pub fn new(
        operands: &'a [&'a AnyLayout],
        parameters: &'a dyn Parameters,
        budget: &'a Budget,
    ) -> Self {
        Arguments { operands, parameters, budget }
    }

    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    pub fn operands(&self) -> &'a [&'a AnyLayout] {
        self.operands
    }

    pub fn operand(&self, index: usize) -> &'a AnyLayout {
        self.operands[index]
    }

    /// The layout of integers that an operand is.
    pub fn integers(&self, index: usize) -> Result<&'a Layout, OperationError> {
        let operand = self.operand(index);
        operand.as_static().ok_or_else(|| OperationError::not_integers(operand))
    }

    /// The linear layout that an operand is.
    pub fn linear(&self, index: usize) -> Result<&'a LinearLayout, OperationError> {
        match self.operand(index) {
            AnyLayout::Linear(linear) => Ok(linear),
            operand => Err(OperationError::notation(operand, "linear layout")),
        }
    }

    /// The layout of integers or with basis strides, or the tiler, that an operand is.
    pub fn layout_or_tiler(&self, index: usize) -> Result<LayoutOrTiler<'a>, OperationError> {
        match self.operand(index) {
            AnyLayout::Tile(tiler) => Ok(LayoutOrTiler::Tiler(tiler)),
            AnyLayout::Cute(CuteLayout::Basis(layout)) => Ok(LayoutOrTiler::Coordinates(layout)),
            _ => self.integers(index).map(LayoutOrTiler::Layout),
        }
    }

    /// True if the parameter is there.
    pub fn has(&self, name: &str) -> bool {
        self.parameters.text(name).is_some()
            || self.parameters.integer(name).is_some()
            || self.parameters.integers(name).is_some()
    }

    pub fn integer(&self, name: &'static str) -> Result<i64, OperationError> {
        self.parameters.integer(name).ok_or_else(|| missing(name))
    }

    /// Numbers of modes.
    pub fn modes(&self, name: &'static str) -> Result<Vec<usize>, OperationError> {
        let modes = self.parameters.integers(name).ok_or_else(|| missing(name))?;
        let mode = |&mode: &i64| {
            let reason = || format!("hold {mode}, which is not a mode");
            usize::try_from(mode).map_err(|_| OperationError::Parameter { name, reason: reason() })
        };
        modes.iter().map(mode).collect()
    }

    /// The beginning and the end of a range of modes.
    pub fn range(&self, name: &'static str) -> Result<(usize, usize), OperationError> {
        match self.modes(name)?[..] {
            [begin, end] => Ok((begin, end)),
            ref modes => {
                let reason = format!("hold {} numbers, not the beginning and the end", modes.len());
                Err(OperationError::Parameter { name, reason })
            }
        }
    }

    pub fn text(&self, name: &'static str) -> Result<String, OperationError> {
        self.parameters.text(name).ok_or_else(|| missing(name))
    }

    /// A nested tuple of numbers.
    pub fn tuple(&self, name: &'static str) -> Result<Tuple<i64>, OperationError> {
        let text = self.text(name)?;
        text.parse().map_err(|error| unreadable(name, &text, error))
    }

    /// A coordinate with whole modes.
    pub fn coordinate(&self, name: &'static str) -> Result<Tuple<Pick>, OperationError> {
        let text = self.text(name)?;
        text.parse().map_err(|error| unreadable(name, &text, error))
    }

    /// The names of dims.
    pub fn names(&self, name: &'static str) -> Result<Vec<String>, OperationError> {
        let text = self.text(name)?;
        listed(&text, dim_name).map_err(|error| unreadable(name, &text, error))
    }

    /// The names of dims with their sizes.
    pub fn sizes(&self, name: &'static str) -> Result<Vec<(String, i64)>, OperationError> {
        let text = self.text(name)?;
        let sized = |cursor: &mut Cursor<'_>| {
            let dim = dim_name(cursor)?;
            cursor.expect("=")?;
            Ok((dim, cursor.integer()?))
        };
        listed(&text, sized).map_err(|error| unreadable(name, &text, error))
    }

    /// One of a few words; `None` if it is not there.
    pub fn word(
        &self,
        name: &'static str,
        words: &'static [&'static str],
    ) -> Result<Option<&'static str>, OperationError> {
        let Some(text) = self.parameters.text(name) else { return Ok(None) };
        match words.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => {
                let reason = format!("is {text}, not one of {}", words.join(", "));
                Err(OperationError::Parameter { name, reason })
            }
        }
    }

    /// Checks that a parameter has its form, and is there unless it may be left out.
    pub fn check(&self, parameter: &Parameter) -> Result<(), OperationError> {
        let name = parameter.name();
        if parameter.is_optional() && !self.has(name) {
            return Ok(());
        }
        match parameter.syntax() {
            Syntax::Integer => self.integer(name).map(drop),
            Syntax::Modes => self.modes(name).map(drop),
            Syntax::Range => self.range(name).map(drop),
            Syntax::Tuple => self.tuple(name).map(drop),
            Syntax::Coordinate => self.coordinate(name).map(drop),
            Syntax::Names => self.names(name).map(drop),
            Syntax::Sizes => self.sizes(name).map(drop),
            Syntax::Word(words) => self.word(name, words).map(drop),
        }
    }
}

/// The layout with its modes changed by the operation: one of integers, one with basis strides, or
/// the inner one of a composed layout.
///
/// The operation is given twice, once for each kind of stride; `on_modes!` writes
/// both.
pub(super) fn on_either(
    operand: &AnyLayout,
    on_integers: impl FnOnce(&Layout) -> Result<Layout, AlgebraError>,
    on_basis: impl FnOnce(&Layout<Basis>) -> Result<Layout<Basis>, AlgebraError>,
) -> Result<AnyLayout, OperationError> {
    match operand {
        AnyLayout::Cute(CuteLayout::Basis(layout)) => Ok(AnyLayout::Cute(on_basis(layout)?.into())),
        AnyLayout::Composed(composed) => match composed.inner() {
            CuteLayout::Basis(inner) => {
                let inner = on_basis(inner)?.into();
                Ok(AnyLayout::Composed(composed.with_inner(inner)))
            }
            _ => on_inner(operand, on_integers),
        },
        _ => on_inner(operand, on_integers),
    }
}

/// The operation on a layout of integers, or on the inner layout of a composed one.
pub(super) fn on_inner(
    operand: &AnyLayout,
    operation: impl FnOnce(&Layout) -> Result<Layout, AlgebraError>,
) -> Result<AnyLayout, OperationError> {
    match operand {
        AnyLayout::Composed(composed) => match composed.inner() {
            CuteLayout::Symbolic(_) => Err(OperationError::symbolic(operand)),
            _ => Ok(AnyLayout::Composed(composed.map_inner(operation)?)),
        },
        _ => {
            let layout =
                operand.as_static().ok_or_else(|| OperationError::not_integers(operand))?;
            Ok(operation(layout)?.into())
        }
    }
}

/// An operation that only rearranges modes, on a layout with symbols or the inner one of a composed
/// layout; `None` if the operand has no symbols.
pub(super) fn on_symbolic(
    operand: &AnyLayout,
    operation: impl FnOnce(&CuteLayout) -> Result<CuteLayout, AlgebraError>,
) -> Option<Result<AnyLayout, OperationError>> {
    let modes = operand.modes().filter(|modes| matches!(modes, CuteLayout::Symbolic(_)))?;
    let changed = operation(modes).map_err(OperationError::from);
    Some(changed.map(|changed| match operand {
        AnyLayout::Composed(composed) => AnyLayout::Composed(composed.with_inner(changed)),
        _ => AnyLayout::Cute(changed),
    }))
}

/// One operation for both kinds of strides.
macro_rules! on_modes {
    ($operand:expr, |$layout:ident| $result:expr) => {
        $crate::algebra::operation::arguments::on_either(
            $operand,
            |$layout| $result,
            |$layout| $result,
        )
    };
}
pub(super) use on_modes;

fn missing(name: &'static str) -> OperationError {
    OperationError::Parameter { name, reason: "is missing".to_owned() }
}

fn unreadable(name: &'static str, text: &str, error: impl Display) -> OperationError {
    OperationError::Parameter { name, reason: format!("'{text}' is not read: {error}") }
}

/// Reads `[item, item, ...]`.
fn listed<T>(
    text: &str,
    mut item: impl FnMut(&mut Cursor<'_>) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let mut cursor = Cursor::new(text);
    cursor.expect("[")?;
    let mut items = Vec::new();
    if !cursor.eat("]") {
        loop {
            items.push(item(&mut cursor)?);
            if cursor.eat("]") {
                break;
            }
            if !cursor.eat(",") {
                return Err(cursor.expected("',' or ']'"));
            }
        }
    }
    cursor.expect_end()?;
    Ok(items)
}

fn dim_name(cursor: &mut Cursor<'_>) -> Result<String, ParseError> {
    match cursor.name() {
        Some(name) => Ok(name.to_owned()),
        None => Err(cursor.expected("the name of a dim")),
    }
}
