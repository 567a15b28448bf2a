//! Operations of `affine` as code.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::CodeReader;
use crate::dialect::foreign::Number;
use crate::dialect::foreign::arithmetic::{Arithmetic, basis};
use crate::dialect::ir::{self, AffineExpr, AffineOperator};
use crate::validate::{CmpPredicate, Flags, Node, Operation, Operator};

impl<'c> CodeReader<'c> {
    /// The node of the result of an operation of `affine` on a map, whose operands are read.
    pub(super) fn mapped(
        &mut self,
        operation: OperationRef<'c, 'c>,
        arithmetic: Arithmetic,
        operands: &[Node],
    ) -> Option<Node> {
        let results = ir::affine_results(operation.attribute("map").ok()?)?;
        let mut nodes = Vec::new();
        for result in &results {
            nodes.push(self.expression(operation, result, operands, self.maps)?);
        }
        if arithmetic == Arithmetic::Apply && nodes.len() != 1 {
            return None;
        }
        nodes.into_iter().reduce(|before, next| {
            let (left, right) = match arithmetic {
                Arithmetic::Minimum => (before, next),
                _ => (next, before),
            };
            let is_less = self.compare(CmpPredicate::Less, left, right);
            self.code.push(64, Operation::Select(is_less, before, next))
        })
    }

    /// An expression of an affine map. Without flags its sums and products promise nothing about
    /// wrapping: only the result has to fit, whatever order they are calculated in.
    pub fn expression(
        &mut self,
        operation: OperationRef<'c, 'c>,
        expression: &AffineExpr,
        operands: &[Node],
        flags: Flags,
    ) -> Option<Node> {
        let (operator, parts) = match expression {
            AffineExpr::Operand(position) => return operands.get(*position).copied(),
            AffineExpr::Constant(constant) => return Some(self.constant(64, *constant)),
            AffineExpr::Binary(operator, parts) => (*operator, parts),
        };
        let left = self.expression(operation, &parts[0], operands, flags)?;
        let right = self.expression(operation, &parts[1], operands, flags)?;
        if !matches!(operator, AffineOperator::Add | AffineOperator::Multiply) {
            self.divisors.push((operation, right));
        }
        let right = match operator {
            AffineOperator::Add | AffineOperator::Multiply => right,
            // A divisor that is not positive is not defined, where maps promise anything.
            _ if self.maps.nsw => self.divisor(right),
            _ => right,
        };
        let (operator, flags) = match operator {
            AffineOperator::Add => (Operator::Add, flags),
            AffineOperator::Multiply => (Operator::Multiply, flags),
            AffineOperator::FloorDivide => (Operator::FloorDivide, Flags::default()),
            AffineOperator::CeilDivide => (Operator::CeilDivide, Flags::default()),
            AffineOperator::Modulo => (Operator::Modulo, Flags::default()),
        };
        let node = self.code.push(64, Operation::Binary { operator, left, right, flags });
        self.note_origin(node, operation);
        Some(node)
    }

    /// A divisor that is 0 where it is not positive.
    fn divisor(&mut self, node: Node) -> Node {
        match self.code.operations()[node.position()].1 {
            Operation::Constant(1..) => node,
            _ => self.where_positive(node, node),
        }
    }

    /// A divisor that is 0 where a number is not positive.
    fn where_positive(&mut self, number: Node, divisor: Node) -> Node {
        let zero = self.constant(64, 0);
        let is_positive = self.compare(CmpPredicate::Less, zero, number);
        self.code.push(64, Operation::Select(is_positive, divisor, zero))
    }

    /// The sizes of an operation's digits.
    fn basis(&mut self, operation: OperationRef<'c, 'c>) -> Option<Vec<Node>> {
        let size = |size| match size {
            Number::Constant(size) => Some(self.constant(64, size)),
            Number::Value(size) => self.known(size),
        };
        basis(operation)?.into_iter().map(size).collect()
    }

    /// Where maps promise anything, the sizes of digits are positive and their product fits: else a divisor
    /// is 0, or poison.
    fn check_basis(&mut self, operation: OperationRef<'c, 'c>, basis: &mut [Node]) {
        if !self.maps.nsw {
            return;
        }
        let sizes = basis.to_vec();
        for size in &mut *basis {
            *size = self.divisor(*size);
        }
        let n_open = sizes.iter().filter(|&&size| self.code.constant(size).is_none()).count();
        let Some(last) = basis.last_mut().filter(|_| 1 < n_open) else { return };
        // All digits come from the quotient by the last size.
        let (operator, flags) = (Operator::Multiply, self.maps);
        let product = sizes.into_iter().reduce(|left, right| {
            self.code.push(64, Operation::Binary { operator, left, right, flags })
        });
        if let Some(product) = product {
            self.divisors.push((operation, product));
            *last = self.where_positive(product, *last);
        }
    }

    /// Digits of a number, the last one fastest. The first takes what is left.
    pub(super) fn delinearized(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operands: &[Node],
    ) -> Option<Vec<Node>> {
        let mut basis = self.basis(operation)?;
        self.divisors.extend(basis.iter().map(|&size| (operation, size)));
        self.check_basis(operation, &mut basis);
        let mut rest = *operands.first()?;
        let mut digits = Vec::new();
        let flags = Flags::default();
        for _ in 1..operation.result_count() {
            let (left, right) = (rest, basis.pop()?);
            let digit = Operation::Binary { operator: Operator::Modulo, left, right, flags };
            let quotient =
                Operation::Binary { operator: Operator::FloorDivide, left, right, flags };
            digits.push(self.code.push(64, digit));
            rest = self.code.push(64, quotient);
        }
        digits.push(rest);
        digits.reverse();
        Some(digits)
    }

    /// A sum of digits, each times the product of the sizes behind its own, the first one first: none of the sums
    /// up to a digit passes 64 bits.
    pub(super) fn linearized(&mut self, operation: OperationRef<'c, 'c>) -> Option<Node> {
        let digits = ir::operand_segment(operation, 0);
        let sizes = self.basis(operation)?;
        let flags = self.maps;
        // No size is negative.
        let of_sizes = Flags { nuw: flags.nsw, ..flags };
        let mut weights = vec![self.constant(64, 1)];
        for &size in sizes.iter().rev().take(digits.len().saturating_sub(1)) {
            let (left, right, flags) = (*weights.last()?, size, of_sizes);
            let operator = Operator::Multiply;
            weights.push(self.code.push(64, Operation::Binary { operator, left, right, flags }));
        }
        let mut sum = None;
        for (digit, weight) in digits.into_iter().zip(weights.into_iter().rev()) {
            let (left, right) = (self.known(digit)?, weight);
            let product = Operation::Binary { operator: Operator::Multiply, left, right, flags };
            let product = self.code.push(64, product);
            sum = Some(match sum {
                None => product,
                Some(left) => {
                    let (operator, right) = (Operator::Add, product);
                    self.code.push(64, Operation::Binary { operator, left, right, flags })
                }
            });
        }
        sum.or_else(|| Some(self.constant(64, 0)))
    }
}
