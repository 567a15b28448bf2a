//===- LayoutC.h - The interface between Rust and the glue ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the C++ glue and Rust say to each other. C++ calls Rust
// through a table of functions, which Rust installs before it registers
// anything: a Rust function with a C name would be exported from the shared
// library. Rust calls C++ through the functions at the end. The Rust side is in
// src/ffi/mlir and must be changed together with this file.
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

/// The bounds, both included, of an integer of at most 64 bits.
typedef struct {
  int64_t low, high;
} LayoutRange;

/// What C++ calls in Rust.
typedef struct {
  /// Reads the text of an attribute after `#layout.`, such as `cute<4:1>`.
  LayoutParsed (*parse)(MlirStringRef text, MlirStringCallback sink,
                        void *sinkData);
  /// One more owner of a layout.
  const void *(*retain)(const void *content);
  /// One owner less.
  void (*release)(const void *content);
  /// Whether a layout has an anonymous name, CuTe's `?`.
  bool (*hasAnonymous)(const void *content);
  /// Checks an operation beyond its ODS constraints; emits the error itself.
  bool (*verify)(MlirOperation op);
  /// Folds an operation. `operands` has one attribute an operand, null where it
  /// is not constant; `results` has room for one a result. False if it does not
  /// fold.
  bool (*fold)(MlirOperation op, const MlirAttribute *operands,
               MlirAttribute *results);
  /// Whether a layout.apply may be executed where the program does not do so.
  bool (*isSpeculatable)(MlirOperation apply);
  /// Whether the names in the layouts of an operation keep their meaning in the
  /// function that contains `into`, or that `into` is.
  bool (*mayMoveInto)(MlirOperation op, MlirOperation into);
  /// Bounds of the results of an operation by those of its operands, one each;
  /// that of an operand that is not a number means nothing. False if nothing is
  /// known.
  bool (*resultRanges)(MlirOperation op, const LayoutRange *operands,
                       LayoutRange *results);

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
} LayoutHooks;

/// What became of a pass.
typedef enum {
  /// It failed, after an error.
  LayoutPassFailed = 0,
  LayoutPassRan = 1,
  /// It ran, and leaves the IR as it was.
  LayoutPassLooked = 2,
} LayoutPassResult;

/// Runs the pass of this argument. `options` is as MLIR prints a pipeline,
/// `layout-verify{report=true}`. What the pass counted is added to `counts`,
/// one number for each of its statistics.
typedef LayoutPassResult (*LayoutRunPass)(MlirStringRef argument,
                                          MlirOperation root,
                                          MlirStringRef options,
                                          int64_t *counts, size_t countCount);

/// Installs the table. It must outlive everything else.
void layoutInstallHooks(const LayoutHooks *hooks);

/// Major, minor and patch number of the LLVM that this was built with, and of
/// the one that runs. Each has room for three.
void layoutLlvmVersions(unsigned *built, unsigned *running);

/// Adds the dialect to a registry, unless it has one of that name already.
void layoutRegisterDialect(MlirDialectRegistry registry);

/// Adds the passes to the global pass registry, unless they are there already.
void layoutRegisterPasses(LayoutRunPass run);

/// Calls `body` with each number below `count`, on the threads of the context
/// if it has any. What the calls report is emitted in the order of the numbers.
void layoutForEach(MlirContext context, size_t count,
                   void (*body)(void *data, size_t number), void *data);

/// The driver: `mlir-opt` with everything upstream and the layout dialect. Our
/// passes are registered before.
int layoutDriverMain(int argc, char **argv);

/// The language server: `mlir-lsp-server` with the layout dialect.
int layoutLspServerMain(int argc, char **argv);

/// Reads two files of MLIR, `-` being the standard input, in a context with
/// everything upstream, the layout dialect and operations that are not
/// registered, and hands their modules on. Diagnostics go to the standard error
/// with their lines, also those of `use`. False if a file is not read.
bool layoutWithModules(const char *first, const char *second,
                       void (*use)(MlirOperation first, MlirOperation second,
                                   void *data),
                       void *data);

/// Reads a text of MLIR, in a context of one thread with everything upstream,
/// the layout dialect and operations that are not registered, and hands its
/// module on. Each operation has the place where it begins in the text for its
/// location, in a file without a name, whatever the text says that it is.
/// `told` gets the diagnostics, also those of `use`. False if the text is not
/// read.
bool layoutWithText(MlirStringRef text, MlirDiagnosticHandler told,
                    void (*use)(MlirOperation module, void *data), void *data);

/// The attribute of a layout. It becomes one more owner of `content`, whose
/// canonical spelling (such as `cute<4:1>`) the caller gives.
MlirAttribute layoutAttributeGet(MlirContext context, uint32_t kind,
                                 MlirStringRef spelling, const void *content);

/// An operation without regions and successors, in no block. `attributes` is
/// the dictionary of them, or null for none.
MlirOperation layoutOperationCreate(MlirLocation location, MlirStringRef name,
                                    size_t operandCount,
                                    const MlirValue *operands,
                                    size_t resultCount, const MlirType *results,
                                    MlirAttribute attributes);

/// `layout.constant` of a layout attribute, in no block.
MlirOperation layoutConstantCreate(MlirLocation location, MlirAttribute layout);

/// MLIR's id of the class of a kind of layouts.
MlirTypeID layoutAttributeTypeId(uint32_t kind);

/// The layout of an attribute, or null if it is not a layout attribute. It
/// lives as long as the context.
const void *layoutAttributeContent(MlirAttribute attribute);

/// Hands on the attributes of an operation that are layouts themselves, and
/// with types the layouts that the types of its results and of the arguments of
/// its blocks name, those of memrefs among them.
void layoutLayoutsOf(MlirOperation op, bool withTypes,
                     void (*found)(MlirAttribute layout, void *data),
                     void *data);

/// Lets `replace` say what stands in the place of each layout attribute of an
/// operation, wherever it is nested in the operation's attributes; the
/// attribute stays for which that is null. Types and the attributes inside
/// them, and nested operations, stay as they are.
void layoutReplaceAttributes(MlirOperation op,
                             MlirAttribute (*replace)(MlirAttribute layout,
                                                      void *data),
                             void *data);

/// Lets `replace` say what stands in the place of each affine map, integer set
/// and dictionary that is nested in the discardable attributes of an operation,
/// the outer ones first; the one for which that is null is looked into. What an
/// operation needs for itself, such as the map of an affine.apply, stays, and
/// so do types and nested operations.
void layoutReplaceAffineAttributes(
    MlirOperation op,
    MlirAttribute (*replace)(MlirAttribute attribute, void *data), void *data);

/// True if a memref whose layout is one of the six attributes occurs in a type,
/// however nested.
bool layoutTypeHasMemRef(MlirType type);

/// The type `!layout.layout`.
MlirType layoutTypeGet(MlirContext context);

/// Whether a type is `!layout.layout`, with a layout or without.
bool layoutTypeIsLayout(MlirType type);

/// The layout that `!layout.layout<...>` names; null for any other type.
MlirAttribute layoutTypeLayout(MlirType type);

/// The layout that the type of a value names, or that of the `layout.constant`
/// that defines it; null for any other value.
MlirAttribute layoutValueLayout(MlirValue value);

//===----------------------------------------------------------------------===//
// Operations of other dialects, through the interfaces that they implement
//===----------------------------------------------------------------------===//

/// A number that an operation has: a value, or a constant if the value is null.
typedef struct {
  MlirValue value;
  int64_t constant;
} LayoutNumber;

/// A variable of a loop: it goes from `low` in steps of `step` to below `high`.
typedef struct {
  MlirValue variable;
  LayoutNumber low, high, step;
} LayoutLoopVariable;

/// Tells `found` the variables of a loop whose bounds are single numbers
/// (LoopLikeOpInterface). False for other operations.
bool layoutLoopVariables(MlirOperation op,
                         void (*found)(LayoutLoopVariable variable, void *data),
                         void *data);

/// Which effects on memory an operation has, those inside included.
typedef enum {
  LayoutEffectsNone = 0,
  LayoutEffectsReads = 1,
  LayoutEffectsOther = 2,
} LayoutEffects;

LayoutEffects layoutEffects(MlirOperation op);

/// True for a function that uses no value from around it.
bool layoutIsFunction(MlirOperation op);

/// True for the type of an array of LLVM's, for which MLIR has no C function.
bool layoutIsLLVMArray(MlirType type);

/// True for a call of a function, by its symbol or by a value
/// (CallOpInterface).
bool layoutIsCall(MlirOperation op);

/// What an operation says of itself besides its discardable attributes, as an
/// attribute; null if it says nothing.
MlirAttribute layoutOperationProperties(MlirOperation op);

/// True for an operation that is defined behavior wherever it is executed.
bool layoutIsSpeculatable(MlirOperation op);

/// True for an operation that hands its operands on as they are, to a block, to
/// its results or to its callee: functions, calls, branches, operations with
/// regions, terminators and selections.
bool layoutForwardsOperands(MlirOperation op);

/// The value that an argument of a successor of a block's end gets
/// (BranchOpInterface); null for one that the operation makes.
MlirValue layoutSuccessorOperand(MlirOperation op, size_t successor,
                                 size_t argument);

/// Calls `found` with each value that a result of an operation with regions, or
/// an argument of one of these, may be (RegionBranchOpInterface). It is not
/// called for a value that the operation makes.
void layoutRegionSources(MlirValue value,
                         void (*found)(MlirValue source, void *data),
                         void *data);

/// True if `user` may have the value as a dimension or a symbol of an affine
/// map.
bool layoutIsAffineDim(MlirValue value, MlirOperation user);

/// Bounds of a result of an operation by those of its operands
/// (InferIntRangeInterface): of all elements of a vector, and an empty range
/// where nothing is known. False if none are known.
bool layoutResultRange(MlirOperation op, size_t result,
                       const LayoutRange *operands, LayoutRange *found);

/// The number of an axis of `gpu`, of a predicate of `index` or of flags of
/// `arith`; -1 for other attributes.
int64_t layoutEnumValue(MlirAttribute attribute);

/// The sizes of a `!gpu.mma_matrix` of two dimensions. False for other types.
bool layoutMatrixShape(MlirType type, int64_t *rows, int64_t *columns);

/// The type of the elements of a vector; any other type itself.
MlirType layoutElementType(MlirType type);

/// A vector like this one with elements of another type; for any other type
/// that type.
MlirType layoutWithElementType(MlirType type, MlirType element);

/// The number of a memref's memory space: 0 if it has none, and the least
/// number of 64 bits if the space is not a number.
int64_t layoutMemorySpaceNumber(MlirType type);

/// The attribute `#arith.overflow` of these flags.
MlirAttribute layoutOverflowFlags(MlirContext context, uint32_t flags);

/// A note of a diagnostic.
typedef struct {
  MlirLocation location;
  MlirStringRef message;
} LayoutNote;

/// Emits a diagnostic with its notes, which MLIR's C API cannot attach.
void layoutEmitDiagnostic(MlirDiagnosticSeverity severity,
                          MlirLocation location, MlirStringRef message,
                          size_t noteCount, const LayoutNote *notes);

//===----------------------------------------------------------------------===//
// Sets of integer points, by MLIR's Presburger library. It is exact, has no
// budget, and aborts the process where memory ends.
//===----------------------------------------------------------------------===//

/// A set of tuples of integers. What makes one gives it to the caller.
typedef struct LayoutPointSet LayoutPointSet;

/// The set of no points of so many variables.
LayoutPointSet *layoutPointSetEmpty(size_t variables);

/// The points that meet all rows: a factor for each variable and a constant,
/// whose sum is 0 where `isZero` says so, and at least 0 elsewhere.
LayoutPointSet *layoutPointSetGet(size_t variables, size_t rowCount,
                                  const int64_t *rows, const bool *isZero);

void layoutPointSetDestroy(LayoutPointSet *set);

/// Adds the points of a set of as many variables.
void layoutPointSetUnite(LayoutPointSet *set, const LayoutPointSet *other);

/// Keeps the points of a set of as many variables.
void layoutPointSetIntersect(LayoutPointSet *set, const LayoutPointSet *other);

/// Takes the points of a set of as many variables away.
void layoutPointSetSubtract(LayoutPointSet *set, const LayoutPointSet *other);

/// Leaves the last variables out: a point stays if some values of them make it
/// one of the set.
void layoutPointSetProjectOut(LayoutPointSet *set, size_t count);

/// How many convex parts the set is the union of, as it is written.
size_t layoutPointSetPartCount(const LayoutPointSet *set);

/// Finds a point, a number for each variable; `fits` says whether all of them
/// fit in 64 bits. False if there is no point.
bool layoutPointSetSample(const LayoutPointSet *set, int64_t *point,
                          bool *fits);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_H
