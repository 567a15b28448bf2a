// A dialect whose ODS has constraints on layouts, and IR that meets them and does not.

#include "layout-c/Attributes.h"
#include "layout-c/Dialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include "ForeignDialect.h.inc"
#define GET_OP_CLASSES
#include "ForeignOps.h.inc"

#include "ForeignDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ForeignOps.cpp.inc"

void foreign::ForeignDialect::initialize() {
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__layout__(), wrap(getContext()));
  addOperations<
#define GET_OP_LIST
#include "ForeignOps.cpp.inc"
      >();
}

int main() {
  mlir::MLIRContext context;
  context.loadDialect<foreign::ForeignDialect>();
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &diagnostic) {
    llvm::outs() << diagnostic << "\n";
    return mlir::success();
  });
  for (const char *attributes : {"layout = #layout.cute<(4,8):(8,1)>",
                                 "layout = #layout.swizzle<S<3,4,3>>",
                                 "layout = #layout.cute<4:1>, other = 7 : i32"}) {
    std::string text = std::string("\"foreign.tile\"() {") + attributes + "} : () -> !layout.layout";
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (module)
      module->print(llvm::outs());
  }
}
