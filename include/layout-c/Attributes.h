//===-- layout-c/Attributes.h - Layouts and questions about them --*- C -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout attributes: made from their notation, read, and computed with; questions
// about them are in Verdict.h. A function that
// takes a callback calls it at most once; null is allowed where the text is not
// wanted. Every other attribute, and null, is taken for no layout.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_ATTRIBUTES_H
#define LAYOUT_C_ATTRIBUTES_H

#include "layout-c/Verdict.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of layouts, each an attribute of its own.
typedef enum {
  /// `#layout.cute<(4,8):(8,1)>`
  MlirLayoutKindCute = 0,
  /// `#layout.swizzle<S<3,4,3>>`
  MlirLayoutKindSwizzle = 1,
  /// `#layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>`
  MlirLayoutKindComposed = 2,
  /// `#layout.linear<{lane = [[1],[2]], warp = []}>`
  MlirLayoutKindLinear = 3,
  /// `#layout.tile<[4;8]>`
  MlirLayoutKindTile = 4,
  /// `#layout.relation<"{ [i] -> [2i] : 0 <= i < 4 }">`
  MlirLayoutKindRelation = 5,
} MlirLayoutKind;

/// The attribute of the layout that `notation` writes: what stands between the
/// angle brackets of the attribute, for a relation without quotes. Null, after
/// the callback was told the column and what is wrong, if it writes none.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrGet(MlirContext context,
                                                   MlirLayoutKind kind,
                                                   MlirStringRef notation,
                                                   MlirStringCallback onError,
                                                   void *userData);

/// True for an attribute that is a layout.
MLIR_CAPI_EXPORTED bool mlirAttributeIsALayout(MlirAttribute attr);

/// `#layout.cute<...>`.
MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutCute(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutCuteAttrGetTypeID(void);

/// `#layout.swizzle<...>`.
MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutSwizzle(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutSwizzleAttrGetTypeID(void);

/// `#layout.composed<...>`.
MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutComposed(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutComposedAttrGetTypeID(void);

/// `#layout.linear<...>`.
MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutLinear(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutLinearAttrGetTypeID(void);

/// `#layout.tile<...>`.
MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutTile(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutTileAttrGetTypeID(void);

/// `#layout.relation<...>`.
MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutRelation(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutRelationAttrGetTypeID(void);

/// The kind of a layout, or -1 for another attribute.
MLIR_CAPI_EXPORTED int mlirLayoutAttrGetKind(MlirAttribute attr);

/// Gives the notation of a layout, in its canonical form.
MLIR_CAPI_EXPORTED void mlirLayoutAttrGetNotation(MlirAttribute attr,
                                                  MlirStringCallback callback,
                                                  void *userData);

/// The number of coordinates of a layout. False if it has symbols, is a tiler,
/// or has infinitely many.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrGetSize(MlirAttribute attr,
                                              int64_t *size);

/// The size of the smallest buffer that holds the offsets of a layout, CuTe's
/// cosize: one more than the greatest offset, or for a CuTe layout with negative
/// strides the extent of the range of offsets. False if that is not known.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrGetCosize(MlirAttribute attr,
                                                int64_t *cosize);

/// How many numbers an offset of the layout has: the out-dims of a linear
/// layout, the outputs of a relation, one for most others; -1 for a tiler.
MLIR_CAPI_EXPORTED intptr_t mlirLayoutAttrGetNumResults(MlirAttribute attr);

/// The offset at a coordinate: one integral coordinate, one for each mode, or
/// one for each flattened mode; one for each in-dim of a linear layout.
/// `results` has room for mlirLayoutAttrGetNumResults numbers. False where the
/// layout has no offset. Outside its domain a CuTe layout follows CuTe.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrApply(MlirAttribute attr,
                                            intptr_t numCoordinates,
                                            const int64_t *coordinates,
                                            int64_t *results);

/// The number of flattened modes of a CuTe layout of integers; -1 for others.
MLIR_CAPI_EXPORTED intptr_t mlirLayoutCuteAttrGetNumModes(MlirAttribute attr);

/// Extent and stride of a flattened mode of a CuTe layout of integers, leftmost
/// mode first. False if there is no such mode.
MLIR_CAPI_EXPORTED bool mlirLayoutCuteAttrGetMode(MlirAttribute attr,
                                                  intptr_t position,
                                                  int64_t *extent,
                                                  int64_t *stride);

/// The composition `left o right`, which at c is left at right at c, as
/// `layout.compose` has it: where the right layout reaches past the left one, the
/// last mode of the left one is extended if `isPromoted`. Null, after the reason,
/// if there is none.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrCompose(
    MlirAttribute left, MlirAttribute right, bool isPromoted,
    const MlirLayoutBudget *budget, MlirStringCallback onError, void *userData);

/// The same function in another notation (cute, composed, linear or relation).
/// Null, after the reason with a witness, if that notation has none.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrConvert(
    MlirAttribute attr, MlirLayoutKind kind, const MlirLayoutBudget *budget,
    MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_ATTRIBUTES_H
