//! What a line is, once it was read.

use super::function::CalcFunction;
use layout_math::algebra::{AnyLayout, Parameter};
use layout_math::cute::Tuple;

/// A line: an expression whose answer is shown, or given names.
#[derive(Debug)]
pub(super) struct Statement {
    /// The names that are given, with their columns; none if the answer is only shown.
    pub names: Vec<(usize, String)>,
    pub expression: Expression,
}

/// An expression and the column at which errors about it point.
#[derive(Debug)]
pub(super) struct Expression {
    pub column: usize,
    /// One more than the depth of its deepest part.
    pub depth: usize,
    pub node: Node,
}

#[derive(Debug)]
pub(super) enum Node {
    Layout(Box<AnyLayout>),
    Number(i64),
    Variable(String),
    Call(Call),
    /// `outer o offset o inner`, where a part is not a literal.
    Composed {
        outer: Box<Expression>,
        offset: i64,
        inner: Box<Expression>,
    },
    /// `layout(coordinate, ...)`, of which the outer parentheses are the outer tuple.
    Apply {
        layout: Box<Expression>,
        coordinate: Box<Tuple<Expression>>,
    },
}

/// A function with what it is called with.
#[derive(Debug)]
pub(super) struct Call {
    pub function: CalcFunction,
    pub operands: Vec<Expression>,
    pub parameters: Vec<(Parameter, Written)>,
}

/// A parameter as it was written.
#[derive(Debug)]
pub(super) enum Written {
    /// An expression that is a number.
    Number(Box<Expression>),
    Numbers(Vec<i64>),
    Text(String),
}

impl Expression {
    pub fn new(column: usize, node: Node) -> Self {
        let children: Vec<&Expression> = match &node {
            Node::Layout(_) | Node::Number(_) | Node::Variable(_) => Vec::new(),
            Node::Call(call) => {
                let numbers = call.parameters.iter().filter_map(|(_, written)| match written {
                    Written::Number(expression) => Some(&**expression),
                    Written::Numbers(_) | Written::Text(_) => None,
                });
                call.operands.iter().chain(numbers).collect()
            }
            Node::Composed { outer, inner, .. } => vec![outer, inner],
            Node::Apply { layout, coordinate } => {
                std::iter::once(&**layout).chain(coordinate.leaves()).collect()
            }
        };
        let depth = 1 + children.iter().map(|child| child.depth).max().unwrap_or(0);
        Expression { column, depth, node }
    }
}
