//===- LayoutDriver.cpp - MLIR's tools with the layout dialect ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutC.h"
#include "LayoutNewerDialects.h"
#include "LayoutOpaqueDialects.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

/// Adds everything upstream and the layout dialect.
static void registerEverything(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  layoutRegisterDialect(wrap(&registry));
}

/// `MlirOptMain` on a file that may have dialects of another version than the
/// MLIR at hand: they are then not registered, which the user has allowed.
static llvm::LogicalResult
optimizeAnyVersion(llvm::StringRef input, llvm::StringRef output,
                   mlir::DialectRegistry &registry,
                   const mlir::MlirOptMainConfig &config) {
  std::string message;
  auto file = mlir::openInputFile(input, &message);
  if (!file) {
    llvm::errs() << message << "\n";
    return llvm::failure();
  }
  auto written = mlir::openOutputFile(output, &message);
  if (!written) {
    llvm::errs() << message << "\n";
    return llvm::failure();
  }
  file = layout::withoutUnknownLocations(std::move(file));
  mlir::DialectRegistry opaque, pruned;
  if (!mlir::isBytecode(*file))
    layout::addOpaqueDialects(registry, file->getBuffer(), opaque);
  bool isPruned = layout::leaveOutDialects(registry, opaque, *file,
                                           config.inputSplitMarker(), pruned);
  mlir::DialectRegistry &chosen = isPruned ? pruned : registry;
  opaque.appendTo(chosen);
  if (failed(mlir::MlirOptMain(written->os(), std::move(file), chosen, config)))
    return llvm::failure();
  written->keep();
  return llvm::success();
}

/// The printer verifies the module once more, which is a quarter of what it
/// takes to print one. The parser and the pass manager have done so, unless the
/// user told them not to, or asked to see the IR between passes.
static void assumeVerified(const mlir::MlirOptMainConfig &config) {
  if (!config.shouldVerifyOnParsing() || !config.shouldVerifyPasses())
    return;
  auto &options = llvm::cl::getRegisteredOptions();
  for (auto [name, option] : options)
    if (name.starts_with("mlir-print-ir-") && option->getNumOccurrences() != 0)
      return;
  llvm::StringRef name = "mlir-print-assume-verified";
  llvm::cl::Option *assumed = options.lookup(name);
  if (assumed && assumed->getNumOccurrences() == 0)
    assumed->addOccurrence(0, name, "true");
}

int layoutDriverMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::AddExtraVersionPrinter(
      [](llvm::raw_ostream &os) { os << "layout-opt " LAYOUT_VERSION "\n"; });
  mlir::DialectRegistry registry;
  registerEverything(registry);
  mlir::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "layout optimizer driver\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  assumeVerified(config);
  bool readsFile = !config.shouldShowDialects() && !config.shouldListPasses();
  if (readsFile && config.shouldAllowUnregisteredDialects())
    return mlir::asMainReturnCode(
        optimizeAnyVersion(input, output, registry, config));
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}

int layoutLspServerMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerEverything(registry);
  return mlir::asMainReturnCode(mlir::MlirLspServerMain(argc, argv, registry));
}

bool layoutWithModules(const char *first, const char *second,
                       void (*use)(MlirOperation first, MlirOperation second,
                                   void *data),
                       void *data) {
  mlir::DialectRegistry registry;
  registerEverything(registry);
  mlir::MLIRContext context(registry);
  context.allowUnregisteredDialects();
  llvm::SourceMgr lines;
  mlir::SourceMgrDiagnosticHandler handler(lines, &context);
  // The lines of both are shown until the end.
  llvm::SmallVector<std::shared_ptr<llvm::SourceMgr>, 2> files;
  auto read = [&](const char *path) -> mlir::OwningOpRef<mlir::ModuleOp> {
    std::string error;
    std::unique_ptr<llvm::MemoryBuffer> file =
        mlir::openInputFile(path, &error);
    if (!file) {
      mlir::emitError(mlir::UnknownLoc::get(&context), error);
      return nullptr;
    }
    auto source = std::make_shared<llvm::SourceMgr>();
    lines.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(file->getBuffer(),
                                         file->getBufferIdentifier()),
        llvm::SMLoc());
    source->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
    files.push_back(source);
    return mlir::parseSourceFile<mlir::ModuleOp>(*source, &context);
  };
  mlir::OwningOpRef<mlir::ModuleOp> before = read(first);
  if (!before)
    return false;
  mlir::OwningOpRef<mlir::ModuleOp> after = read(second);
  if (!after)
    return false;
  use(wrap(before.get().getOperation()), wrap(after.get().getOperation()),
      data);
  return true;
}

bool layoutWithText(MlirStringRef text, MlirDiagnosticHandler told,
                    void (*use)(MlirOperation module, void *data), void *data) {
  mlir::DialectRegistry registry;
  registerEverything(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  mlirContextAttachDiagnosticHandler(wrap(&context), told, data, nullptr);
  llvm::SourceMgr source;
  source.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(unwrap(text)),
                            llvm::SMLoc());
  mlir::Block block;
  mlir::AsmParserState places;
  if (failed(mlir::parseAsmSourceFile(source, &block,
                                      mlir::ParserConfig(&context), &places)))
    return false;
  for (const auto &place : places.getOpDefs()) {
    auto [line, column] = source.getLineAndColumn(place.loc.Start);
    place.op->setLoc(mlir::FileLineColLoc::get(&context, "", line, column));
  }
  auto module =
      mlir::detail::constructContainerOpForParserIfNecessary<mlir::ModuleOp>(
          &block, &context, mlir::UnknownLoc::get(&context));
  use(wrap(module.get().getOperation()), data);
  return true;
}
