//===- LayoutC.cpp - What Rust calls and no other file owns ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;

void layoutLlvmVersions(unsigned *built, unsigned *running) {
  built[0] = LLVM_VERSION_MAJOR;
  built[1] = LLVM_VERSION_MINOR;
  built[2] = LLVM_VERSION_PATCH;
  LLVMGetVersion(&running[0], &running[1], &running[2]);
}

void layoutRegisterDialect(MlirDialectRegistry registry) {
  // A host that has the dialect already, such as our driver that is told to
  // load our plugin, keeps the one it has. Two of one name would be a fatal
  // error.
  DialectRegistry *cxx = unwrap(registry);
  if (!cxx->getDialectAllocator("layout"))
    cxx->insert<layout::LayoutDialect>();
}

static DiagnosticSeverity fromC(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return DiagnosticSeverity::Error;
  case MlirDiagnosticWarning:
    return DiagnosticSeverity::Warning;
  case MlirDiagnosticNote:
    return DiagnosticSeverity::Note;
  case MlirDiagnosticRemark:
    return DiagnosticSeverity::Remark;
  }
  llvm_unreachable("all severities are listed");
}

void layoutEmitDiagnostic(MlirDiagnosticSeverity severity,
                          MlirLocation location, MlirStringRef message,
                          size_t noteCount, const LayoutNote *notes) {
  Location loc = unwrap(location);
  InFlightDiagnostic diagnostic =
      loc.getContext()->getDiagEngine().emit(loc, fromC(severity));
  diagnostic << unwrap(message);
  for (const LayoutNote &note : ArrayRef(notes, noteCount))
    diagnostic.attachNote(unwrap(note.location)) << unwrap(note.message);
}

MlirOperation layoutOperationCreate(MlirLocation location, MlirStringRef name,
                                    size_t operandCount,
                                    const MlirValue *operands,
                                    size_t resultCount, const MlirType *results,
                                    MlirAttribute attributes) {
  Location loc = unwrap(location);
  SmallVector<Value> values;
  SmallVector<Type, 4> types;
  auto dictionary = cast_or_null<DictionaryAttr>(unwrap(attributes));
  // The operation adds the defaults of what is not given to a list.
  return wrap(Operation::create(
      loc, OperationName(unwrap(name), loc.getContext()),
      unwrapList(resultCount, results, types),
      unwrapList(operandCount, operands, values), NamedAttrList(dictionary),
      /*properties=*/nullptr, /*successors=*/{}, /*numRegions=*/0u));
}

static void skipTypes(AttrTypeReplacer &replacer) {
  replacer.addReplacement(
      [](Type type) -> std::optional<std::pair<Type, WalkResult>> {
        return std::make_pair(type, WalkResult::skip());
      });
}

void layoutReplaceAttributes(MlirOperation op,
                             MlirAttribute (*replace)(MlirAttribute layout,
                                                      void *data),
                             void *data) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](Attribute attribute)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        if (!layout::isLayoutAttribute(attribute))
          return std::nullopt;
        Attribute found = unwrap(replace(wrap(attribute), data));
        return std::make_pair(found ? found : attribute, WalkResult::skip());
      });
  skipTypes(replacer);
  replacer.replaceElementsIn(unwrap(op));
}

void layoutReplaceAffineAttributes(
    MlirOperation op,
    MlirAttribute (*replace)(MlirAttribute attribute, void *data), void *data) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](Attribute attribute)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        if (!isa<AffineMapAttr, IntegerSetAttr, DictionaryAttr>(attribute))
          return std::nullopt;
        Attribute found = unwrap(replace(wrap(attribute), data));
        if (!found)
          return std::nullopt;
        return std::make_pair(found, WalkResult::skip());
      });
  skipTypes(replacer);
  Operation *cxx = unwrap(op);
  for (NamedAttribute entry : cxx->getDiscardableAttrDictionary().getValue())
    cxx->setDiscardableAttr(entry.getName(),
                            replacer.replace(entry.getValue()));
}
