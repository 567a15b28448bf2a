//! Operations of the dialect as operations of the algebra, whose table has their names.

use melior::ir::OperationRef;

use super::ir;
use crate::algebra::{self, Parameters};

/// The operation of the algebra that an operation of the dialect is.
pub fn algebra_operation(operation: OperationRef<'_, '_>) -> Option<&'static algebra::Operation> {
    algebra::Operation::named(ir::layout_mnemonic(operation)?)
}

/// The attributes of an operation as the parameters of the algebra's.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    index: Option<i64>,
}

impl<'c, 'a> Attributes<'c, 'a> {
    pub fn of(operation: OperationRef<'c, 'a>) -> Self {
        Attributes { operation, index: None }
    }

    /// The attributes and the value of the operand that is the parameter `index`.
    pub fn with_index(operation: OperationRef<'c, 'a>, index: i64) -> Self {
        Attributes { operation, index: Some(index) }
    }
}

impl Parameters for Attributes<'_, '_> {
    fn integer(&self, name: &str) -> Option<i64> {
        let index = self.index.filter(|_| name == "index");
        index.or_else(|| ir::integer_attribute(self.operation, name))
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        ir::integers_attribute(self.operation, name)
    }

    fn text(&self, name: &str) -> Option<String> {
        // The attribute keeps the name that the generic form and bytecode have.
        let name = if name == "flavor" { "flavour" } else { name };
        ir::string_attribute(self.operation, name).map(str::to_owned)
    }
}
