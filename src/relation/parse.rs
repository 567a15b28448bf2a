//! The parser of relations: isl's notation for maps with one input and one output tuple.
//!
//! A recursive-descent parser over [`Cursor`], so that an error has its exact column and no text
//! reaches isl's own parser, which recurses without a limit. Precedence is isl's:
//!
//! - `not` before `and` before `or`;
//! - a constant in front of a product takes the whole factor behind it, so `2i mod 3` and
//!   `2*i mod 3` are `2*(i mod 3)`, and `-i mod 3` is `-(i mod 3)`.
//!
//! isl's grammar has more than this parser reads (sets, ternaries, ranges, nested tuples and so
//! on). Each such construct is refused by its name, see [`RelationError::NotRead`].

use std::collections::HashMap;

use super::tree::{
    Chain, Comparison, Dim, Expr, Formula, Name, Piece, Tree, Tuple, Variable, is_word,
};
use super::{MAX_CONSTRAINTS, MAX_DIMENSIONS, MAX_TEXT, RelationError};
use crate::text::{Cursor, MAX_DEPTH, ParseError, Reason};

/// Reads a whole relation.
pub(super) fn parse(text: &str) -> Result<Tree, ParseError> {
    if text.len() > MAX_TEXT {
        return Err(ParseError::rule(MAX_TEXT, RelationError::TextTooLong { bytes: text.len() }));
    }
    let mut parser = Parser {
        text,
        cursor: Cursor::new(text),
        names: HashMap::new(),
        n_bound: 0,
        n_dims: 0,
        n_constraints: 0,
        depth: 0,
    };
    let tree = parser.relation()?;
    parser.cursor.expect_end()?;
    Ok(tree)
}

struct Parser<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    names: HashMap<Name, Variable>,
    /// How many bound variables are in scope.
    n_bound: usize,
    /// How many names and dimensions the current piece has, parameters included.
    n_dims: usize,
    n_constraints: usize,
    depth: usize,
}

/// What stands between parentheses: the grammar cannot tell before the end.
enum Node {
    Expr(Quotient),
    Formula(Formula),
}

/// `numerator / divisor`, on its way into a `floor` or `ceil`.
struct Quotient {
    numerator: Expr,
    divisor: i64,
    /// Where it begins.
    column: usize,
}

impl<'a> Parser<'a> {
    fn relation(&mut self) -> Result<Tree, ParseError> {
        let mut parameters = Vec::new();
        if self.cursor.eat("[") {
            if !self.cursor.eat("]") {
                loop {
                    let name = self.fresh_name(Variable::Parameter(parameters.len()))?;
                    parameters.push(name);
                    if !self.cursor.eat(",") {
                        self.expect("]", "',' or ']'")?;
                        break;
                    }
                }
            }
            self.cursor.expect("->")?;
        }
        self.cursor.expect("{")?;
        let outer = self.names.clone();
        let mut pieces: Vec<Piece> = Vec::new();
        loop {
            let column = self.cursor.column();
            self.names.clone_from(&outer);
            self.n_dims = parameters.len();
            let piece = self.piece()?;
            if pieces.first().is_some_and(|first| !same_space(first, &piece)) {
                return Err(ParseError::rule(column, RelationError::PiecesDiffer));
            }
            pieces.push(piece);
            if !self.cursor.eat(";") {
                break;
            }
        }
        self.expect("}", "'and', 'or', ';' or '}'")?;
        Ok(Tree { parameters, pieces })
    }

    fn piece(&mut self) -> Result<Piece, ParseError> {
        self.count_constraint()?;
        let domain = self.tuple(Variable::Input)?;
        if matches!(self.cursor.peek(), Some(':' | '}')) {
            return Err(self.not_read("a set (no '->')"));
        }
        self.cursor.expect("->")?;
        let range = self.tuple(Variable::Output)?;
        let mut formula = Formula::True;
        if self.cursor.eat(":") && !matches!(self.cursor.peek(), Some('}' | ';')) {
            formula = self.formula()?;
        }
        Ok(Piece { domain, range, formula })
    }

    fn tuple(&mut self, variable: fn(usize) -> Variable) -> Result<Tuple, ParseError> {
        let column = self.cursor.column();
        let name = match self.word() {
            Some("rat") => return Err(self.not_read_at(column, "a rational relation ('rat:')")),
            Some(word) if is_word(word) => {
                let word = word.to_owned();
                return Err(ParseError::rule(column, RelationError::ReservedWord { word }));
            }
            word => word.map(Name::from),
        };
        self.cursor.expect("[")?;
        let mut dims = Vec::new();
        if self.cursor.eat("]") {
            return Ok(Tuple { name, dims });
        }
        loop {
            self.count_dimension()?;
            dims.push(self.dim(variable(dims.len()))?);
            match self.cursor.peek() {
                Some(':') => return Err(self.not_read("a condition or a range in a tuple")),
                Some('<' | '>' | '=' | '!' | '?') => {
                    return Err(self.not_read("a conditional expression ('?:')"));
                }
                _ => {}
            }
            if !self.cursor.eat(",") {
                self.expect("]", "',' or ']'")?;
                return Ok(Tuple { name, dims });
            }
        }
    }

    fn dim(&mut self, variable: Variable) -> Result<Dim, ParseError> {
        if self.cursor.eat("*") {
            return Ok(Dim { name: None, value: None });
        }
        if matches!(self.cursor.peek(), Some('[')) {
            return Err(self.not_read("a nested tuple"));
        }
        let mut ahead = self.cursor.clone();
        let column = ahead.column();
        if let Some(word) = word(self.text, &mut ahead)
            && !is_word(word)
        {
            if ahead.peek() == Some('[') {
                return Err(self.not_read_at(column, "a nested tuple"));
            }
            if !self.names.contains_key(word) {
                self.cursor = ahead;
                let name = Name::from(word);
                let value = if self.eat_equal() { Some(self.expr()?) } else { None };
                self.names.insert(name.clone(), variable);
                return Ok(Dim { name: Some(name), value });
            }
        }
        Ok(Dim { name: None, value: Some(self.expr()?) })
    }

    fn formula(&mut self) -> Result<Formula, ParseError> {
        match self.disjunction()? {
            Node::Formula(formula) => Ok(formula),
            Node::Expr(_) => Err(self.cursor.expected("a comparison")),
        }
    }

    fn disjunction(&mut self) -> Result<Node, ParseError> {
        let first = match self.conjunction()? {
            Node::Formula(formula) => formula,
            expr => return Ok(expr),
        };
        let mut members = vec![first];
        while self.eat_any(&["or", "||", "|", "\\/"]) {
            members.push(match self.conjunction()? {
                Node::Formula(formula) => formula,
                Node::Expr(_) => return Err(self.cursor.expected("a comparison")),
            });
        }
        if self.peek_word() == Some("implies") {
            return Err(self.not_read("'implies'"));
        }
        Ok(Node::Formula(Formula::or(members)))
    }

    fn conjunction(&mut self) -> Result<Node, ParseError> {
        let first = match self.negation()? {
            Node::Formula(formula) => formula,
            expr => return Ok(expr),
        };
        let mut members = vec![first];
        while self.eat_any(&["and", "&&", "&", "/\\"]) {
            members.push(match self.negation()? {
                Node::Formula(formula) => formula,
                Node::Expr(_) => return Err(self.cursor.expected("a comparison")),
            });
        }
        Ok(Node::Formula(Formula::and(members)))
    }

    fn negation(&mut self) -> Result<Node, ParseError> {
        if !self.eat_any(&["not", "!"]) {
            return self.atom();
        }
        match self.atom()? {
            Node::Formula(formula) => Ok(Node::Formula(Formula::Not(Box::new(formula)))),
            Node::Expr(_) => Err(self.cursor.expected("a comparison")),
        }
    }

    fn atom(&mut self) -> Result<Node, ParseError> {
        match self.peek_word() {
            Some("exists") => return self.nested(Self::exists),
            Some("true") => {
                self.word();
                self.count_constraint()?;
                return Ok(Node::Formula(Formula::True));
            }
            Some("false") => {
                self.word();
                self.count_constraint()?;
                return Ok(Node::Formula(Formula::False));
            }
            _ => {}
        }
        let first = match self.sum()? {
            Node::Expr(quotient) => quotient,
            formula => return Ok(formula),
        };
        let listed = self.cursor.peek() == Some(',');
        let mut lists = Vec::new();
        let mut operators = Vec::new();
        // An expression alone: the caller decides whether that may be.
        if !listed && !self.at_comparison() {
            return Ok(Node::Expr(first));
        }
        lists.push(self.list_from(first)?);
        while let Some(operator) = self.comparison()? {
            let next = self.quotient()?;
            operators.push(operator);
            lists.push(self.list_from(next)?);
            let pairs = lists[lists.len() - 2].len().saturating_mul(lists[lists.len() - 1].len());
            self.count_constraints(pairs)?;
        }
        if operators.is_empty() {
            return Err(self.cursor.expected("a comparison"));
        }
        Ok(Node::Formula(Formula::Compare(Chain { lists, operators })))
    }

    fn list_from(&mut self, first: Quotient) -> Result<Vec<Expr>, ParseError> {
        let mut list = vec![self.whole(first)?];
        while self.cursor.eat(",") {
            list.push(self.expr()?);
        }
        Ok(list)
    }

    fn exists(&mut self) -> Result<Node, ParseError> {
        self.word();
        let in_parentheses = self.cursor.eat("(");
        let outside = self.n_bound;
        let mut dims: Vec<Dim> = Vec::new();
        loop {
            self.count_dimension()?;
            let name = self.name()?;
            let value = if self.eat_equal() { Some(self.expr()?) } else { None };
            self.names.insert(name.clone(), Variable::Bound(self.n_bound));
            self.n_bound += 1;
            dims.push(Dim { name: Some(name), value });
            if !self.cursor.eat(",") {
                break;
            }
        }
        self.expect(":", "',' or ':'")?;
        let body = self.formula()?;
        if in_parentheses {
            self.expect(")", "'and', 'or' or ')'")?;
        }
        self.n_bound = outside;
        self.n_dims -= dims.len();
        for dim in &dims {
            self.names.remove(dim.name.as_ref().expect("a bound variable has a name"));
        }
        Ok(Node::Formula(Formula::Exists(dims, Box::new(body))))
    }

    /// An expression that is not a quotient.
    fn expr(&mut self) -> Result<Expr, ParseError> {
        let quotient = self.quotient()?;
        self.whole(quotient)
    }

    fn whole(&mut self, quotient: Quotient) -> Result<Expr, ParseError> {
        if quotient.divisor == 1 {
            Ok(quotient.numerator)
        } else {
            Err(ParseError::rule(quotient.column, RelationError::QuotientOutsideFloor))
        }
    }

    fn quotient(&mut self) -> Result<Quotient, ParseError> {
        let column = self.cursor.column();
        match self.sum()? {
            Node::Expr(quotient) => Ok(quotient),
            Node::Formula(_) => Err(ParseError::rule(column, RelationError::FormulaAsNumber)),
        }
    }

    /// A sum of terms, or the formula between parentheses that stands here alone.
    fn sum(&mut self) -> Result<Node, ParseError> {
        let column = self.cursor.column();
        let mut terms = Vec::new();
        let mut divisor = 1;
        let mut sign = self.signs();
        let first_is_signed = self.cursor.column() != column;
        loop {
            let at = self.cursor.column();
            let quotient = match self.term(sign)? {
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
            // A '-' that joins two terms is the sign of the second.
            self.cursor.eat("+");
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

    /// `constant * factor`, with the sign that stands before it.
    ///
    /// As in isl a sign belongs to the integer that follows it (`-3 mod 2` is 1), but not to a
    /// factor (`-i mod 2` is `-(i mod 2)`).
    fn term(&mut self, sign: i64) -> Result<Node, ParseError> {
        let column = self.cursor.column();
        let mut coefficient = i128::from(sign);
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
                        let signed = if has_constant { value } else { value * coefficient };
                        if !has_constant {
                            coefficient = 1;
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
            formula if sign == 1 && !has_constant => return Ok(formula),
            _ => return Err(ParseError::rule(column, RelationError::FormulaAsNumber)),
        };
        let coefficient = self.constant(column, coefficient)?;
        let numerator =
            factor.numerator.times(coefficient).map_err(|error| ParseError::rule(column, error))?;
        Ok(Node::Expr(Quotient { numerator, divisor: factor.divisor, column }))
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
            0 => Err(ParseError::rule(column, RelationError::ZeroDivisor)),
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

    fn at_comparison(&mut self) -> bool {
        match self.cursor.peek() {
            Some('<' | '>' | '=') => true,
            Some('!') => self.cursor.rest().starts_with("!="),
            _ => false,
        }
    }

    fn comparison(&mut self) -> Result<Option<Comparison>, ParseError> {
        if !self.at_comparison() {
            return Ok(None);
        }
        if self.cursor.rest().starts_with("<<") || self.cursor.rest().starts_with(">>") {
            return Err(self.not_read("a lexicographic comparison ('<<', '>>')"));
        }
        let operators = [
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
            ("=", Comparison::Equal),
        ];
        Ok(operators.into_iter().find(|(text, _)| self.cursor.eat(text)).map(|(_, found)| found))
    }

    /// Consumes `=`, not the beginning of `==`.
    fn eat_equal(&mut self) -> bool {
        self.cursor.peek();
        !self.cursor.rest().starts_with("==") && self.cursor.eat("=")
    }

    fn eat_any(&mut self, spellings: &[&str]) -> bool {
        spellings.iter().any(|text| self.cursor.eat(text))
    }

    /// Runs `read` one level deeper.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.depth == MAX_DEPTH {
            return Err(ParseError { column: self.cursor.column(), reason: Reason::TooDeep });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Consumes a name that nothing in scope has, and declares it.
    fn fresh_name(&mut self, variable: Variable) -> Result<Name, ParseError> {
        self.count_dimension()?;
        let name = self.name()?;
        self.names.insert(name.clone(), variable);
        Ok(name)
    }

    /// Consumes a name that nothing in scope has.
    fn name(&mut self) -> Result<Name, ParseError> {
        let column = self.cursor.column();
        let Some(word) = self.word() else { return Err(self.cursor.expected("a name")) };
        if is_word(word) {
            let word = word.to_owned();
            return Err(ParseError::rule(column, RelationError::ReservedWord { word }));
        }
        if self.names.contains_key(word) {
            let name = shortened(word);
            return Err(ParseError::rule(column, RelationError::NameTaken { name }));
        }
        Ok(word.into())
    }

    fn word(&mut self) -> Option<&'a str> {
        word(self.text, &mut self.cursor)
    }

    fn peek_word(&mut self) -> Option<&'a str> {
        word(self.text, &mut self.cursor.clone())
    }

    /// Consumes `token`, or says that one of `choices` was expected.
    fn expect(&mut self, token: &str, choices: &str) -> Result<(), ParseError> {
        if self.cursor.eat(token) { Ok(()) } else { Err(self.cursor.expected(choices)) }
    }

    fn not_read(&mut self, construct: &'static str) -> ParseError {
        let column = self.cursor.column();
        self.not_read_at(column, construct)
    }

    fn not_read_at(&mut self, column: usize, construct: &'static str) -> ParseError {
        ParseError::rule(column, RelationError::NotRead { construct })
    }

    fn count_dimension(&mut self) -> Result<(), ParseError> {
        self.n_dims += 1;
        if self.n_dims > MAX_DIMENSIONS {
            return Err(ParseError::rule(self.cursor.column(), RelationError::TooManyDimensions));
        }
        Ok(())
    }

    fn count_constraint(&mut self) -> Result<(), ParseError> {
        self.count_constraints(1)
    }

    fn count_constraints(&mut self, n: usize) -> Result<(), ParseError> {
        self.n_constraints = self.n_constraints.saturating_add(n);
        if self.n_constraints > MAX_CONSTRAINTS {
            return Err(ParseError::rule(self.cursor.column(), RelationError::TooManyConstraints));
        }
        Ok(())
    }
}

fn is_function(word: &str) -> bool {
    matches!(word, "floor" | "ceil" | "floord" | "ceild" | "min" | "max")
}

/// Consumes a word and the primes behind it, which isl prints to tell equal names apart.
fn word<'a>(text: &'a str, cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let start = cursor.column();
    cursor.name()?;
    while cursor.rest().starts_with('\'') {
        cursor.eat("'");
    }
    Some(&text[start..text.len() - cursor.rest().len()])
}

/// At most the first 24 characters of a name, for a message of one readable line.
fn shortened(word: &str) -> String {
    if word.len() <= 24 { word.to_owned() } else { format!("{}…", &word[..24]) }
}

fn same_space(left: &Piece, right: &Piece) -> bool {
    let same = |a: &Tuple, b: &Tuple| a.name == b.name && a.dims.len() == b.dims.len();
    same(&left.domain, &right.domain) && same(&left.range, &right.range)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that `text` is printed as `canonical`, which reads back to the same tree.
    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let tree = parse(text).unwrap_or_else(|e| panic!("{text}\n{:>1$}^ {e}", "", e.column));
        assert_eq!(tree.to_string(), canonical);
        assert_eq!(parse(canonical).unwrap(), tree, "{canonical}");
    }

    /// Checks the column and the message of the error in `text`.
    #[track_caller]
    fn check_error(text: &str, column: usize, message: &str) {
        let error = parse(text).unwrap_err();
        assert_eq!((error.column, error.to_string().as_str()), (column, message), "{text}");
    }

    #[test]
    fn every_construct_is_read_and_printed() {
        check("{[i]->[i]}", "{ [i] -> [i] }");
        check("{ [] -> [] }", "{ [] -> [] }");
        check("{ [i] -> [o] : }", "{ [i] -> [o] }");
        check("[ N , M ] -> { A[ i ] -> B[ N+i, M ] }", "[N, M] -> { A[i] -> B[N + i, M] }");
        check("{ [i] -> [i', o = 2i, *] : i' > 0 }", "{ [i] -> [i', o = 2i, *] : i' > 0 }");
        check("{ [i,i,3] -> [i] : 0 <= i,i+1 < 4 }", "{ [i, i, 3] -> [i] : 0 <= i, i + 1 < 4 }");
        check(
            "{ [i] -> [j] : i==j && i!=3 || !(j>=2) }",
            "{ [i] -> [j] : (i = j and i != 3) or not (j >= 2) }",
        );
        check(
            "{ [i] -> [j] : (i=0 or i=1) and j=2 }",
            "{ [i] -> [j] : (i = 0 or i = 1) and j = 2 }",
        );
        check(
            "{ [i] -> [j] : (i=0 and (i=1 and j=2)) }",
            "{ [i] -> [j] : i = 0 and i = 1 and j = 2 }",
        );
        check("{ [i] -> [j] : true or false }", "{ [i] -> [j] : true or false }");
        check("{ [i] -> [1]; [j] -> [j] : j = 2 }", "{ [i] -> [1]; [j] -> [j] : j = 2 }");
        check(
            "{ [i] -> [j] : exists e0, e1=floor(e0/2) : i = e0+e1 and j = 1 }",
            "{ [i] -> [j] : exists (e0, e1 = floor(e0/2): i = e0 + e1 and j = 1) }",
        );
        check(
            "{ [i] -> [j] : exists (e: i = 2e) and exists (e: j = 3e) }",
            "{ [i] -> [j] : exists (e: i = 2e) and exists (e: j = 3e) }",
        );
        check("{ [i] -> [min(i,3), max(i, 1, 2)] }", "{ [i] -> [min(i, 3), max(i, 1, 2)] }");
    }

    #[test]
    fn expressions_keep_isl_precedence() {
        let mut count = 0;
        let mut check = |text: &str, canonical: &str| {
            check(&format!("{{ [i, j] -> [{text}] }}"), &format!("{{ [i, j] -> [{canonical}] }}"));
            count += 1;
        };
        check("2i", "2i");
        check("2*i", "2i");
        check("i*2", "2i");
        check("2*3*i*4", "24i");
        check("1i", "i");
        check("0i", "0i");
        check("3(i+1)", "3*(i + 1)");
        check("-(i+j)", "-(i + j)");
        check("i-(j-1)", "i - (j - 1)");
        check("i+(j-1)", "i + j - 1");
        check("--i - -3", "i + 3");
        check("i + -3", "i - 3");
        check("-2i+3", "-2i + 3");
        check("2i mod 3", "2*(i mod 3)");
        check("2*i mod 3", "2*(i mod 3)");
        check("(2i) mod 3", "(2i) mod 3");
        check("(2i) % 3 + 1", "((2i) mod 3) + 1");
        check("-i mod 3", "-(i mod 3)");
        check("-3 mod 2", "(-3) mod 2");
        check("2*3 mod 2", "2*(3 mod 2)");
        check("i - 2*(j mod 4)", "i - 2*(j mod 4)");
        check("floor(i/2)", "floor(i/2)");
        check("floor((i + 1)/2)", "floor((i + 1)/2)");
        check("floor((2i)/4)", "floor((2i)/4)");
        check("2*floor((i)/4) - 7*floor((-1 - i)/4)", "2*floor(i/4) - 7*floor((-1 - i)/4)");
        check("7floor(i/4)", "7*floor(i/4)");
        check("floor(i/1)", "i");
        check("floor(i)", "i");
        check("floord(i+j, 3) + ceild(i, 2)", "floor((i + j)/3) + ceil(i/2)");
        check("i//3", "floor(i/3)");
        check("ceil(-i/3)", "ceil((-i)/3)");
        check("floor(floor(i/2)/3)", "floor(floor(i/2)/3)");
        check("-9223372036854775808", "-9223372036854775808");
        check("i - 9223372036854775808", "i - 9223372036854775808");
        check("-9223372036854775808 i", "-9223372036854775808i");
        assert_eq!(count, 35);
    }

    #[test]
    fn what_isl_prints_is_read() {
        check(
            "[N] -> { [i] -> [o0] : (-i + o0) mod 2 = 0 and 2*floor((i)/4) <= o0 < N }",
            "[N] -> { [i] -> [o0] : (-i + o0) mod 2 = 0 and 2*floor(i/4) <= o0 < N }",
        );
        check(
            "{ [i] -> [o0] : exists (e0: 4*((i) mod 4) = 3o0 and 3e0 > i) }",
            "{ [i] -> [o0] : exists (e0: 4*(i mod 4) = 3o0 and 3e0 > i) }",
        );
        check("{ [i] -> [o0] : false }", "{ [i] -> [o0] : false }");
        check("{ [c] -> [c' = 2c] : c >= 0 }", "{ [c] -> [c' = 2c] : c >= 0 }");
    }

    #[test]
    fn errors_point_at_their_column() {
        check_error("", 0, "expected '{' but the text ends here");
        check_error(
            "{ [i] : i = 0 }",
            6,
            "a set (no '->') is in isl's notation but not in the one of relations here",
        );
        check_error("{ [i] -> [i }", 12, "expected ',' or ']' but found '}'");
        check_error("{ [i] -> [i] ", 13, "expected 'and', 'or', ';' or '}' but the text ends here");
        check_error("{ [i] -> [i] } x", 15, "expected the end but found 'x'");
        check_error("{ [i] -> [o] : k = 2 }", 15, "unknown name 'k'");
        check_error("{ [i] -> [o] : i }", 17, "expected a comparison but found '}'");
        check_error("{ [i] -> [o] : i < }", 19, "expected an expression but found '}'");
        check_error("{ [i] -> [o] : i = 0 and }", 25, "expected an expression but found '}'");
        check_error(
            "{ [i] -> [o] : (i = 0) + 1 = 2 }",
            23,
            "expected 'and', 'or', ';' or '}' but found '+'",
        );
        check_error(
            "{ [i] -> [o] : 1 + (i = 0) = 2 }",
            19,
            "expected a number but found a formula",
        );
        check_error(
            "{ [i] -> [i/2] }",
            10,
            "a division must be the whole argument of 'floor' or 'ceil'",
        );
        check_error(
            "{ [i] -> [floor(1 + i/2)] }",
            20,
            "a division must be the whole argument of 'floor' or 'ceil'",
        );
        check_error("{ [i] -> [floor(i/0)] }", 18, "division by 0");
        check_error("{ [i] -> [i mod 0] }", 16, "division by 0");
        check_error("{ [i] -> [i mod i] }", 16, "expected a positive integer but found 'i'");
        check_error(
            "[N] -> { [i] -> [N*i] }",
            18,
            "a product of two variables is not affine: one factor must be a constant",
        );
        check_error("{ [i] -> [9223372036854775808] }", 10, "constant does not fit in 64 bits");
        check_error(
            "{ [i] -> [99999999999999999999] }",
            10,
            "number 99999999999999999999 does not fit in 64 bits",
        );
        check_error("{ [i] -> [4294967296*4294967296*i] }", 10, "constant does not fit in 64 bits");
        check_error("{ [i] -> [and] }", 10, "expected an expression but found 'and'");
        check_error("[N, N] -> { [i] -> [i] }", 4, "name 'N' is declared already");
        check_error(
            "[Or] -> { [i] -> [i] }",
            1,
            "'Or' is a word of the notation and cannot be a name",
        );
        check_error("{ [i] -> [o] : exists (i: i = 0) }", 23, "name 'i' is declared already");
        check_error(
            "{ [i] -> [i]; [i, j] -> [i] }",
            14,
            "pieces of a relation have the same tuple names and numbers of dimensions",
        );
        check_error("{ [i] -> [j = floor(i/2) i] }", 25, "expected ',' or ']' but found 'i'");
    }

    #[test]
    fn what_is_not_read_is_named() {
        let check = |text: &str, column: usize, construct: &str| {
            let message =
                format!("{construct} is in isl's notation but not in the one of relations here");
            check_error(text, column, &message);
        };
        check("{ [i] -> [[i] -> [j]] }", 10, "a nested tuple");
        check("{ [A[i] -> B[j]] -> [j] }", 3, "a nested tuple");
        check("{ [i] -> [0:3] }", 11, "a condition or a range in a tuple");
        check("{ [i] -> [i < 3 ? 1 : 2] }", 12, "a conditional expression ('?:')");
        check("{ [i] -> [o] : i << o }", 17, "a lexicographic comparison ('<<', '>>')");
        check("{ [i] -> [o] : i = 0 implies o = 0 }", 21, "'implies'");
        check("{ [i] -> [2^3] }", 11, "a power ('^')");
        check("{ [i] -> [infty] }", 10, "'infty' and 'NaN'");
        check("{ rat: [i] -> [i] }", 2, "a rational relation ('rat:')");
        check("{ [i] -> [[i/2]] }", 10, "a nested tuple");
        check("{ [i] -> [o] : o = [i/2] }", 19, "'[...]' as an integer division");
    }

    #[test]
    fn hostile_texts_are_refused_quickly() {
        let deep = format!("{{ [i] -> [o] : {}i = 0 }}", "(".repeat(100_000));
        let error = parse(&deep).unwrap_err();
        assert_eq!(
            (error.column, error.to_string().as_str()),
            (15 + 64, "nested more than 64 deep")
        );
        let fits = format!("{{ [i] -> [o] : {}i = 0{} }}", "(".repeat(64), ")".repeat(64));
        assert_eq!(parse(&fits).unwrap().to_string(), "{ [i] -> [o] : i = 0 }");

        let many = format!("{{ [i] -> [o] : i = 0{} }}", " and i = 0".repeat(100_000));
        assert_eq!(
            parse(&many).unwrap_err().to_string(),
            "relation has more than 4096 constraints"
        );
        let listed = format!("{{ [i] -> [o] : i{0} = o{0} }}", ",i".repeat(64));
        assert_eq!(
            parse(&listed).unwrap_err().to_string(),
            "relation has more than 4096 constraints"
        );
        let wide = format!("{{ [i] -> [o{}] }}", ", o".repeat(100_000));
        assert_eq!(
            parse(&wide).unwrap_err().to_string(),
            "relation has more than 512 parameters and dimensions"
        );
        let long = format!("{{ [i] -> [o] : i = 0 {} }}", " ".repeat(MAX_TEXT));
        assert_eq!(
            parse(&long).unwrap_err().to_string(),
            format!("relation of {} bytes is longer than 1048576", long.len())
        );
        let minus = format!("{{ [i] -> [{}i] }}", "-".repeat(1_000_000));
        assert_eq!(parse(&minus).unwrap().to_string(), "{ [i] -> [i] }");
        assert_eq!(
            parse("{ [é] -> [i] }").unwrap_err().to_string(),
            "expected an expression but found 'é'"
        );
    }
}
