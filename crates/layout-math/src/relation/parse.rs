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

mod expression;

use rustc_hash::FxHashMap;

use super::error::RelationError;
use super::limits::{MAX_CONSTRAINTS, MAX_DIMENSIONS, MAX_TEXT};
use super::tree::{
    Chain, Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, Variable, is_word,
};
use crate::text::{Cursor, MAX_DEPTH, ParseError, Reason};

/// Reads a whole relation.
pub(super) fn parse(text: &str) -> Result<Tree, ParseError> {
    if text.len() > MAX_TEXT {
        return Err(ParseError::rule(MAX_TEXT, RelationError::TextTooLong { bytes: text.len() }));
    }
    let mut parser = Parser {
        text,
        cursor: Cursor::new(text),
        names: FxHashMap::default(),
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
    names: FxHashMap<Name, Variable>,
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

    fn at_comparison(&mut self) -> bool {
        match self.cursor.peek() {
            Some('<' | '>' | '=') => true,
            Some('!') => self.cursor.rest().starts_with("!="),
            _ => false,
        }
    }

    fn comparison(&mut self) -> Result<Option<Comparator>, ParseError> {
        if !self.at_comparison() {
            return Ok(None);
        }
        if self.cursor.rest().starts_with("<<") || self.cursor.rest().starts_with(">>") {
            return Err(self.not_read("a lexicographic comparison ('<<', '>>')"));
        }
        let operators = [
            ("<=", Comparator::LessOrEqual),
            (">=", Comparator::GreaterOrEqual),
            ("==", Comparator::Equal),
            ("!=", Comparator::NotEqual),
            ("<", Comparator::Less),
            (">", Comparator::Greater),
            ("=", Comparator::Equal),
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
mod tests;
