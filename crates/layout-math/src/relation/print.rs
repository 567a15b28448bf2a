//! The printer of relations: canonical blanks and parentheses, the author's own form otherwise.
//!
//! What is printed is in isl's grammar too, with the same meaning there.

use std::fmt::{self, Formatter};

use super::tree::{Chain, Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, Variable};

/// What the variables of an expression are called.
struct NamesOfPiece<'a> {
    parameters: &'a [Name],
    piece: &'a Piece,
    bound: Vec<Option<&'a Name>>,
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.parameters.is_empty() {
            write!(f, "[{}] -> ", self.parameters.join(", "))?;
        }
        f.write_str("{ ")?;
        for (at, piece) in self.pieces.iter().enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            let mut names = NamesOfPiece { parameters: &self.parameters, piece, bound: Vec::new() };
            names.tuple(f, &piece.domain)?;
            f.write_str(" -> ")?;
            names.tuple(f, &piece.range)?;
            if piece.formula != Formula::True {
                f.write_str(" : ")?;
                names.formula(f, &piece.formula, Precedence::Alone)?;
            }
        }
        f.write_str(" }")
    }
}

/// Where a formula or an expression stands, which decides about parentheses.
#[derive(Clone, Copy, PartialEq)]
enum Precedence {
    /// Delimited by what is around it.
    Alone,
    /// A member of a conjunction or disjunction; a term of a sum.
    Inside,
    /// The operand of a product or of `mod`.
    Factor,
}

impl<'a> NamesOfPiece<'a> {
    fn tuple(&mut self, f: &mut Formatter<'_>, tuple: &'a Tuple) -> fmt::Result {
        f.write_str(tuple.name.as_deref().unwrap_or(""))?;
        f.write_str("[")?;
        self.dims(f, &tuple.dims)?;
        f.write_str("]")
    }

    fn dims(&self, f: &mut Formatter<'_>, dims: &'a [Dim]) -> fmt::Result {
        for (at, dim) in dims.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            match (&dim.name, &dim.value) {
                (None, None) => f.write_str("*")?,
                (Some(name), None) => f.write_str(name)?,
                (None, Some(value)) => self.expr(f, value, Precedence::Alone)?,
                (Some(name), Some(value)) => {
                    write!(f, "{name} = ")?;
                    self.expr(f, value, Precedence::Alone)?;
                }
            }
        }
        Ok(())
    }

    fn formula(
        &mut self,
        f: &mut Formatter<'_>,
        formula: &'a Formula,
        place: Precedence,
    ) -> fmt::Result {
        match formula {
            Formula::True => f.write_str("true"),
            Formula::False => f.write_str("false"),
            Formula::Compare(chain) => self.chain(f, chain),
            Formula::And(members) => self.members(f, members, " and ", place),
            Formula::Or(members) => self.members(f, members, " or ", place),
            Formula::Not(inner) => {
                f.write_str("not (")?;
                self.formula(f, inner, Precedence::Alone)?;
                f.write_str(")")
            }
            Formula::Exists(dims, body) => {
                f.write_str("exists (")?;
                let outside = self.bound.len();
                for (at, dim) in dims.iter().enumerate() {
                    if at > 0 {
                        f.write_str(", ")?;
                    }
                    self.dims(f, std::slice::from_ref(dim))?;
                    self.bound.push(dim.name.as_ref());
                }
                f.write_str(": ")?;
                self.formula(f, body, Precedence::Alone)?;
                self.bound.truncate(outside);
                f.write_str(")")
            }
        }
    }

    fn members(
        &mut self,
        f: &mut Formatter<'_>,
        members: &'a [Formula],
        joint: &str,
        place: Precedence,
    ) -> fmt::Result {
        if place != Precedence::Alone {
            f.write_str("(")?;
        }
        for (at, member) in members.iter().enumerate() {
            if at > 0 {
                f.write_str(joint)?;
            }
            self.formula(f, member, Precedence::Inside)?;
        }
        if place != Precedence::Alone {
            f.write_str(")")?;
        }
        Ok(())
    }

    fn chain(&self, f: &mut Formatter<'_>, chain: &Chain) -> fmt::Result {
        self.list(f, &chain.lists[0])?;
        for (operator, list) in chain.operators.iter().zip(&chain.lists[1..]) {
            let operator: &Comparator = operator;
            write!(f, " {operator} ")?;
            self.list(f, list)?;
        }
        Ok(())
    }

    fn list(&self, f: &mut Formatter<'_>, list: &[Expr]) -> fmt::Result {
        for (at, expr) in list.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            self.expr(f, expr, Precedence::Alone)?;
        }
        Ok(())
    }

    fn expr(&self, f: &mut Formatter<'_>, expr: &Expr, place: Precedence) -> fmt::Result {
        let wrapped = match expr {
            Expr::Sum(_) => place == Precedence::Factor,
            Expr::Modulo(..) => place != Precedence::Alone,
            Expr::Multiply(..) => place == Precedence::Factor,
            Expr::Integer(value) => place == Precedence::Factor && *value < 0,
            _ => false,
        };
        if wrapped {
            f.write_str("(")?;
        }
        match expr {
            Expr::Integer(value) => write!(f, "{value}")?,
            Expr::Variable(variable) => f.write_str(self.name(*variable))?,
            Expr::Multiply(factor, inner) => {
                if *factor == -1 {
                    f.write_str("-")?;
                } else {
                    write!(f, "{factor}")?;
                }
                self.multiplicand(f, inner, *factor == -1)?;
            }
            Expr::Sum(terms) => self.sum(f, terms)?,
            Expr::Floor(inner, divisor) => self.division(f, "floor", inner, *divisor)?,
            Expr::Ceil(inner, divisor) => self.division(f, "ceil", inner, *divisor)?,
            Expr::Modulo(inner, divisor) => {
                self.expr(f, inner, Precedence::Factor)?;
                write!(f, " mod {divisor}")?;
            }
            Expr::Minimum(operands) => self.call(f, "min", operands)?,
            Expr::Maximum(operands) => self.call(f, "max", operands)?,
        }
        if wrapped {
            f.write_str(")")?;
        }
        Ok(())
    }

    /// The operand of a product, after its constant. isl wants `*` before all but a variable.
    fn multiplicand(&self, f: &mut Formatter<'_>, inner: &Expr, only_sign: bool) -> fmt::Result {
        if !only_sign && !matches!(inner, Expr::Variable(_)) {
            f.write_str("*")?;
        }
        self.expr(f, inner, Precedence::Factor)
    }

    fn sum(&self, f: &mut Formatter<'_>, terms: &[Expr]) -> fmt::Result {
        for (at, term) in terms.iter().enumerate() {
            match term {
                Expr::Integer(value) if at > 0 && *value < 0 => {
                    write!(f, " - {}", value.unsigned_abs())?;
                }
                Expr::Multiply(factor, inner) if at > 0 && *factor < 0 => {
                    f.write_str(" - ")?;
                    if *factor != -1 {
                        write!(f, "{}", factor.unsigned_abs())?;
                    }
                    self.multiplicand(f, inner, *factor == -1)?;
                }
                _ => {
                    if at > 0 {
                        f.write_str(" + ")?;
                    }
                    self.expr(f, term, Precedence::Inside)?;
                }
            }
        }
        Ok(())
    }

    fn division(
        &self,
        f: &mut Formatter<'_>,
        function: &str,
        inner: &Expr,
        divisor: i64,
    ) -> fmt::Result {
        write!(f, "{function}(")?;
        self.expr(f, inner, Precedence::Factor)?;
        write!(f, "/{divisor})")
    }

    fn call(&self, f: &mut Formatter<'_>, function: &str, operands: &[Expr]) -> fmt::Result {
        write!(f, "{function}(")?;
        self.list(f, operands)?;
        f.write_str(")")
    }

    fn name(&self, variable: Variable) -> &str {
        let name = match variable {
            Variable::Parameter(at) => self.parameters.get(at),
            Variable::Input(at) => self.piece.domain.dims.get(at).and_then(|dim| dim.name.as_ref()),
            Variable::Output(at) => self.piece.range.dims.get(at).and_then(|dim| dim.name.as_ref()),
            Variable::Bound(at) => self.bound.get(at).copied().flatten(),
        };
        name.expect("a variable refers to a named declaration")
    }
}
