//===-- layout-c/Relation.h - The relation of a layout ------------*- C -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a layout means: an integer set relation from coordinates to offsets, as
// a text and as linear constraints.
//
// The relation is a union of conjunctions. The rows of a conjunction have a
// coefficient for each input, output, symbol and local variable, in this order,
// and a constant at the end: the columns of mlir::presburger::IntegerRelation.
// An equality says that its sum is 0, an inequality that it is at least 0, for
// some integers in the place of the local variables.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_RELATION_H
#define LAYOUT_C_RELATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A relation, owned by whoever got it.
typedef struct {
  void *ptr;
} MlirLayoutRelation;

/// The relation of a layout, of the one integral coordinate or, if `isNatural`,
/// of one input for each flattened mode. Null, after the reason, if there is
/// none. The caller destroys it.
MLIR_CAPI_EXPORTED MlirLayoutRelation
mlirLayoutRelationGet(MlirAttribute attr, bool isNatural,
                      MlirStringCallback onError, void *userData);

/// Frees a relation; its rows and names go with it.
MLIR_CAPI_EXPORTED void mlirLayoutRelationDestroy(MlirLayoutRelation relation);

/// True if there is no relation.
static inline bool mlirLayoutRelationIsNull(MlirLayoutRelation relation) {
  return !relation.ptr;
}

/// Gives the relation in isl's notation.
MLIR_CAPI_EXPORTED void
mlirLayoutRelationGetText(MlirLayoutRelation relation,
                          MlirStringCallback callback, void *userData);

MLIR_CAPI_EXPORTED intptr_t
mlirLayoutRelationGetNumInputs(MlirLayoutRelation relation);

MLIR_CAPI_EXPORTED intptr_t
mlirLayoutRelationGetNumOutputs(MlirLayoutRelation relation);

MLIR_CAPI_EXPORTED intptr_t
mlirLayoutRelationGetNumSymbols(MlirLayoutRelation relation);

/// The name of a symbol.
MLIR_CAPI_EXPORTED MlirStringRef
mlirLayoutRelationGetSymbol(MlirLayoutRelation relation, intptr_t position);

/// Of how many conjunctions the relation is the union.
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutRelationGetNumConjunctions(MlirLayoutRelation relation);

MLIR_CAPI_EXPORTED intptr_t mlirLayoutRelationGetNumLocals(
    MlirLayoutRelation relation, intptr_t conjunction);

MLIR_CAPI_EXPORTED intptr_t mlirLayoutRelationGetNumEqualities(
    MlirLayoutRelation relation, intptr_t conjunction);

/// The coefficients of an equality, or null if there is no such row.
MLIR_CAPI_EXPORTED const int64_t *
mlirLayoutRelationGetEquality(MlirLayoutRelation relation, intptr_t conjunction,
                              intptr_t position);

MLIR_CAPI_EXPORTED intptr_t mlirLayoutRelationGetNumInequalities(
    MlirLayoutRelation relation, intptr_t conjunction);

/// The coefficients of an inequality, or null if there is no such row.
MLIR_CAPI_EXPORTED const int64_t *mlirLayoutRelationGetInequality(
    MlirLayoutRelation relation, intptr_t conjunction, intptr_t position);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_RELATION_H
