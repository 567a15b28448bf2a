//! The execution of one function, as far as its numbers are known.

use std::rc::Rc;

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use super::inputs::Input;
use super::notes::{Asserted, Hazard, Lifetimes, LoopKind, Memory, Promises, Touch};
use super::terms::{Address, Buffer, Datum, Form, Memref, Scalar};
use super::world::{Integer, World};
use crate::dialect::foreign::access::Access;
use crate::dialect::foreign::{Effects, effects};
use crate::dialect::ir;
use crate::passes::exact::{EXACT, bits};
use crate::validate::{Flags, Node};

/// More lanes than this no vector has that is read.
const MAX_LANES: i64 = 4096;

/// Why an execution does not go on.
#[derive(Debug)]
pub(in crate::compare) enum Stop {
    /// Something is not read.
    Unread(String),
    /// An element of a buffer is accessed whose place is not known: the accesses have to be told one by one.
    Order(Buffer),
    /// An access of the function before the pass is out of bounds.
    OutOfBounds,
    /// The function after the pass uses a buffer that is no longer there.
    Gone,
    /// A loop goes by integers in a buffer that others see, and the arguments are chosen: these have to be, too.
    Choose(Buffer),
    /// It takes too many steps.
    TooLong,
    /// What is asserted is false: nothing is done from there on.
    Ends,
}

pub(super) type Done<T> = Result<T, Stop>;

pub(super) fn unread<T>(operation: OperationRef<'_, '_>) -> Done<T> {
    Err(Stop::Unread(format!("{} is not read", ir::name(operation))))
}

/// Something that a function does.
#[derive(Debug, Clone)]
pub(in crate::compare) enum Event<'c> {
    Write {
        access: usize,
        lane: Vec<i64>,
        buffer: Buffer,
        address: Address,
        value: Scalar,
        guard: Node,
    },
    /// An operation that is not read, and what it finds in memory.
    Call {
        name: Rc<str>,
        operands: Vec<Datum<'c>>,
        guard: Node,
        memory: Memory,
        /// How many there were before.
        before: usize,
    },
    Asserted(Asserted),
    /// Something that is only said to hold.
    Said {
        name: Rc<str>,
        operands: Vec<Datum<'c>>,
        guard: Node,
    },
    Begin {
        of_loop: usize,
        numbers: Vec<Node>,
        guard: Node,
        kind: LoopKind,
        carried: Vec<Datum<'c>>,
    },
    End {
        carried: Vec<Datum<'c>>,
    },
}

/// Something that is done in a loop or under a condition.
#[derive(Debug, Clone, Default)]
pub(in crate::compare) struct Surrounding {
    pub around: Option<usize>,
    /// True where a condition holds, and not in a loop.
    pub is_condition: bool,
    /// The loop that it is an iteration of.
    pub of_loop: Option<usize>,
    /// What is true there.
    pub truths: Vec<Node>,
    /// What is true there too, as the function before the pass does nothing that is undefined.
    pub known: Vec<Node>,
    /// What was asserted right before it: elsewhere the function has ended there.
    pub asserted: Vec<Node>,
    /// How many things there were before that may not end.
    pub stops: usize,
}

/// What is read.
#[derive(Debug, Clone)]
pub(in crate::compare) struct Read {
    pub access: usize,
    pub lane: Vec<i64>,
    pub buffer: Buffer,
    pub address: Address,
    pub value: Scalar,
    pub surrounding: usize,
    /// The number that it has among the integers that are read, if it is one of them.
    pub integer: Option<usize>,
    /// How many events there were before.
    pub since: usize,
}

/// How a function is executed.
#[derive(Debug, Clone, Default)]
pub(in crate::compare) struct ExecutionMode {
    /// Loops that end after a known number of iterations are gone through.
    pub unrolls: bool,
    /// Of buffers that are not in `ordered` it is known what is in them, in place of when it was accessed.
    pub simulates: bool,
    /// Buffers that accesses are to whose places are not known, for each function.
    pub ordered: [FxHashSet<Buffer>; 2],
    /// Buffers that others see whose integers are chosen where arguments are.
    pub chosen: FxHashSet<Buffer>,
    pub max_steps: usize,
}

/// The execution of one function.
pub(in crate::compare) struct Machine<'w, 'c> {
    pub(super) world: &'w mut World<'c>,
    pub(super) mode: &'w ExecutionMode,
    pub(super) side: usize,
    values: FxHashMap<usize, Datum<'c>>,
    pub(super) keys: FxHashMap<usize, Rc<str>>,
    /// Each event with what surrounds it.
    pub events: Vec<(Event<'c>, usize)>,
    /// How many of them only say that something holds.
    pub(super) n_said: usize,
    pub reads: Vec<Read>,
    pub hazards: Vec<Hazard<'c>>,
    pub surroundings: Vec<Surrounding>,
    pub(super) surrounding: usize,
    /// What is true where the code is executed, within the innermost loop.
    pub(super) guard: Node,
    pub memory: Memory,
    /// How often an element of it was written, and how many were told at assertions.
    pub(super) n_writes: usize,
    pub(super) n_told: usize,
    pub lifetimes: Lifetimes,
    pub promises: Promises,
    /// What is in constant globals, if it is read.
    pub(super) constants: FxHashMap<String, Option<Rc<[Scalar]>>>,
    /// How many parallel loops are gone through.
    pub(super) n_parallel: usize,
    /// What is accessed in them.
    pub(super) touched: Vec<Touch>,
    /// True if an iteration of a parallel loop accesses what another one stores, or ends the function.
    pub shares: bool,
    pub(super) depth: usize,
    pub(super) n_loops: usize,
    pub(super) n_allocations: usize,
    pub(super) n_ordered: usize,
    pub n_calls: usize,
    /// The integers that the function after the pass reads, with the numbers that they have.
    pub(super) integers: FxHashMap<Integer, usize>,
    /// Those of the numbers that are taken.
    pub(super) taken: FxHashSet<usize>,
    /// How many things there were that may not end.
    pub(super) n_stops: usize,
    /// How many of them may have ended this thread, and not all others.
    pub(super) n_exits: usize,
    /// The blocks that were entered before each of those that end with ways that are all executed, as it is not
    /// known which one is taken.
    pub(super) splits: Vec<FxHashSet<usize>>,
    /// The operation that ended the region that was executed last.
    pub end: Option<OperationRef<'c, 'c>>,
    pub n_accesses: usize,
    /// How often something that may be poison was frozen.
    pub(super) freezes: FxHashMap<Rc<[Scalar]>, usize>,
    /// The numbers of allocations by the order in which elements are read that were not written.
    pub(super) fresh: FxHashMap<usize, usize>,
    steps: usize,
}

impl<'w, 'c> Machine<'w, 'c> {
    pub fn new(world: &'w mut World<'c>, mode: &'w ExecutionMode, side: usize) -> Self {
        let guard = world.reader.constant(1, -1);
        Machine {
            world,
            mode,
            side,
            values: FxHashMap::default(),
            keys: FxHashMap::default(),
            events: Vec::new(),
            n_said: 0,
            reads: Vec::new(),
            hazards: Vec::new(),
            surroundings: vec![Surrounding::default()],
            surrounding: 0,
            guard,
            memory: Memory::new(),
            n_writes: 0,
            n_told: 0,
            lifetimes: Lifetimes::default(),
            promises: Promises::default(),
            constants: FxHashMap::default(),
            n_parallel: 0,
            touched: Vec::new(),
            shares: false,
            depth: 0,
            n_loops: 0,
            n_allocations: 0,
            n_ordered: 0,
            n_calls: 0,
            integers: FxHashMap::default(),
            taken: FxHashSet::default(),
            n_stops: 0,
            n_exits: 0,
            splits: Vec::new(),
            end: None,
            n_accesses: 0,
            freezes: FxHashMap::default(),
            fresh: FxHashMap::default(),
            steps: 0,
        }
    }

    /// Executes a function, and gives what it returns.
    pub fn run(&mut self, body: BlockRef<'c, 'c>) -> Done<Vec<Datum<'c>>> {
        let mut arguments = Vec::new();
        for (at, argument) in ir::arguments(body).enumerate() {
            arguments.push(self.made(argument.r#type(), &Made::Argument(at))?);
        }
        // The maps before the pass are of numbers that fit.
        self.world.reader.maps = self.maps();
        let returned = self.region(body, arguments)?;
        returned.iter().try_for_each(|datum| self.check_there(datum))?;
        Ok(returned)
    }

    /// What maps promise: before the pass, that no number passes 64 bits.
    pub(super) fn maps(&self) -> Flags {
        if self.side == 0 { EXACT } else { Flags::default() }
    }

    /// Executes the blocks of a region, and gives the operands of the operation that ends it.
    pub(super) fn region(
        &mut self,
        first: BlockRef<'c, 'c>,
        arguments: Vec<Datum<'c>>,
    ) -> Done<Vec<Datum<'c>>> {
        self.blocks(first, arguments, None)
    }

    /// Executes the blocks of a region, from one of them to its end or to another one, and gives what that is
    /// handed.
    pub(super) fn blocks(
        &mut self,
        first: BlockRef<'c, 'c>,
        mut arguments: Vec<Datum<'c>>,
        until: Option<BlockRef<'c, 'c>>,
    ) -> Done<Vec<Datum<'c>>> {
        let mut block = first;
        let mut entered = FxHashSet::default();
        loop {
            if until == Some(block) {
                return Ok(arguments);
            }
            // What is executed again has other values then, which the other ways would see.
            let key = ir::block_key(block);
            if self.splits.iter().any(|before| before.contains(&key)) {
                let reason = "it goes back to a block before a condition that is not known";
                return Err(Stop::Unread(reason.to_owned()));
            }
            entered.insert(key);
            // Blocks without operations may follow each other for ever.
            self.step()?;
            for (at, datum) in arguments.into_iter().enumerate() {
                if let Some(argument) = ir::argument(block, at) {
                    self.bind(argument, datum);
                }
            }
            let Some(end) = block.terminator() else {
                self.block(block, None)?;
                return Ok(Vec::new());
            };
            self.block(block, Some(end))?;
            if end.successor_count() == 0 {
                if !is_way_out(end) {
                    return unread(end);
                }
                self.end = Some(end);
                return end.operands().map(|operand| self.value(operand)).collect();
            }
            match self.next(end, until, &entered)? {
                Next::Block(next, given) => (block, arguments) = (next, given),
                Next::End(given) => return Ok(given),
            }
        }
    }

    /// Executes the operations of a block but the one that ends it.
    fn block(&mut self, block: BlockRef<'c, 'c>, end: Option<OperationRef<'c, 'c>>) -> Done<()> {
        let mut next = block.first_operation();
        while let Some(operation) = next.filter(|&operation| Some(operation) != end) {
            self.step()?;
            self.operation(operation)?;
            next = operation.next_in_block();
        }
        Ok(())
    }

    pub(super) fn step(&mut self) -> Done<()> {
        self.steps += 1;
        if self.mode.max_steps < self.steps { Err(Stop::TooLong) } else { Ok(()) }
    }

    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Stops an execution that is at the end of the first one of so many iterations, if it would take too
    /// many steps though the others took only half as many.
    pub(super) fn foresee(&self, began: usize, iterations: u64) -> Done<()> {
        let first = (self.steps - began) as u64;
        let all = first.saturating_mul(iterations) / 2;
        if self.mode.max_steps as u64 <= all { Err(Stop::TooLong) } else { Ok(()) }
    }

    fn operation(&mut self, operation: OperationRef<'c, 'c>) -> Done<()> {
        self.divisions(operation)?;
        self.executes(operation)?;
        self.done(operation)?;
        self.mapped_divisions()
    }

    fn done(&mut self, operation: OperationRef<'c, 'c>) -> Done<()> {
        if self.world.reader.execute(operation).is_some() {
            return Ok(());
        }
        if let Some(access) = Access::of(operation)
            && self.is_of_memory(operation, access)
        {
            return self.access(operation, access);
        }
        if self.control(operation)? || self.view(operation)? || self.lanes(operation)? {
            return Ok(());
        }
        if operation.region_count() != 0 {
            return unread(operation);
        }
        let operands: Vec<Datum<'c>> =
            operation.operands().map(|operand| self.value(operand)).collect::<Done<_>>()?;
        match effects(operation) {
            Effects::None => self.computed(operation, &operands),
            _ if self.says(operation, &operands)? => Ok(()),
            _ => {
                let operands = self.accessed(operation, operands)?;
                self.called(operation, operands)?;
                self.behind(operation)
            }
        }
    }

    pub(super) fn event(&mut self, event: Event<'c>) {
        self.n_said += usize::from(matches!(event, Event::Asserted(_) | Event::Said { .. }));
        self.events.push((event, self.surrounding));
    }

    pub(super) fn value(&self, value: Value<'c, 'c>) -> Done<Datum<'c>> {
        if bits(value.r#type()).is_ok()
            && let Some(node) = self.world.reader.known(value)
        {
            return Ok(Datum::Scalar(Scalar::Number(node)));
        }
        let known = self.values.get(&ir::value_key(value)).cloned();
        known.ok_or_else(|| Stop::Unread(format!("a value of type {} is not read", value.r#type())))
    }

    pub(super) fn number(&self, value: Value<'c, 'c>) -> Done<Node> {
        match self.value(value)? {
            Datum::Scalar(Scalar::Number(node)) => Ok(node),
            _ => Err(Stop::Unread(format!("a value of type {} is not a number", value.r#type()))),
        }
    }

    pub(super) fn memref(&self, value: Value<'c, 'c>) -> Done<Rc<Memref<'c>>> {
        match self.value(value)? {
            Datum::Memref(memref) => Ok(memref),
            _ => Err(Stop::Unread(format!("a value of type {} is not read", value.r#type()))),
        }
    }

    pub(super) fn bind(&mut self, value: Value<'c, 'c>, datum: Datum<'c>) {
        match datum {
            Datum::Scalar(Scalar::Number(node)) => self.world.reader.redefine(value, node),
            datum => {
                self.values.insert(ir::value_key(value), datum);
            }
        }
    }

    /// A value that is made from nothing that is read.
    pub(super) fn made(&mut self, r#type: Type<'c>, made: &Made) -> Done<Datum<'c>> {
        if let Ok(width) = bits(r#type) {
            return Ok(Datum::Scalar(self.made_lane(made, 0, Some(width))));
        }
        if let Some((shape, element)) = ir::fixed_vector(r#type) {
            let count = n_lanes(&shape)?;
            let width = bits(element).ok();
            return Ok(Datum::Lanes(
                (0..count).map(|at| self.made_lane(made, at, width)).collect(),
            ));
        }
        if let Some(memref) = ir::memref_type(r#type) {
            let buffer = match made {
                Made::Argument(number) => Buffer::Argument(*number),
                Made::Result(name, operands, result) => {
                    let operands = operands.clone();
                    let form =
                        Form::Result { name: name.clone(), operands, result: *result, lane: 0 };
                    match self.world.terms.make(form) {
                        Scalar::Term(term) => Buffer::Result(term, *result),
                        Scalar::Number(_) => return Err(Stop::TooLong),
                    }
                }
                Made::Carried { .. } => {
                    return Err(Stop::Unread("a loop carries a memref".to_owned()));
                }
            };
            let memref = self.of_type(buffer, &memref, None, &[])?;
            return Ok(Datum::Memref(Rc::new(memref)));
        }
        Ok(Datum::Scalar(self.made_lane(made, 0, None)))
    }

    fn made_lane(&mut self, made: &Made, lane: usize, width: Option<u32>) -> Scalar {
        let form = match (made, width) {
            (&Made::Argument(number), Some(bits)) => {
                return Scalar::Number(self.world.input(Input::Argument(number, lane), bits));
            }
            (&Made::Argument(number), None) => Form::Argument(number, lane),
            (Made::Result(name, operands, result), _) => {
                let (name, operands) = (name.clone(), operands.clone());
                Form::Result { name, operands, result: *result, lane }
            }
            (&Made::Carried { of_loop, is_after, number }, _) => {
                Form::Carried { of_loop, is_after, number, lane }
            }
        };
        self.world.value(form, width)
    }
}

/// What happens at the end of a block.
pub(super) enum Next<'c> {
    Block(BlockRef<'c, 'c>, Vec<Datum<'c>>),
    /// The region ends with these.
    End(Vec<Datum<'c>>),
}

/// How a value comes about of which no more is known.
pub(super) enum Made {
    Argument(usize),
    Result(Rc<str>, Rc<[Scalar]>, usize),
    Carried { of_loop: usize, is_after: bool, number: usize },
}

/// True for an operation that hands over to what is around its region, or to who called the function.
fn is_way_out(operation: OperationRef<'_, '_>) -> bool {
    let (_, mnemonic) = ir::name(operation).rsplit_once('.').unwrap_or_default();
    matches!(mnemonic, "return" | "yield" | "terminator" | "condition" | "reduce" | "in_parallel")
}

/// How many lanes a vector has, if it is read.
pub(super) fn n_lanes(shape: &[i64]) -> Done<usize> {
    let count = shape.iter().try_fold(1_i64, |product, extent| product.checked_mul(*extent));
    match count.filter(|count| (0..=MAX_LANES).contains(count)) {
        Some(count) => Ok(usize::try_from(count).unwrap_or(0)),
        None => Err(Stop::Unread("a vector has too many lanes to be read".to_owned())),
    }
}
