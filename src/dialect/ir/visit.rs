//! Operations one after the other, without a list of them.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike};

/// The operations of [`walk`](super::walk), each found when the one before it is done with, so that the
/// memory of each is read once.
///
/// The caller may insert operations, and must not erase or move the current one or any that is still to
/// come. What is inserted inside of the current operation is visited, what is inserted right before or
/// right after it is not.
pub fn visit<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Visit<'c, 'a> {
    Visit { root: Some(root), current: None, open: Vec::with_capacity(4) }
}

/// What [`visit`] goes through.
pub struct Visit<'c, 'a> {
    /// What comes first.
    root: Option<OperationRef<'c, 'a>>,
    /// What was given last: what is nested in it comes next.
    current: Option<OperationRef<'c, 'a>>,
    /// The next operation of each region that is not done, the innermost region last.
    open: Vec<OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Visit<'c, 'a> {
    fn open_regions(&mut self, operation: OperationRef<'c, 'a>) {
        let before = self.open.len();
        for region in operation.regions() {
            let mut block = region.first_block();
            while let Some(current) = block {
                if let Some(first) = current.first_operation() {
                    self.open.push(first);
                    break;
                }
                block = current.next_in_region();
            }
        }
        self.open[before..].reverse();
    }
}

impl<'c: 'a, 'a> Iterator for Visit<'c, 'a> {
    type Item = OperationRef<'c, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(current) = self.current.take() {
            self.open_regions(current);
        }
        let next = match self.root.take() {
            Some(root) => root,
            None => {
                let next = self.open.pop()?;
                self.open.extend(next.next_in_block().or_else(|| first_behind(next)));
                next
            }
        };
        self.current = Some(next);
        Some(next)
    }
}

/// The first operation in the blocks behind that of the last operation of a block.
fn first_behind<'c: 'a, 'a>(last: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let mut block = last.block()?.next_in_region();
    while let Some(current) = block {
        if let Some(first) = current.first_operation() {
            return Some(first);
        }
        block = current.next_in_region();
    }
    None
}

#[cfg(test)]
mod tests {
    use melior::Context;
    use melior::ir::{Location, Module};

    use super::*;
    use crate::dialect::ir::{build, erase, name, walk};

    #[test]
    fn operations_are_those_of_a_walk() {
        let context = Context::new();
        context.set_allow_unregistered_dialects(true);
        // The text of a block has an operation; passes leave blocks without one.
        let text = r#"
"a.empty"() ({"a.gone"() : () -> ()}) : () -> ()
"a.nested"() ({
  "a.first"() ({
    "a.inner"() : () -> ()
    ^bb0: "a.gone"() : () -> ()
    ^bb1: "a.last"() : () -> ()
  }) : () -> ()
  ^bb1: "a.branch"() ({
    "a.gone"() : () -> ()
    ^bb1: "a.gone"() : () -> ()
    ^bb2: "a.late"() : () -> ()
  }, { "a.second"() : () -> () }) : () -> ()
}) : () -> ()
"a.end"() : () -> ()"#;
        let module = Module::parse(&context, text).unwrap();
        let root = module.as_operation();
        for operation in walk(root).into_iter().filter(|&operation| name(operation) == "a.gone") {
            erase(operation);
        }
        let names: Vec<&str> = visit(root).map(name).collect();
        assert_eq!(names, walk(root).into_iter().map(name).collect::<Vec<_>>());
        assert_eq!(names[1..].len(), 9);
        // Nothing outside of what is asked for, although it has neighbors.
        let nested = walk(root).into_iter().find(|&operation| name(operation) == "a.nested");
        let inside: Vec<&str> = visit(nested.unwrap()).map(name).collect();
        assert_eq!(inside, names[2..9]);
    }

    #[test]
    fn operations_that_are_inserted_beside_the_current_one_are_not_visited() {
        let context = Context::new();
        context.set_allow_unregistered_dialects(true);
        let module = Module::parse(&context, "\"a.x\"() : () -> ()\n\"a.y\"() : () -> ()").unwrap();
        let new = |name: &str| build(name, Location::unknown(&context), &[], &[], &[]);
        let mut visited = Vec::new();
        for operation in visit(module.as_operation()) {
            visited.push(name(operation));
            if let Some(block) = operation.block() {
                block.insert_operation_before(operation, new("a.before"));
                block.insert_operation_after(operation, new("a.after"));
            } else {
                module.body().insert_operation(0, new("a.inside"));
            }
        }
        assert_eq!(visited, ["builtin.module", "a.inside", "a.x", "a.y"]);
        assert_eq!(walk(module.as_operation()).len(), 1 + 3 * 3);
    }
}
