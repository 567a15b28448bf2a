//! The functions that C++ calls. Each hands over to a safe function of [`Hooks`] or [`Passes`], which
//! the dialect and the passes implement: nothing here knows the implementations.
//!
//! A panic must not unwind into C++: it becomes an error at the operation, and the answer is the
//! one that claims nothing.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef};
use mlir_sys::{MlirAttribute, MlirOperation, MlirStringCallback, MlirStringRef};

use super::attribute::{Spelled, owned, release};
use super::content::Content;
use super::diagnostic::{PANICKED, emit};
use super::glue::{self, Parsed, PassResult, bytes_of};
use super::ir::with_operation;
use super::memref;
use crate::text::{ParseError, is_anonymous};

/// What MLIR asks of the dialect.
pub(crate) trait Hooks {
    /// Reads the text of an attribute after `#layout.`.
    fn parse(text: &[u8]) -> Result<Spelled, ParseError>;

    /// Checks an operation beyond its ODS constraints. Returns false after an error.
    fn verify(operation: OperationRef<'_, '_>) -> bool;

    /// The value of each result, given that of each operand that is constant; `None` if the
    /// operation does not fold.
    fn fold<'c>(
        context: &'c Context,
        operation: OperationRef<'c, 'c>,
        operands: &[Option<Attribute<'c>>],
    ) -> Option<Vec<Attribute<'c>>>;

    /// Bounds of each result, both included, by those of each operand that is a number; `None` if
    /// nothing is known.
    fn result_ranges(
        operation: OperationRef<'_, '_>,
        operands: &[(i64, i64)],
    ) -> Option<Vec<(i64, i64)>>;

    /// True if a `layout.apply` may be executed where the program does not do so.
    fn is_speculatable(apply: OperationRef<'_, '_>) -> bool;

    /// True if the names in the layouts of an operation mean the same in the function around `into`.
    fn may_move_into(operation: OperationRef<'_, '_>, into: OperationRef<'_, '_>) -> bool;
}

/// What MLIR asks of the passes.
pub(crate) trait Passes {
    /// Runs the pass of this argument and adds what it counted to `counts`. Returns false if the
    /// pass failed, after an error.
    fn run<'c>(
        argument: &str,
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        options: &str,
        counts: &mut [i64],
    ) -> bool;

    /// True for a pass that leaves the IR as it is.
    fn only_looks(argument: &str) -> bool;
}

/// Gives C++ the table of the dialect's functions. To do it again changes nothing.
pub(crate) fn install<H: Hooks>() {
    // SAFETY: the table is static.
    unsafe {
        glue::layoutInstallHooks(
            const {
                &glue::Hooks {
                    parse: parse_hook::<H>,
                    retain: retain_hook,
                    release: release_hook,
                    has_anonymous: has_anonymous_hook,
                    verify: verify_hook::<H>,
                    fold: fold_hook::<H>,
                    is_speculatable: is_speculatable_hook::<H>,
                    may_move_into: may_move_into_hook::<H>,
                    result_ranges: result_ranges_hook::<H>,
                    verify_mem_ref: memref::verify_hook,
                    affine_map: memref::affine_map_hook,
                    strides: memref::strides_hook,
                }
            },
        );
    }
}

/// Adds the dialect to a registry, unless it has one of that name already.
pub(crate) fn register_dialect<H: Hooks>(registry: &DialectRegistry) {
    install::<H>();
    // SAFETY: the registry is valid, and the hooks are installed.
    unsafe { glue::layoutRegisterDialect(registry.to_raw()) }
}

/// Adds the passes to the process' pass registry, unless they are there already.
pub(crate) fn register_passes<P: Passes>() {
    // SAFETY: the function is one for as long as the process runs.
    unsafe { glue::layoutRegisterPasses(run_pass_hook::<P>) }
}

extern "C" fn retain_hook(content: *const c_void) -> *const c_void {
    // SAFETY: C++ hands back what `owned` gave it, while it has a share.
    unsafe { Arc::increment_strong_count(content.cast::<Content>()) };
    content
}

extern "C" fn release_hook(content: *const c_void) {
    // SAFETY: C++ hands back what `owned` gave it, once for each share.
    unsafe { release(content) };
}

extern "C" fn has_anonymous_hook(content: *const c_void) -> bool {
    // SAFETY: C++ hands over what `owned` gave it, while it has a share.
    let content = unsafe { &*content.cast::<Content>() };
    content.layout().symbols().into_iter().any(is_anonymous)
}

extern "C" fn parse_hook<H: Hooks>(
    text: MlirStringRef,
    sink: MlirStringCallback,
    sink_data: *mut c_void,
) -> Parsed {
    let answer = |text: &str| {
        if let Some(sink) = sink {
            // SAFETY: the callback and its data belong together, and it copies the text.
            unsafe { sink(glue::string_ref(text), sink_data) }
        }
    };
    // SAFETY: the text is `length` bytes of MLIR's source buffer, which outlives the call.
    let bytes = unsafe { bytes_of(&text) };
    match catch_unwind(AssertUnwindSafe(|| H::parse(bytes))) {
        Ok(Ok(Spelled { kind, spelling, layout })) => {
            answer(&spelling);
            Parsed { content: owned(layout), kind, column: 0 }
        }
        Ok(Err(error)) => {
            answer(&error.to_string());
            let column = error.column.min(bytes.len());
            Parsed { content: std::ptr::null(), kind: 0, column }
        }
        Err(_) => {
            answer(PANICKED);
            Parsed { content: std::ptr::null(), kind: 0, column: 0 }
        }
    }
}

extern "C" fn verify_hook<H: Hooks>(operation: MlirOperation) -> bool {
    guarded(operation, |_, operation| H::verify(operation))
}

extern "C" fn fold_hook<H: Hooks>(
    operation: MlirOperation,
    operands: *const MlirAttribute,
    results: *mut MlirAttribute,
) -> bool {
    guarded(operation, |context, operation| {
        let constants: Vec<Option<Attribute>> = (0..operation.operand_count())
            // SAFETY: there is one attribute an operand, null where it is not constant.
            .map(|index| unsafe { Attribute::from_option_raw(*operands.add(index)) })
            .collect();
        let Some(folded) = H::fold(context, operation, &constants) else { return false };
        if folded.len() != operation.result_count() {
            return false;
        }
        for (index, attribute) in folded.iter().enumerate() {
            // SAFETY: there is room for one attribute a result.
            unsafe { *results.add(index) = attribute.to_raw() };
        }
        true
    })
}

extern "C" fn result_ranges_hook<H: Hooks>(
    operation: MlirOperation,
    operands: *const glue::Range,
    results: *mut glue::Range,
) -> bool {
    guarded(operation, |_, operation| {
        let operands: Vec<(i64, i64)> = (0..operation.operand_count())
            // SAFETY: there is one range an operand.
            .map(|index| unsafe { *operands.add(index) })
            .map(|range| (range.low, range.high))
            .collect();
        let Some(found) = H::result_ranges(operation, &operands) else { return false };
        if found.len() != operation.result_count() {
            return false;
        }
        for (index, (low, high)) in found.into_iter().enumerate() {
            // SAFETY: there is room for one range a result.
            unsafe { *results.add(index) = glue::Range { low, high } };
        }
        true
    })
}

extern "C" fn is_speculatable_hook<H: Hooks>(apply: MlirOperation) -> bool {
    guarded(apply, |_, apply| H::is_speculatable(apply))
}

extern "C" fn may_move_into_hook<H: Hooks>(operation: MlirOperation, into: MlirOperation) -> bool {
    with_operation(into, |_, into| {
        guarded(operation, |_, operation| H::may_move_into(operation, into))
    })
}

extern "C" fn run_pass_hook<P: Passes>(
    argument: MlirStringRef,
    root: MlirOperation,
    options: MlirStringRef,
    counts: *mut i64,
    n_counts: usize,
) -> PassResult {
    // SAFETY: both texts and the counts live until we return, and the counts are C++'s alone.
    let (argument, options, counts) = unsafe {
        (bytes_of(&argument), bytes_of(&options), std::slice::from_raw_parts_mut(counts, n_counts))
    };
    match (std::str::from_utf8(argument), std::str::from_utf8(options)) {
        (Ok(argument), Ok(options)) => {
            match guarded(root, |context, root| P::run(argument, context, root, options, counts)) {
                true if P::only_looks(argument) => PassResult::Looked,
                true => PassResult::Ran,
                false => PassResult::Failed,
            }
        }
        _ => PassResult::Failed,
    }
}

/// Runs `body` on the operation. If it panics, there is an error there and the answer is false.
fn guarded(
    operation: MlirOperation,
    body: impl for<'c> FnOnce(&'c Context, OperationRef<'c, 'c>) -> bool,
) -> bool {
    with_operation(operation, |context, operation| {
        catch_unwind(AssertUnwindSafe(|| body(context, operation))).unwrap_or_else(|_| {
            let severity = mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError;
            emit(severity, operation.location(), PANICKED, std::iter::empty());
            false
        })
    })
}
