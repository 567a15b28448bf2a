//! The dialect: attributes, operations and diagnostics in terms of this package's layouts.
//!
//! The modules in reading order:
//!
//! - [`attribute`]: between an attribute's text, the attribute and the layout it holds.
//! - [`ir`]: what passes ask of the IR, and how they change it.
//! - [`operation`]: operations of the dialect as operations of the algebra.
//! - [`fold`]: what an operation on constants is.
//! - [`speculation`]: which operations may be executed where the program does not do so.
//! - [`verify`]: checks beyond those that ODS states.
//! - [`diagnostic`]: errors, warnings and remarks with notes. No other module emits any.

pub mod attribute;
pub mod diagnostic;
pub mod fold;
pub mod ir;
pub mod operation;
pub mod speculation;
pub mod verify;

use melior::dialect::DialectRegistry;

use crate::ffi::mlir;

/// The dialect's name, the part before the dot of every attribute and operation.
pub const NAMESPACE: &str = "layout";

/// Adds the dialect to a registry, unless it has one of that name already.
pub fn register(registry: &DialectRegistry) {
    mlir::register_dialect(registry);
}
