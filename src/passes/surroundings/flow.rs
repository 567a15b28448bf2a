//! What the ways to a block say, and the assertions on them.

use melior::ir::block::BlockLike;
use melior::ir::{BlockRef, OperationRef, Value};

use super::conditions;
use super::induction::{self, Next};
use super::nesting::Nesting;
use super::variables::Variables;
use super::widths::integers_of;
use crate::dialect::flow::{Flow, Holding};
use crate::dialect::foreign::flow::Way;
use crate::dialect::ir;

/// Tells what holds before an operation by where it stands in its region.
pub(super) fn before<'c>(
    flow: &Flow<'c>,
    operation: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) {
    for holding in flow.before(operation) {
        match holding {
            Holding::Condition(taken) => conditions::branch(&taken, variables),
            Holding::Entered(block) => match flow.ways(block) {
                [way] => passed(block, way, variables),
                ways => merged(flow, block, ways, variables),
            },
        }
    }
}

/// The arguments of a block that are numbers, by their positions.
fn arguments<'c>(block: BlockRef<'c, 'c>) -> impl Iterator<Item = (usize, Value<'c, 'c>)> {
    ir::arguments(block).enumerate().filter(|&(_, argument)| integers_of(argument).is_some())
}

/// Each argument of a block with one way in is what it is given.
fn passed<'c>(block: BlockRef<'c, 'c>, way: &Way<'c>, variables: &mut Variables<'c>) {
    for (at, argument) in arguments(block) {
        if let Some(given) = way.given(at) {
            let quantity = variables.quantity(given);
            if !variables.is_derived(&quantity) {
                variables.define(argument, quantity);
            }
        }
    }
}

/// Each argument of a block with several ways in begins as what it is given from outside, and goes on as
/// what it is given by the ways back.
fn merged<'c>(
    flow: &Flow<'c>,
    block: BlockRef<'c, 'c>,
    ways: &[Way<'c>],
    variables: &mut Variables<'c>,
) {
    let nesting = variables.nesting.inside();
    let is_back = |way: &&Way<'c>| flow.dominates(block, way.from);
    let (back, entering): (Vec<&Way>, Vec<&Way>) = ways.iter().partition(is_back);
    for (at, argument) in arguments(block) {
        let start = |way: &&Way<'c>| way.given(at).filter(|it| is_the_same(flow, block, *it));
        let Some(starts) = entering.iter().map(start).collect::<Option<Vec<_>>>() else { continue };
        let next = |way: &&Way<'c>| next(flow, way, at, argument, nesting);
        let Some(nexts) = back.iter().map(next).collect::<Option<Vec<_>>>() else { continue };
        let mut starts: Vec<_> = starts.into_iter().map(|it| variables.quantity(it)).collect();
        starts.dedup();
        let argument = variables.quantity(argument);
        induction::tell(&argument, &starts, &nexts, variables);
    }
}

/// True if a value is the same number in a block as it was on the way there from outside of the loop that
/// the block begins.
fn is_the_same<'c>(flow: &Flow<'c>, block: BlockRef<'c, 'c>, value: Value<'c, 'c>) -> bool {
    let Some(of) = ir::block_of(value) else { return false };
    ir::constant(value).is_some()
        || of.parent_region() != block.parent_region()
        || (of != block && flow.dominates(of, block))
}

/// What an argument becomes by a way back, where what holds before that is known.
fn next<'c>(
    flow: &Flow<'c>,
    way: &Way<'c>,
    at: usize,
    argument: Value<'c, 'c>,
    nesting: Nesting,
) -> Option<Next> {
    let mut variables = Variables::within(nesting);
    let before = variables.own(argument);
    for holding in flow.before(way.end) {
        match holding {
            Holding::Condition(taken) => conditions::branch(&taken, &mut variables),
            Holding::Entered(block) => {
                if let [way] = flow.ways(block) {
                    passed(block, way, &mut variables);
                }
            }
        }
    }
    if let Some(taken) = way.taken() {
        conditions::branch(&taken, &mut variables);
    }
    let next = variables.quantity(way.given(at)?);
    Some(Next::of(&next, &before, &variables))
}
