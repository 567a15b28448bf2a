//! `layout-c/Dialect.h`: the dialect's handle, its passes, its type, its version.

use mlir_sys::{
    MlirContext, MlirDialect, MlirDialectHandle, MlirDialectRegistry, MlirStringRef, MlirType,
    mlirContextAppendDialectRegistry, mlirContextGetOrLoadDialect, mlirDialectRegistryCreate,
    mlirDialectRegistryDestroy,
};

use crate::ffi::mlir::glue;
use crate::{dialect, passes};

/// MLIR's `MlirDialectRegistrationHooks`.
#[repr(C)]
struct RegistrationHooks {
    insert: extern "C" fn(MlirDialectRegistry),
    load: extern "C" fn(MlirContext) -> MlirDialect,
    namespace: extern "C" fn() -> MlirStringRef,
}

static HOOKS: RegistrationHooks = RegistrationHooks { insert, load, namespace };

const NAMESPACE: &str = "layout";

extern "C" fn insert(registry: MlirDialectRegistry) {
    dialect::install();
    // SAFETY: the registry is valid, and the hooks are installed.
    unsafe { glue::layoutRegisterDialect(registry) }
}

extern "C" fn load(context: MlirContext) -> MlirDialect {
    // SAFETY: the context is valid; the registry is ours, and the context copies what is in it.
    unsafe {
        let registry = mlirDialectRegistryCreate();
        insert(registry);
        mlirContextAppendDialectRegistry(context, registry);
        mlirDialectRegistryDestroy(registry);
        mlirContextGetOrLoadDialect(context, namespace())
    }
}

extern "C" fn namespace() -> MlirStringRef {
    glue::string_ref(NAMESPACE)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectHandle__layout__() -> MlirDialectHandle {
    MlirDialectHandle { ptr: (&raw const HOOKS).cast() }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirRegisterLayoutPasses() {
    passes::register();
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutTypeGet(context: MlirContext) -> MlirType {
    load(context);
    // SAFETY: the context is valid, and the dialect is loaded.
    unsafe { glue::layoutTypeGet(context) }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirTypeIsALayout(r#type: MlirType) -> bool {
    if r#type.ptr.is_null() {
        return false;
    }
    // SAFETY: the type is valid.
    unsafe { glue::layoutTypeIsLayout(r#type) }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutGetVersion() -> MlirStringRef {
    glue::string_ref(env!("CARGO_PKG_VERSION"))
}
