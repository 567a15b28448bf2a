//===- LayoutPresburger.cpp - MLIR's Presburger library for Rust ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets of integer points, which LayoutC.h declares. Whoever calls this bounds
// the work: the library has no budget, and stops the process where it runs out
// of memory.
//
//===----------------------------------------------------------------------===//

#include "LayoutC.h"

#include "mlir/Analysis/Presburger/PresburgerRelation.h"

using namespace mlir::presburger;

struct LayoutPointSet {
  PresburgerSet set;
};

static PresburgerSpace space(size_t variables) {
  return PresburgerSpace::getSetSpace(variables);
}

LayoutPointSet *layoutPointSetEmpty(size_t variables) {
  return new LayoutPointSet{PresburgerSet::getEmpty(space(variables))};
}

LayoutPointSet *layoutPointSetGet(size_t variables, size_t rowCount,
                                  const int64_t *rows, const bool *isZero) {
  IntegerPolyhedron points(space(variables));
  for (size_t row = 0; row != rowCount; ++row) {
    llvm::ArrayRef<int64_t> numbers(rows + row * (variables + 1),
                                    variables + 1);
    if (isZero[row])
      points.addEquality(numbers);
    else
      points.addInequality(numbers);
  }
  return new LayoutPointSet{PresburgerSet(points)};
}

void layoutPointSetDestroy(LayoutPointSet *set) { delete set; }

void layoutPointSetUnite(LayoutPointSet *set, const LayoutPointSet *other) {
  set->set.unionInPlace(other->set);
}

void layoutPointSetIntersect(LayoutPointSet *set, const LayoutPointSet *other) {
  set->set = set->set.intersect(other->set);
}

void layoutPointSetSubtract(LayoutPointSet *set, const LayoutPointSet *other) {
  // What is subtracted may have no local variables but quotients.
  set->set = set->set.subtract(other->set.computeReprWithOnlyDivLocals());
}

void layoutPointSetProjectOut(LayoutPointSet *set, size_t count) {
  // Variables that the space does not have are local to the parts.
  set->set.setSpace(space(set->set.getNumRangeVars() - count));
}

size_t layoutPointSetPartCount(const LayoutPointSet *set) {
  return set->set.getNumDisjuncts();
}

bool layoutPointSetSample(const LayoutPointSet *set, int64_t *point,
                          bool *fits) {
  size_t variables = set->set.getNumRangeVars();
  for (const IntegerRelation &part : set->set.getAllDisjuncts()) {
    std::optional<llvm::SmallVector<llvm::DynamicAPInt, 8>> sample =
        part.findIntegerSample();
    if (!sample)
      continue;
    *fits = true;
    for (size_t at = 0; at != variables; ++at) {
      const llvm::DynamicAPInt &number = (*sample)[at];
      *fits &= INT64_MIN <= number && number <= INT64_MAX;
      point[at] = *fits ? int64fromDynamicAPInt(number) : 0;
    }
    return true;
  }
  return false;
}
