//===- LayoutOpaqueDialects.cpp - Dialects that are not there -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutOpaqueDialects.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <memory>
#include <string>

using namespace mlir;

/// Operations have the generic form, as those of a dialect that is not
/// registered.
static ParseResult notFound(OpAsmParser &parser, OperationState &operation) {
  return emitError(parser.getEncodedSourceLoc(parser.getNameLoc()))
         << "Dialect `" << operation.name.getDialectNamespace()
         << "' not found for custom op '" << operation.name << "'";
}

namespace {
/// The name of a dialect, which outlives it: the registry keeps it, too.
using Name = std::shared_ptr<const std::string>;

struct OpaqueDialect : Dialect {
  OpaqueDialect(MLIRContext *context, const Name &name)
      : Dialect(*name, context, identity(name)), name(name),
        spelled(StringAttr::get(context, *name)) {
    allowUnknownOperations();
  }

  static TypeID identity(const Name &name) {
    return TypeID::getFromOpaquePointer(name.get());
  }

  Type parseType(DialectAsmParser &parser) const final {
    return OpaqueType::get(spelled, parser.getFullSymbolSpec());
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type type) const final {
    return OpaqueAttr::get(spelled, parser.getFullSymbolSpec(),
                           type ? type : NoneType::get(getContext()));
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const final {
    return ParseOpHook(notFound);
  }

  Name name;
  StringAttr spelled;
};
} // namespace

/// The name of the dialect at the beginning of a text, `cute.layout<...>`;
/// empty if there is none.
static StringRef dialectAt(StringRef text) {
  auto isLetter = [](char c) { return llvm::isAlpha(c) || c == '_'; };
  if (text.empty() || !isLetter(text.front()))
    return {};
  StringRef name = text.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
  return text.substr(name.size()).starts_with(".") ? name : StringRef();
}

/// Where a string ends that has begun before `at`.
static size_t endOfString(StringRef text, size_t at) {
  auto next = [&](size_t from) {
    return layout::placeOf<'"', '\n', '\\'>(text, from);
  };
  for (at = next(at); at < text.size() && text[at] == '\\';)
    at = next(at + 2);
  return at;
}

/// True if regions follow the name of an operation, and where that is not easy
/// to see.
static bool mayHaveRegions(StringRef text) {
  // `(%a, %b#1)[^successor] <{properties}> ({`, of which all but the first may
  // be missing.
  StringRef all = text;
  auto after = [&](char c) { return text.substr(text.find(c)).substr(1); };
  if (!text.starts_with("("))
    return true;
  text = after(')').ltrim();
  if (text.starts_with("["))
    text = after(']').ltrim();
  if (text.consume_front("<")) {
    size_t at = 0;
    for (int depth = 0; at < text.size(); ++at) {
      if (text[at] == '"')
        at = endOfString(text, at + 1);
      else if (text[at] == '{')
        ++depth;
      else if (text[at] == '}' && --depth == 0)
        break;
    }
    text = text.substr(at + 1).ltrim();
    if (!text.consume_front(">"))
      return true;
    text = text.ltrim();
  }
  // What ends one of them may stand in a comment.
  if (all.drop_back(text.size()).contains("//"))
    return true;
  return !text.starts_with("{") && !text.starts_with(":");
}

namespace {
/// The dialects that a text names.
struct Named {
  explicit Named(StringRef text);

  llvm::SetVector<StringRef> ofTypes;
  llvm::StringSet<> ofOperationsWithRegions;
  /// The names of operations can be read as they stand there.
  bool isPlain = true;
};
} // namespace

Named::Named(StringRef text) {
  StringRef last;
  auto next = [&](size_t from) {
    return layout::placeOf<'"', '!', '/'>(text, from);
  };
  for (size_t at = next(0); at < text.size(); at = next(at + 1)) {
    StringRef rest = text.substr(at + 1);
    if (text[at] == '/') {
      if (rest.starts_with("/"))
        at = std::min(text.find('\n', at), text.size() - 1);
    } else if (text[at] == '!') {
      // Most types are of the dialect of the one before.
      if (!last.empty() && rest.starts_with(last) &&
          rest.substr(last.size()).starts_with("."))
        continue;
      if (StringRef found = dialectAt(rest); !found.empty())
        ofTypes.insert(last = found);
    } else {
      size_t end = endOfString(text, at + 1);
      StringRef name = text.slice(at + 1, end);
      StringRef after = text.substr(end + 1).ltrim();
      at = end;
      if (!after.starts_with("(") && !after.starts_with("/"))
        continue;
      isPlain &= !name.contains('\\');
      if (StringRef found = dialectAt(name);
          !found.empty() && mayHaveRegions(after))
        ofOperationsWithRegions.insert(found);
    }
  }
}

void layout::addOpaqueDialects(const DialectRegistry &registry, StringRef text,
                               DialectRegistry &added) {
  Named named(text);
  if (!named.isPlain)
    return;
  for (StringRef dialect : named.ofTypes) {
    if (registry.getDialectAllocator(dialect) ||
        named.ofOperationsWithRegions.contains(dialect))
      continue;
    auto name = std::make_shared<const std::string>(dialect.str());
    added.insert(
        OpaqueDialect::identity(name), *name, [name](MLIRContext *context) {
          return context->getOrLoadDialect(
              *name, OpaqueDialect::identity(name),
              [&] { return std::make_unique<OpaqueDialect>(context, name); });
        });
  }
}
