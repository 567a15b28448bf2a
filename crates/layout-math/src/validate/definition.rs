//! What numbers are, as code that stands by itself and is written as text.

use std::fmt;
use std::str::FromStr;

use super::code::{CmpPredicate, Code, Flags, Node, Operation, Operator, operands};
use crate::text::{Cursor, ParseError};

/// Code that defines numbers, with what is true where it defines them.
///
/// As text it is one statement after the other, an operation with the number of its bits by default:
///
/// ```text
/// %0: i32; %1: i32; %2 = 1: i32; %3 = le %2, %1: i1; %4 = floordivs %0, %1: i32; where %3; give %4
/// ```
///
/// A value without `=` is an input. `nsw` and `nuw` are promises, as in `arith`.
///
/// # Invariants
///
/// [`Definition::new`] and the parser check these.
///
/// 1. An operation comes after its operands.
/// 2. Every value has 1 to 64 bits; operands of one operation that have to be equally wide are.
/// 3. What is true has one bit.
///
/// # Example
///
/// ```
/// use layout_math::validate::Definition;
///
/// let text = "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2";
/// let definition: Definition = text.parse()?;
/// assert_eq!(definition.to_string(), text);
/// assert_eq!((definition.input_bits(), definition.value_bits()), (vec![32], vec![32]));
///
/// let error = "%0: i32; give %1".parse::<Definition>().unwrap_err();
/// assert_eq!((error.column, error.to_string().as_str()), (14, "there is no %1 before"));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Definition {
    code: Code,
    premises: Vec<Node>,
    values: Vec<Node>,
}

/// The names of the operators, which are those of MLIR's `arith` where it has them.
const OPERATORS: &[(&str, Operator)] = &[
    ("add", Operator::Add),
    ("sub", Operator::Subtract),
    ("mul", Operator::Multiply),
    ("divu", Operator::DivideUnsigned),
    ("divs", Operator::DivideSigned),
    ("remu", Operator::RemainderUnsigned),
    ("rems", Operator::RemainderSigned),
    ("floordivs", Operator::FloorDivide),
    ("ceildivs", Operator::CeilDivide),
    ("ceildivu", Operator::CeilDivideUnsigned),
    ("mod", Operator::Modulo),
    ("shl", Operator::ShiftLeft),
    ("shru", Operator::ShiftRightUnsigned),
    ("shrs", Operator::ShiftRightSigned),
    ("and", Operator::And),
    ("or", Operator::Or),
    ("xor", Operator::Xor),
];

const RELATIONS: &[(&str, CmpPredicate)] = &[
    ("eq", CmpPredicate::Equal),
    ("ne", CmpPredicate::NotEqual),
    ("lt", CmpPredicate::Less),
    ("le", CmpPredicate::LessOrEqual),
    ("ltu", CmpPredicate::LessUnsigned),
    ("leu", CmpPredicate::LessOrEqualUnsigned),
];

/// A rule of the text that is broken.
#[derive(Debug, PartialEq, Eq)]
struct Broken(String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

impl Definition {
    /// What the values come from, and no more of the code, with the numbers in the code of the inputs
    /// that are left.
    ///
    /// ```
    /// use layout_math::validate::{Code, Definition};
    ///
    /// let mut code = Code::default();
    /// let [_, second] = [code.input(32), code.input(8)];
    /// let (definition, inputs) = Definition::new(&code, &[], &[second]);
    /// assert_eq!((definition.to_string().as_str(), inputs), ("%0: i8; give %0", vec![1]));
    /// ```
    pub fn new(code: &Code, premises: &[Node], values: &[Node]) -> (Self, Vec<usize>) {
        let mut own = Code::default();
        let mut inputs = Vec::new();
        let mut known = vec![None; code.operations().len()];
        let roots: Vec<Node> = premises.iter().chain(values).copied().collect();
        for position in code.sources(&roots) {
            let (bits, operation) = code.operations()[position];
            known[position] = Some(match operation {
                Operation::Input(number) => {
                    inputs.push(number);
                    own.input(bits)
                }
                _ => own.push(bits, operation.renamed(|node| known[node.position()])),
            });
        }
        let own_nodes =
            |nodes: &[Node]| nodes.iter().filter_map(|it| known[it.position()]).collect();
        let (premises, values) = (own_nodes(premises), own_nodes(values));
        (Definition { code: own, premises, values }, inputs)
    }

    /// The widths of the inputs.
    pub fn input_bits(&self) -> Vec<u32> {
        self.code.inputs().iter().map(|&input| self.code.bits(input)).collect()
    }

    /// The widths of the values.
    pub fn value_bits(&self) -> Vec<u32> {
        self.values.iter().map(|&value| self.code.bits(value)).collect()
    }

    /// Writes the definition behind other code, of values of that code: what is true where the numbers
    /// are defined, and the numbers.
    ///
    /// Requires: an input for each of [`Definition::input_bits`], as wide.
    pub fn write(&self, code: &mut Code, inputs: &[Node]) -> [Vec<Node>; 2] {
        let mut known: Vec<Option<Node>> = Vec::new();
        for &(bits, operation) in self.code.operations() {
            known.push(match operation {
                Operation::Input(number) => inputs.get(number).copied(),
                _ => Some(code.push(bits, operation.renamed(|node| known[node.position()]))),
            });
        }
        let written = |nodes: &[Node]| nodes.iter().filter_map(|it| known[it.position()]).collect();
        [written(&self.premises), written(&self.values)]
    }
}

/// The name that a table has for something.
fn word<T: PartialEq + Copy>(table: &[(&'static str, T)], of: T) -> &'static str {
    table.iter().find(|(_, known)| *known == of).map_or("?", |(name, _)| name)
}

fn list(f: &mut fmt::Formatter<'_>, nodes: impl Iterator<Item = Node>) -> fmt::Result {
    for (at, node) in nodes.enumerate() {
        write!(f, "{}%{}", if at == 0 { "" } else { ", " }, node.position())?;
    }
    Ok(())
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, &(bits, operation)) in self.code.operations().iter().enumerate() {
            write!(f, "%{position}")?;
            let mut flags = Flags::default();
            let name = match operation {
                Operation::Input(_) => "",
                Operation::Constant(number) => {
                    write!(f, " = {number}")?;
                    ""
                }
                Operation::Binary { operator, flags: own, .. } => {
                    flags = own;
                    word(OPERATORS, operator)
                }
                Operation::Compare { relation, .. } => word(RELATIONS, relation),
                Operation::SignExtend(_) => "sext",
                Operation::ZeroExtend(_) => "zext",
                Operation::Select(..) => "select",
            };
            if !name.is_empty() {
                write!(f, " = {name} ")?;
                for (name, is_said) in [("nsw ", flags.nsw), ("nuw ", flags.nuw)] {
                    f.write_str(if is_said { name } else { "" })?;
                }
                list(f, operands(operation))?;
            }
            write!(f, ": i{bits}; ")?;
        }
        if !self.premises.is_empty() {
            f.write_str("where ")?;
            list(f, self.premises.iter().copied())?;
            f.write_str("; ")?;
        }
        f.write_str("give ")?;
        list(f, self.values.iter().copied())
    }
}

impl FromStr for Definition {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parser =
            Parser { cursor: Cursor::new(text), code: Code::default(), known: Vec::new() };
        while parser.cursor.peek() == Some('%') {
            parser.statement()?;
        }
        let mut premises = Vec::new();
        if parser.cursor.eat("where") {
            let column = parser.cursor.column();
            premises = parser.nodes()?;
            if let Some(wide) = premises.iter().find(|&&node| parser.code.bits(node) != 1) {
                let bits = parser.code.bits(*wide);
                return Err(broken(column, format!("what is true has 1 bit, not {bits}")));
            }
            parser.cursor.expect(";")?;
        }
        parser.cursor.expect("give")?;
        let values = parser.nodes()?;
        parser.cursor.expect_end()?;
        Ok(Definition { code: parser.code, premises, values })
    }
}

fn broken(column: usize, rule: String) -> ParseError {
    ParseError::rule(column, Broken(rule))
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    code: Code,
    known: Vec<Node>,
}

impl Parser<'_> {
    fn statement(&mut self) -> Result<(), ParseError> {
        let column = self.cursor.column();
        self.cursor.expect("%")?;
        let own = self.cursor.integer()?;
        let next = self.known.len();
        if usize::try_from(own) != Ok(next) {
            return Err(broken(column, format!("value {next} is named %{own}")));
        }
        let mut operation = Operation::Input(0);
        let is_input = !self.cursor.eat("=");
        if !is_input {
            operation = self.operation()?;
        }
        self.cursor.expect(":")?;
        let column = self.cursor.column();
        let width = self.cursor.name().unwrap_or_default();
        let bits: Option<u32> = width.strip_prefix('i').and_then(|digits| digits.parse().ok());
        let Some(bits) = bits.filter(|bits| (1..=64).contains(bits)) else {
            return Err(broken(column, "a value has i1 to i64 as its type".to_owned()));
        };
        self.check_widths(column, bits, operation)?;
        self.cursor.expect(";")?;
        self.known.push(match is_input {
            true => self.code.input(bits),
            false => self.code.push(bits, operation),
        });
        Ok(())
    }

    fn operation(&mut self) -> Result<Operation, ParseError> {
        if self.cursor.at_integer() {
            return Ok(Operation::Constant(self.cursor.integer()?));
        }
        let column = self.cursor.column();
        let name = self.cursor.name().unwrap_or_default();
        let operator = OPERATORS.iter().find(|(known, _)| *known == name);
        let relation = RELATIONS.iter().find(|(known, _)| *known == name);
        let nsw = operator.is_some() && self.cursor.eat("nsw");
        let flags = Flags { nsw, nuw: operator.is_some() && self.cursor.eat("nuw") };
        let nodes = self.nodes()?;
        Ok(match (operator, relation, name, &nodes[..]) {
            (Some(&(_, operator)), _, _, &[left, right]) => {
                Operation::Binary { operator, left, right, flags }
            }
            (_, Some(&(_, relation)), _, &[left, right]) => {
                Operation::Compare { relation, left, right }
            }
            (_, _, "sext", &[from]) => Operation::SignExtend(from),
            (_, _, "zext", &[from]) => Operation::ZeroExtend(from),
            (_, _, "select", &[condition, yes, no]) => Operation::Select(condition, yes, no),
            _ => {
                let count = nodes.len();
                return Err(broken(column, format!("no operation '{name}' takes {count} values")));
            }
        })
    }

    fn check_widths(
        &self,
        column: usize,
        bits: u32,
        operation: Operation,
    ) -> Result<(), ParseError> {
        let of = |node: Node| self.code.bits(node);
        let fits = match operation {
            Operation::Binary { left, right, .. } => of(left) == bits && of(right) == bits,
            Operation::Compare { left, right, .. } => bits == 1 && of(left) == of(right),
            Operation::Select(condition, yes, no) => {
                of(condition) == 1 && of(yes) == bits && of(no) == bits
            }
            _ => true,
        };
        if fits { Ok(()) } else { Err(broken(column, "its values have other widths".to_owned())) }
    }

    fn nodes(&mut self) -> Result<Vec<Node>, ParseError> {
        let mut nodes = Vec::new();
        loop {
            let column = self.cursor.column();
            self.cursor.expect("%")?;
            let number = self.cursor.integer()?;
            let node = usize::try_from(number).ok().and_then(|at| self.known.get(at));
            let none = || broken(column, format!("there is no %{number} before"));
            nodes.push(*node.ok_or_else(none)?);
            if !self.cursor.eat(",") {
                return Ok(nodes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_printed_as_it_is_read() {
        let mut text = "%0: i8; %1: i8; %2 = lt %0, %1: i1; ".to_owned();
        let mut at = 3;
        for (name, _) in OPERATORS {
            text += &format!("%{at} = {name} nsw nuw %0, %1: i8; ");
            at += 1;
        }
        for (name, _) in RELATIONS {
            text += &format!("%{at} = {name} %0, %1: i1; ");
            at += 1;
        }
        text += &format!("%{at} = -128: i8; %{} = sext %0: i64; ", at + 1);
        text += &format!("%{} = zext %0: i4; %{} = select %2, %0, %1: i8; ", at + 2, at + 3);
        text += &format!("where %2, %{}; give %{}, %0", at - 1, at + 3);
        assert_eq!(text.parse::<Definition>().unwrap().to_string(), text);
    }

    #[test]
    fn what_is_not_a_definition_is_refused_where_it_is_not() {
        let check = |text: &str, column: usize, reason: &str| {
            let error = text.parse::<Definition>().unwrap_err();
            assert_eq!((error.column, error.to_string().as_str()), (column, reason), "{text}");
        };
        check("", 0, "expected 'give' but the text ends here");
        check("%1: i8; give %1", 0, "value 0 is named %1");
        check("%0: i65; give %0", 4, "a value has i1 to i64 as its type");
        check("%0: i8; %1 = add %0: i8; give %1", 13, "no operation 'add' takes 1 values");
        check("%0: i8; %1 = pow %0, %0: i8; give %1", 13, "no operation 'pow' takes 2 values");
        check("%0: i8; %1 = add %0, %1: i8; give %1", 21, "there is no %1 before");
        check("%0: i8; %1 = add %0, %0: i9; give %1", 25, "its values have other widths");
        for select in ["%0, %1, %2: i8", "%0, %2, %1: i8", "%1, %1, %1: i8", "%0, %1, %1: i4"] {
            let text = format!("%0: i1; %1: i8; %2: i4; %3 = select {select}; give %3");
            check(&text, 48, "its values have other widths");
        }
        check("%0: i8; where %0; give %0", 14, "what is true has 1 bit, not 8");
        check("%0: i8; give %0 %0", 16, "expected the end but found '%'");
    }

    #[test]
    fn a_definition_is_written_behind_other_code() {
        let definition: Definition =
            "%0: i8; %1 = 3: i8; %2 = lt %1, %0: i1; %3 = mul %0, %1: i8; where %2; give %3"
                .parse()
                .unwrap();
        let mut code = Code::default();
        let [_, x] = [code.input(8), code.input(8)];
        let [premises, values] = definition.write(&mut code, &[x]);
        let at = |x: i64| {
            let found = code.evaluate(&[77, x]);
            (found[premises[0].position()], found[values[0].position()])
        };
        assert_eq!(at(5), (Ok(-1), Ok(15)));
        assert_eq!(at(2), (Ok(0), Ok(6)));
    }
}
