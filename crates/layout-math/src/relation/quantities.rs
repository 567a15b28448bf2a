//! Quantities and comparisons as expressions and formulas, and back.

use super::tree::{Comparator, Expr, Formula, Variable};
use crate::affine::{AffineTerm, Comparison, Quantity};
use crate::ffi::isl::{Affine, Dims, IslError};

impl Quantity {
    /// The expression with variable i as the input i.
    pub(super) fn to_expr(&self) -> Expr {
        let mut sum: Vec<Expr> = (self.terms().iter())
            .map(|(term, coefficient)| {
                let expr = match term {
                    AffineTerm::Variable(position) => Expr::input(*position),
                    AffineTerm::Floor(inner, divisor) => inner.to_expr().floor(*divisor),
                    AffineTerm::Modulo(inner, divisor) => inner.to_expr().modulo(*divisor),
                };
                expr.times(*coefficient).expect("a variable, a floor or a modulo is not a product")
            })
            .collect();
        if self.constant() != 0 {
            sum.push(Expr::Integer(self.constant()));
        }
        Expr::sum(sum)
    }

    /// An expression whose variables are replaced; `None` if one has no replacement, for `min` and
    /// `max`, past 64 bits, and if there are too many terms.
    pub(super) fn from_expr(
        expr: &Expr,
        replace: &dyn Fn(Variable) -> Option<Quantity>,
    ) -> Option<Self> {
        let inside = |inner: &Expr| Quantity::from_expr(inner, replace);
        match expr {
            Expr::Integer(value) => Some((*value).into()),
            Expr::Variable(variable) => replace(*variable),
            Expr::Multiply(factor, inner) => inside(inner)?.times(*factor).ok(),
            Expr::Sum(terms) => Quantity::total(terms.iter().map(inside)),
            Expr::Floor(inner, divisor) => inside(inner)?.floor(*divisor).ok(),
            Expr::Ceil(inner, divisor) => {
                inside(inner)?.plus(&(divisor - 1).into()).ok()?.floor(*divisor).ok()
            }
            Expr::Modulo(inner, divisor) => inside(inner)?.modulo(*divisor).ok(),
            Expr::Minimum(_) | Expr::Maximum(_) => None,
        }
    }

    /// isl's expression rounded down, with variable i as dimension i.
    ///
    /// # Errors
    ///
    /// A parameter, a number past 64 bits, and too many terms.
    pub(super) fn from_affine(expression: &Affine) -> Result<Self, IslError> {
        let (whole, denominator) = expression.over_denominator()?;
        if whole.coefficients(Dims::Parameters)?.iter().any(|&coefficient| coefficient != 0) {
            return Err(IslError::NotAQuantity);
        }
        let mut parts = vec![Some(whole.constant()?.into())];
        for (position, coefficient) in whole.coefficients(Dims::Inputs)?.into_iter().enumerate() {
            parts.push(Quantity::variable(position).times(coefficient).ok());
        }
        for (coefficient, division) in whole.divisions()? {
            parts.push(Quantity::from_affine(&division)?.times(coefficient).ok());
        }
        let whole = Quantity::total(parts);
        whole.and_then(|whole| whole.floor(denominator).ok()).ok_or(IslError::NotAQuantity)
    }
}

impl Comparison {
    /// The formula over the inputs.
    pub(super) fn formula(&self) -> Formula {
        let value = || self.quantity.to_expr();
        let bound = |bound: i64, operator: Comparator| {
            Formula::compare(value(), operator, Expr::Integer(bound))
        };
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => bound(low, Comparator::Equal),
            (low, high) => Formula::and(
                low.map(|low| bound(low, Comparator::GreaterOrEqual))
                    .into_iter()
                    .chain(high.map(|high| bound(high, Comparator::LessOrEqual))),
            ),
        }
    }
}
