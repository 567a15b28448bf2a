//===-- layout-c/Dialect.h - The layout dialect in C --------------*- C -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and its passes, for a compiler that links liblayout. The names
// and the rules of ownership are those of MLIR's C interface.
//
// The compiler and liblayout use one libMLIR: the shared one of LLVM 22.1. A
// compiler that links MLIR's static archives has a second copy of MLIR, whose
// contexts and operations mean nothing to liblayout.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_DIALECT_H
#define LAYOUT_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The handle of the dialect `layout`, for mlirDialectHandleInsertDialect,
/// mlirDialectHandleRegisterDialect and mlirDialectHandleLoadDialect.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Layout, layout);

/// Adds every `layout-*` pass to the registry of the process. A pipeline such
/// as `builtin.module(layout-verify{report=true})` then names them, in
/// mlirParsePassPipeline, mlirOpPassManagerAddPipeline and their C++
/// counterparts. To do it again changes nothing.
MLIR_CAPI_EXPORTED void mlirRegisterLayoutPasses(void);

/// The type `!layout.layout`. Loads the dialect.
MLIR_CAPI_EXPORTED MlirType mlirLayoutTypeGet(MlirContext context);

/// True for the type `!layout.layout`, whether or not it names a layout.
MLIR_CAPI_EXPORTED bool mlirTypeIsALayout(MlirType type);

/// The version of the library, such as `0.1.0`. Never freed.
MLIR_CAPI_EXPORTED MlirStringRef mlirLayoutGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_DIALECT_H
