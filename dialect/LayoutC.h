//===- LayoutC.h - The interface between Rust and the glue ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the C++ glue and Rust say to each other. C++ calls Rust
// through one table of functions, which Rust installs before it registers
// anything: a Rust function with a C name would be exported from the shared
// library. Rust calls C++ through the functions at the end. The Rust side is in
// src/ffi/mlir.rs and must be changed together with this file.
//
// No function here throws, and none of the table's unwinds into C++.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_H
#define LAYOUT_C_H

#include "mlir-c/AffineMap.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What `parse` found. On success `content` is a layout that the caller owns,
/// `kind` its notation (see LayoutKind) and the sink got the canonical
/// spelling. Otherwise `content` is null, `column` says where in the text the
/// error is and the sink got the message.
typedef struct {
  const void *content;
  uint32_t kind;
  size_t column;
} LayoutParsed;

/// The notations, in the order of `algebra::Kind` in Rust.
typedef enum {
  LayoutKindCute = 0,
  LayoutKindSwizzle = 1,
  LayoutKindComposed = 2,
  LayoutKindLinear = 3,
  LayoutKindTile = 4,
  LayoutKindRelation = 5,
} LayoutKind;

// Options and statistics of the passes, declared in Layout*Passes.td.

typedef struct {
  int64_t folded;
  int64_t erased;
} LayoutFoldStatistics;

typedef enum {
  LayoutDrawFormatAscii = 0,
  LayoutDrawFormatSvg = 1,
} LayoutDrawFormat;

typedef struct {
  LayoutDrawFormat format;
} LayoutDrawOptions;

typedef struct {
  int64_t drawn;
} LayoutDrawStatistics;

typedef enum {
  LayoutSpaceIntegral = 0,
  LayoutSpaceNatural = 1,
} LayoutSpace;

typedef struct {
  LayoutSpace space;
} LayoutLowerToRelationsOptions;

typedef struct {
  int64_t lowered;
} LayoutLowerToRelationsStatistics;

typedef enum {
  LayoutVerifyPromotionWarn = 0,
  LayoutVerifyPromotionError = 1,
  LayoutVerifyPromotionAllow = 2,
} LayoutVerifyPromotion;

typedef enum {
  LayoutVerifyUnknownRemark = 0,
  LayoutVerifyUnknownError = 1,
} LayoutVerifyUnknown;

typedef struct {
  LayoutVerifyPromotion promotion;
  LayoutVerifyUnknown unknown;
  LayoutVerifyUnknown unsupported;
  bool report;
  uint64_t maxOperations;
} LayoutVerifyOptions;

typedef struct {
  int64_t proved;
  int64_t refuted;
  int64_t unknown;
  int64_t unsupported;
  int64_t promoted;
} LayoutVerifyStatistics;

typedef struct {
  int64_t imported;
  int64_t skipped;
} LayoutImportCuteStatistics;

typedef enum {
  LayoutBoundsModeGuard = 0,
  LayoutBoundsModeMask = 1,
  LayoutBoundsModeReport = 2,
} LayoutBoundsMode;

typedef enum {
  LayoutBoundsGuardScf = 0,
  LayoutBoundsGuardAffine = 1,
} LayoutBoundsGuard;

typedef enum {
  LayoutBoundsFillZero = 0,
  LayoutBoundsFillPoison = 1,
} LayoutBoundsFill;

typedef enum {
  LayoutBoundsPromotionGuard = 0,
  LayoutBoundsPromotionAllow = 1,
} LayoutBoundsPromotion;

typedef struct {
  LayoutBoundsMode mode;
  LayoutBoundsGuard guardWith;
  LayoutBoundsFill fill;
  LayoutBoundsPromotion promotion;
} LayoutInsertBoundsOptions;

typedef struct {
  int64_t proved;
  int64_t guarded;
  int64_t refuted;
  int64_t unknown;
} LayoutInsertBoundsStatistics;

typedef struct {
  bool report;
  bool assumeInBounds;
  uint64_t maxOperations;
} LayoutRaiseRelationsOptions;

typedef struct {
  int64_t raised;
  int64_t kept;
} LayoutRaiseRelationsStatistics;

typedef enum {
  LayoutArithTypeIndex = 0,
  LayoutArithTypeI32 = 1,
  LayoutArithTypeI64 = 2,
} LayoutArithType;

typedef struct {
  bool report;
  bool verify;
  bool leaveObligations;
  LayoutArithType type;
} LayoutLowerAppliesOptions;

typedef struct {
  int64_t lowered;
  int64_t operations;
} LayoutLowerAppliesStatistics;

typedef struct {
  LayoutVerifyUnknown unknown;
  bool report;
  uint64_t maxOperations;
} LayoutVerifyLoweringOptions;

typedef struct {
  int64_t proved;
  int64_t refuted;
  int64_t unknown;
} LayoutVerifyLoweringStatistics;

typedef struct {
  uint32_t banks;
  uint32_t bankBytes;
  uint32_t sectorBytes;
} LayoutAnalyzeOptions;

typedef struct {
  int64_t answered;
  int64_t costly;
} LayoutAnalyzeStatistics;

typedef struct {
  int64_t flattened;
  int64_t accesses;
} LayoutFlattenMemRefsStatistics;

/// What C++ calls in Rust.
typedef struct {
  /// Reads the text of an attribute after `#layout.`, such as `cute<4:1>`.
  LayoutParsed (*parse)(MlirStringRef text, MlirStringCallback sink,
                        void *sinkData);
  /// One more owner of a layout.
  const void *(*retain)(const void *content);
  /// One owner less.
  void (*release)(const void *content);
  /// Checks an operation beyond its ODS constraints; emits the error itself.
  bool (*verify)(MlirOperation op);
  /// Folds an operation. `operands` has one attribute an operand, null where it
  /// is not constant; `results` has room for one a result. False if it does not
  /// fold.
  bool (*fold)(MlirOperation op, const MlirAttribute *operands,
               MlirAttribute *results);
  /// Whether a layout.apply may be executed where the program does not do so.
  bool (*isSpeculatable)(MlirOperation apply);

  // The layouts of memrefs. In shapes and strides ShapedType::kDynamic stands
  // for a number that is not known.

  /// Checks that a layout is that of a memref of this shape. If it is not, the
  /// sink got the message.
  bool (*verifyMemRef)(const void *content, size_t rank, const int64_t *shape,
                       MlirStringCallback sink, void *sinkData);
  /// The map from an index into a memref of this layout to the offset; null for
  /// a layout that no memref has.
  MlirAffineMap (*affineMap)(const void *content, MlirContext context);
  /// The strides, one a dimension, and the offset of a memref of this shape.
  /// False if there are none.
  bool (*strides)(const void *content, size_t rank, const int64_t *shape,
                  int64_t *strides, int64_t *offset);

  // The passes. Each returns false if the pass failed, after an error. A pass
  // whose entry is null is not registered.
  bool (*runFold)(MlirOperation root, LayoutFoldStatistics *statistics);
  bool (*runLowerToRelations)(MlirOperation root,
                              const LayoutLowerToRelationsOptions *options,
                              LayoutLowerToRelationsStatistics *statistics);
  bool (*runVerify)(MlirOperation root, const LayoutVerifyOptions *options,
                    LayoutVerifyStatistics *statistics);
  bool (*runImportCute)(MlirOperation root,
                        LayoutImportCuteStatistics *statistics);
  bool (*runInsertBounds)(MlirOperation root,
                          const LayoutInsertBoundsOptions *options,
                          LayoutInsertBoundsStatistics *statistics);
  bool (*runRaiseRelations)(MlirOperation root,
                            const LayoutRaiseRelationsOptions *options,
                            LayoutRaiseRelationsStatistics *statistics);
  bool (*runLowerToAffine)(MlirOperation root,
                           const LayoutLowerAppliesOptions *options,
                           LayoutLowerAppliesStatistics *statistics);
  bool (*runLowerToArith)(MlirOperation root,
                          const LayoutLowerAppliesOptions *options,
                          LayoutLowerAppliesStatistics *statistics);
  bool (*runAnalyze)(MlirOperation root, const LayoutAnalyzeOptions *options,
                     LayoutAnalyzeStatistics *statistics);
  bool (*runVerifyLowering)(MlirOperation root,
                            const LayoutVerifyLoweringOptions *options,
                            LayoutVerifyLoweringStatistics *statistics);
  bool (*runFlattenMemRefs)(MlirOperation root,
                            LayoutFlattenMemRefsStatistics *statistics);
  bool (*runDraw)(MlirOperation root, const LayoutDrawOptions *options,
                  LayoutDrawStatistics *statistics);
} LayoutHooks;

/// Installs the table. It must outlive everything else.
void layoutInstallHooks(const LayoutHooks *hooks);

/// Major, minor and patch number of the LLVM that this was built with, and of
/// the one that runs. Each has room for three.
void layoutLlvmVersions(unsigned *built, unsigned *running);

/// Adds the dialect to a registry, unless it has one of that name already.
void layoutRegisterDialect(MlirDialectRegistry registry);

/// Adds the passes to the global pass registry, unless they are there already.
void layoutRegisterPasses(void);

/// The driver: `mlir-opt` with everything upstream and the layout dialect.
int layoutDriverMain(int argc, char **argv);

/// The language server: `mlir-lsp-server` with the layout dialect.
int layoutLspServerMain(int argc, char **argv);

/// The attribute of a layout. It becomes one more owner of `content`, whose
/// canonical spelling (such as `cute<4:1>`) the caller gives.
MlirAttribute layoutAttributeGet(MlirContext context, uint32_t kind,
                                 MlirStringRef spelling, const void *content);

/// The layout of an attribute, or null if it is no layout attribute. It lives
/// as long as the context.
const void *layoutAttributeContent(MlirAttribute attribute);

/// Lets `replace` say what stands in the place of each layout attribute of an
/// operation, wherever it is nested in the operation's attributes. Types and
/// the attributes inside them, and nested operations, stay as they are.
void layoutReplaceAttributes(MlirOperation op,
                             MlirAttribute (*replace)(MlirAttribute layout,
                                                      void *data),
                             void *data);

/// True if a memref whose layout is one of the six attributes occurs in a type,
/// however nested.
bool layoutTypeHasMemRef(MlirType type);

/// The type `!layout.layout`.
MlirType layoutTypeGet(MlirContext context);

/// A note of a diagnostic.
typedef struct {
  MlirLocation location;
  MlirStringRef message;
} LayoutNote;

/// Emits a diagnostic with its notes, which MLIR's C API cannot attach.
void layoutEmitDiagnostic(MlirDiagnosticSeverity severity,
                          MlirLocation location, MlirStringRef message,
                          size_t noteCount, const LayoutNote *notes);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_H
