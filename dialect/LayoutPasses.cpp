//===- LayoutPasses.cpp - The passes as MLIR sees them --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options and statistics are generated from LayoutPasses.td. Each pass hands
// its operation and its options to Rust and takes the statistics back.
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using layout::hooks;

namespace {
#define GEN_PASS_DEF_LAYOUTFOLD
#include "LayoutPasses.h.inc"

struct LayoutFold : impl::LayoutFoldBase<LayoutFold> {
  void runOnOperation() override {
    LayoutFoldStatistics statistics = {};
    if (!hooks().runFold(wrap(getOperation()), &statistics))
      signalPassFailure();
    numFolded += statistics.folded;
    numErased += statistics.erased;
  }
};

#define GEN_PASS_REGISTRATION
#include "LayoutPasses.h.inc"
} // namespace

void layoutRegisterPasses() {
  // A host that has the passes already keeps those it has.
  if (!mlir::PassInfo::lookup("layout-fold"))
    registerLayoutPasses();
}
