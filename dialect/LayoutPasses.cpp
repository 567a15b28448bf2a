//===- LayoutPasses.cpp - The passes as MLIR sees them --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes are generated from Layout*Passes.td, by mlir-tblgen and by
// build.rs. Each pass hands its operation and its options to Rust and takes the
// statistics back.
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Threading.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

namespace layout::passes {
/// The function that Rust gave.
static LayoutRunPass runPass = nullptr;

#include "LayoutPassEnums.h.inc"

#define GEN_PASS_DECL
#include "LayoutPassSwitches.h.inc"
#include "LayoutPasses.h.inc"

/// A pass that is one call into Rust.
template <typename Base> struct RustPass : Base {
  using Base::Base;

  void runOnOperation() override {
    std::string options;
    llvm::raw_string_ostream stream(options);
    this->printAsTextualPipeline(stream);
    auto statistics = static_cast<mlir::Pass *>(this)->getStatistics();
    llvm::SmallVector<int64_t> counts(statistics.size());
    switch (runPass(wrap(this->getArgument()), wrap(this->getOperation()),
                    wrap(llvm::StringRef(options)), counts.data(),
                    counts.size())) {
    case LayoutPassFailed:
      this->signalPassFailure();
      break;
    case LayoutPassRan:
      break;
    case LayoutPassLooked:
      // There is nothing to verify again.
      this->markAllAnalysesPreserved();
      break;
    }
    for (auto [statistic, count] : llvm::zip_equal(statistics, counts))
      *statistic += count;
  }
};

/// Registers a pass if the host does not have it already.
template <typename Pass> static void registerPass() {
  if (!mlir::PassInfo::lookup(Pass::getArgumentName()))
    mlir::PassRegistration<Pass>();
}

#include "LayoutPassClasses.cpp.inc"
} // namespace layout::passes

void layoutForEach(MlirContext context, size_t count,
                   void (*body)(void *data, size_t number), void *data) {
  mlir::ParallelDiagnosticHandler handler(unwrap(context));
  mlir::parallelFor(unwrap(context), 0, count, [&](size_t number) {
    handler.setOrderIDForThread(number);
    body(data, number);
    handler.eraseOrderIDForThread();
  });
}

void layoutRegisterPasses(LayoutRunPass run) {
  layout::passes::runPass = run;
  layout::passes::registerAll();
}
