//===- LayoutDriver.cpp - MLIR's tools with the layout dialect ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutC.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

/// Adds everything upstream and the layout dialect.
static void registerEverything(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  layoutRegisterDialect(wrap(&registry));
}

int layoutDriverMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerEverything(registry);
  mlir::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "layout optimizer driver\n", registry));
}

int layoutLspServerMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerEverything(registry);
  return mlir::asMainReturnCode(mlir::MlirLspServerMain(argc, argv, registry));
}
