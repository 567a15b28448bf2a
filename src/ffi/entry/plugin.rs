//! The two functions that `mlir-opt` looks for in a plugin.
//!
//! The structures are `DialectPluginLibraryInfo` and `PassPluginLibraryInfo` of
//! `mlir/Tools/Plugins`.

use std::ffi::{c_char, c_void};

use layout_tools::command::tell;
use mlir_sys::MlirDialectRegistry;

use super::host;
use crate::ffi::mlir::glue;
use crate::plugin::{API_VERSION, NAME, VERSION};
use crate::{dialect, passes};

#[repr(C)]
pub struct DialectPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(*mut c_void),
}

#[repr(C)]
pub struct PassPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(),
}

// SAFETY: no other symbol of the library has this name; MLIR asks for it.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPluginInfo {
    DialectPluginInfo {
        api_version: api_version(),
        name: NAME.as_ptr(),
        version: VERSION.as_ptr(),
        register: register_dialect,
    }
}

// SAFETY: no other symbol of the library has this name; MLIR asks for it.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginInfo {
    PassPluginInfo {
        api_version: api_version(),
        name: NAME.as_ptr(),
        version: VERSION.as_ptr(),
        register: register_passes,
    }
}

/// The version of the interface, or one that no host accepts, after a message, if the host and we
/// do not use one copy of MLIR.
fn api_version() -> u32 {
    let Some(reason) = host::unfit_host() else { return API_VERSION };
    tell(&format!("error: the plugin liblayout.so cannot be loaded here: {reason}\n"));
    0
}

extern "C" fn register_dialect(registry: *mut c_void) {
    dialect::install();
    // SAFETY: the host calls back with its registry, and the hooks are installed.
    unsafe { glue::layoutRegisterDialect(MlirDialectRegistry { ptr: registry }) }
}

extern "C" fn register_passes() {
    passes::register();
}
