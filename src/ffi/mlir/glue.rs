//! The declarations of `dialect/LayoutC.h`.

use std::ffi::{c_char, c_int, c_uint, c_void};

use mlir_sys::{
    MlirAffineMap, MlirAttribute, MlirContext, MlirDiagnostic, MlirDiagnosticSeverity,
    MlirDialectRegistry, MlirLocation, MlirLogicalResult, MlirOperation, MlirStringCallback,
    MlirStringRef, MlirType, MlirTypeID, MlirValue,
};

#[repr(C)]
pub(crate) struct Parsed {
    pub content: *const c_void,
    pub kind: u32,
    pub column: usize,
}

#[repr(C)]
pub(crate) struct Note {
    pub location: MlirLocation,
    pub message: MlirStringRef,
}

#[repr(C)]
pub(crate) struct Hooks {
    pub parse: extern "C" fn(MlirStringRef, MlirStringCallback, *mut c_void) -> Parsed,
    pub retain: extern "C" fn(*const c_void) -> *const c_void,
    pub release: extern "C" fn(*const c_void),
    pub has_anonymous: extern "C" fn(*const c_void) -> bool,
    pub verify: extern "C" fn(MlirOperation) -> bool,
    pub fold: extern "C" fn(MlirOperation, *const MlirAttribute, *mut MlirAttribute) -> bool,
    pub is_speculatable: extern "C" fn(MlirOperation) -> bool,
    pub may_move_into: extern "C" fn(MlirOperation, MlirOperation) -> bool,
    pub result_ranges: extern "C" fn(MlirOperation, *const Range, *mut Range) -> bool,
    pub verify_mem_ref:
        extern "C" fn(*const c_void, usize, *const i64, MlirStringCallback, *mut c_void) -> bool,
    pub affine_map: extern "C" fn(*const c_void, MlirContext) -> MlirAffineMap,
    pub strides: extern "C" fn(*const c_void, usize, *const i64, *mut i64, *mut i64) -> bool,
}

/// What became of a pass.
#[repr(C)]
pub(crate) enum PassResult {
    /// It failed, after an error.
    Failed = 0,
    Ran = 1,
    /// It ran, and leaves the IR as it was.
    Looked = 2,
}

pub(crate) type RunPass =
    extern "C" fn(MlirStringRef, MlirOperation, MlirStringRef, *mut i64, usize) -> PassResult;

#[repr(C)]
pub(crate) struct Number {
    pub value: MlirValue,
    pub constant: i64,
}

#[repr(C)]
pub(crate) struct LoopVariable {
    pub variable: MlirValue,
    pub low: Number,
    pub high: Number,
    pub step: Number,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub low: i64,
    pub high: i64,
}

/// A set of C++'s.
#[repr(C)]
pub(crate) struct PointSet {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    pub(crate) fn layoutLlvmVersions(built: *mut c_uint, running: *mut c_uint);
    pub(crate) fn layoutInstallHooks(hooks: *const Hooks);
    pub(crate) fn layoutRegisterDialect(registry: MlirDialectRegistry);
    pub(crate) fn layoutRegisterPasses(run: RunPass);
    pub(crate) fn layoutDriverMain(argc: c_int, argv: *mut *mut c_char) -> c_int;
    pub(crate) fn layoutLspServerMain(argc: c_int, argv: *mut *mut c_char) -> c_int;
    pub(crate) fn layoutWithModules(
        first: *const c_char,
        second: *const c_char,
        with: extern "C" fn(MlirOperation, MlirOperation, *mut c_void),
        data: *mut c_void,
    ) -> bool;
    pub(crate) fn layoutWithText(
        text: MlirStringRef,
        told: extern "C" fn(MlirDiagnostic, *mut c_void) -> MlirLogicalResult,
        with: extern "C" fn(MlirOperation, *mut c_void),
        data: *mut c_void,
    ) -> bool;
    pub(crate) fn layoutAttributeGet(
        context: MlirContext,
        kind: u32,
        spelling: MlirStringRef,
        content: *const c_void,
    ) -> MlirAttribute;
    pub(crate) fn layoutOperationCreate(
        location: MlirLocation,
        name: MlirStringRef,
        operand_count: usize,
        operands: *const MlirValue,
        result_count: usize,
        results: *const MlirType,
        attributes: MlirAttribute,
    ) -> MlirOperation;
    pub(crate) fn layoutConstantCreate(
        location: MlirLocation,
        layout: MlirAttribute,
    ) -> MlirOperation;
    pub(crate) fn layoutAttributeTypeId(kind: u32) -> MlirTypeID;
    pub(crate) fn layoutAttributeContent(attribute: MlirAttribute) -> *const c_void;
    pub(crate) fn layoutLayoutsOf(
        operation: MlirOperation,
        with_types: bool,
        found: extern "C" fn(MlirAttribute, *mut c_void),
        data: *mut c_void,
    );
    pub(crate) fn layoutReplaceAttributes(
        operation: MlirOperation,
        replace: extern "C" fn(MlirAttribute, *mut c_void) -> MlirAttribute,
        data: *mut c_void,
    );
    pub(crate) fn layoutReplaceAffineAttributes(
        operation: MlirOperation,
        replace: extern "C" fn(MlirAttribute, *mut c_void) -> MlirAttribute,
        data: *mut c_void,
    );
    pub(crate) fn layoutTypeHasMemRef(r#type: MlirType) -> bool;
    pub(crate) fn layoutTypeGet(context: MlirContext) -> MlirType;
    pub(crate) fn layoutTypeIsLayout(r#type: MlirType) -> bool;
    pub(crate) fn layoutTypeLayout(r#type: MlirType) -> MlirAttribute;
    pub(crate) fn layoutValueLayout(value: MlirValue) -> MlirAttribute;
    pub(crate) fn layoutLoopVariables(
        operation: MlirOperation,
        found: extern "C" fn(LoopVariable, *mut c_void),
        data: *mut c_void,
    ) -> bool;
    pub(crate) fn layoutEffects(operation: MlirOperation) -> c_uint;
    pub(crate) fn layoutIsFunction(operation: MlirOperation) -> bool;
    pub(crate) fn layoutForEach(
        context: MlirContext,
        count: usize,
        body: extern "C" fn(*mut c_void, usize),
        data: *mut c_void,
    );
    pub(crate) fn layoutIsLLVMArray(r#type: MlirType) -> bool;
    pub(crate) fn layoutIsCall(operation: MlirOperation) -> bool;
    pub(crate) fn layoutOperationProperties(operation: MlirOperation) -> MlirAttribute;
    pub(crate) fn layoutIsSpeculatable(operation: MlirOperation) -> bool;
    pub(crate) fn layoutForwardsOperands(operation: MlirOperation) -> bool;
    pub(crate) fn layoutSuccessorOperand(
        operation: MlirOperation,
        successor: usize,
        argument: usize,
    ) -> MlirValue;
    pub(crate) fn layoutRegionSources(
        value: MlirValue,
        found: extern "C" fn(MlirValue, *mut c_void),
        data: *mut c_void,
    );
    pub(crate) fn layoutIsAffineDim(value: MlirValue, user: MlirOperation) -> bool;
    pub(crate) fn layoutResultRange(
        operation: MlirOperation,
        result: usize,
        operands: *const Range,
        found: *mut Range,
    ) -> bool;
    pub(crate) fn layoutEnumValue(attribute: MlirAttribute) -> i64;
    pub(crate) fn layoutMatrixShape(r#type: MlirType, rows: *mut i64, columns: *mut i64) -> bool;
    pub(crate) fn layoutElementType(r#type: MlirType) -> MlirType;
    pub(crate) fn layoutWithElementType(r#type: MlirType, element: MlirType) -> MlirType;
    pub(crate) fn layoutMemorySpaceNumber(r#type: MlirType) -> i64;
    pub(crate) fn layoutOverflowFlags(context: MlirContext, flags: u32) -> MlirAttribute;
    pub(crate) fn layoutEmitDiagnostic(
        severity: MlirDiagnosticSeverity,
        location: MlirLocation,
        message: MlirStringRef,
        note_count: usize,
        notes: *const Note,
    );
    pub(crate) fn layoutPointSetEmpty(variables: usize) -> *mut PointSet;
    pub(crate) fn layoutPointSetGet(
        variables: usize,
        row_count: usize,
        rows: *const i64,
        is_zero: *const bool,
    ) -> *mut PointSet;
    pub(crate) fn layoutPointSetDestroy(set: *mut PointSet);
    pub(crate) fn layoutPointSetUnite(set: *mut PointSet, other: *const PointSet);
    pub(crate) fn layoutPointSetIntersect(set: *mut PointSet, other: *const PointSet);
    pub(crate) fn layoutPointSetSubtract(set: *mut PointSet, other: *const PointSet);
    pub(crate) fn layoutPointSetProjectOut(set: *mut PointSet, count: usize);
    pub(crate) fn layoutPointSetPartCount(set: *const PointSet) -> usize;
    pub(crate) fn layoutPointSetSample(
        set: *const PointSet,
        point: *mut i64,
        fits: *mut bool,
    ) -> bool;
}

/// The text as C++ sees it. It is valid as long as the text is.
pub(crate) fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// The bytes of a text of MLIR's.
///
/// # Safety
///
/// The text is valid for as long as the result is used.
pub(crate) unsafe fn bytes_of(text: &MlirStringRef) -> &[u8] {
    if text.length == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(text.data.cast(), text.length) }
}
