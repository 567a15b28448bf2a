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
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

/// Adds everything upstream and the layout dialect.
static void registerEverything(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  layoutRegisterDialect(wrap(&registry));
}

/// `MlirOptMain` on a file. It may have dialects of another version than the
/// MLIR at hand: they are then not registered, if the user allows that.
static llvm::LogicalResult optimize(llvm::StringRef input,
                                    llvm::StringRef output,
                                    mlir::DialectRegistry &registry,
                                    const mlir::MlirOptMainConfig &config) {
  if (input == "-" &&
      llvm::sys::Process::FileDescriptorIsDisplayed(fileno(stdin)))
    llvm::errs() << "(processing input from stdin now, hit ctrl-c/ctrl-d to "
                    "interrupt)\n";
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
  mlir::DialectRegistry opaque, pruned;
  bool isPruned = false;
  if (config.shouldAllowUnregisteredDialects()) {
    file = layout::withoutUnknownLocations(std::move(file));
    if (!mlir::isBytecode(*file))
      layout::addOpaqueDialects(registry, file->getBuffer(), opaque);
    isPruned = layout::leaveOutDialects(registry, opaque, *file,
                                        config.inputSplitMarker(), pruned);
  }
  mlir::DialectRegistry &chosen = isPruned ? pruned : registry;
  opaque.appendTo(chosen);
  if (failed(mlir::MlirOptMain(written->os(), std::move(file), chosen, config)))
    return llvm::failure();
  // What is printed after the module follows it.
  written->os().flush();
  written->keep();
  return llvm::success();
}

namespace {
/// Lets the printer assume that a module is verified once it is: the parser and
/// the pass manager do that, and the printer does it once more, which is a
/// quarter of what it takes to print a module. What is printed before all
/// passes have run need not be valid.
class AssumeVerifiedAtTheEnd : public mlir::PassInstrumentation {
public:
  AssumeVerifiedAtTheEnd(llvm::cl::opt<bool> &assumed, size_t passes)
      : assumed(assumed), passes(passes) {
    assumed.setValue(passes == 0);
  }

  void runBeforePass(mlir::Pass *, mlir::Operation *) final { ++running; }

  /// The pass manager has verified what the pass made of the operation.
  void runAfterPass(mlir::Pass *, mlir::Operation *) final {
    if (--running == 0 && ++ended == passes)
      assumed.setValue(true);
  }

  void runAfterPassFailed(mlir::Pass *, mlir::Operation *) final { --running; }

private:
  llvm::cl::opt<bool> &assumed;
  /// How many passes the pipeline has itself, and how many of them have ended.
  /// Those that it merges are never all, and nothing is assumed.
  size_t passes, ended = 0;
  /// Passes that have begun, those of nested pipelines among them.
  size_t running = 0;
};
} // namespace

/// Nothing is assumed that is not verified, or that the user decides.
static void assumeVerifiedAtTheEnd(mlir::MlirOptMainConfig &config) {
  llvm::cl::Option *option =
      llvm::cl::getRegisteredOptions().lookup("mlir-print-assume-verified");
  if (!option || option->getNumOccurrences() != 0 ||
      !config.shouldVerifyOnParsing() || !config.shouldVerifyPasses())
    return;
  auto &assumed = *static_cast<llvm::cl::opt<bool> *>(option);
  config.setPassPipelineSetupFn([=, &assumed](mlir::PassManager &passes) {
    if (failed(config.setupPassPipeline(passes)))
      return llvm::failure();
    passes.addInstrumentation(
        std::make_unique<AssumeVerifiedAtTheEnd>(assumed, passes.size()));
    return llvm::success();
  });
}

/// Of mimalloc, with which a program may be linked.
extern "C" [[gnu::weak]] void mi_option_set_default(int option, long value);

/// Keeps the memory that is given back for what is asked for next. mimalloc
/// hands it to the system after 10 ms else, which clears each page of it again
/// when a program that still grows asks for more.
static void keepMemory() {
  constexpr int purgeDelay = 15;
  if (mi_option_set_default)
    mi_option_set_default(purgeDelay, -1);
}

int layoutDriverMain(int argc, char **argv) {
  keepMemory();
  llvm::InitLLVM init(argc, argv);
  llvm::cl::AddExtraVersionPrinter(
      [](llvm::raw_ostream &os) { os << "layout-opt " LAYOUT_VERSION "\n"; });
  mlir::DialectRegistry registry;
  registerEverything(registry);
  mlir::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "layout optimizer driver\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));
  assumeVerifiedAtTheEnd(config);
  return mlir::asMainReturnCode(optimize(input, output, registry, config));
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
  keepMemory();
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
      llvm::errs() << "error: " << error << "\n";
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
