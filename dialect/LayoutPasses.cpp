//===- LayoutPasses.cpp - The passes as MLIR sees them --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options and statistics are generated from Layout*Passes.td. Each pass hands
// its operation and its options to Rust and takes the statistics back.
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

namespace layout::passes {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_LAYOUTANALYZE
#define GEN_PASS_DEF_LAYOUTDRAW
#define GEN_PASS_DEF_LAYOUTFLATTENMEMREFS
#define GEN_PASS_DEF_LAYOUTFOLD
#define GEN_PASS_DEF_LAYOUTIMPORTCUTE
#define GEN_PASS_DEF_LAYOUTINSERTBOUNDS
#define GEN_PASS_DEF_LAYOUTLOWERTOAFFINE
#define GEN_PASS_DEF_LAYOUTLOWERTOARITH
#define GEN_PASS_DEF_LAYOUTLOWERTORELATIONS
#define GEN_PASS_DEF_LAYOUTRAISERELATIONS
#define GEN_PASS_DEF_LAYOUTVERIFY
#define GEN_PASS_DEF_LAYOUTVERIFYLOWERING
#include "LayoutPasses.h.inc"

struct LayoutAnalyze : impl::LayoutAnalyzeBase<LayoutAnalyze> {
  using LayoutAnalyzeBase::LayoutAnalyzeBase;

  void runOnOperation() override {
    ::LayoutAnalyzeOptions options = {banks, bankBytes, sectorBytes};
    ::LayoutAnalyzeStatistics statistics = {};
    if (!hooks().runAnalyze(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numAnswered += statistics.answered;
    numCostly += statistics.costly;
  }
};

struct LayoutDraw : impl::LayoutDrawBase<LayoutDraw> {
  using LayoutDrawBase::LayoutDrawBase;

  void runOnOperation() override {
    ::LayoutDrawOptions options = {format};
    ::LayoutDrawStatistics statistics = {};
    if (!hooks().runDraw(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numDrawn += statistics.drawn;
  }
};

struct LayoutFlattenMemRefs
    : impl::LayoutFlattenMemRefsBase<LayoutFlattenMemRefs> {
  using LayoutFlattenMemRefsBase::LayoutFlattenMemRefsBase;

  void runOnOperation() override {
    ::LayoutFlattenMemRefsStatistics statistics = {};
    if (!hooks().runFlattenMemRefs(wrap(getOperation()), &statistics))
      signalPassFailure();
    numFlattened += statistics.flattened;
    numAccesses += statistics.accesses;
  }
};

struct LayoutFold : impl::LayoutFoldBase<LayoutFold> {
  using LayoutFoldBase::LayoutFoldBase;

  void runOnOperation() override {
    ::LayoutFoldStatistics statistics = {};
    if (!hooks().runFold(wrap(getOperation()), &statistics))
      signalPassFailure();
    numFolded += statistics.folded;
    numErased += statistics.erased;
  }
};

struct LayoutImportCute : impl::LayoutImportCuteBase<LayoutImportCute> {
  using LayoutImportCuteBase::LayoutImportCuteBase;

  void runOnOperation() override {
    ::LayoutImportCuteStatistics statistics = {};
    if (!hooks().runImportCute(wrap(getOperation()), &statistics))
      signalPassFailure();
    numImported += statistics.imported;
    numSkipped += statistics.skipped;
  }
};

struct LayoutInsertBounds : impl::LayoutInsertBoundsBase<LayoutInsertBounds> {
  using LayoutInsertBoundsBase::LayoutInsertBoundsBase;

  void runOnOperation() override {
    ::LayoutInsertBoundsOptions options = {mode, guardWith, fill, promotion};
    ::LayoutInsertBoundsStatistics statistics = {};
    if (!hooks().runInsertBounds(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numProved += statistics.proved;
    numGuarded += statistics.guarded;
    numRefuted += statistics.refuted;
    numUnknown += statistics.unknown;
  }
};

struct LayoutLowerToAffine
    : impl::LayoutLowerToAffineBase<LayoutLowerToAffine> {
  using LayoutLowerToAffineBase::LayoutLowerToAffineBase;

  void runOnOperation() override {
    ::LayoutLowerAppliesOptions options = {report, verify, leaveObligations,
                                           LayoutArithTypeIndex};
    ::LayoutLowerAppliesStatistics statistics = {};
    if (!hooks().runLowerToAffine(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numLowered += statistics.lowered;
    numOperations += statistics.operations;
  }
};

struct LayoutLowerToArith : impl::LayoutLowerToArithBase<LayoutLowerToArith> {
  using LayoutLowerToArithBase::LayoutLowerToArithBase;

  void runOnOperation() override {
    ::LayoutLowerAppliesOptions options = {report, verify, leaveObligations,
                                           type};
    ::LayoutLowerAppliesStatistics statistics = {};
    if (!hooks().runLowerToArith(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numLowered += statistics.lowered;
    numOperations += statistics.operations;
  }
};

struct LayoutLowerToRelations
    : impl::LayoutLowerToRelationsBase<LayoutLowerToRelations> {
  using LayoutLowerToRelationsBase::LayoutLowerToRelationsBase;

  void runOnOperation() override {
    ::LayoutLowerToRelationsOptions options = {space};
    ::LayoutLowerToRelationsStatistics statistics = {};
    if (!hooks().runLowerToRelations(wrap(getOperation()), &options,
                                     &statistics))
      signalPassFailure();
    numLowered += statistics.lowered;
  }
};

struct LayoutRaiseRelations
    : impl::LayoutRaiseRelationsBase<LayoutRaiseRelations> {
  using LayoutRaiseRelationsBase::LayoutRaiseRelationsBase;

  void runOnOperation() override {
    ::LayoutRaiseRelationsOptions options = {report, assumeInBounds,
                                             maxOperations};
    ::LayoutRaiseRelationsStatistics statistics = {};
    if (!hooks().runRaiseRelations(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numRaised += statistics.raised;
    numKept += statistics.kept;
  }
};

struct LayoutVerify : impl::LayoutVerifyBase<LayoutVerify> {
  using LayoutVerifyBase::LayoutVerifyBase;

  void runOnOperation() override {
    ::LayoutVerifyOptions options = {promotion, unknown, unsupported, report,
                                     maxOperations};
    ::LayoutVerifyStatistics statistics = {};
    if (!hooks().runVerify(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numProved += statistics.proved;
    numRefuted += statistics.refuted;
    numUnknown += statistics.unknown;
    numUnsupported += statistics.unsupported;
    numPromoted += statistics.promoted;
  }
};

struct LayoutVerifyLowering
    : impl::LayoutVerifyLoweringBase<LayoutVerifyLowering> {
  using LayoutVerifyLoweringBase::LayoutVerifyLoweringBase;

  void runOnOperation() override {
    ::LayoutVerifyLoweringOptions options = {unknown, report, maxOperations};
    ::LayoutVerifyLoweringStatistics statistics = {};
    if (!hooks().runVerifyLowering(wrap(getOperation()), &options, &statistics))
      signalPassFailure();
    numProved += statistics.proved;
    numRefuted += statistics.refuted;
    numUnknown += statistics.unknown;
  }
};

/// Registers a pass if Rust has it and the host does not have it already.
template <typename Pass> static void registerPass(bool isImplemented) {
  if (isImplemented && !mlir::PassInfo::lookup(Pass::getArgumentName()))
    mlir::PassRegistration<Pass>();
}

} // namespace layout::passes

void layoutRegisterPasses() {
  using namespace layout;
  using namespace layout::passes;
  registerPass<LayoutAnalyze>(hooks().runAnalyze);
  registerPass<LayoutDraw>(hooks().runDraw);
  registerPass<LayoutFlattenMemRefs>(hooks().runFlattenMemRefs);
  registerPass<LayoutFold>(hooks().runFold);
  registerPass<LayoutImportCute>(hooks().runImportCute);
  registerPass<LayoutInsertBounds>(hooks().runInsertBounds);
  registerPass<LayoutLowerToAffine>(hooks().runLowerToAffine);
  registerPass<LayoutLowerToArith>(hooks().runLowerToArith);
  registerPass<LayoutLowerToRelations>(hooks().runLowerToRelations);
  registerPass<LayoutRaiseRelations>(hooks().runRaiseRelations);
  registerPass<LayoutVerify>(hooks().runVerify);
  registerPass<LayoutVerifyLowering>(hooks().runVerifyLowering);
}
