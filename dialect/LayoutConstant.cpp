//===- LayoutConstant.cpp - Layouts that are known in advance -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace layout;

// `$value attr-dict`. What MLIR generates of that makes a dictionary of the
// value for each constant that it prints, and the context keeps it.

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  Attribute value;
  SMLoc loc;
  if (parser.parseAttribute(value) || parser.getCurrentLocation(&loc) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  auto emitError = [&] {
    return parser.emitError(loc)
           << "'" << result.name.getStringRef() << "' op ";
  };
  if (result.attributes.get("value"))
    return parser.emitError(loc, "duplicate key 'value'");
  if (failed(verifyInherentAttrs(result.name, result.attributes, emitError)))
    return failure();
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(LayoutType::unnamed(parser.getContext()));
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue();
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

Operation *LayoutDialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  if (type == LayoutType::unnamed(getContext()) && isLayoutAttribute(value))
    return ConstantOp::create(builder, loc, value);
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

MlirOperation layoutConstantCreate(MlirLocation location,
                                   MlirAttribute layout) {
  Location loc = unwrap(location);
  MLIRContext *context = loc.getContext();
  ConstantOp::Properties properties;
  properties.value = unwrap(layout);
  return wrap(Operation::create(
      loc, *RegisteredOperationName::lookup(TypeID::get<ConstantOp>(), context),
      TypeRange(LayoutType::unnamed(context)), /*operands=*/{},
      DictionaryAttr::get(context), &properties, /*successors=*/{},
      /*numRegions=*/0u));
}

MlirAttribute layoutValueLayout(MlirValue value) {
  if (auto type = dyn_cast<LayoutType>(unwrap(value).getType()))
    if (Attribute layout = type.getLayout())
      return wrap(layout);
  auto constant = unwrap(value).getDefiningOp<ConstantOp>();
  return wrap(constant ? Attribute(constant.getValue()) : Attribute());
}

void layoutLayoutsOf(MlirOperation op, bool withTypes,
                     void (*found)(MlirAttribute layout, void *data),
                     void *data) {
  Operation *cxx = unwrap(op);
  auto look = [&](Attribute attribute) {
    if (attribute && isLayoutAttribute(attribute))
      found(wrap(attribute), data);
  };
  // A list of both kinds would be a dictionary, which the context keeps. Of our
  // operations a constant alone has a layout among its properties.
  if (auto constant = dyn_cast<ConstantOp>(cxx)) {
    look(constant.getValue());
  } else if (!isa_and_nonnull<LayoutDialect>(cxx->getDialect())) {
    NamedAttrList inherent;
    cxx->getName().populateInherentAttrs(cxx, inherent);
    for (NamedAttribute attribute : inherent)
      look(attribute.getValue());
  }
  for (NamedAttribute attribute : cxx->getDiscardableAttrs())
    look(attribute.getValue());
  if (!withTypes)
    return;
  auto lookAtType = [&](Type type) {
    if (auto layout = dyn_cast<LayoutType>(type))
      look(layout.getLayout());
    else if (auto memref = dyn_cast<MemRefType>(type))
      look(memref.getLayout());
  };
  for (Type type : cxx->getResultTypes())
    lookAtType(type);
  for (Region &region : cxx->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        lookAtType(type);
}
