//! Expressions: sums, products, divisions, `min` and `max`.

use super::{Node, Parser, Quotient, is_function, shortened};
use crate::affine::NumberError;
use crate::relation::RelationError;
use crate::relation::tree::{Expr, is_word};
use crate::text::{ParseError, Reason};

impl Parser<'_> {
    /// An expression that is not a quotient.
    pub(super) fn expr(&mut self) -> Result<Expr, ParseError> {
        let quotient = self.quotient()?;
        self.whole(quotient)
    }

    pub(super) fn whole(&mut self, quotient: Quotient) -> Result<Expr, ParseError> {
        if quotient.divisor == 1 {
            Ok(quotient.numerator)
        } else {
            Err(ParseError::rule(quotient.column, RelationError::QuotientOutsideFloor))
        }
    }

    pub(super) fn quotient(&mut self) -> Result<Quotient, ParseError> {
        let column = self.cursor.column();
        match self.sum()? {
            Node::Expr(quotient) => Ok(quotient),
            Node::Formula(_) => Err(ParseError::rule(column, RelationError::FormulaAsNumber)),
        }
    }

    /// A sum of terms, or the formula between parentheses that stands here alone.
    pub(super) fn sum(&mut self) -> Result<Node, ParseError> {
        let column = self.cursor.column();
        let mut terms = Vec::new();
        let mut divisor = 1;
        let (mut operator, mut sign) = (1, self.signs());
        let first_is_signed = self.cursor.column() != column;
        loop {
            let at = self.cursor.column();
            let quotient = match self.term(operator, sign)? {
                Node::Expr(quotient) => quotient,
                formula if terms.is_empty() && !first_is_signed => return Ok(formula),
                _ => return Err(ParseError::rule(at, RelationError::FormulaAsNumber)),
            };
            let last = !matches!(self.cursor.peek(), Some('+' | '-')) || self.at_arrow();
            if quotient.divisor != 1 {
                if !terms.is_empty() || !last {
                    return Err(ParseError::rule(at, RelationError::QuotientOutsideFloor));
                }
                divisor = quotient.divisor;
            }
            terms.push(quotient.numerator);
            if last {
                return Ok(Node::Expr(Quotient { numerator: Expr::sum(terms), divisor, column }));
            }
            operator = if self.cursor.eat("+") { 1 } else { -1 };
            if operator == -1 {
                self.cursor.eat("-");
            }
            sign = self.signs();
        }
    }

    /// Consumes minus signs; 1 or -1.
    fn signs(&mut self) -> i64 {
        let mut sign = 1;
        while self.cursor.peek() == Some('-') && !self.at_arrow() {
            self.cursor.eat("-");
            sign = -sign;
        }
        sign
    }

    fn at_arrow(&mut self) -> bool {
        self.cursor.peek();
        self.cursor.rest().starts_with("->")
    }

    /// `constant * factor`, with the operator that joins it to the terms before, and its sign.
    ///
    /// As in isl a sign belongs to the integer that follows it (`-3 mod 2` and `i + -3 mod 2` have 1), but not
    /// to a factor (`-i mod 2` is `-(i mod 2)`), and an operator to neither (`i - 3 mod 2` is `i - (3 mod 2)`).
    fn term(&mut self, operator: i64, sign: i64) -> Result<Node, ParseError> {
        let column = self.cursor.column();
        let mut coefficient = i128::from(operator * sign);
        let mut has_constant = false;
        let factor = loop {
            if !self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                break self.factor()?;
            }
            let at = self.cursor.column();
            let value = self.number()?;
            match self.cursor.peek() {
                Some('^') => return Err(self.not_read("a power ('^')")),
                Some('*') => {
                    self.cursor.eat("*");
                    if self.signs() < 0 {
                        coefficient = -coefficient;
                    }
                }
                Some('(') => {}
                _ => {
                    let word = self.peek_word();
                    if !word.is_some_and(|word| !is_word(word) || is_function(word)) {
                        let mut signed = value;
                        if !has_constant {
                            // 2^63 by itself is an integer only with its operator.
                            let own = if self.at_division() { operator } else { 1 };
                            signed *= coefficient * i128::from(own);
                            coefficient = own.into();
                        }
                        let integer = Expr::Integer(self.constant(at, signed)?);
                        break self.suffixes(integer, at)?;
                    }
                }
            }
            coefficient *= value;
            has_constant = true;
            if coefficient.unsigned_abs() > 1 << 63 {
                return Err(ParseError::rule(column, RelationError::ConstantTooLarge));
            }
        };
        let factor = match factor {
            Node::Expr(factor) => factor,
            formula if operator * sign == 1 && !has_constant => return Ok(formula),
            _ => return Err(ParseError::rule(column, RelationError::FormulaAsNumber)),
        };
        let coefficient = self.constant(column, coefficient)?;
        let numerator =
            factor.numerator.times(coefficient).map_err(|error| ParseError::rule(column, error))?;
        Ok(Node::Expr(Quotient { numerator, divisor: factor.divisor, column }))
    }

    /// True in front of `mod`, `%` or `//`.
    fn at_division(&mut self) -> bool {
        self.cursor.peek() == Some('%')
            || self.cursor.rest().starts_with("//")
            || self.peek_word() == Some("mod")
    }

    fn constant(&mut self, column: usize, value: i128) -> Result<i64, ParseError> {
        i64::try_from(value).map_err(|_| ParseError::rule(column, RelationError::ConstantTooLarge))
    }

    fn factor(&mut self) -> Result<Node, ParseError> {
        let column = self.cursor.column();
        match self.cursor.peek() {
            Some('(') => match self.nested(Self::parenthesised)? {
                Node::Expr(inner) if inner.divisor == 1 => {
                    return self.suffixes(inner.numerator, column);
                }
                node => return Ok(node),
            },
            Some('[') => return Err(self.not_read("'[...]' as an integer division")),
            _ => {}
        }
        let Some(word) = self.peek_word() else {
            return Err(self.cursor.expected("an expression"));
        };
        if is_function(word) {
            let expr = self.nested(|parser| parser.call(word))?;
            return self.suffixes(expr, column);
        }
        if matches!(word, "infty" | "infinity" | "NaN") {
            return Err(self.not_read("'infty' and 'NaN'"));
        }
        if is_word(word) {
            return Err(self.cursor.expected("an expression"));
        }
        let Some(&variable) = self.names.get(word) else {
            let name = shortened(word);
            return Err(ParseError::rule(column, RelationError::UnknownName { name }));
        };
        self.word();
        self.suffixes(Expr::Variable(variable), column)
    }

    /// `mod n`, `* n`, `/ n` or `// n` after a factor.
    fn suffixes(&mut self, mut expr: Expr, column: usize) -> Result<Node, ParseError> {
        let quotient = |numerator, divisor| Ok(Node::Expr(Quotient { numerator, divisor, column }));
        if self.eat_any(&["mod", "%"]) {
            let modulus = self.divisor()?;
            expr = expr.modulo(modulus);
            if self.cursor.peek() == Some('*') || self.peek_word() == Some("mod") {
                return Err(self.cursor.expected("parentheses around the 'mod' before"));
            }
            return quotient(expr, 1);
        }
        while self.cursor.peek() == Some('*') {
            let at = self.cursor.column();
            self.cursor.eat("*");
            let sign = self.signs();
            if !self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Err(ParseError::rule(at, RelationError::NotAffine));
            }
            let value = self.number()?;
            let factor = self.constant(at, i128::from(sign) * value)?;
            expr = expr.times(factor).map_err(|error| ParseError::rule(at, error))?;
        }
        if self.cursor.eat("//") {
            let divisor = self.divisor()?;
            return quotient(expr.floor(divisor), 1);
        }
        self.cursor.peek();
        if self.cursor.rest().starts_with('/') && !self.cursor.rest().starts_with("/\\") {
            self.cursor.eat("/");
            let divisor = self.divisor()?;
            return quotient(expr, divisor);
        }
        quotient(expr, 1)
    }

    /// `floor(...)`, `ceil(...)`, `floord(..., n)`, `ceild(..., n)`, `min(...)` or `max(...)`.
    fn call(&mut self, function: &str) -> Result<Expr, ParseError> {
        self.word();
        self.cursor.expect("(")?;
        let expr = match function {
            "min" | "max" => {
                let mut operands = vec![self.expr()?];
                while self.cursor.eat(",") {
                    operands.push(self.expr()?);
                }
                if function == "min" { Expr::Minimum(operands) } else { Expr::Maximum(operands) }
            }
            "floor" | "ceil" => {
                let Quotient { numerator, divisor, .. } = self.quotient()?;
                if function == "floor" { numerator.floor(divisor) } else { numerator.ceil(divisor) }
            }
            _ => {
                let numerator = self.expr()?;
                self.cursor.expect(",")?;
                let divisor = self.divisor()?;
                if function == "floord" {
                    numerator.floor(divisor)
                } else {
                    numerator.ceil(divisor)
                }
            }
        };
        self.expect(")", if function.len() == 3 { "',' or ')'" } else { "')'" })?;
        Ok(expr)
    }

    fn parenthesised(&mut self) -> Result<Node, ParseError> {
        self.cursor.expect("(")?;
        let node = self.disjunction()?;
        self.expect(")", "')'")?;
        Ok(node)
    }

    /// A positive integer constant.
    fn divisor(&mut self) -> Result<i64, ParseError> {
        let column = self.cursor.column();
        if !self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.cursor.expected("a positive integer"));
        }
        match self.cursor.integer()? {
            0 => Err(ParseError::rule(column, RelationError::from(NumberError::ZeroDivisor))),
            divisor => Ok(divisor),
        }
    }

    /// Digits; at most 2^63, which is right with a minus sign in front.
    fn number(&mut self) -> Result<i128, ParseError> {
        match self.cursor.integer() {
            Ok(value) => Ok(value.into()),
            Err(ParseError { reason: Reason::NumberTooLarge { digits }, .. })
                if digits == "9223372036854775808" =>
            {
                Ok(1 << 63)
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::relation::Relation;

    #[test]
    fn a_sign_may_stand_before_each_factor() {
        let relation: Relation = "{ [i] -> [2*-i, 2*-3] : 0 <= i < 4 }".parse().unwrap();
        assert_eq!(relation.evaluate(&[], &[3]).unwrap(), [vec![-6, -6]]);
    }

    /// The values are those that isl 0.27 reads.
    #[test]
    fn an_operator_is_not_the_sign_of_an_integer() {
        for (text, value) in [
            ("i - 3 mod 4", 2),
            ("i - 3 % 4", 2),
            ("i - 3 // 2", 4),
            ("i + 8 - 3 mod 4", 10),
            ("i + -3 mod 4", 6),
            ("i - -3 mod 4", 4),
            ("i - -3 // 2", 7),
            ("-3 mod 4", 1),
            ("-3 mod 4 - i", -4),
            ("i - i mod 3", 3),
            ("i - 2*7 mod 4", -1),
            ("i - 7", -2),
            ("i - 9223372036854775808", 5 + i64::MIN),
            ("i - 3 mod 4 - 5 mod 3", 0),
        ] {
            let relation: Relation = format!("{{ [i] -> [{text}] : i = 5 }}").parse().unwrap();
            assert_eq!(relation.evaluate(&[], &[5]).unwrap(), [vec![value]], "{text}");
            let printed: Relation = relation.to_string().parse().unwrap();
            assert_eq!(printed.evaluate(&[], &[5]).unwrap(), [vec![value]], "{relation}");
        }
        let constraint: Relation =
            "{ [i] -> [i] : 0 <= i < 8 and i = 5 - 3 mod 2 }".parse().unwrap();
        assert_eq!(constraint.evaluate(&[], &[4]).unwrap(), [vec![4]]);
    }
}
