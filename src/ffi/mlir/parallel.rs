//! Work on many operations at once.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use mlir_sys::MlirOperation;

use super::diagnostic::{PANICKED, emit};
use super::glue;
use super::ir::with_operation;

/// What the calls share: each takes the operation of its number, and leaves its answer there.
struct Work<T, F> {
    operations: Vec<MlirOperation>,
    answers: Vec<Mutex<Option<T>>>,
    run: F,
}

/// Runs `run` on each of the operations, on the threads of the context if it has any, and returns the
/// answers in their order; `None` after a panic, which is an error at the operation. Diagnostics are
/// emitted in the order of the operations, too, so that nothing shows how many threads there were.
///
/// `run` may change what is inside of its operation, and look at that alone: no operation is inside of
/// another one, and none uses a value from outside.
pub(crate) fn for_each<'c, T: Send, F>(
    context: &'c Context,
    operations: &[OperationRef<'c, 'c>],
    run: F,
) -> Vec<Option<T>>
where
    F: for<'o> Fn(&'o Context, OperationRef<'o, 'o>) -> T + Sync,
{
    extern "C" fn body<T: Send, F>(data: *mut c_void, number: usize)
    where
        F: for<'o> Fn(&'o Context, OperationRef<'o, 'o>) -> T + Sync,
    {
        // SAFETY: `data` is the work below, which outlives the calls. They share it: `run` is `Sync`,
        // an answer is behind its lock, and the operations are handles that nobody changes.
        let work = unsafe { &*data.cast::<Work<T, F>>() };
        with_operation(work.operations[number], |context, operation| {
            let run = AssertUnwindSafe(|| (work.run)(context, operation));
            match (catch_unwind(run), work.answers[number].lock()) {
                (Ok(answer), Ok(mut place)) => *place = Some(answer),
                _ => {
                    let severity = mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError;
                    emit(severity, operation.location(), PANICKED, std::iter::empty());
                }
            }
        });
    }

    let mut work = Work {
        operations: operations.iter().map(OperationLike::to_raw).collect(),
        answers: operations.iter().map(|_| Mutex::new(None)).collect(),
        run,
    };
    // SAFETY: the context is valid, and the work is what `body` takes it for.
    unsafe {
        let data = (&raw mut work).cast::<c_void>();
        glue::layoutForEach(context.to_raw(), operations.len(), body::<T, F>, data);
    }
    work.answers.into_iter().map(|answer| answer.into_inner().ok().flatten()).collect()
}
