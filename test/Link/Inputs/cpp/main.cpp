// A compiler in C++ that registers the dialect, runs its passes on a program, and works with the
// relation of a layout in MLIR's own Presburger library.

#include "layout-c/Attributes.h"
#include "layout-c/Dialect.h"
#include "layout-c/Relation.h"

#include "mlir-c/IR.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

using mlir::presburger::IntegerRelation;
using mlir::presburger::PresburgerSpace;

static const char program[] = R"(
func.func @f(%i: index, %j: index) -> index {
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  %h = layout.compose %g, %f
  %claimed = layout.constant #layout.cute<3:9>
  layout.assert_equivalent %h, %claimed
  %t = layout.constant #layout.cute<(8,4):(4,1)>
  %o = layout.apply %t(%i, %j) : index
  return %o : index
}
)";

static void toStream(MlirStringRef text, void *data) {
  static_cast<llvm::raw_ostream *>(data)->write(text.data, text.length);
}

/// A conjunction of the relation in MLIR's form.
static IntegerRelation toPresburger(MlirLayoutRelation relation, int i) {
  PresburgerSpace space = PresburgerSpace::getRelationSpace(
      mlirLayoutRelationGetNumInputs(relation),
      mlirLayoutRelationGetNumOutputs(relation),
      mlirLayoutRelationGetNumSymbols(relation),
      mlirLayoutRelationGetNumLocals(relation, i));
  IntegerRelation result(space);
  size_t columns = result.getNumCols();
  for (int row = 0; row < mlirLayoutRelationGetNumEqualities(relation, i); ++row)
    result.addEquality(llvm::ArrayRef<int64_t>(
        mlirLayoutRelationGetEquality(relation, i, row), columns));
  for (int row = 0; row < mlirLayoutRelationGetNumInequalities(relation, i); ++row)
    result.addInequality(llvm::ArrayRef<int64_t>(
        mlirLayoutRelationGetInequality(relation, i, row), columns));
  return result;
}

/// How many pairs of the box the relation has, by MLIR, and how many of them the layout has.
static bool agrees(MlirAttribute layout, MlirLayoutRelation relation, int64_t size) {
  int64_t found = 0;
  for (int64_t c = 0; c < size; ++c) {
    for (int64_t o = 0; o < 4 * size; ++o) {
      bool isPair = false;
      for (int i = 0; i < mlirLayoutRelationGetNumConjunctions(relation); ++i)
        isPair |= toPresburger(relation, i).containsPointNoLocal({c, o}).has_value();
      int64_t offset;
      if (!mlirLayoutAttrApply(layout, 1, &c, &offset) || isPair != (o == offset))
        return false;
      found += isPair;
    }
  }
  llvm::outs() << "MLIR finds the " << found << " pairs of the layout\n";
  return found == size;
}

int main() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__layout__(), wrap(&registry));
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  mlirRegisterLayoutPasses();

  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  mlir::PassManager passes(&context);
  if (!module || failed(mlir::parsePassPipeline("layout-verify{report=true},layout-lower-to-arith",
                                                passes)) ||
      failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());

  std::string error;
  llvm::raw_string_ostream stream(error);
  auto get = [&](MlirLayoutKind kind, const char *notation) {
    return mlirLayoutAttrGet(wrap(&context), kind, mlirStringRefCreateFromCString(notation),
                             toStream, &stream);
  };
  MlirAttribute layout = get(MlirLayoutKindCute, "(4,(2,2)):(2,(1,8))");
  int64_t size = 0, cosize = 0;
  mlirLayoutAttrGetSize(layout, &size);
  mlirLayoutAttrGetCosize(layout, &cosize);
  llvm::outs() << "size " << size << ", cosize " << cosize << "\n";
  MlirLayoutRelation relation = mlirLayoutRelationGet(layout, false, toStream, &stream);
  mlirLayoutRelationGetText(relation, toStream, &llvm::outs());
  llvm::outs() << "\n";
  bool isSame = agrees(layout, relation, size);
  mlirLayoutRelationDestroy(relation);

  MlirAttribute wrong = get(MlirLayoutKindCute, "(2,3):(6,3)");
  MlirAttribute left = get(MlirLayoutKindCute, "(4,6,8):(2,3,5)");
  MlirAttribute right = get(MlirLayoutKindCute, "6:3");
  MlirAttribute composed =
      mlirLayoutAttrCompose(left, right, /*isPromoted=*/true, nullptr, toStream, &stream);
  MlirLayoutVerdict verdict = mlirLayoutAttrEquivalent(composed, wrong, nullptr);
  llvm::outs() << unwrap(mlirLayoutVerdictGetText(verdict)) << " (verdict "
               << mlirLayoutVerdictGetKind(verdict) << ")\n";
  mlirLayoutVerdictDestroy(verdict);
  if (!mlirAttributeIsNull(get(MlirLayoutKindCute, "(4,6):(2")))
    return 1;
  stream << "\n";
  if (!mlirAttributeIsNull(mlirLayoutAttrConvert(layout, MlirLayoutKind(7), nullptr, toStream,
                                                 &stream)))
    return 1;
  stream << "\n";
  verdict = mlirLayoutAttrInjective(MlirAttribute{nullptr}, nullptr);
  if (mlirLayoutVerdictGetKind(verdict) != MlirLayoutVerdictUnsupported)
    return 1;
  stream << unwrap(mlirLayoutVerdictGetText(verdict));
  mlirLayoutVerdictDestroy(verdict);
  llvm::outs() << stream.str() << "\n";
  return isSame ? 0 : 1;
}
