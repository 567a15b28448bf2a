//! The dialect: attributes, operations and diagnostics in terms of this package's layouts.
//!
//! The modules in reading order:
//!
//! - [`attribute`]: between an attribute's text, the attribute and the layout it holds.
//! - [`ir`]: what passes ask of the IR, and how they change it.
//! - [`foreign`]: what operations of other dialects are.
//! - [`numbers`]: numbers of coordinates and offsets, one or one a lane.
//! - [`operation`]: operations of the dialect as operations of the algebra.
//! - [`flow`]: what holds before an operation by where its block stands among others.
//! - [`promises`]: the promises of a program, by where they stand.
//! - [`fold`]: what an operation on constants is.
//! - [`speculation`]: which operations may be executed where the program does not do so.
//! - [`inlining`]: which operations may move into another function.
//! - [`ranges`]: bounds of the numbers that operations give.
//! - [`verify`]: checks beyond those that ODS states.
//! - [`diagnostic`]: errors, warnings and remarks with notes. No other module emits any.

pub(crate) mod affine_text;
pub mod attribute;
pub(crate) mod diagnostic;
pub(crate) mod flow;
pub(crate) mod fold;
pub(crate) mod foreign;
pub(crate) mod inlining;
pub(crate) mod ir;
pub(crate) mod numbers;
pub(crate) mod operation;
pub(crate) mod promises;
pub(crate) mod ranges;
pub(crate) mod speculation;
pub(crate) mod verify;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::{Attribute, OperationRef};

use crate::algebra::Budget;
use crate::ffi::mlir::{self, Hooks, Spelled};
use crate::text::ParseError;

/// Adds the dialect to a registry, unless it has one of that name already.
pub fn register(registry: &DialectRegistry) {
    mlir::register_dialect::<Layout>(registry);
}

/// Tells MLIR what to call, before the dialect is used that something else registers.
pub(crate) fn install() {
    mlir::install::<Layout>();
}

/// The answers to what MLIR asks of the dialect.
struct Layout;

impl Hooks for Layout {
    fn parse(text: &[u8]) -> Result<Spelled, ParseError> {
        attribute::parse_symbol(text).map(attribute::spelled)
    }

    fn verify(operation: OperationRef<'_, '_>) -> bool {
        verify::verify(operation).map_err(diagnostic::Diagnostic::emit).is_ok()
    }

    fn fold<'c>(
        context: &'c Context,
        operation: OperationRef<'c, 'c>,
        operands: &[Option<Attribute<'c>>],
    ) -> Option<Vec<Attribute<'c>>> {
        // A greedy rewriter folds an operation whenever it looks at it: `layout-fold` is what
        // spends a budget.
        fold::fold(context, operation, operands, &Budget::CLOSED_FORMS)
    }

    fn result_ranges(
        operation: OperationRef<'_, '_>,
        operands: &[(i64, i64)],
    ) -> Option<Vec<(i64, i64)>> {
        ranges::result_ranges(operation, operands)
    }

    fn is_speculatable(apply: OperationRef<'_, '_>) -> bool {
        speculation::is_speculatable(apply)
    }

    fn may_move_into(operation: OperationRef<'_, '_>, into: OperationRef<'_, '_>) -> bool {
        inlining::may_move_into(operation, into)
    }
}
