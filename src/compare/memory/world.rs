//! What both functions share: their inputs, and the code and terms that their values are of.

use std::collections::BTreeMap;
use std::rc::Rc;

use melior::ir::{Attribute, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};

use super::inputs::{Input, Sample};
use super::terms::{Address, Buffer, Form, Scalar, Term, Terms, unraveled_offset};
use crate::passes::exact::{CodeReader, numbers};
use crate::validate::{CmpPredicate, Flags, Node, Operation, Operator};

/// So many of the numbers that premises compare are looked at.
const MAX_COMPARED: usize = 8;

/// An integer that is read before the pass, by the number that it has as an input. After the pass the same one
/// is read where the same element is, and nothing was done between.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) struct Integer {
    pub buffer: Buffer,
    pub address: Address,
    /// How many events there were before.
    pub since: usize,
    pub bits: u32,
}

/// An integer that is read before the pass, where it is.
#[derive(Debug, Clone)]
pub(in crate::compare) struct ReadInteger {
    pub integer: Integer,
    /// The number of the access.
    pub access: usize,
    /// The sizes of the whole buffer, if it has no layout of its own.
    pub whole: Option<Rc<[Node]>>,
}

/// What both functions share.
pub(in crate::compare) struct World<'c> {
    pub reader: CodeReader<'c>,
    pub terms: Terms,
    inputs: FxHashMap<Input, Node>,
    /// The inputs in the order of the code's, with their bounds.
    pub names: Vec<Input>,
    pub bounds: Vec<(i64, i64)>,
    /// Inputs that depend on others in ways that are not read: points where they differ prove nothing.
    pub opaque: FxHashSet<usize>,
    /// The numbers that functions are given, if some are chosen.
    pub sample: Option<Sample>,
    /// The buffers whose integers are chosen too, as loops go by them.
    pub chosen_buffers: FxHashSet<Buffer>,
    /// What is in those elements of them that were read or written.
    pub chosen: BTreeMap<(Buffer, Vec<i64>), i64>,
    /// True if a loop was gone through once, for any iteration: there may be none.
    pub has_any_iteration: bool,
    /// The access before the pass that a term was read in, and its lane.
    pub places: FxHashMap<Term, (usize, Vec<i64>)>,
    /// The integers that the function before the pass reads, and their numbers.
    pub integers: Vec<ReadInteger>,
    pub numbers: FxHashMap<Integer, usize>,
    /// The constants that the function before the pass names: their types and what they are.
    pub constants: FxHashMap<String, [Option<Attribute<'c>>; 2]>,
    /// What is true where a term before the pass is anything but poison, of those of which more is known.
    pub defined: FxHashMap<Term, Vec<Node>>,
}

impl<'c> World<'c> {
    pub fn new() -> Self {
        World {
            reader: CodeReader::executing(),
            terms: Terms::default(),
            inputs: FxHashMap::default(),
            names: Vec::new(),
            bounds: Vec::new(),
            opaque: FxHashSet::default(),
            sample: None,
            chosen_buffers: FxHashSet::default(),
            chosen: BTreeMap::new(),
            has_any_iteration: false,
            places: FxHashMap::default(),
            integers: Vec::new(),
            numbers: FxHashMap::default(),
            constants: FxHashMap::default(),
            defined: FxHashMap::default(),
        }
    }

    pub fn number(&mut self, number: i64) -> Node {
        self.reader.constant(64, number)
    }

    pub fn constant(&self, node: Node) -> Option<i64> {
        self.reader.code().constant(node)
    }

    /// The node of an input, the same whoever asks.
    pub fn input(&mut self, input: Input, bits: u32) -> Node {
        if let Some(&node) = self.inputs.get(&input) {
            return node;
        }
        let chosen = self.sample.as_ref().and_then(|sample| sample.chosen(&input, bits));
        let chosen = chosen.or_else(|| self.chosen_element(&input, bits));
        let node = match chosen {
            Some(number) => self.reader.constant(bits, number),
            None => {
                let node = self.reader.code_mut().input(bits);
                let of_type = numbers(bits);
                self.bounds.push(match input {
                    Input::Size(..) => (0, of_type.1),
                    _ => of_type,
                });
                self.names.push(input.clone());
                node
            }
        };
        if let Input::Value(term, _) = &input {
            if self.is_opaque(*term) {
                self.opaque.insert(node.position());
            }
            if self.may_be_poison(*term) {
                self.reader.code_mut().may_be_given_poison(node);
            }
        }
        self.inputs.insert(input, node);
        node
    }

    /// The number that is in an element of a buffer whose integers are chosen.
    fn chosen_element(&mut self, input: &Input, bits: u32) -> Option<i64> {
        let Input::Value(term, _) = input else { return None };
        let Form::Initial { buffer, place, .. } = self.terms.form(*term) else { return None };
        if !self.chosen_buffers.contains(buffer) {
            return None;
        }
        let number = self.sample.as_ref()?.element(buffer, place, bits);
        self.chosen.insert((buffer.clone(), place.clone()), number);
        Some(number)
    }

    /// A buffer that others see, of whose integers some numbers are made, and which are not chosen.
    pub fn open_buffer(&self, nodes: &[Node]) -> Option<Buffer> {
        let sources = self.reader.code().sources(nodes);
        let inputs = self.names.iter().zip(self.reader.code().inputs());
        let mut used = inputs.filter(|(_, node)| sources.binary_search(&node.position()).is_ok());
        used.find_map(|(name, _)| match name {
            Input::Value(term, _) => match self.terms.form(*term) {
                Form::Initial {
                    buffer: buffer @ (Buffer::Argument(_) | Buffer::Global(_)),
                    ..
                } => Some(buffer.clone()),
                _ => None,
            },
            _ => None,
        })
    }

    /// The numbers that functions are given to be executed at some inputs of the code.
    pub fn sample_at(&self, inputs: &[i64]) -> Sample {
        let values = self.reader.code().evaluate(inputs);
        let number = |node: &Node| values[node.position()].ok();
        let numbers = |nodes: &[Node]| nodes.iter().map(number).collect::<Option<Vec<i64>>>();
        let mut elements = FxHashMap::default();
        for (name, &value) in self.names.iter().zip(inputs) {
            let element = match name {
                Input::Value(term, _) => match self.terms.form(*term) {
                    Form::Initial { buffer, place, .. } => Some((buffer.clone(), place.clone())),
                    _ => None,
                },
                Input::Read(number_of_read, _) => {
                    self.integers.get(*number_of_read).and_then(|read| {
                        let Address { offset, coordinate } = &read.integer.address;
                        let place = match (offset, coordinate) {
                            (Some(offset), _) => {
                                let sizes = read.whole.as_deref().and_then(numbers);
                                unraveled_offset(number(offset)?, sizes.as_deref())
                            }
                            (None, Some(coordinate)) => numbers(coordinate)?,
                            (None, None) => return None,
                        };
                        Some((read.integer.buffer.clone(), place))
                    })
                }
                _ => None,
            };
            if let Some(element) = element {
                elements.entry(element).or_insert(value);
            }
        }
        let inputs = self.names.iter().cloned().zip(inputs.iter().copied()).collect();
        Sample::At { inputs, elements }
    }

    /// True for a term that is not the same input whenever it is the same value.
    fn is_opaque(&self, term: Term) -> bool {
        match self.terms.form(term) {
            // What is in an allocation that was not written may be another value each time.
            Form::Initial { buffer, .. } => matches!(buffer, Buffer::Local(_)),
            form => !matches!(form, Form::Argument(..)),
        }
    }

    /// True for what an operation gives that is not read, but for those that give no poison of their own.
    fn may_be_poison(&self, term: Term) -> bool {
        let Form::Result { name, .. } = self.terms.form(term) else { return false };
        let (operation, attributes) = name.split_once(' ').unwrap_or((name, ""));
        let is_exact = !attributes.contains("fastmath") || attributes.contains("fastmath<none>");
        let is_call = matches!(operation, "func.call" | "llvm.call" | "func.call_indirect");
        let is_comparison = operation == "arith.cmpf" && is_exact;
        !is_call && !is_comparison
    }

    pub fn binary(&mut self, operator: Operator, left: Node, right: Node) -> Node {
        let flags = Flags::default();
        let bits = self.reader.code().bits(left);
        self.reader.push(bits, Operation::Binary { operator, left, right, flags })
    }

    pub fn sum(&mut self, left: Node, right: Node) -> Node {
        self.binary(Operator::Add, left, right)
    }

    pub fn product(&mut self, left: Node, right: Node) -> Node {
        self.binary(Operator::Multiply, left, right)
    }

    /// A product that is defined where it fits.
    pub fn exact_product(&mut self, left: Node, right: Node) -> Node {
        self.exact(Operator::Multiply, left, right)
    }

    fn exact(&mut self, operator: Operator, left: Node, right: Node) -> Node {
        let flags = Flags { nsw: true, nuw: false };
        self.reader.push(64, Operation::Binary { operator, left, right, flags })
    }

    /// The last one of so many indices that begin with one and are a step apart, where it fits.
    pub fn last(&mut self, first: Node, size: Node, step: Node) -> Node {
        let one = self.number(1);
        let steps = self.exact(Operator::Subtract, size, one);
        let distance = self.exact_product(steps, step);
        self.exact(Operator::Add, first, distance)
    }

    pub fn compare(&mut self, relation: CmpPredicate, left: Node, right: Node) -> Node {
        self.reader.compare(relation, left, right)
    }

    pub fn both(&mut self, left: Node, right: Node) -> Node {
        self.reader.both(left, right)
    }

    pub fn either(&mut self, left: Node, right: Node) -> Node {
        self.reader.either(left, right)
    }

    /// The two of which a truth is that one is true, as [`either`](CodeReader::either) has it.
    pub fn alternatives(&self, truth: Node) -> Option<(Node, Node)> {
        match self.reader.code().operations()[truth.position()].1 {
            Operation::Binary { operator: Operator::Or, left, right, .. } => Some((left, right)),
            Operation::Select(left, yes, right) if self.constant(yes) == Some(-1) => {
                (self.reader.code().bits(truth) == 1).then_some((left, right))
            }
            _ => None,
        }
    }

    pub fn not(&mut self, truth: Node) -> Node {
        self.reader.not(truth)
    }

    /// What is true where a number is at least 0 and less than a size.
    pub fn within(&mut self, index: Node, size: Node) -> Node {
        let zero = self.number(0);
        let low = self.compare(CmpPredicate::LessOrEqual, zero, index);
        let high = self.compare(CmpPredicate::Less, index, size);
        self.both(low, high)
    }

    /// 0 where no number that a premise compares is poison: there nothing is claimed.
    pub fn nothing(&mut self, premises: &[Node]) -> Node {
        let code = self.reader.code();
        let sides =
            premises.iter().flat_map(|premise| match code.operations()[premise.position()].1 {
                Operation::Compare { left, right, .. } => vec![left, right],
                _ => Vec::new(),
            });
        let mut found: Vec<Node> =
            sides.filter(|&node| code.bits(node) == 64 && code.may_be_poison(&[node])).collect();
        found.sort();
        found.dedup();
        found.truncate(MAX_COMPARED);
        let zero = self.number(0);
        let parts: Vec<Node> = found.into_iter().map(|node| self.product(node, zero)).collect();
        parts.into_iter().fold(zero, |sum, part| self.sum(sum, part))
    }

    /// 0 where a truth is not poison.
    pub fn nothing_of(&mut self, truth: Node) -> Node {
        let [zero, one] = [0, 1].map(|number| self.number(number));
        let number = self.reader.push(64, Operation::Select(truth, one, zero));
        self.product(number, zero)
    }

    /// One of two values, by a condition.
    pub fn choose(&mut self, condition: Node, yes: Scalar, no: Scalar) -> Scalar {
        match self.constant(condition) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no && !self.reader.code().may_be_poison(&[condition]) => yes,
            None => match (yes, no) {
                (Scalar::Number(yes), Scalar::Number(no)) => {
                    let bits = self.reader.code().bits(yes);
                    Scalar::Number(self.reader.push(bits, Operation::Select(condition, yes, no)))
                }
                _ => self.terms.make(Form::Chosen(condition, yes, no)),
            },
        }
    }

    /// A term, or if it is a number of some bits, the input that it is.
    pub fn value(&mut self, form: Form, bits: Option<u32>) -> Scalar {
        match (self.terms.make(form), bits) {
            (Scalar::Term(term), Some(bits)) => {
                Scalar::Number(self.input(Input::Value(term, bits), bits))
            }
            (scalar, _) => scalar,
        }
    }

    /// True if a node depends on an input that proves nothing.
    pub fn is_of_opaque(&self, nodes: &[Node]) -> bool {
        self.reader.code().sources(nodes).iter().any(|place| self.opaque.contains(place))
    }

    /// True if a node is the same whatever the inputs are.
    pub fn is_of_no_input(&self, node: Node) -> bool {
        let operations = self.reader.code().operations();
        let mut sources = self.reader.code().sources(&[node]).into_iter();
        sources.all(|at| !matches!(operations[at].1, Operation::Input(_)))
    }

    /// The places of the nodes of operations of the IR.
    pub fn written(&self) -> FxHashSet<usize> {
        self.reader.origins().map(Node::position).collect()
    }

    /// The same numbers with the promise that sums and products that no operation is `written` for fit 64 bits, as
    /// those do that say where an element is.
    pub fn fitting(&mut self, nodes: &[Node], written: &FxHashSet<usize>) -> Vec<Node> {
        self.with_flags(nodes, |at, bits, operator, flags| {
            let may_wrap =
                matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply);
            Flags { nsw: flags.nsw || may_wrap && bits == 64 && !written.contains(&at), ..flags }
        })
    }

    /// The same numbers where all that is promised of them is, and some number elsewhere.
    pub fn unpromised(&mut self, nodes: &[Node]) -> Vec<Node> {
        self.with_flags(nodes, |_, _, _, _| Flags::default())
    }

    /// The same numbers, of each of whose operations something else is promised.
    fn with_flags(
        &mut self,
        nodes: &[Node],
        of: impl Fn(usize, u32, Operator, Flags) -> Flags,
    ) -> Vec<Node> {
        let code = self.reader.code();
        let mut names: FxHashMap<usize, Node> = FxHashMap::default();
        let operations: Vec<(usize, (u32, Operation))> =
            code.sources(nodes).into_iter().map(|at| (at, code.operations()[at])).collect();
        for (at, (bits, operation)) in operations {
            if let Operation::Input(_) | Operation::Constant(_) = operation {
                continue;
            }
            let mut named = operation.renamed(|node| names.get(&node.position()).copied());
            if let Operation::Binary { operator, flags, .. } = &mut named {
                *flags = of(at, bits, *operator, *flags);
            }
            let named = self.reader.push(bits, named);
            names.insert(at, named);
        }
        nodes.iter().map(|node| names.get(&node.position()).copied().unwrap_or(*node)).collect()
    }

    /// The operation of the IR that a node is of.
    pub fn origin(&self, node: Node) -> Option<OperationRef<'c, 'c>> {
        self.reader.origin(node)
    }
}
