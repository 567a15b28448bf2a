//===-- layout-c/Verdict.h - Questions about layouts ----------*- C -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about layout attributes. An answer is a verdict, owned by whoever
// asked; what refutes a claim is in numbers:
//
//   claim       coordinates        offsets                     sizes
//   Equivalent  one of both        on the left, on the right   or the sizes
//   Injective   the two            the one of both
//   Surjective                     the least that is missed
//   Disjoint    of left, of right  the one of both
//   InBounds    the one            its offset                  that is passed
//   Increasing  the one            its offset, the one before
//   HasSize                                                    found, claimed
//
// Coordinates are integral. Bijective is refuted as one of Injective, InBounds
// and Surjective. A budget may be null for the default one.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_VERDICT_H
#define LAYOUT_C_VERDICT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The answer to a question.
typedef struct {
  void *ptr;
} MlirLayoutVerdict;

typedef enum {
  /// It holds, for all values of the symbols.
  MlirLayoutVerdictProved = 0,
  /// It does not.
  MlirLayoutVerdictRefuted = 1,
  /// Not decided. Never to be taken for proved.
  MlirLayoutVerdictUnknown = 2,
  /// The question does not arise: the attribute is not a layout, or a tiler.
  MlirLayoutVerdictUnsupported = 3,
} MlirLayoutVerdictKind;

/// How a claim was proved. Each method is exact.
typedef enum {
  MlirLayoutMethodCanonicalForm = 0,
  MlirLayoutMethodOffsetRange = 1,
  MlirLayoutMethodRanges = 2,
  MlirLayoutMethodF2Matrices = 3,
  MlirLayoutMethodEnumeration = 4,
  MlirLayoutMethodInstances = 5,
  MlirLayoutMethodEvaluation = 6,
  MlirLayoutMethodShapes = 7,
  MlirLayoutMethodIsl = 8,
  MlirLayoutMethodCases = 9,
} MlirLayoutMethod;

/// Why a claim was not decided.
typedef enum {
  MlirLayoutReasonOutOfBudget = 0,
  MlirLayoutReasonOutOfSteps = 1,
  MlirLayoutReasonNotPresburger = 2,
  MlirLayoutReasonNotStatic = 3,
  MlirLayoutReasonTooLarge = 4,
  MlirLayoutReasonNotRead = 5,
  MlirLayoutReasonNotFound = 6,
} MlirLayoutReason;

/// What a question may cost. 0 means that a method is not used.
typedef struct {
  /// Operations of isl, about 100,000 a second.
  uint64_t islOperations;
  /// Steps of a walk over coordinates, before isl and after it gave up.
  int64_t walkFirst;
  int64_t walkLast;
  /// Steps of a search over modes.
  uint64_t searchSteps;
} MlirLayoutBudget;

MLIR_CAPI_EXPORTED MlirLayoutBudget mlirLayoutBudgetGetDefault(void);

/// Are the layouts the same function of the integral coordinate?
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrEquivalent(
    MlirAttribute left, MlirAttribute right, const MlirLayoutBudget *budget);

/// Do no two coordinates have the same offset?
MLIR_CAPI_EXPORTED MlirLayoutVerdict
mlirLayoutAttrInjective(MlirAttribute attr, const MlirLayoutBudget *budget);

/// Is each number below `size` an offset? Below 0 stands for the layout's own
/// size: up to its greatest offset, or what its out-dims have room for.
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrSurjective(
    MlirAttribute attr, int64_t size, const MlirLayoutBudget *budget);

/// Is each number below `size` the offset of one coordinate?
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrBijective(
    MlirAttribute attr, int64_t size, const MlirLayoutBudget *budget);

/// Is no offset of one an offset of the other?
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrDisjoint(
    MlirAttribute left, MlirAttribute right, const MlirLayoutBudget *budget);

/// Are all offsets in [0, size)?
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrInBounds(
    MlirAttribute attr, int64_t size, const MlirLayoutBudget *budget);

/// Is each offset greater than the one before?
MLIR_CAPI_EXPORTED MlirLayoutVerdict
mlirLayoutAttrIncreasing(MlirAttribute attr, const MlirLayoutBudget *budget);

/// Is the left shape compatible with the right one, as CuTe defines it?
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrCompatible(
    MlirAttribute left, MlirAttribute right, const MlirLayoutBudget *budget);

/// Is the size, or the cosize, this number, for all values of the symbols?
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrHasSize(
    MlirAttribute attr, int64_t size, const MlirLayoutBudget *budget);
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrHasCosize(
    MlirAttribute attr, int64_t cosize, const MlirLayoutBudget *budget);

/// Does `left o right` ask the left layout inside its domain alone?
MLIR_CAPI_EXPORTED MlirLayoutVerdict mlirLayoutAttrStaysInside(
    MlirAttribute left, MlirAttribute right, const MlirLayoutBudget *budget);

/// Frees a verdict; its text, offsets and names go with it.
MLIR_CAPI_EXPORTED void mlirLayoutVerdictDestroy(MlirLayoutVerdict verdict);

MLIR_CAPI_EXPORTED MlirLayoutVerdictKind
mlirLayoutVerdictGetKind(MlirLayoutVerdict verdict);

/// The method, what refutes the claim, or the reason, in words.
MLIR_CAPI_EXPORTED MlirStringRef
mlirLayoutVerdictGetText(MlirLayoutVerdict verdict);

/// The MlirLayoutMethod of a proof, or -1.
MLIR_CAPI_EXPORTED int mlirLayoutVerdictGetMethod(MlirLayoutVerdict verdict);

/// The MlirLayoutReason of what is not decided, or -1.
MLIR_CAPI_EXPORTED int mlirLayoutVerdictGetReason(MlirLayoutVerdict verdict);

/// The coordinates or values of symbols of a proof by enumeration, the operations
/// or steps after which nothing was decided, or 0.
MLIR_CAPI_EXPORTED uint64_t mlirLayoutVerdictGetCount(MlirLayoutVerdict verdict);

/// A coordinate, or -1 where there is none.
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutVerdictGetNumCoordinates(MlirLayoutVerdict verdict);
MLIR_CAPI_EXPORTED int64_t
mlirLayoutVerdictGetCoordinate(MlirLayoutVerdict verdict, intptr_t position);

/// The parts of an offset, and how many there are, for which the place may be
/// null. Null where the layout has no offset.
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutVerdictGetNumOffsets(MlirLayoutVerdict verdict);
MLIR_CAPI_EXPORTED const int64_t *
mlirLayoutVerdictGetOffset(MlirLayoutVerdict verdict, intptr_t position,
                           intptr_t *numParts);

/// A size, or -1 where there is none.
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutVerdictGetNumSizes(MlirLayoutVerdict verdict);
MLIR_CAPI_EXPORTED int64_t mlirLayoutVerdictGetSize(MlirLayoutVerdict verdict,
                                                    intptr_t position);

/// The name and the value of a symbol for which the claim is refuted.
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutVerdictGetNumSymbols(MlirLayoutVerdict verdict);
MLIR_CAPI_EXPORTED MlirStringRef mlirLayoutVerdictGetSymbol(
    MlirLayoutVerdict verdict, intptr_t position, int64_t *value);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_VERDICT_H
