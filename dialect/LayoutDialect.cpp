//===- LayoutDialect.cpp - The dialect, its attributes and its type -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <atomic>

using namespace mlir;
using namespace layout;

#include "LayoutDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "LayoutAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "LayoutTypes.cpp.inc"

/// Each that makes a context installs the table, on whatever thread.
static std::atomic<const LayoutHooks *> installedHooks = nullptr;

const LayoutHooks &layout::hooks() {
  return *installedHooks.load(std::memory_order_acquire);
}

void layoutInstallHooks(const LayoutHooks *hooks) {
  installedHooks.store(hooks, std::memory_order_release);
}

namespace {
/// A function with operations of the dialect is inlined unless a name in one of
/// its layouts would be captured. They have no regions, and what an obligation
/// or a promise says of its operands it says of those of each call.
struct LayoutInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *op, Region *into, bool,
                       IRMapping &) const final {
    return hooks().mayMoveInto(wrap(op), wrap(into->getParentOp()));
  }
};

/// A layout with a long text is written once, in front of the module.
struct LayoutAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  /// What is not longer stands where it is used.
  static constexpr size_t maxInline = 80;

  AliasResult getAlias(Attribute attribute, raw_ostream &os) const final {
    // A relation says what it is best where it stands.
    if (!isLayoutAttribute(attribute) || isa<RelationAttr>(attribute))
      return AliasResult::NoAlias;
    StringRef spelling = ::layout::detail::storage(attribute).spelling;
    if (spelling.size() <= maxInline)
      return AliasResult::NoAlias;
    os << spelling.take_until([](char c) { return c == '<'; });
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void LayoutDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "LayoutAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "LayoutTypes.cpp.inc"
      >();
  unnamedType = LayoutType::get(getContext(), {});
  registerOperations();
  addInterfaces<LayoutAsmInterface, LayoutInlinerInterface>();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

bool layout::isLayoutAttribute(Attribute attribute) {
  return isa<CuteAttr, SwizzleAttr, ComposedAttr, LinearAttr, TileAttr,
             RelationAttr>(attribute);
}

static Attribute getAttribute(MLIRContext *context, uint32_t kind,
                              StringRef spelling, const void *content) {
  switch (kind) {
  case LayoutKindCute:
    return CuteAttr::get(context, spelling, content);
  case LayoutKindSwizzle:
    return SwizzleAttr::get(context, spelling, content);
  case LayoutKindComposed:
    return ComposedAttr::get(context, spelling, content);
  case LayoutKindLinear:
    return LinearAttr::get(context, spelling, content);
  case LayoutKindTile:
    return TileAttr::get(context, spelling, content);
  case LayoutKindRelation:
    return RelationAttr::get(context, spelling, content);
  }
  llvm_unreachable("the kinds are those of algebra::Kind in Rust");
}

Attribute LayoutDialect::parseAttribute(DialectAsmParser &parser,
                                        Type type) const {
  StringRef text = parser.getFullSymbolSpec();
  if (type) {
    parser.emitError(SMLoc::getFromPointer(text.end()),
                     "a layout attribute has no type");
    return {};
  }
  std::string answer;
  LayoutParsed parsed = hooks().parse(
      wrap(text),
      [](MlirStringRef part, void *data) {
        static_cast<std::string *>(data)->append(part.data, part.length);
      },
      &answer);
  if (!parsed.content) {
    parser.emitError(SMLoc::getFromPointer(text.data() + parsed.column))
        << answer;
    return {};
  }
  Attribute attribute =
      getAttribute(parser.getContext(), parsed.kind, answer, parsed.content);
  hooks().release(parsed.content);
  return attribute;
}

void LayoutDialect::printAttribute(Attribute attribute,
                                   DialectAsmPrinter &printer) const {
  printer << ::layout::detail::storage(attribute).spelling;
}

MlirAttribute layoutAttributeGet(MlirContext context, uint32_t kind,
                                 MlirStringRef spelling, const void *content) {
  unwrap(context)->getOrLoadDialect<LayoutDialect>();
  return wrap(getAttribute(unwrap(context), kind, unwrap(spelling), content));
}

MlirTypeID layoutAttributeTypeId(uint32_t kind) {
  switch (kind) {
  case LayoutKindCute:
    return wrap(CuteAttr::getTypeID());
  case LayoutKindSwizzle:
    return wrap(SwizzleAttr::getTypeID());
  case LayoutKindComposed:
    return wrap(ComposedAttr::getTypeID());
  case LayoutKindLinear:
    return wrap(LinearAttr::getTypeID());
  case LayoutKindTile:
    return wrap(TileAttr::getTypeID());
  case LayoutKindRelation:
    return wrap(RelationAttr::getTypeID());
  }
  llvm_unreachable("the kinds are those of algebra::Kind in Rust");
}

const void *layoutAttributeContent(MlirAttribute attribute) {
  Attribute cxx = unwrap(attribute);
  return cxx && isLayoutAttribute(cxx) ? ::layout::detail::storage(cxx).content
                                       : nullptr;
}

//===----------------------------------------------------------------------===//
// The type
//===----------------------------------------------------------------------===//

LogicalResult
LayoutType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   Attribute layout) {
  if (layout && !isLayoutAttribute(layout))
    return emitError() << "expected a layout attribute, not " << layout;
  if (layout && hooks().hasAnonymous(::layout::detail::storage(layout).content))
    return emitError()
           << "the type does not say which layout " << layout
           << " is: an anonymous name has another value at each use";
  return success();
}

LayoutType LayoutType::unnamed(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<LayoutDialect>();
  assert(dialect && "the layout dialect is not loaded");
  return cast<LayoutType>(dialect->getUnnamedType());
}

MlirType layoutTypeGet(MlirContext context) {
  unwrap(context)->getOrLoadDialect<LayoutDialect>();
  return wrap(LayoutType::unnamed(unwrap(context)));
}

bool layoutTypeIsLayout(MlirType type) { return isa<LayoutType>(unwrap(type)); }

MlirAttribute layoutTypeLayout(MlirType type) {
  auto layout = dyn_cast<LayoutType>(unwrap(type));
  return wrap(layout ? layout.getLayout() : Attribute());
}
