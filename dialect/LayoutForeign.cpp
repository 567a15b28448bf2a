//===- LayoutForeign.cpp - Operations of other dialects -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operations of any dialect say of themselves through MLIR's interfaces,
// which its C API does not have.
//
//===----------------------------------------------------------------------===//

#include "LayoutC.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;

static LayoutNumber numberOf(OpFoldResult number) {
  if (auto value = dyn_cast<Value>(number))
    return {wrap(value), 0};
  return {MlirValue{nullptr}, *getConstantIntValue(number)};
}

bool layoutLoopVariables(MlirOperation op,
                         void (*found)(LayoutLoopVariable variable, void *data),
                         void *data) {
  auto loop = dyn_cast<LoopLikeOpInterface>(unwrap(op));
  if (!loop)
    return false;
  auto variables = loop.getLoopInductionVars();
  auto lows = loop.getLoopLowerBounds();
  auto highs = loop.getLoopUpperBounds();
  auto steps = loop.getLoopSteps();
  if (!variables || !lows || !highs || !steps ||
      variables->size() != lows->size() || variables->size() != highs->size() ||
      variables->size() != steps->size())
    return false;
  for (auto [variable, low, high, step] :
       llvm::zip_equal(*variables, *lows, *highs, *steps))
    found({wrap(variable), numberOf(low), numberOf(high), numberOf(step)},
          data);
  return true;
}

LayoutEffects layoutEffects(MlirOperation op) {
  Operation *cxx = unwrap(op);
  if (isMemoryEffectFree(cxx))
    return LayoutEffectsNone;
  auto effects = getEffectsRecursively(cxx);
  auto isRead = [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Read>(effect.getEffect());
  };
  return effects && llvm::all_of(*effects, isRead) ? LayoutEffectsReads
                                                   : LayoutEffectsOther;
}

bool layoutIsFunction(MlirOperation op) {
  Operation *cxx = unwrap(op);
  return isa<FunctionOpInterface>(cxx) &&
         cxx->hasTrait<OpTrait::IsIsolatedFromAbove>();
}

bool layoutIsLLVMArray(MlirType type) {
  return isa<LLVM::LLVMArrayType>(unwrap(type));
}

bool layoutIsCall(MlirOperation op) { return isa<CallOpInterface>(unwrap(op)); }

MlirAttribute layoutOperationProperties(MlirOperation op) {
  return wrap(unwrap(op)->getPropertiesAsAttribute());
}

bool layoutIsSpeculatable(MlirOperation op) {
  return isSpeculatable(unwrap(op));
}

bool layoutForwardsOperands(MlirOperation op) {
  return isa<FunctionOpInterface, CallOpInterface, BranchOpInterface,
             RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
             SelectLikeOpInterface>(unwrap(op));
}

MlirValue layoutSuccessorOperand(MlirOperation op, size_t successor,
                                 size_t argument) {
  auto branch = dyn_cast<BranchOpInterface>(unwrap(op));
  if (!branch || branch->getNumSuccessors() <= successor)
    return MlirValue{nullptr};
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  if (operands.size() <= argument || operands.isOperandProduced(argument))
    return MlirValue{nullptr};
  return wrap(operands[argument]);
}

void layoutRegionSources(MlirValue value,
                         void (*found)(MlirValue source, void *data),
                         void *data) {
  Value cxx = unwrap(value);
  Operation *op = cxx.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(cxx).getOwner()->getParentOp();
  auto branch = dyn_cast_or_null<RegionBranchOpInterface>(op);
  if (!branch)
    return;
  for (RegionBranchPoint from : branch.getAllRegionBranchPoints()) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(from, successors);
    for (RegionSuccessor to : successors) {
      ValueRange inputs = to.getSuccessorInputs();
      size_t at = llvm::find(inputs, cxx) - inputs.begin();
      OperandRange operands = branch.getSuccessorOperands(from, to);
      if (at < inputs.size() && at < operands.size())
        found(wrap(operands[at]), data);
    }
  }
}

bool layoutIsAffineDim(MlirValue value, MlirOperation user) {
  Region *scope = affine::getAffineScope(unwrap(user));
  return affine::isValidDim(unwrap(value), scope);
}

bool layoutResultRange(MlirOperation op, size_t result,
                       const LayoutRange *operands, LayoutRange *found) {
  auto inferring = dyn_cast<InferIntRangeInterface>(unwrap(op));
  if (!inferring)
    return false;
  SmallVector<IntegerValueRange> ranges;
  for (Value operand : inferring->getOperands()) {
    unsigned width = ConstantIntRanges::getStorageBitwidth(operand.getType());
    const LayoutRange &range = *operands++;
    if (width == 0 || 64 < width || range.high < range.low)
      ranges.push_back(IntegerValueRange::getMaxRange(operand));
    else
      ranges.push_back(ConstantIntRanges::fromSigned(
          APInt(width, range.low, /*isSigned=*/true),
          APInt(width, range.high, /*isSigned=*/true)));
  }
  bool isFound = false;
  Value wanted = inferring->getResult(result);
  inferring.inferResultRangesFromOptional(
      ranges, [&](Value value, const IntegerValueRange &range) {
        if (value != wanted || range.isUninitialized())
          return;
        const ConstantIntRanges &known = range.getValue();
        if (known.smin().getBitWidth() == 0 || 64 < known.smin().getBitWidth())
          return;
        *found = {known.smin().getSExtValue(), known.smax().getSExtValue()};
        isFound = true;
      });
  return isFound;
}

int64_t layoutEnumValue(MlirAttribute attribute) {
  return llvm::TypeSwitch<Attribute, int64_t>(unwrap(attribute))
      .Case<gpu::DimensionAttr, index::IndexCmpPredicateAttr,
            arith::IntegerOverflowFlagsAttr>(
          [](auto known) { return static_cast<int64_t>(known.getValue()); })
      .Default([](Attribute) { return -1; });
}

MlirType layoutElementType(MlirType type) {
  auto vector = dyn_cast<VectorType>(unwrap(type));
  return vector ? wrap(vector.getElementType()) : type;
}

MlirType layoutWithElementType(MlirType type, MlirType element) {
  auto vector = dyn_cast<VectorType>(unwrap(type));
  return vector ? wrap(Type(vector.clone(unwrap(element)))) : element;
}

bool layoutMatrixShape(MlirType type, int64_t *rows, int64_t *columns) {
  auto matrix = dyn_cast<gpu::MMAMatrixType>(unwrap(type));
  if (!matrix || matrix.getShape().size() != 2)
    return false;
  *rows = matrix.getShape()[0];
  *columns = matrix.getShape()[1];
  return true;
}

int64_t layoutMemorySpaceNumber(MlirType type) {
  auto memref = dyn_cast<BaseMemRefType>(unwrap(type));
  Attribute space = memref ? memref.getMemorySpace() : Attribute();
  if (!space)
    return 0;
  auto number = dyn_cast<IntegerAttr>(space);
  return number ? number.getInt() : std::numeric_limits<int64_t>::min();
}

MlirAttribute layoutOverflowFlags(MlirContext context, uint32_t flags) {
  return wrap(arith::IntegerOverflowFlagsAttr::get(
      unwrap(context), static_cast<arith::IntegerOverflowFlags>(flags)));
}
