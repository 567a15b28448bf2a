// RUN: layout-opt %s | FileCheck %s

// Both spellings of the flavor, in assembly and in the generic form.
// CHECK-LABEL: func.func @spellings
// CHECK-COUNT-6: layout.inverse %arg0 {flavor = paper}
func.func @spellings(%a: !layout.layout) {
  %p = layout.inverse %a {flavor = paper}
  %q = layout.inverse %a {flavour = paper}
  %r = "layout.inverse"(%a) <{flavour = "paper"}> : (!layout.layout) -> !layout.layout
  %s = "layout.inverse"(%a) <{flavor = "paper"}> : (!layout.layout) -> !layout.layout
  %t = "layout.inverse"(%a) <{flavor = "paper", flavour = "paper"}> : (!layout.layout) -> !layout.layout
  %u = "layout.inverse"(%a) {flavour = "paper"} : (!layout.layout) -> !layout.layout
  return
}

// CHECK-LABEL: func.func @operations
// CHECK: layout.complement %arg0, 20 {flavor = paper}
// CHECK: layout.left_inverse %arg0 {flavor = paper}
// CHECK: layout.right_inverse %arg0 {flavor = paper}
// CHECK: layout.inverse %arg0{{$}}
func.func @operations(%a: !layout.layout) {
  %c = "layout.complement"(%a) <{flavor = "paper", size = 20 : i64}> : (!layout.layout) -> !layout.layout
  %l = "layout.left_inverse"(%a) <{flavor = "paper"}> : (!layout.layout) -> !layout.layout
  %r = "layout.right_inverse"(%a) <{flavor = "paper"}> : (!layout.layout) -> !layout.layout
  %i = "layout.inverse"(%a) <{}> : (!layout.layout) -> !layout.layout
  return
}
