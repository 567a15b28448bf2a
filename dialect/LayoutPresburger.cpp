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
#include "mlir/Analysis/Presburger/Utils.h"

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

// The same points, where the bounds that make a local variable a quotient come
// first. A subtraction takes the first bounds that look like those of a
// quotient for no more than that: of `0 <= x - 2q <= 0` it forgets that x is
// even.
static PresburgerSet withQuotientsFirst(const PresburgerRelation &points) {
  PresburgerSet all = PresburgerSet::getEmpty(points.getSpace());
  for (const IntegerRelation &part : points.getAllDisjuncts()) {
    IntegerPolyhedron bounded(part.getSpace());
    DivisionRepr quotients = part.getLocalReprs();
    unsigned first = part.getVarKindOffset(VarKind::Local);
    for (unsigned local = 0; local != part.getNumLocalVars(); ++local) {
      if (!quotients.hasRepr(local))
        continue;
      llvm::ArrayRef<llvm::DynamicAPInt> dividend =
          quotients.getDividend(local);
      const llvm::DynamicAPInt &divisor = quotients.getDenom(local);
      bounded.addInequality(getDivUpperBound(dividend, divisor, first + local));
      bounded.addInequality(getDivLowerBound(dividend, divisor, first + local));
    }
    for (unsigned row = 0; row != part.getNumEqualities(); ++row)
      bounded.addEquality(part.getEquality(row));
    for (unsigned row = 0; row != part.getNumInequalities(); ++row)
      bounded.addInequality(part.getInequality(row));
    all.unionInPlace(PresburgerSet(bounded));
  }
  return all;
}

void layoutPointSetSubtract(LayoutPointSet *set, const LayoutPointSet *other) {
  // What is subtracted may have no local variables but quotients.
  PresburgerRelation points = other->set.computeReprWithOnlyDivLocals();
  set->set = set->set.subtract(withQuotientsFirst(points));
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
