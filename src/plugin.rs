//! The plugin: `liblayout.so`, which a stock `mlir-opt` of the same LLVM loads.
//!
//! ```text
//! mlir-opt --load-dialect-plugin=liblayout.so --load-pass-plugin=liblayout.so \
//!     --pass-pipeline='builtin.module(layout-fold)' file.mlir
//! ```
//!
//! The library exports `mlirGetDialectPluginInfo` and `mlirGetPassPluginInfo`. A host that has the
//! dialect already keeps the one it has.

use std::ffi::CStr;

/// How the plugin calls itself.
pub(crate) const NAME: &CStr = c"layout";

/// The package's version.
pub(crate) const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };

/// The version of MLIR's plugin interface that this is written for.
pub(crate) const API_VERSION: u32 = 1;
