//! The one parser of the calculator's lines. Layouts are read by the parsers of their notations.

use super::error::CalcError;
use super::function::CalcFunction;
use super::syntax::{Call, Expression, Node, Statement, Written};
use layout_math::algebra::{AnyLayout, Operands, Operation, Parameter, Syntax};
use layout_math::cute::{Composed, CuteLayout, Swizzle, Tiler, Tuple};
use layout_math::linear::LinearLayout;
use layout_math::relation::Relation;
use layout_math::text::{Cursor, MAX_DEPTH, ParseError, Reason};

/// Words that no variable is called.
const RESERVED: [&str; 6] = ["o", "S", "where", "help", "quit", "exit"];

/// Reads a line; `is_variable` says which names have a value.
pub(super) fn parse(
    line: &str,
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<Statement, CalcError> {
    let mut parser = Parser { cursor: Cursor::new(line), is_variable, open: 0 };
    let names = parser.names()?;
    let expression = parser.expression()?;
    parser.cursor.expect_end()?;
    Ok(Statement { names, expression })
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    is_variable: &'a dyn Fn(&str) -> bool,
    /// How many expressions are being read around this place.
    open: usize,
}

impl<'a> Parser<'a> {
    /// `a =` or `a, b =`, if the line begins so.
    fn names(&mut self) -> Result<Vec<(usize, String)>, CalcError> {
        let mut ahead = self.cursor.clone();
        let mut names = Vec::new();
        loop {
            let column = ahead.column();
            let Some(name) = ahead.name() else { return Ok(Vec::new()) };
            names.push((column, name.to_owned()));
            if ahead.eat("=") {
                break;
            }
            if !ahead.eat(",") {
                return Ok(Vec::new());
            }
        }
        for (column, name) in &names {
            if RESERVED.contains(&name.as_str()) || CalcFunction::named(name).is_some() {
                let message = format!("{name} has a meaning already and names no variable");
                return Err(CalcError::new(*column, message));
            }
        }
        for (position, (column, name)) in names.iter().enumerate() {
            if names[..position].iter().any(|(_, earlier)| earlier == name) {
                return Err(CalcError::new(*column, format!("{name} is named twice")));
            }
        }
        self.cursor = ahead;
        Ok(names)
    }

    /// Operands with `o` between them, the leftmost two composed first.
    fn expression(&mut self) -> Result<Expression, CalcError> {
        let column = self.cursor.column();
        self.open += 1;
        if MAX_DEPTH < self.open {
            return Err(ParseError { column, reason: Reason::TooDeep }.into());
        }
        let mut left = self.operand()?;
        loop {
            let column = self.cursor.column();
            if !self.cursor.eat("o") {
                break;
            }
            let offset = self.offset();
            let right = self.operand()?;
            left = self.checked(match offset {
                Some(offset) => {
                    let (outer, inner) = (Box::new(left), Box::new(right));
                    Expression::new(outer.column, Node::Composed { outer, offset, inner })
                }
                None => Expression::new(column, compose(left, right)),
            })?;
        }
        self.open -= 1;
        Ok(left)
    }

    /// The offset of `outer o offset o inner`: an integer with an `o` after it.
    fn offset(&mut self) -> Option<i64> {
        let mut ahead = self.cursor.clone();
        let offset = ahead.integer().ok()?;
        ahead.eat("o").then(|| {
            self.cursor = ahead;
            offset
        })
    }

    /// What can be composed, and applied to coordinates that follow in parentheses.
    fn operand(&mut self) -> Result<Expression, CalcError> {
        let mut operand = self.primary()?;
        while self.cursor.eat("(") {
            let (column, layout) = (operand.column, Box::new(operand));
            let coordinate = Box::new(self.coordinate()?);
            operand = self.checked(Expression::new(column, Node::Apply { layout, coordinate }))?;
        }
        Ok(operand)
    }

    /// `apply(layout, coordinate, ...)`, the same as `layout(coordinate, ...)`.
    fn application(&mut self, column: usize) -> Result<Expression, CalcError> {
        self.cursor.expect("(")?;
        let layout = Box::new(self.expression()?);
        self.cursor.expect(",")?;
        let coordinate = Box::new(self.coordinate()?);
        self.checked(Expression::new(column, Node::Apply { layout, coordinate }))
    }

    /// A coordinate up to the end of its parentheses.
    fn coordinate(&mut self) -> Result<Tuple<Expression>, CalcError> {
        let mut parts = Vec::new();
        loop {
            parts.push(match self.at_tuple() {
                true => self.tuple()?,
                false => Tuple::Leaf(self.expression()?),
            });
            if !self.cursor.eat(",") {
                break;
            }
        }
        if !self.cursor.eat(")") {
            return Err(self.cursor.expected("',' or ')'").into());
        }
        Ok(Tuple::Node(parts))
    }

    /// A part of a coordinate in parentheses of its own.
    fn tuple(&mut self) -> Result<Tuple<Expression>, CalcError> {
        let column = self.cursor.column();
        self.open += 1;
        if MAX_DEPTH < self.open {
            return Err(ParseError { column, reason: Reason::TooDeep }.into());
        }
        self.cursor.expect("(")?;
        let parts = self.coordinate()?;
        self.open -= 1;
        Ok(parts)
    }

    /// True before parentheses that are all of a part of a coordinate. Those of a layout are not: it is
    /// applied to something.
    fn at_tuple(&mut self) -> bool {
        let mut ahead = self.cursor.clone();
        if ahead.peek() != Some('(') {
            return false;
        }
        let rest = ahead.rest();
        let after = closing(rest).map(|end| rest[end..].trim_start());
        after.is_some_and(|after| after.starts_with([',', ')']))
    }

    fn primary(&mut self) -> Result<Expression, CalcError> {
        let column = self.cursor.column();
        let node = match self.cursor.peek() {
            Some('#') => layout(self.attribute()?),
            Some('"') => layout(self.relation()?),
            Some('{') => layout(AnyLayout::Linear(LinearLayout::parse(&mut self.cursor)?)),
            Some('[') => layout(AnyLayout::Tile(Tiler::read(&mut self.cursor)?)),
            Some('(') => match self.parenthesised() {
                Some(expression) => return Ok(expression),
                None => layout(self.modes()?),
            },
            Some(c) if c == '-' || c.is_ascii_digit() => match self.number() {
                Some(number) => Node::Number(number),
                None => layout(self.modes()?),
            },
            Some('?') => layout(self.modes()?),
            Some('S') if self.cursor.rest().starts_with("S<") => layout(self.modes()?),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => return self.named(),
            _ => return Err(self.cursor.expected("a layout, a variable or an operation").into()),
        };
        Ok(Expression::new(column, node))
    }

    /// An integer that is not an extent of a layout.
    fn number(&mut self) -> Option<i64> {
        let mut ahead = self.cursor.clone();
        let number = ahead.integer().ok()?;
        let goes_on = matches!(ahead.peek(), Some(':' | '*'));
        let is_outer = ahead.eat("o") && ahead.integer().is_ok() && ahead.eat("o");
        (!goes_on && !is_outer).then(|| {
            // The clone has gone past the number.
            let _ = self.cursor.integer();
            number
        })
    }

    /// An expression in parentheses. Parentheses that begin with anything but the name of a variable
    /// or an operation are those of a layout.
    fn parenthesised(&mut self) -> Option<Expression> {
        let mut ahead = self.cursor.clone();
        ahead.expect("(").ok()?;
        while ahead.eat("(") {}
        let name = ahead.name()?;
        if !(self.is_variable)(name) && CalcFunction::named(name).is_none() {
            return None;
        }
        let before = (self.cursor.clone(), self.open);
        let inside = self.cursor.expect("(").ok().and_then(|()| {
            let expression = self.expression().ok()?;
            self.cursor.expect(")").ok().map(|()| expression)
        });
        if inside.is_none() {
            (self.cursor, self.open) = before;
        }
        inside
    }

    /// A CuTe layout, a swizzle, or a composed layout.
    fn modes(&mut self) -> Result<AnyLayout, CalcError> {
        let mut ahead = self.cursor.clone();
        match Composed::read(&mut ahead) {
            // The names of variables in it are these variables, which are read one by one.
            Ok(composed) if !composed.symbols().iter().any(|symbol| (self.is_variable)(symbol)) => {
                self.cursor = ahead;
                return Ok(AnyLayout::Composed(composed));
            }
            // What breaks a rule as a whole is no layout in parts.
            Err(error @ ParseError { reason: Reason::Rule(_), .. }) => return Err(error.into()),
            _ => {}
        }
        if self.cursor.rest().starts_with("S<") {
            return Ok(AnyLayout::Swizzle(Swizzle::parse(&mut self.cursor)?));
        }
        Ok(AnyLayout::Cute(CuteLayout::read(&mut self.cursor)?))
    }

    /// `#layout.cute<...>` as it stands in IR.
    fn attribute(&mut self) -> Result<AnyLayout, CalcError> {
        self.cursor.expect("#")?;
        self.cursor.expect("layout")?;
        self.cursor.expect(".")?;
        let column = self.cursor.column();
        let kind = self.cursor.name();
        self.cursor.expect("<")?;
        let cursor = &mut self.cursor;
        let layout = match kind {
            Some("cute") => AnyLayout::Cute(CuteLayout::read(cursor)?),
            Some("swizzle") => AnyLayout::Swizzle(Swizzle::parse(cursor)?),
            Some("composed") => AnyLayout::Composed(Composed::read(cursor)?),
            Some("linear") => AnyLayout::Linear(LinearLayout::parse(cursor)?),
            Some("tile") => AnyLayout::Tile(Tiler::read(cursor)?),
            Some("relation") => self.relation()?,
            _ => {
                let kinds = "cute, swizzle, composed, linear, tile or relation";
                return Err(CalcError::new(column, format!("expected {kinds}")));
            }
        };
        self.cursor.expect(">")?;
        Ok(layout)
    }

    /// A relation in quotes.
    fn relation(&mut self) -> Result<AnyLayout, CalcError> {
        self.cursor.expect("\"")?;
        let begin = self.cursor.column();
        let rest = self.cursor.rest();
        let Some(length) = rest.find('"') else {
            return Err(CalcError::new(begin, "the quote of this relation does not end"));
        };
        let relation = rest[..length].parse::<Relation>().map_err(|error| error.shifted(begin))?;
        self.skip(length + 1);
        Ok(AnyLayout::Relation(relation))
    }

    /// A variable, a call, or a layout that begins with a symbol.
    fn named(&mut self) -> Result<Expression, CalcError> {
        let column = self.cursor.column();
        let mut ahead = self.cursor.clone();
        let mut name = ahead.name().unwrap_or_default();
        if name == "layout" && ahead.eat(".") {
            name = ahead.name().unwrap_or_default();
        }
        match ahead.peek() {
            Some(':' | '*') => Ok(Expression::new(column, layout(self.modes()?))),
            _ if (self.is_variable)(name) => {
                self.cursor = ahead;
                Ok(Expression::new(column, Node::Variable(name.to_owned())))
            }
            Some('(') if name == "apply" => {
                self.cursor = ahead;
                self.application(column)
            }
            Some('(') => {
                self.cursor = ahead;
                let call = self.call(name, column)?;
                self.checked(Expression::new(column, Node::Call(call)))
            }
            _ => {
                let message = match CalcFunction::named(name) {
                    Some(_) => format!("{name} is an operation: what it takes stands in ()"),
                    None => format!("there is no variable {name}"),
                };
                Err(CalcError::new(column, message))
            }
        }
    }

    fn call(&mut self, name: &str, column: usize) -> Result<Call, CalcError> {
        let Some(function) = CalcFunction::named(name) else {
            return Err(CalcError::new(column, format!("there is no operation {name}")));
        };
        self.cursor.expect("(")?;
        let mut call = Call { function, operands: Vec::new(), parameters: Vec::new() };
        let wants_more = |found: usize| match function.operands() {
            Operands::Exactly(n) => found < n,
            Operands::AtLeast(_) => true,
        };
        let takes = |count: &str| CalcError::new(column, format!("{name} takes {count}"));
        while wants_more(call.operands.len()) {
            if !call.operands.is_empty() && !self.cursor.eat(",") {
                break;
            }
            if self.cursor.peek() == Some(')') || self.at_named(name, function)? {
                break;
            }
            call.operands.push(self.expression()?);
        }
        let is_too_few = match function.operands() {
            Operands::Exactly(n) | Operands::AtLeast(n) => call.operands.len() < n,
        };
        if is_too_few {
            let found = call.operands.len();
            return Err(takes(&format!("{}, not {found}", function.operands())));
        }
        while !self.cursor.eat(")") {
            let is_first = call.operands.is_empty() && call.parameters.is_empty();
            let has_comma = !is_first && self.cursor.eat(",");
            self.at_named(name, function)?;
            let Some(parameter) = self.parameter(&call, has_comma || is_first) else {
                return Err(match function.parameters() {
                    parameters if call.parameters.len() < parameters.len() => {
                        self.cursor.expected("',' or ')'").into()
                    }
                    _ => self.cursor.expected("')'").into(),
                });
            };
            let written = self.written(&parameter)?;
            call.parameters.push((parameter, written));
        }
        for parameter in function.parameters() {
            let is_given = call.parameters.iter().any(|(given, _)| given == parameter);
            if !is_given && !parameter.is_optional() {
                return Err(takes(&format!("a parameter {}", parameter.name())));
            }
        }
        Ok(call)
    }

    /// True before `word = value`, where the word is a parameter of the function.
    fn at_named(&mut self, name: &str, function: CalcFunction) -> Result<bool, CalcError> {
        let column = self.cursor.column();
        let mut ahead = self.cursor.clone();
        let Some(word) = ahead.name().filter(|_| ahead.eat("=")) else { return Ok(false) };
        let parameters = function.parameters();
        if parameters.iter().any(|parameter| is_named(parameter, word)) {
            return Ok(true);
        }
        let known: Vec<&str> = parameters.iter().map(Parameter::name).collect();
        let known = match &known[..] {
            [] => String::new(),
            known => format!("; it has {}", known.join(", ")),
        };
        Err(CalcError::new(column, format!("{name} has no parameter {word}{known}")))
    }

    /// The parameter that comes next: the one that is named here, else the first that is not given.
    fn parameter(&mut self, call: &Call, may_be_unnamed: bool) -> Option<Parameter> {
        let is_open = |parameter: &&Parameter| {
            !call.parameters.iter().any(|(given, _)| given.name() == parameter.name())
        };
        let mut open = call.function.parameters().iter().filter(is_open);
        let mut ahead = self.cursor.clone();
        // `size(a)` calls the operation, and is not a parameter of that name.
        if let Some(word) = ahead.name()
            && !(CalcFunction::named(word).is_some() && ahead.peek() == Some('('))
        {
            let is_meant = |parameter: &&Parameter| {
                is_named(parameter, word) || CalcFunction::keyword(parameter) == Some(word)
            };
            if let Some(parameter) = open.clone().find(is_meant) {
                self.cursor = ahead;
                self.cursor.eat("=");
                return Some(*parameter);
            }
        }
        open.next().filter(|_| may_be_unnamed).copied()
    }

    fn written(&mut self, parameter: &Parameter) -> Result<Written, CalcError> {
        Ok(match parameter.syntax() {
            Syntax::Integer => Written::Number(Box::new(self.expression()?)),
            Syntax::Modes | Syntax::Range => Written::Numbers(self.integers()?),
            Syntax::Tuple | Syntax::Coordinate => Written::Text(self.balanced("(", "a tuple")?),
            Syntax::Names | Syntax::Sizes => Written::Text(self.balanced("[", "a list of dims")?),
            Syntax::Word(words) => match self.cursor.name() {
                Some(word) => Written::Text(word.to_owned()),
                None => return Err(self.cursor.expected(&words.join(" or ")).into()),
            },
        })
    }

    /// `[0, 2]`.
    fn integers(&mut self) -> Result<Vec<i64>, CalcError> {
        self.cursor.expect("[")?;
        let mut numbers = Vec::new();
        if self.cursor.eat("]") {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.cursor.integer()?);
            if self.cursor.eat("]") {
                return Ok(numbers);
            }
            if !self.cursor.eat(",") {
                return Err(self.cursor.expected("',' or ']'").into());
            }
        }
    }

    /// The text up to the bracket that closes the one that opens here; an integer or an underscore
    /// stands for itself. Whoever uses the text reads it with the parser of its form.
    fn balanced(&mut self, open: &str, what: &str) -> Result<String, CalcError> {
        let begin = self.cursor.column();
        let rest = self.cursor.rest();
        let length = if rest.starts_with(open) {
            closing(rest)
        } else {
            let is_leaf = |c: char| c.is_ascii_digit() || matches!(c, '-' | '_');
            let end = rest.find(|c| !is_leaf(c)).unwrap_or(rest.len());
            (0 < end && open == "(").then_some(end)
        };
        match length {
            Some(length) => Ok(self.skip(length).to_owned()),
            None if rest.starts_with(open) => {
                Err(CalcError::new(begin, "this bracket does not close"))
            }
            None => Err(self.cursor.expected(what).into()),
        }
    }

    /// Moves past so many bytes, which are returned.
    fn skip(&mut self, length: usize) -> &'a str {
        let text = &self.cursor.rest()[..length];
        // The text is what stands here; only a word before a letter would not be taken.
        self.cursor.eat(text);
        text
    }

    /// An expression that is not too deep to be evaluated.
    fn checked(&mut self, expression: Expression) -> Result<Expression, CalcError> {
        if MAX_DEPTH < expression.depth {
            let column = expression.column;
            return Err(ParseError { column, reason: Reason::TooDeep }.into());
        }
        Ok(expression)
    }
}

/// Where the bracket is closed that a text begins with: past the one that closes it.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    let end = text.bytes().position(|byte| {
        depth += i32::from(matches!(byte, b'(' | b'['));
        depth -= i32::from(matches!(byte, b')' | b']'));
        depth == 0
    });
    end.map(|end| end + 1)
}

fn layout(layout: AnyLayout) -> Node {
    Node::Layout(Box::new(layout))
}

fn compose(left: Expression, right: Expression) -> Node {
    let operation = Operation::named("compose").expect("it is in the table");
    let function = CalcFunction::Algebra(operation);
    Node::Call(Call { function, operands: vec![left, right], parameters: Vec::new() })
}

/// True if a word is the name of a parameter, or its British spelling.
fn is_named(parameter: &Parameter, word: &str) -> bool {
    parameter.name() == word || (parameter.name(), word) == ("flavor", "flavour")
}
