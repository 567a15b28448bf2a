//===- LayoutDialect.h - The dialect's C++ classes ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_H
#define LAYOUT_DIALECT_H

#include "LayoutC.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include <atomic>

#include "LayoutDialect.h.inc"

namespace layout {

/// The functions that Rust installed.
const LayoutHooks &hooks();

/// What obligations and promises add to; see Layout_StatementOp.
struct LayoutStatementResource
    : mlir::SideEffects::Resource::Base<LayoutStatementResource> {
  llvm::StringRef getName() final { return "LayoutStatement"; }
};

/// True for the six layout attributes.
bool isLayoutAttribute(mlir::Attribute attribute);

namespace detail {

/// The storage of every layout attribute. It is uniqued by the spelling; the
/// content follows from it. The storage is one owner of the content and gives
/// it up when the context dies.
class LayoutStorage : public mlir::AttributeStorage {
public:
  /// `content` is borrowed from the caller.
  struct KeyTy {
    llvm::StringRef spelling;
    const void *content;
    KeyTy(llvm::StringRef spelling, const void *content)
        : spelling(spelling), content(content) {}
  };

  LayoutStorage(llvm::StringRef spelling, const void *content)
      : spelling(spelling), content(content) {}
  LayoutStorage(const LayoutStorage &) = delete;
  LayoutStorage &operator=(const LayoutStorage &) = delete;
  ~LayoutStorage() { hooks().release(content); }

  bool operator==(const KeyTy &key) const { return key.spelling == spelling; }

  static llvm::hash_code hashKey(const KeyTy &key) {
    return llvm::hash_value(key.spelling);
  }

  static LayoutStorage *construct(mlir::AttributeStorageAllocator &allocator,
                                  KeyTy &&key) {
    return new (allocator.allocate<LayoutStorage>()) LayoutStorage(
        allocator.copyInto(key.spelling), hooks().retain(key.content));
  }

  llvm::StringRef spelling;
  const void *content;
  /// The affine map of the attribute as the layout of a memref, once somebody
  /// asked for it; MLIR asks often. It lives as long as the context, and all
  /// who find it find the same one.
  mutable std::atomic<const void *> affineMap = nullptr;
};

/// The storage that the six attribute classes share.
inline const LayoutStorage &storage(mlir::Attribute attribute) {
  return *static_cast<const LayoutStorage *>(attribute.getImpl());
}

} // namespace detail
} // namespace layout

#define GET_ATTRDEF_CLASSES
#include "LayoutAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "LayoutTypes.h.inc"

#define GET_OP_CLASSES
#include "LayoutOps.h.inc"

#endif // LAYOUT_DIALECT_H
