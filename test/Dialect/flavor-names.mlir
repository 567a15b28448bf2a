// RUN: layout-opt %s | FileCheck %s

// Both spellings of the flavor, and the name of the attribute in the generic form.
// CHECK-LABEL: func.func @spellings
// CHECK-COUNT-3: layout.inverse %arg0 {flavor = paper}
func.func @spellings(%a: !layout.layout) {
  %p = layout.inverse %a {flavor = paper}
  %q = layout.inverse %a {flavour = paper}
  %r = "layout.inverse"(%a) <{flavour = "paper"}> : (!layout.layout) -> !layout.layout
  return
}
