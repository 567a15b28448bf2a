//! The promises of a program, by where they stand and what they are about.

use std::collections::BTreeMap;
use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::Flow;
use super::foreign::arithmetic::is_arithmetic;
use super::foreign::is_called;
use super::ir;

/// How many values that one promise is computed of are looked at.
const MAX_VALUES: usize = 64;

/// All `layout.assume` inside of an operation, by their blocks, and how these lead to each other.
#[derive(Default)]
pub(crate) struct Promises<'c> {
    blocks: FxHashMap<usize, Rc<Block<'c>>>,
    flow: Rc<Flow<'c>>,
}

/// The promises of a block, in the order of the text.
#[derive(Default)]
pub(crate) struct Block<'c> {
    all: Vec<Promise<'c>>,
    /// The positions of those that are about an argument of the function, by its key.
    by_argument: FxHashMap<usize, Vec<usize>>,
}

struct Promise<'c> {
    operation: OperationRef<'c, 'c>,
    /// The keys of the arguments of the function that its value is computed of; none if it depends on
    /// something else as well, or the promise is in another block than the first one of the function.
    arguments: Vec<usize>,
}

impl<'c> Promises<'c> {
    pub fn collect(root: OperationRef<'c, 'c>) -> Self {
        let flow = Rc::new(Flow::collect(root));
        let mut blocks: FxHashMap<usize, Block<'c>> = FxHashMap::default();
        for operation in ir::walk(root) {
            if ir::is_layout_op(operation, "assume")
                && let Some(block) = operation.block()
            {
                blocks.entry(block.to_raw().ptr as usize).or_default().add(operation);
            }
        }
        let blocks = blocks.into_iter().map(|(key, block)| (key, Rc::new(block))).collect();
        Promises { blocks, flow }
    }

    /// The same blocks, in which nothing is promised.
    pub fn without_promises(&self) -> Self {
        Promises { blocks: FxHashMap::default(), flow: Rc::clone(&self.flow) }
    }

    /// How blocks lead to each other.
    pub fn flow(&self) -> &Flow<'c> {
        &self.flow
    }

    /// True if anything is promised.
    pub fn is_any(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The promises of a block.
    pub fn of_block(&self, block: BlockRef<'c, '_>) -> Option<&Rc<Block<'c>>> {
        self.blocks.get(&(block.to_raw().ptr as usize))
    }

    /// Removes all promises from the IR: nobody is left to use them.
    pub fn erase(self) {
        for promise in self.blocks.values().flat_map(|block| &block.all) {
            ir::erase(promise.operation);
        }
    }
}

impl<'c> Block<'c> {
    fn add(&mut self, operation: OperationRef<'c, 'c>) {
        let arguments = match ir::operand(operation, 0) {
            Some(value) if is_first_of_function(operation.block()) => arguments_of(value),
            _ => None,
        };
        let arguments = arguments.unwrap_or_default();
        for &argument in &arguments {
            self.by_argument.entry(argument).or_default().push(self.all.len());
        }
        self.all.push(Promise { operation, arguments });
    }

    pub fn all(&self) -> impl Iterator<Item = OperationRef<'c, 'c>> {
        self.all.iter().map(|it| it.operation)
    }

    /// The promises about arguments of the function alone, for when these are read; `None` if there are
    /// none. Before `end`, if it is given, and so below.
    pub fn later(self: &Rc<Self>, end: Option<OperationRef<'c, 'c>>) -> Option<Later<'c>> {
        let is_any = !self.by_argument.is_empty();
        is_any.then(|| Later { block: Rc::clone(self), end, told: FxHashSet::default() })
    }

    /// The promises about anything else.
    pub fn others(
        &self,
        end: Option<OperationRef<'c, 'c>>,
    ) -> impl Iterator<Item = OperationRef<'c, 'c>> {
        let others = self.all.iter().filter(|it| it.arguments.is_empty()).map(|it| it.operation);
        others.filter(move |&promise| is_before(promise, end))
    }

    /// The promises about an argument, and about those that promises relate it to, with their positions.
    fn about(&self, argument: usize) -> Vec<(usize, OperationRef<'c, 'c>)> {
        let (mut found, mut left) = (BTreeMap::new(), vec![argument]);
        while let Some(argument) = left.pop() {
            for &position in self.by_argument.get(&argument).into_iter().flatten() {
                let Some(promise) = self.all.get(position) else { continue };
                if found.insert(position, promise.operation).is_none() {
                    left.extend(&promise.arguments);
                }
            }
        }
        found.into_iter().collect()
    }
}

/// Promises about arguments of the function, which are told when one of these is read: a function may have
/// thousands of them.
pub(crate) struct Later<'c> {
    block: Rc<Block<'c>>,
    /// What is promised from here on does not hold yet.
    end: Option<OperationRef<'c, 'c>>,
    told: FxHashSet<usize>,
}

impl<'c> Later<'c> {
    /// The promises about an argument, and about those that promises relate it to, each but once.
    pub fn about(&mut self, argument: usize) -> Vec<OperationRef<'c, 'c>> {
        let mut found = self.block.about(argument);
        found.retain(|&(at, promise)| is_before(promise, self.end) && self.told.insert(at));
        found.into_iter().map(|(_, promise)| promise).collect()
    }
}

fn is_before(promise: OperationRef<'_, '_>, end: Option<OperationRef<'_, '_>>) -> bool {
    end.is_none_or(|end| ir::is_before(promise, end))
}

/// The arguments of a function that a value is computed of by arithmetic alone; `None` if it is of anything
/// else as well.
fn arguments_of(value: Value<'_, '_>) -> Option<Vec<usize>> {
    let (mut arguments, mut read, mut left) = (Vec::new(), FxHashSet::default(), vec![value]);
    while let Some(value) = left.pop() {
        if !read.insert(ir::value_key(value)) {
            continue;
        }
        if MAX_VALUES < read.len() {
            return None;
        }
        match ir::defining_op(value) {
            Some(operation) if is_arithmetic(operation) => left.extend(operation.operands()),
            Some(_) => return None,
            None if is_first_of_function(ir::block_of(value)) => {
                arguments.push(ir::value_key(value))
            }
            None => return None,
        }
    }
    Some(arguments)
}

/// True for the block that a function begins with.
fn is_first_of_function(block: Option<BlockRef<'_, '_>>) -> bool {
    let Some(block) = block else { return false };
    let first = block.parent_region().and_then(|region| region.first_block());
    first == Some(block) && block.parent_operation().is_some_and(is_called)
}
