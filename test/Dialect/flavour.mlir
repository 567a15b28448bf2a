// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD
// RUN: layout-opt %s --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=VERIFY

// Complement and inverses in the flavour of the paper "Modeling Layout Abstractions Using Integer Set
// Relations". Where nothing is said the flavor is CuTe's. Assembly writes `flavor`, and reads `flavour`
// too, as the generic form and bytecode call it.

// VERIFY: remark: proved by canonical form: layouts are equal
// VERIFY-NOT: {{error|remark}}:

// CHECK-LABEL: func.func @inverses
// FOLD-LABEL: func.func @inverses
// FOLD-DAG: %[[INVERSE:.*]] = layout.constant #layout.cute<(3,5,2):(2,6,1)>
// FOLD-DAG: %[[CUTE:.*]] = layout.constant #layout.cute<(15,2):(2,1)>
// FOLD-DAG: %[[DEFAULT:.*]] = layout.constant #layout.cute<(15,2):(2,1)>
// FOLD-DAG: %[[RIGHT:.*]] = layout.constant #layout.cute<1:0>
// FOLD-DAG: %[[CUTE_RIGHT:.*]] = layout.constant #layout.cute<4:2>
// FOLD: return %[[INVERSE]], %[[CUTE]], %[[DEFAULT]], %[[RIGHT]], %[[CUTE_RIGHT]]
func.func @inverses() -> (!layout.layout, !layout.layout, !layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,3,5):(15,1,3)>
  // CHECK: layout.inverse %{{.*}} {flavor = paper}
  // GENERIC: "layout.inverse"(%{{.*}}) <{flavour = "paper"}> : (!layout.layout) -> !layout.layout
  %p = layout.inverse %a {flavour = paper}
  // CHECK: layout.inverse %{{.*}} {flavor = cute}
  %c = layout.inverse %a {flavour = cute}
  // CHECK: layout.inverse %{{[0-9]+$}}
  %d = layout.inverse %a
  layout.assert_equivalent %p, %c
  %b = layout.constant #layout.cute<(2,4):(0,1)>
  %r = layout.right_inverse %b {flavour = paper}
  %s = layout.right_inverse %b
  return %p, %c, %d, %r, %s : !layout.layout, !layout.layout, !layout.layout, !layout.layout, !layout.layout
}

// Where a mode begins before the faster ones end CuTe has no complement, and the paper has one. An
// attribute of one's own stands beside the flavour.
// CHECK-LABEL: func.func @interleaved
// FOLD-LABEL: func.func @interleaved
// FOLD: layout.constant #layout.cute<(2,2):(2,18)>
func.func @interleaved() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,2,2):(1,5,9)>
  // CHECK: layout.complement %{{.*}}, 20 {flavor = paper, note}
  %p = layout.complement %a, 20 {flavour = paper, note}
  return %p : !layout.layout
}
