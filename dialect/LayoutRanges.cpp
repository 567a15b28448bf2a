//===- LayoutRanges.cpp - Bounds of the numbers that operations give ------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's interfaces for bounds of integers. What the bounds are, Rust knows.
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace layout;

static constexpr LayoutRange whole = {std::numeric_limits<int64_t>::min(),
                                      std::numeric_limits<int64_t>::max()};

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// Tells `set` the bounds of the results, once those of all operands that are
/// numbers are known.
static void inferRanges(Operation *op, ArrayRef<IntegerValueRange> operands,
                        SetIntLatticeFn set) {
  SmallVector<LayoutRange> known, found(op->getNumResults(), whole);
  for (auto [operand, range] : llvm::zip(op->getOperands(), operands)) {
    // A layout has no bits.
    bool isNumber = ConstantIntRanges::getStorageBitwidth(operand.getType());
    if (isNumber && range.isUninitialized())
      return;
    known.push_back(isNumber
                        ? LayoutRange{range.getValue().smin().getSExtValue(),
                                      range.getValue().smax().getSExtValue()}
                        : whole);
  }
  bool isFound = hooks().resultRanges(wrap(op), known.data(), found.data());
  for (auto [result, range] : llvm::zip(op->getResults(), found)) {
    unsigned width = ConstantIntRanges::getStorageBitwidth(result.getType());
    // What does not fit is poison, and of that nothing is said.
    bool fits = isFound && llvm::isIntN(width, range.low) &&
                llvm::isIntN(width, range.high);
    set(result, fits ? ConstantIntRanges::fromSigned(
                           APInt(width, range.low, /*isSigned=*/true),
                           APInt(width, range.high, /*isSigned=*/true))
                     : ConstantIntRanges::maxRange(width));
  }
}

void ApplyOp::inferResultRangesFromOptional(
    ArrayRef<IntegerValueRange> operands, SetIntLatticeFn set) {
  inferRanges(*this, operands, set);
}

void Idx2crdOp::inferResultRangesFromOptional(
    ArrayRef<IntegerValueRange> operands, SetIntLatticeFn set) {
  inferRanges(*this, operands, set);
}

void SizeOp::inferResultRangesFromOptional(ArrayRef<IntegerValueRange> operands,
                                           SetIntLatticeFn set) {
  inferRanges(*this, operands, set);
}

//===----------------------------------------------------------------------===//
// Bounds of values
//===----------------------------------------------------------------------===//

/// The least or the greatest number that a value is known to be.
static int64_t boundOf(Value value, presburger::BoundType type,
                       int64_t otherwise) {
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      type, value, /*stopCondition=*/nullptr, /*closedUB=*/true);
  return failed(bound) ? otherwise : *bound;
}

/// Adds the bounds of a result that follow from constant bounds of operands.
static void populateBounds(Operation *op, Value value,
                           ValueBoundsConstraintSet &constraints) {
  // To know bounds of an operand takes constraints of its own, and an operand
  // may come from an operation like this one: each doubles what is looked at.
  constexpr unsigned maxDepth = 3;
  static thread_local unsigned depth = 0;
  if (depth == maxDepth)
    return;
  ++depth;
  llvm::scope_exit leave([] { --depth; });
  SmallVector<LayoutRange> known, found(op->getNumResults(), whole);
  for (Value operand : op->getOperands()) {
    bool isNumber = operand.getType().isIndex();
    known.push_back(
        isNumber ? LayoutRange{boundOf(operand, presburger::BoundType::LB,
                                       whole.low),
                               boundOf(operand, presburger::BoundType::UB,
                                       whole.high)}
                 : whole);
  }
  if (!hooks().resultRanges(wrap(op), known.data(), found.data()))
    return;
  const LayoutRange &range = found[cast<OpResult>(value).getResultNumber()];
  if (range.low != whole.low)
    constraints.bound(value) >= range.low;
  if (range.high != whole.high)
    constraints.bound(value) <= range.high;
}

void ApplyOp::populateBoundsForIndexValue(
    Value value, ValueBoundsConstraintSet &constraints) {
  populateBounds(*this, value, constraints);
}

void Idx2crdOp::populateBoundsForIndexValue(
    Value value, ValueBoundsConstraintSet &constraints) {
  populateBounds(*this, value, constraints);
}

void SizeOp::populateBoundsForIndexValue(
    Value value, ValueBoundsConstraintSet &constraints) {
  populateBounds(*this, value, constraints);
}
