//! What `layout.assume` promises of a value, as truths.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::CodeReader;
use crate::dialect::ir;
use crate::validate::{CmpPredicate, Flags, Node, Operation, Operator};

impl<'c> CodeReader<'c> {
    /// The truths that an operation promises of a value, and false if it promises more.
    pub fn promised(&mut self, promise: OperationRef<'c, 'c>, value: Node) -> (Vec<Node>, bool) {
        let bits = self.code.bits(value);
        if bits < 2 {
            return (Vec::new(), false);
        }
        let greatest = i64::MAX >> (64 - bits);
        // An end that the type does not have says nothing, or that the code is not executed.
        let number = |name| {
            let number = ir::integer_attribute(promise, name);
            number.filter(|number| (-greatest..=greatest).contains(number))
        };
        let mut truths = Vec::new();
        if let Some(least) = number("least") {
            let least = self.constant(bits, least);
            truths.push(self.compare(CmpPredicate::LessOrEqual, least, value));
        }
        if let Some(greatest) = number("greatest") {
            let greatest = self.constant(bits, greatest);
            truths.push(self.compare(CmpPredicate::LessOrEqual, value, greatest));
        }
        if promise.has_attribute("modulus") {
            let [Some(modulus), Some(residue)] = ["modulus", "residue"].map(number) else {
                return (truths, false);
            };
            let right = self.constant(bits, modulus);
            let (left, operator, flags) = (value, Operator::Modulo, Flags::default());
            let rest = self.push(bits, Operation::Binary { operator, left, right, flags });
            let residue = self.constant(bits, residue);
            truths.push(self.compare(CmpPredicate::Equal, rest, residue));
        }
        (truths, true)
    }
}
