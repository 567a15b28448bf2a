//! Integer code as machines run it: widths, wrap-around and poison.

use rustc_hash::{FxHashMap, FxHashSet};

/// A value of a [`Code`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(usize);

/// What an operation promises; a promise that is broken makes the result poison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags {
    /// The result does not wrap as a signed number.
    pub nsw: bool,
    /// The result does not wrap as an unsigned number.
    pub nuw: bool,
}

/// How a value comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// An input, by its number.
    Input(usize),
    /// A number, as its type reads it with a sign.
    Constant(i64),
    Binary {
        operator: Operator,
        left: Node,
        right: Node,
        flags: Flags,
    },
    /// The same number in another width, with its sign kept or its upper bits dropped.
    SignExtend(Node),
    /// The same bits in another width, zeros above or upper bits dropped.
    ZeroExtend(Node),
    Compare {
        relation: CmpPredicate,
        left: Node,
        right: Node,
    },
    /// The second value where the first is true, else the third.
    Select(Node, Node, Node),
}

/// Operations on two numbers of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    DivideUnsigned,
    DivideSigned,
    RemainderUnsigned,
    RemainderSigned,
    /// The quotient of signed numbers, rounded down.
    FloorDivide,
    /// The quotient of signed numbers, rounded up.
    CeilDivide,
    CeilDivideUnsigned,
    /// The remainder of a signed number by a positive one, which is not negative.
    Modulo,
    ShiftLeft,
    ShiftRightUnsigned,
    ShiftRightSigned,
    And,
    Or,
    Xor,
}

/// Comparisons of two numbers of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CmpPredicate {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    LessUnsigned,
    LessOrEqualUnsigned,
}

/// Why a value is poison, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Poison {
    /// The operation that makes it.
    pub node: Node,
    /// What it did, such as `wraps though it says nsw`.
    pub reason: &'static str,
}

/// Straight-line integer code: operations in the order of their use, each with the number of bits of
/// its result.
///
/// ```
/// use layout_math::validate::{Code, Flags, Operation, Operator};
///
/// let mut code = Code::default();
/// let x = code.input(8);
/// let four = code.push(8, Operation::Constant(4));
/// let flags = Flags { nsw: true, nuw: false };
/// let shift = Operation::Binary { operator: Operator::ShiftLeft, left: x, right: four, flags };
/// let y = code.push(8, shift);
/// assert_eq!(code.evaluate(&[3])[y.position()], Ok(48));
/// assert_eq!(code.evaluate(&[8])[y.position()].unwrap_err().reason, "wraps though it says nsw");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Code {
    operations: Vec<(u32, Operation)>,
    /// For each operation, whether its result may be poison, and whether it may be where no input is.
    poison: Vec<bool>,
    made_poison: Vec<bool>,
    /// The inputs that may be poison themselves.
    given_poison: FxHashSet<usize>,
    inputs: Vec<Node>,
    /// The nodes of operations, for code that has none twice.
    known: Option<FxHashMap<(u32, Operation), Node>>,
}

impl Code {
    /// One more input, of so many bits.
    pub fn input(&mut self, bits: u32) -> Node {
        let node = self.push(bits, Operation::Input(self.inputs.len()));
        self.inputs.push(node);
        node
    }

    /// How many operations there are, inputs and constants among them.
    pub fn size(&self) -> usize {
        self.operations.len()
    }

    /// What tells it from other code: its operations, each with its width, and the inputs that may be poison.
    pub(super) fn parts(&self) -> (Vec<(u32, Operation)>, Vec<usize>) {
        // The other parts follow from these.
        let Code { operations, given_poison, poison: _, made_poison: _, inputs: _, known: _ } =
            self;
        let mut given_poison: Vec<usize> = given_poison.iter().copied().collect();
        given_poison.sort_unstable();
        (operations.clone(), given_poison)
    }

    /// Takes note that an input which nothing uses yet may be poison itself.
    pub fn may_be_given_poison(&mut self, input: Node) {
        self.poison[input.0] = true;
        self.given_poison.insert(input.0);
    }

    /// The places of the inputs that some nodes depend on and that may be poison.
    pub fn given_poison(&self, nodes: &[Node]) -> Vec<usize> {
        if self.given_poison.is_empty() || !self.may_be_poison(nodes) {
            return Vec::new();
        }
        let mut sources = self.sources(nodes);
        sources.retain(|place| self.given_poison.contains(place));
        sources
    }

    /// One more operation, whose operands are there already and whose result has 1 to 64 bits.
    pub fn push(&mut self, bits: u32, operation: Operation) -> Node {
        let bits = bits.clamp(1, 64);
        let mut operation = operation;
        if self.known.is_some() {
            match self.folded(bits, operation) {
                Folded::Node(node) => return node,
                Folded::Operation(folded) => operation = folded,
            }
            if let Some(&node) = self.known.as_ref().and_then(|known| known.get(&(bits, operation)))
            {
                return node;
            }
        }
        let node = Node(self.operations.len());
        self.note_poison(operation);
        self.operations.push((bits, operation));
        if let Some(known) = &mut self.known {
            known.insert((bits, operation), node);
        }
        node
    }

    /// Code that computes what is known when it is written, and writes nothing twice: for code that comes
    /// from executing other code, in loops.
    ///
    /// ```
    /// use layout_math::validate::{Code, Flags, Operation, Operator};
    ///
    /// let mut code = Code::folding();
    /// let [two, three] = [2, 3].map(|number| code.push(64, Operation::Constant(number)));
    /// let (operator, flags) = (Operator::Multiply, Flags::default());
    /// let product = Operation::Binary { operator, left: two, right: three, flags };
    /// let six = code.push(64, product);
    /// assert_eq!((code.constant(six), code.operations().len()), (Some(6), 3));
    /// ```
    pub fn folding() -> Self {
        Code { known: Some(FxHashMap::default()), ..Code::default() }
    }

    /// The places of the nodes that some come from, these included.
    pub fn sources(&self, nodes: &[Node]) -> Vec<usize> {
        let mut is_used = vec![false; self.operations.len()];
        nodes.iter().for_each(|node| is_used[node.0] = true);
        for position in (0..is_used.len()).rev().filter(|_| !nodes.is_empty()) {
            if is_used[position] {
                operands(self.operations[position].1).for_each(|node| is_used[node.0] = true);
            }
        }
        (0..is_used.len()).filter(|&position| is_used[position]).collect()
    }

    /// True if one of some nodes may be poison where no input is: if something that they come from promises not
    /// to wrap, or divides or shifts by what may be out of its range.
    ///
    /// ```
    /// use layout_math::validate::{Code, Flags, Operation, Operator};
    ///
    /// let mut code = Code::default();
    /// let x = code.input(32);
    /// let sum = |flags| Operation::Binary { operator: Operator::Add, left: x, right: x, flags };
    /// let wraps = code.push(32, sum(Flags::default()));
    /// let promises = code.push(32, sum(Flags { nsw: true, nuw: false }));
    /// assert!(!code.may_be_poison(&[wraps]) && code.may_be_poison(&[wraps, promises]));
    /// ```
    pub fn may_be_poison(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|node| self.poison[node.0])
    }

    /// True if one of some nodes may be poison where no input is: as [`Code::may_be_poison`], but for the inputs
    /// that may be poison themselves.
    pub fn may_make_poison(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|node| self.made_poison[node.0])
    }

    /// Takes note of whether the next operation may be poison.
    fn note_poison(&mut self, operation: Operation) {
        let by_itself = self.makes_poison(operation);
        let is_any = |of: &[bool]| by_itself || operands(operation).any(|node| of[node.0]);
        let [poison, made] = [&self.poison, &self.made_poison].map(|of| is_any(of));
        self.poison.push(poison);
        self.made_poison.push(made);
    }

    /// True if an operation may make poison of what is not.
    fn makes_poison(&self, operation: Operation) -> bool {
        match operation {
            Operation::Binary { operator, right, flags, .. } => match operator {
                Operator::Add | Operator::Subtract | Operator::Multiply => {
                    flags != Flags::default()
                }
                Operator::And | Operator::Or | Operator::Xor => false,
                Operator::ShiftLeft | Operator::ShiftRightUnsigned | Operator::ShiftRightSigned => {
                    let is_within = |by: i64| 0 <= by && by < i64::from(self.bits(right));
                    flags != Flags::default() || !self.constant(right).is_some_and(is_within)
                }
                _ => flags != Flags::default() || self.constant(right).is_none_or(|it| it < 1),
            },
            _ => false,
        }
    }

    /// The number that a node is whatever the inputs are, if it is written as one.
    pub fn constant(&self, node: Node) -> Option<i64> {
        match self.operations[node.0] {
            (bits, Operation::Constant(constant)) => Some(wrapped(constant.into(), bits)),
            _ => None,
        }
    }

    /// An operation as a number, or as another node, if it is one. What is poison stays as it is.
    fn folded(&self, bits: u32, operation: Operation) -> Folded {
        let number = |node: Node| self.constant(node);
        let constant = |value: i128| Folded::Operation(Operation::Constant(wrapped(value, bits)));
        let found = match operation {
            Operation::Input(_) => None,
            Operation::Constant(value) => Some(constant(value.into())),
            Operation::Binary { operator, left, right, flags } => {
                match (number(left), number(right)) {
                    (Some(left), Some(right)) => {
                        let value = operator.apply(left, right, bits, flags).ok();
                        value.map(|value| constant(value.into()))
                    }
                    (_, Some(right)) if operator.is_identity(right) => Some(Folded::Node(left)),
                    (Some(left), None)
                        if matches!(operator, Operator::Add | Operator::Multiply)
                            && operator.is_identity(left) =>
                    {
                        Some(Folded::Node(right))
                    }
                    _ => None,
                }
            }
            Operation::SignExtend(from) if self.bits(from) == bits => Some(Folded::Node(from)),
            Operation::ZeroExtend(from) if self.bits(from) == bits => Some(Folded::Node(from)),
            Operation::SignExtend(from) => number(from).map(|value| constant(value.into())),
            Operation::ZeroExtend(from) => {
                number(from).map(|value| constant(unsigned(value, self.bits(from))))
            }
            Operation::Compare { relation, left, right } => {
                let values = number(left).zip(number(right));
                values.map(|(x, y)| constant(relation.holds(x, y, self.bits(left)).into()))
            }
            Operation::Select(condition, yes, no) => match number(condition) {
                Some(truth) => Some(Folded::Node(if truth != 0 { yes } else { no })),
                // What is chosen by poison is poison, though both are the same.
                None => {
                    (yes == no && !self.may_be_poison(&[condition])).then_some(Folded::Node(yes))
                }
            },
        };
        found.unwrap_or(Folded::Operation(operation))
    }

    /// The node at a place among the operations.
    pub(super) fn node(&self, place: usize) -> Option<Node> {
        (place < self.operations.len()).then_some(Node(place))
    }

    /// The inputs, in the order of their numbers.
    pub fn inputs(&self) -> &[Node] {
        &self.inputs
    }

    pub fn n_inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The bounds of the inputs of which these are given. A truth is 0 or 1, whatever is said of it.
    pub(super) fn ends_of_inputs(&self, given: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let own = |(&input, &ends): (&Node, &(i64, i64))| match self.bits(input) {
            1 => (0, 1),
            _ => ends,
        };
        self.inputs.iter().zip(given).map(own).collect()
    }

    /// All operations with the bits of their results.
    pub fn operations(&self) -> &[(u32, Operation)] {
        &self.operations
    }

    pub fn bits(&self, node: Node) -> u32 {
        self.operations[node.0].0
    }

    /// The same code with the promise that no sum, difference or product wraps as a signed number.
    #[must_use]
    pub fn promised(mut self) -> Self {
        use Operator::{Add, Multiply, ShiftLeft, Subtract};
        for (bits, operation) in &mut self.operations {
            if let Operation::Binary {
                operator: Add | Subtract | Multiply | ShiftLeft, flags, ..
            } = operation
                && 1 < *bits
            {
                flags.nsw = true;
            }
        }
        self.poison.clear();
        self.made_poison.clear();
        for at in 0..self.operations.len() {
            self.note_poison(self.operations[at].1);
            self.poison[at] |= self.given_poison.contains(&at);
        }
        self
    }

    /// The values of all nodes at these inputs, each as its type reads it with a sign.
    pub fn evaluate(&self, inputs: &[i64]) -> Vec<Result<i64, Poison>> {
        let mut found: Vec<Result<i64, Poison>> = Vec::with_capacity(self.operations.len());
        for (position, &(bits, operation)) in self.operations.iter().enumerate() {
            let poison = |reason| Poison { node: Node(position), reason };
            let at = |node: Node| found[node.0];
            let value = match operation {
                Operation::Input(number) => {
                    Ok(wrapped(inputs.get(number).copied().unwrap_or(0).into(), bits))
                }
                Operation::Constant(constant) => Ok(wrapped(constant.into(), bits)),
                Operation::Binary { operator, left, right, flags } => at(left).and_then(|left| {
                    let right = at(right)?;
                    operator.apply(left, right, bits, flags).map_err(poison)
                }),
                Operation::SignExtend(from) => at(from).map(|value| wrapped(value.into(), bits)),
                Operation::ZeroExtend(from) => {
                    let from_bits = self.bits(from);
                    at(from).map(|value| wrapped(unsigned(value, from_bits), bits))
                }
                Operation::Compare { relation, left, right } => {
                    let width = self.bits(left);
                    at(left).and_then(|left| {
                        Ok(wrapped(relation.holds(left, at(right)?, width).into(), bits))
                    })
                }
                Operation::Select(condition, yes, no) => {
                    at(condition).and_then(|condition| at(if condition != 0 { yes } else { no }))
                }
            };
            found.push(value);
        }
        found
    }
}

/// What an operation is once its operands are known.
enum Folded {
    Node(Node),
    Operation(Operation),
}

impl Node {
    /// Its place among the operations of its code.
    pub fn position(self) -> usize {
        self.0
    }
}

/// A number as a type of so many bits reads it with a sign.
pub(super) fn wrapped(value: i128, bits: u32) -> i64 {
    // Shifts, because a remainder of 128 bits takes most of the time of an evaluation.
    let unused = 128 - bits;
    i64::try_from(value << unused >> unused).unwrap_or(0)
}

/// A number as it reads without a sign.
pub(super) fn unsigned(value: i64, bits: u32) -> i128 {
    i128::from(value) & ((1 << bits) - 1)
}

/// The nodes that an operation is on, in their order.
pub fn operands(operation: Operation) -> impl Iterator<Item = Node> {
    let (first, second, third) = match operation {
        Operation::Input(_) | Operation::Constant(_) => (None, None, None),
        Operation::Binary { left, right, .. } | Operation::Compare { left, right, .. } => {
            (Some(left), Some(right), None)
        }
        Operation::SignExtend(from) | Operation::ZeroExtend(from) => (Some(from), None, None),
        Operation::Select(condition, yes, no) => (Some(condition), Some(yes), Some(no)),
    };
    [first, second, third].into_iter().flatten()
}

pub(super) const NSW: &str = "wraps though it says nsw";
pub(super) const NUW: &str = "wraps though it says nuw";

#[cfg(test)]
mod tests;
