//! Values of which it is not known what they are in an execution.

use melior::ir::{BlockLike, OperationRef, RegionLike, Value};

use crate::dialect::foreign::control::loop_variables;
use crate::dialect::foreign::kernel::is_launch;
use crate::dialect::ir::{self, is_function};

/// A value that need not be what a witness says.
pub(super) enum Strange<'c> {
    /// A result of an operation that is not read.
    Result(OperationRef<'c, 'c>),
    /// An argument of a block that an operation or a branch in it gives values.
    Carried(OperationRef<'c, 'c>),
}

impl Strange<'_> {
    /// Why a witness says nothing.
    pub fn reason(&self) -> String {
        match self {
            Strange::Result(operation) => {
                format!("the code uses {}, which is not read", ir::name(*operation))
            }
            Strange::Carried(around) => {
                let name = ir::name(*around);
                format!("the code uses an argument of a block in {name}, which is not read")
            }
        }
    }
}

/// The operation around an argument of a block that is none of a function, a loop's variable or a number
/// of a kernel.
pub(super) fn carried<'c>(value: Value<'c, 'c>) -> Option<Strange<'c>> {
    let block = ir::block_of(value)?;
    let around = block.parent_operation()?;
    let is_entry = || ir::region(around, 0).and_then(|region| region.first_block()) == Some(block);
    let is_variable =
        || loop_variables(around).into_iter().flatten().any(|known| known.variable == value);
    let is_given = (is_function(around) || is_launch(around)) && is_entry();
    (!is_given && !is_variable()).then_some(Strange::Carried(around))
}
