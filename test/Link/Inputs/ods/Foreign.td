// A dialect of somebody else with layouts in its operations.

include "layout-c/LayoutConstraints.td"
include "mlir/IR/OpBase.td"

def Foreign_Dialect : Dialect {
  let name = "foreign";
  let cppNamespace = "::foreign";
}

def Foreign_TileOp : Op<Foreign_Dialect, "tile"> {
  let arguments = (ins LayoutC_CuteAttr:$layout, OptionalAttr<LayoutC_AnyAttr>:$other);
  let results = (outs LayoutC_Type:$result);
}
