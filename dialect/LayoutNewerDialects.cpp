//===- LayoutNewerDialects.cpp - Dialects of another version --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutNewerDialects.h"

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

/// Parses a part of a file without verifying it. Returns what is in the way of
/// that, with an empty dialect if it is none that can be left out.
static std::optional<Obstacle> findObstacle(const DialectRegistry &registry,
                                            llvm::MemoryBufferRef part) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
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
  if (failed(parseSourceFile(sources, &block, config))) {
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
  return obstacle;
}

bool layout::leaveOutDialects(const DialectRegistry &registry,
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
    // A line of a part is its line in the file without those before it.
    unsigned before = file.getBuffer()
                          .take_front(part.data() - file.getBufferStart())
                          .count('\n');
    while (true) {
      DialectRegistry without;
      if (!leftOut.empty())
        copyWithout(registry, leftOut, without);
      auto obstacle =
          findObstacle(leftOut.empty() ? registry : without,
                       llvm::MemoryBufferRef(part, file.getBufferIdentifier()));
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
