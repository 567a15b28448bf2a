// The dialect of Peer.td and its lowering as a plugin: a compiler on the shared libMLIR.so in small.

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/TypeSwitch.h"

#include "PeerDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "PeerTypes.h.inc"
#define GET_OP_CLASSES
#include "PeerOps.h.inc"

#include "PeerDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "PeerTypes.cpp.inc"
#define GET_OP_CLASSES
#include "PeerOps.cpp.inc"

using namespace mlir;

void peer::CuteDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "PeerTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "PeerOps.cpp.inc"
      >();
}

namespace {

/// Lowers the offset of (m,n):(a,b) at an integral coordinate, with all of them operands; with
/// `columns=true` it takes a coordinate for one that goes along the rows first, which is wrong.
struct LowerPeer : PassWrapper<LowerPeer, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerPeer)
  LowerPeer() = default;
  LowerPeer(const LowerPeer &other) : PassWrapper(other) {}
  StringRef getArgument() const final { return "peer-lower"; }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect>();
  }

  void runOnOperation() final {
    SmallVector<peer::GetScalars> all;
    getOperation()->walk([&](peer::GetScalars op) { all.push_back(op); });
    for (peer::GetScalars scalars : all) {
      auto eval = scalars.getTuple().getDefiningOp<peer::LayoutEval>();
      auto layout = eval.getLayout().getDefiningOp<peer::MakeLayout>();
      auto shape = layout.getShape().getDefiningOp<peer::MakeShape>();
      auto stride = layout.getStride().getDefiningOp<peer::MakeStride>();
      auto coord = eval.getCoord().getDefiningOp<peer::MakeCoord>();
      OpBuilder b(scalars);
      Location at = scalars.getLoc();
      Value number = coord.getLeaves()[0], divisor = shape.getLeaves()[columns ? 1 : 0];
      Value first = arith::RemSIOp::create(b, at, number, divisor);
      Value second = arith::DivSIOp::create(b, at, number, divisor);
      if (columns)
        std::swap(first, second);
      Value one = arith::MulIOp::create(b, at, first, stride.getLeaves()[0]);
      Value other = arith::MulIOp::create(b, at, second, stride.getLeaves()[1]);
      Value sum = arith::AddIOp::create(b, at, one, other);
      scalars.getScalars()[0].replaceAllUsesWith(sum);
      for (Operation *op : {scalars.getOperation(), eval.getOperation(), layout.getOperation(),
                            shape.getOperation(), stride.getOperation(), coord.getOperation()})
        op->erase();
    }
  }

  Option<bool> columns{*this, "columns", llvm::cl::init(false)};
};

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "peer", "1", [](DialectRegistry *registry) { registry->insert<peer::CuteDialect>(); }};
}

EXPORTED PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "peer", "1", [] { PassRegistration<LowerPeer>(); }};
}
