//===- LayoutNewerDialects.cpp - Dialects of another version --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutNewerDialects.h"
#include "LayoutOpaqueDialects.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <utility>

using namespace mlir;

namespace {

/// A dialect that a file does not parse with, and the error that says so.
struct Obstacle {
  std::string dialect;
  std::string file;
  unsigned line = 0, column = 0;
  std::string message;
};

/// The extensions of a registry, for another one: a registry has no list of
/// them, but applies each when its dialects are loaded.
struct ExtensionsOf : DialectExtensionBase {
  explicit ExtensionsOf(const DialectRegistry &registry)
      : DialectExtensionBase({}), registry(registry) {}

  void apply(MLIRContext *, MutableArrayRef<Dialect *> dialects) const final {
    for (Dialect *dialect : dialects)
      registry.applyExtensions(dialect);
  }

  std::unique_ptr<DialectExtensionBase> clone() const final {
    return std::make_unique<ExtensionsOf>(registry);
  }

  const DialectRegistry &registry;
};

} // namespace

static bool isNeverLeftOut(StringRef dialect) {
  return dialect == "builtin" || dialect == "layout";
}

/// The dialects of a registry but those that are left out.
static void copyWithout(const DialectRegistry &registry,
                        const llvm::StringSet<> &leftOut,
                        DialectRegistry &pruned) {
  // A dialect says its identity when it is loaded, and not before.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  for (StringRef name : registry.getDialectNames()) {
    if (leftOut.contains(name) || pruned.getDialectAllocator(name))
      continue;
    DialectAllocatorFunction load = registry.getDialectAllocator(name);
    pruned.insert(load(&context)->getTypeID(), name, load);
  }
  pruned.addExtension(TypeID::getFromOpaquePointer(&registry),
                      std::make_unique<ExtensionsOf>(registry));
}

/// The registered dialect that a message names in quotes, by itself or before
/// the name of an operation.
static std::optional<StringRef> dialectIn(StringRef message,
                                          const DialectRegistry &registry) {
  SmallVector<StringRef> quoted;
  StringRef rest = message;
  while (true) {
    size_t open = rest.find_first_of("'`\"");
    if (open == StringRef::npos)
      return std::nullopt;
    char quote = rest[open];
    size_t close = rest.find(quote, open + 1);
    if (close == StringRef::npos)
      return std::nullopt;
    StringRef name = rest.slice(open + 1, close).ltrim("#!").split('.').first;
    if (!isNeverLeftOut(name) && registry.getDialectAllocator(name))
      return name;
    rest = rest.substr(close + 1);
  }
}

/// The registered dialect of the last operation in generic form that begins
/// before a place.
static std::optional<StringRef> dialectBefore(StringRef text, unsigned line,
                                              unsigned column,
                                              const DialectRegistry &registry) {
  for (unsigned skipped = 1; skipped < line; ++skipped)
    text = text.substr(std::min(text.find('\n'), text.size() - 1) + 1);
  StringRef before =
      text.take_until([](char c) { return c == '\n'; }).take_front(column);
  while (!before.empty()) {
    size_t quote = before.rfind('"');
    if (quote == StringRef::npos)
      return std::nullopt;
    StringRef name = before.substr(quote + 1).split('.').first;
    if (!isNeverLeftOut(name) && registry.getDialectAllocator(name))
      return name;
    before = before.take_front(quote);
  }
  return std::nullopt;
}

/// The place behind a string, a bracket with what is in it, or one character.
static size_t behind(StringRef text, size_t at) {
  int depth = 0;
  do {
    char c = text[at];
    if (c == '"') {
      while (++at < text.size() && text[at] != '"')
        at += text[at] == '\\';
    } else if (StringRef("([{<").contains(c)) {
      ++depth;
    } else if (StringRef(")]}").contains(c) ||
               (c == '>' && (at == 0 || text[at - 1] != '-'))) {
      --depth;
    }
    ++at;
  } while (depth > 0 && at < text.size());
  return std::min(at, text.size());
}

/// The names of the properties that an operation in generic form is written
/// with: `"gpu.func"(...) [...] <{function_type = ..., kernel}>`.
static SmallVector<StringRef> propertiesIn(StringRef text) {
  const StringRef blanks = " \t\r\n";
  SmallVector<StringRef> names;
  if (!text.starts_with("\""))
    return names;
  text = text.substr(behind(text, 0)).ltrim(blanks);
  while (text.starts_with("(") || text.starts_with("["))
    text = text.substr(behind(text, 0)).ltrim(blanks);
  if (!text.consume_front("<{"))
    return names;
  while (!text.empty() && !text.starts_with("}")) {
    // A value ends at the next comma that is in no bracket.
    size_t end = 0;
    while (end < text.size() && text[end] != ',' && text[end] != '}')
      end = behind(text, end);
    StringRef name = text.take_front(end).split('=').first;
    names.push_back(name.trim(" \t\r\n\""));
    text = text.substr(end);
    text.consume_front(",");
  }
  return names;
}

/// A property that an operation is written with and does not have, which the
/// parser drops without a word.
static std::optional<StringRef> droppedProperty(Operation *op, StringRef text) {
  if (!text.starts_with("\""))
    return std::nullopt;
  auto kept = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (!op->isRegistered() || !kept)
    return std::nullopt;
  for (StringRef name : propertiesIn(text))
    // An older spelling of the numbers of operands is read all the same.
    if (!name.empty() && !kept.contains(name) &&
        !name.ends_with("segment_sizes"))
      return name;
  return std::nullopt;
}

/// True if a text may have a dialect that it parses with only where that is
/// not registered. Such a dialect has an operation in generic form, a type or
/// an attribute there: what is in a form of its own, and resources,
/// need their dialect.
static bool mayHaveObstacle(StringRef text, const DialectRegistry &registry) {
  // Most names are one of the last two.
  StringRef last, other;
  auto next = [&](size_t from) {
    return layout::placeOf<'"', '!', '#'>(text, from);
  };
  for (size_t at = next(0); at < text.size(); at = next(at + 1)) {
    StringRef name = text.substr(at + 1).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
    size_t end = at + 1 + name.size();
    char after = end < text.size() ? text[end] : ' ';
    if (name.empty() || name == last || name == other ||
        (after != '.' && after != '<'))
      continue;
    if (!isNeverLeftOut(name) && registry.getDialectAllocator(name))
      return true;
    other = std::exchange(last, name);
  }
  return false;
}

/// Parses a part of a file without verifying it. Returns what is in the way of
/// that, with an empty dialect if it is not one that can be left out.
static std::optional<Obstacle> findObstacle(const DialectRegistry &registry,
                                            const DialectRegistry &opaque,
                                            llvm::MemoryBufferRef part) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.appendDialectRegistry(opaque);
  context.allowUnregisteredDialects();
  std::optional<Obstacle> obstacle;
  auto note = [&](Location location, std::string message) {
    obstacle.emplace();
    obstacle->message = std::move(message);
    if (auto place = location->findInstanceOf<FileLineColLoc>()) {
      obstacle->file = place.getFilename().str();
      obstacle->line = place.getLine();
      obstacle->column = place.getColumn();
    }
  };
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && !obstacle)
      note(diagnostic.getLocation(), diagnostic.str());
  });

  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(part, /*RequiresNullTerminator=*/false),
      SMLoc());
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  Block block;
  AsmParserState places;
  // Only a text in which properties are written can have one that is dropped.
  bool hasProperties = !isBytecode(part) && part.getBuffer().contains("<{");
  if (failed(hasProperties
                 ? parseAsmSourceFile(sources, &block, config, &places)
                 : parseSourceFile(sources, &block, config))) {
    if (!obstacle)
      obstacle.emplace();
    auto dialect = dialectIn(obstacle->message, registry);
    if (!dialect)
      dialect = dialectBefore(part.getBuffer(), obstacle->line,
                              obstacle->column, registry);
    obstacle->dialect = dialect.value_or("").str();
    return obstacle;
  }

  // The parser takes an operation that its dialect does not have.
  block.walk([&](Operation *op) {
    Dialect *dialect = op->getDialect();
    if (op->isRegistered() || !dialect || dialect->allowsUnknownOperations())
      return WalkResult::advance();
    note(op->getLoc(),
         ("unknown operation '" + op->getName().getStringRef() + "'").str());
    StringRef name = dialect->getNamespace();
    obstacle->dialect = isNeverLeftOut(name) ? "" : name.str();
    return WalkResult::interrupt();
  });
  if (obstacle)
    return obstacle;

  for (const AsmParserState::OperationDefinition &place : places.getOpDefs()) {
    StringRef rest(place.loc.Start.getPointer(),
                   part.getBufferEnd() - place.loc.Start.getPointer());
    StringRef name = place.op->getName().getDialectNamespace();
    auto dropped = droppedProperty(place.op, rest);
    if (!dropped || isNeverLeftOut(name))
      continue;
    note(place.op->getLoc(), ("'" + place.op->getName().getStringRef() +
                              "' has no property '" + *dropped + "'")
                                 .str());
    auto [line, column] = sources.getLineAndColumn(place.loc.Start);
    obstacle->file = part.getBufferIdentifier().str();
    obstacle->line = line;
    obstacle->column = column;
    obstacle->dialect = name.str();
    break;
  }
  return obstacle;
}

bool layout::leaveOutDialects(const DialectRegistry &registry,
                              const DialectRegistry &opaque,
                              const llvm::MemoryBuffer &file,
                              StringRef splitMarker, DialectRegistry &pruned) {
  SmallVector<StringRef> parts;
  if (splitMarker.empty())
    parts.push_back(file.getBuffer());
  else
    file.getBuffer().split(parts, splitMarker);

  llvm::StringSet<> leftOut;
  std::vector<Obstacle> obstacles;
  for (StringRef part : parts) {
    llvm::MemoryBufferRef buffer(part, file.getBufferIdentifier());
    if (!isBytecode(buffer) && !mayHaveObstacle(part, registry))
      continue;
    // A line of a part is its line in the file without those before it.
    unsigned before = file.getBuffer()
                          .take_front(part.data() - file.getBufferStart())
                          .count('\n');
    while (true) {
      DialectRegistry without;
      if (!leftOut.empty())
        copyWithout(registry, leftOut, without);
      auto obstacle =
          findObstacle(leftOut.empty() ? registry : without, opaque, buffer);
      if (!obstacle)
        break;
      // An error that no dialect is to blame for is for the parser to report.
      if (obstacle->dialect.empty() ||
          !leftOut.insert(obstacle->dialect).second)
        break;
      obstacle->line += before;
      obstacles.push_back(std::move(*obstacle));
    }
  }
  if (obstacles.empty())
    return false;
  for (const Obstacle &obstacle : obstacles)
    llvm::errs() << obstacle.file << ":" << obstacle.line << ":"
                 << obstacle.column << ": remark: the dialect "
                 << obstacle.dialect
                 << " is read as one that is not registered: "
                 << obstacle.message << "\n";
  copyWithout(registry, leftOut, pruned);
  return true;
}

/// The names of the locations of a text that are defined as unknown.
static llvm::StringSet<> unknownNames(StringRef text) {
  llvm::StringSet<> names;
  const StringRef definition = " = loc(unknown)";
  for (size_t at = text.find(definition); at != StringRef::npos;
       at = text.find(definition, at + 1)) {
    StringRef line = text.take_front(at).rsplit('\n').second;
    if (line.empty() && !text.take_front(at).contains('\n'))
      line = text.take_front(at);
    if (line.starts_with("#"))
      names.insert(line);
  }
  return names;
}

std::unique_ptr<llvm::MemoryBuffer>
layout::withoutUnknownLocations(std::unique_ptr<llvm::MemoryBuffer> file) {
  if (isBytecode(*file) || !file->getBuffer().contains("loc(unknown)"))
    return file;
  std::string text = file->getBuffer().str();
  llvm::StringSet<> unknown = unknownNames(text);
  const StringRef open = "loc(";
  char before = ' ';
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      while (++at < text.size() && text[at] != '"')
        at += text[at] == '\\';
    } else if (StringRef(text).substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
      continue;
    } else if (StringRef(text).substr(at).starts_with(open) &&
               (at == 0 || !llvm::isAlnum(text[at - 1]))) {
      size_t end = text.find(')', at);
      StringRef place =
          StringRef(text).slice(at + open.size(), std::min(end, text.size()));
      // What follows one of these is a value, which is not the place of an
      // operation.
      bool isValue = StringRef("=[(,<:").contains(before);
      if (end != std::string::npos && !isValue &&
          (place == "unknown" || unknown.contains(place)))
        std::fill(text.begin() + at, text.begin() + end + 1, ' ');
    }
    if (at < text.size() && !llvm::isSpace(text[at]))
      before = text[at];
  }
  return llvm::MemoryBuffer::getMemBufferCopy(text,
                                              file->getBufferIdentifier());
}
