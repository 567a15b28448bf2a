//! Between Rust and the C++ glue of `dialect/*.cpp`.
//!
//! The interface is `dialect/LayoutC.h`, which documents every function. [`hooks`] is the table of
//! functions that C++ calls, [`glue`] declares the functions that Rust calls, [`plugin`] the two
//! that `mlir-opt` looks for in the shared library, [`host`] who may load it, [`capi`] the C
//! interface for compilers that link it, [`ir`] what melior lacks, and [`affine`]
//! reads affine maps.

mod affine;
mod capi;
mod content;
mod glue;
mod hooks;
mod host;
mod ir;
mod memref;
mod plugin;

use std::ffi::{CString, c_char, c_int};

use melior::Context;
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};

use self::content::Content;
use crate::algebra::AnyLayout;
use crate::code::{ArrayLayout, NotAnArray};
use crate::dialect::attribute::{notation_number, spelling};
use crate::dialect::diagnostic::{Diagnostic, Severity};

pub(crate) use affine::{AffineExpr, AffineOperator, affine_results, affine_set, map_input_count};
pub(crate) use ir::{
    MapResult, argument_block, dims_of_map, erase, fixed_vector, has_uses, is_before, map_results,
    move_to_end, name, replace_all_uses, replace_layout_attributes, set_attribute, set_operands,
    value_names,
};
pub(crate) use memref::type_has_memref;

/// The layout that an attribute holds, or `None` if it is no layout attribute.
pub(crate) fn content<'c>(attribute: Attribute<'c>) -> Option<&'c AnyLayout> {
    shared_content(attribute).map(Content::layout)
}

/// The layout that an attribute holds as that of a memref, or why it is none; `None` if it is no
/// layout attribute.
pub(crate) fn array_layout<'c>(
    attribute: Attribute<'c>,
) -> Option<Result<&'c ArrayLayout, &'c NotAnArray>> {
    shared_content(attribute).map(Content::array)
}

fn shared_content<'c>(attribute: Attribute<'c>) -> Option<&'c Content> {
    // SAFETY: the attribute is valid as long as its context, `'c`; the storage that owns the
    // content lives as long, and nothing changes it.
    unsafe {
        let content = glue::layoutAttributeContent(attribute.to_raw());
        content.cast::<Content>().as_ref()
    }
}

/// The attribute that holds `layout`.
pub(crate) fn attribute<'c>(context: &'c Context, layout: &AnyLayout) -> Attribute<'c> {
    let spelling = spelling(layout);
    let kind = notation_number(layout.kind());
    let content = hooks::owned(layout.clone());
    // SAFETY: the context is valid; the spelling is the canonical one of the content; the glue
    // takes its own share of the content, and ours is given up after.
    unsafe {
        let text = glue::string_ref(&spelling);
        let raw = glue::layoutAttributeGet(context.to_raw(), kind, text, content);
        hooks::release(content);
        Attribute::from_raw(raw)
    }
}

/// The type `!layout.layout`.
pub(crate) fn layout_type(context: &Context) -> Type<'_> {
    // SAFETY: the context is valid, and the type lives in it.
    unsafe { Type::from_raw(glue::layoutTypeGet(context.to_raw())) }
}

/// The layout attribute that a type `!layout.layout<...>` names.
pub(crate) fn layout_of_type(r#type: Type<'_>) -> Option<Attribute<'_>> {
    // SAFETY: the type is valid, and the attribute lives as long as its context.
    unsafe { Attribute::from_option_raw(glue::layoutTypeLayout(r#type.to_raw())) }
}

/// Emits a diagnostic with its notes.
pub(crate) fn emit(diagnostic: &Diagnostic<'_>) {
    let severity = match diagnostic.severity() {
        Severity::Error => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError,
        Severity::Warning => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticWarning,
        Severity::Remark => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticRemark,
    };
    let notes: Vec<glue::Note> = diagnostic
        .notes()
        .map(|(location, message)| glue::Note {
            location: location.to_raw(),
            message: glue::string_ref(message),
        })
        .collect();
    // SAFETY: the locations are valid, and the texts outlive the call.
    unsafe {
        glue::layoutEmitDiagnostic(
            severity,
            diagnostic.location().to_raw(),
            glue::string_ref(diagnostic.message()),
            notes.len(),
            notes.as_ptr(),
        );
    }
}

/// Adds the dialect to a registry.
pub(crate) fn register_dialect(registry: &melior::dialect::DialectRegistry) {
    hooks::install();
    // SAFETY: the registry is valid, and the hooks are installed.
    unsafe { glue::layoutRegisterDialect(registry.to_raw()) }
}

/// Adds the passes to the process' pass registry.
pub(crate) fn register_passes() {
    hooks::install();
    // SAFETY: the hooks are installed.
    unsafe { glue::layoutRegisterPasses() }
}

/// Runs the driver on a command line, program name included, and returns its exit status.
pub(crate) fn driver_main(arguments: impl Iterator<Item = CString>) -> i32 {
    tool_main(glue::layoutDriverMain, arguments)
}

/// The same for the language server.
pub(crate) fn lsp_server_main(arguments: impl Iterator<Item = CString>) -> i32 {
    tool_main(glue::layoutLspServerMain, arguments)
}

fn tool_main(
    main: unsafe extern "C" fn(c_int, *mut *mut c_char) -> c_int,
    arguments: impl Iterator<Item = CString>,
) -> i32 {
    hooks::install();
    let arguments: Vec<CString> = arguments.collect();
    let mut pointers: Vec<*mut c_char> =
        arguments.iter().map(|argument| argument.as_ptr().cast_mut()).collect();
    let count = c_int::try_from(pointers.len()).unwrap_or(c_int::MAX);
    pointers.push(std::ptr::null_mut());
    // SAFETY: there are `count` strings that end in a zero, and they outlive the call. The tool
    // does not write to them.
    unsafe { main(count, pointers.as_mut_ptr()) }
}
