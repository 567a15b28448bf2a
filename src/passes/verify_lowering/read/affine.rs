//! Operations of `affine` as code.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::Reader;
use crate::dialect::ir::{self, AffineExpr, AffineOperator};
use crate::validate::{Flags, Node, Operation, Operator, Relation};

/// Results of affine maps, of which an operation takes the least or the greatest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Least,
    Greatest,
}

/// An operation of `affine` that reading goes through.
pub(super) fn is_read(operation: OperationRef<'_, '_>) -> bool {
    let names = ["apply", "min", "max", "delinearize_index", "linearize_index"];
    ir::name(operation).strip_prefix("affine.").is_some_and(|name| names.contains(&name))
}

impl<'c> Reader<'c> {
    /// The nodes of the results of an operation of `affine` whose operands are read.
    pub(super) fn affine_operation(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operands: &[Node],
    ) -> Option<Vec<Node>> {
        let name = ir::name(operation).strip_prefix("affine.")?;
        if let "delinearize_index" | "linearize_index" = name {
            return match name {
                "linearize_index" => Some(vec![self.linearized(operation)?]),
                _ => self.delinearized(operation, operands),
            };
        }
        let results = ir::affine_results(operation.attribute("map").ok()?)?;
        let mut nodes = Vec::new();
        for result in &results {
            nodes.push(self.expression(operation, result, operands, Flags::default())?);
        }
        let extreme = match (name, &nodes[..]) {
            ("apply", [_]) => return Some(nodes),
            ("min", _) => Extreme::Least,
            ("max", _) => Extreme::Greatest,
            _ => return None,
        };
        let nodes = nodes.into_iter();
        let found = nodes.reduce(|before, next| {
            let (left, right) =
                if extreme == Extreme::Least { (before, next) } else { (next, before) };
            let is_less = self.compare(Relation::Less, left, right);
            self.code.push(64, Operation::Select(is_less, before, next))
        });
        Some(vec![found?])
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
        let (operator, flags) = match operator {
            AffineOperator::Add => (Operator::Add, flags),
            AffineOperator::Multiply => (Operator::Multiply, flags),
            AffineOperator::FloorDivide => (Operator::FloorDivide, Flags::default()),
            AffineOperator::CeilDivide => (Operator::CeilDivide, Flags::default()),
            AffineOperator::Modulo => (Operator::Modulo, Flags::default()),
        };
        let node = self.code.push(64, Operation::Binary { operator, left, right, flags });
        self.origins.push((node, operation));
        Some(node)
    }

    /// The sizes of a basis, constants and values in the order of the text.
    fn basis(
        &mut self,
        operation: OperationRef<'c, 'c>,
        values: &[Value<'c, 'c>],
    ) -> Option<Vec<Node>> {
        let sizes = ir::integers_attribute(operation, "static_basis")?;
        let mut values = values.iter();
        let size = |size| match size {
            i64::MIN => self.known(*values.next()?),
            size => Some(self.constant(64, size)),
        };
        sizes.into_iter().map(size).collect()
    }

    /// Digits of a number, the last one fastest. The first takes what is left.
    fn delinearized(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operands: &[Node],
    ) -> Option<Vec<Node>> {
        let values: Vec<Value> = operation.operands().skip(1).collect();
        let mut basis = self.basis(operation, &values)?;
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

    fn linearized(&mut self, operation: OperationRef<'c, 'c>) -> Option<Node> {
        let digits = ir::operand_segment(operation, 0);
        let values = ir::operand_segment(operation, 1);
        let mut basis = self.basis(operation, &values)?;
        let mut sum = self.constant(64, 0);
        let mut weight = self.constant(64, 1);
        let flags = Flags::default();
        for (at, digit) in digits.into_iter().enumerate().rev() {
            let (left, right) = (self.known(digit)?, weight);
            let product = Operation::Binary { operator: Operator::Multiply, left, right, flags };
            let (left, right) = (sum, self.code.push(64, product));
            let operator = Operator::Add;
            sum = self.code.push(64, Operation::Binary { operator, left, right, flags });
            if at != 0 {
                let (left, right) = (weight, basis.pop()?);
                let operator = Operator::Multiply;
                weight = self.code.push(64, Operation::Binary { operator, left, right, flags });
            }
        }
        Some(sum)
    }
}
