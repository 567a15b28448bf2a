//===- LayoutMemRef.cpp - Layout attributes as the layouts of memrefs -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The six attributes implement MemRefLayoutAttrInterface alike: each method is
// one call into Rust.
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

#include <string>

using namespace mlir;
using namespace layout;

static AffineMap affineMapOf(Attribute attribute) {
  const ::layout::detail::LayoutStorage &storage =
      ::layout::detail::storage(attribute);
  const void *known = storage.affineMap.load(std::memory_order_acquire);
  if (!known) {
    AffineMap map = unwrap(
        hooks().affineMap(storage.content, wrap(attribute.getContext())));
    // A layout that has no map was refused when the memref was verified; who
    // asks all the same must not get a null map.
    if (!map)
      map = AffineMap::get(attribute.getContext());
    known = map.getAsOpaquePointer();
    storage.affineMap.store(known, std::memory_order_release);
  }
  return AffineMap::getFromOpaquePointer(known);
}

static LogicalResult verify(Attribute attribute, ArrayRef<int64_t> shape,
                            function_ref<InFlightDiagnostic()> emitError) {
  std::string message;
  if (hooks().verifyMemRef(
          ::layout::detail::storage(attribute).content, shape.size(),
          shape.data(),
          [](MlirStringRef part, void *data) {
            static_cast<std::string *>(data)->append(part.data, part.length);
          },
          &message))
    return success();
  return emitError() << message;
}

static LogicalResult stridesOf(Attribute attribute, ArrayRef<int64_t> shape,
                               SmallVectorImpl<int64_t> &strides,
                               int64_t &offset) {
  strides.resize(shape.size());
  return success(hooks().strides(::layout::detail::storage(attribute).content,
                                 shape.size(), shape.data(), strides.data(),
                                 &offset));
}

#define LAYOUT_IMPLEMENT_INTERFACE(Attr)                                       \
  AffineMap Attr::getAffineMap() const { return affineMapOf(*this); }          \
  LogicalResult Attr::verifyLayout(                                            \
      ArrayRef<int64_t> shape, function_ref<InFlightDiagnostic()> emitError)   \
      const {                                                                  \
    return verify(*this, shape, emitError);                                    \
  }                                                                            \
  LogicalResult Attr::getStridesAndOffset(ArrayRef<int64_t> shape,             \
                                          SmallVectorImpl<int64_t> &strides,   \
                                          int64_t &offset) const {             \
    return stridesOf(*this, shape, strides, offset);                           \
  }

LAYOUT_IMPLEMENT_INTERFACE(CuteAttr)
LAYOUT_IMPLEMENT_INTERFACE(SwizzleAttr)
LAYOUT_IMPLEMENT_INTERFACE(ComposedAttr)
LAYOUT_IMPLEMENT_INTERFACE(LinearAttr)
LAYOUT_IMPLEMENT_INTERFACE(TileAttr)
LAYOUT_IMPLEMENT_INTERFACE(RelationAttr)

#undef LAYOUT_IMPLEMENT_INTERFACE

//===----------------------------------------------------------------------===//
// Where such memrefs are
//===----------------------------------------------------------------------===//

bool layoutTypeHasMemRef(MlirType type) {
  // Most types are scalars, and building a walker is expensive.
  if (unwrap(type).isIntOrIndexOrFloat())
    return false;
  AttrTypeWalker walker;
  walker.addWalk([](MemRefType type) {
    return isLayoutAttribute(type.getLayout()) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  });
  return walker.walk(unwrap(type)).wasInterrupted();
}
