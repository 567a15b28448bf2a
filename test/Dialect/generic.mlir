// RUN: layout-opt %s --mlir-print-op-generic | FileCheck %s

func.func @f(%x: !layout.layout, %i: index, %m: index) {
  // CHECK: "layout.constant"() <{value = #layout.cute<4:1>}> : () -> !layout.layout
  %g = layout.constant #layout.cute<4:1>
  // CHECK: "layout.compose"(%{{.*}}, %{{.*}}) <{promotion = "none"}> {note} : (!layout.layout, !layout.layout) -> !layout.layout
  %h = layout.compose %g, %x {promotion = none, note}
  // CHECK: "layout.apply"(%{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1, 1>, symbols = ["M"]}> : (!layout.layout, index, index) -> (index, index)
  %o:2 = layout.apply %x(%i) symbols(M = %m) : index, index
  // CHECK: "layout.assert_in_bounds"(%{{.*}}) <{size = 12 : i64}> : (!layout.layout) -> ()
  layout.assert_in_bounds %h, 12
  return
}
