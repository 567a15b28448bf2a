//! Work on many operations at once.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use mlir_sys::MlirOperation;

use super::diagnostic::{PANICKED, emit};
use super::glue;
use super::ir::with_operation;

/// How many groups a thread takes at least, so that none waits long for the last, and how large one is at most.
const GROUPS_OF_THREAD: usize = 8;
const MAX_GROUP: usize = 64;

/// What the calls share: each takes the operations of its group.
struct Work<'w> {
    groups: Vec<&'w [MlirOperation]>,
    run: &'w (dyn Fn(usize, &[MlirOperation]) + Sync),
}

/// Runs `run` on each of the operations, on the threads of the context if it has any, and returns what it
/// made of groups of neighbors, in their order; `None` after a panic, which is an error at the operation.
/// `C` is a cache: there is one for each group, which the thread that takes the group makes and drops.
/// Diagnostics are emitted in the order of the operations, too, so that nothing shows how many threads
/// there were.
///
/// `run` may change its operation and everything inside of it, and look at that and at which operations are
/// around it: no operation is inside of another one, and none uses a value from outside.
pub(crate) fn for_each<'c, T: Default + Send, C: Default, F>(
    context: &'c Context,
    operations: &[OperationRef<'c, 'c>],
    run: F,
) -> Vec<Option<T>>
where
    F: for<'o> Fn(&'o Context, OperationRef<'o, 'o>, &mut T, &mut C) + Sync,
{
    let all: Vec<MlirOperation> = operations.iter().map(OperationLike::to_raw).collect();
    let groups = groups(context, &all);
    let answers: Vec<Mutex<Option<T>>> = groups.iter().map(|_| Mutex::new(None)).collect();
    let run_group = |number: usize, group: &[MlirOperation]| {
        let (mut answer, mut cache) = (T::default(), C::default());
        let is_done = each(group, &mut |context, operation| {
            run(context, operation, &mut answer, &mut cache);
        });
        // Nothing panics while it holds a lock.
        let mut place = answers[number].lock().unwrap_or_else(PoisonError::into_inner);
        *place = is_done.then_some(answer);
    };
    run_groups(context, Work { groups, run: &run_group });
    answers.into_iter().map(|answer| answer.into_inner().ok().flatten()).collect()
}

fn groups<'w>(context: &Context, all: &'w [MlirOperation]) -> Vec<&'w [MlirOperation]> {
    // SAFETY: the context is valid.
    let threads = unsafe { mlir_sys::mlirContextGetNumThreads(context.to_raw()) };
    // Threads meet once for a group, not for each operation: what most of them need is done in less time than
    // that takes.
    let size = (all.len() / (threads as usize).max(1) / GROUPS_OF_THREAD).clamp(1, MAX_GROUP);
    all.chunks(size).collect()
}

/// True if nothing panicked.
fn each(
    group: &[MlirOperation],
    run: &mut dyn for<'o> FnMut(&'o Context, OperationRef<'o, 'o>),
) -> bool {
    let mut is_done = true;
    for &operation in group {
        with_operation(operation, |context, operation| {
            if catch_unwind(AssertUnwindSafe(|| run(context, operation))).is_err() {
                let severity = mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError;
                emit(severity, operation.location(), PANICKED, std::iter::empty());
                is_done = false;
            }
        });
    }
    is_done
}

fn run_groups(context: &Context, mut work: Work<'_>) {
    extern "C" fn body(data: *mut c_void, number: usize) {
        // SAFETY: `data` is the work below, which outlives the calls. They share it: `run` is `Sync`, and the
        // operations are handles that nobody changes.
        let work = unsafe { &*data.cast::<Work<'_>>() };
        (work.run)(number, work.groups[number]);
    }

    // SAFETY: the context is valid, and the work is what `body` takes it for.
    unsafe {
        let data = (&raw mut work).cast::<c_void>();
        glue::layoutForEach(context.to_raw(), work.groups.len(), body, data);
    }
}
