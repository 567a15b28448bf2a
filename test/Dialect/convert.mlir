// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD
// RUN: layout-opt %s --layout-verify -o /dev/null

// Every notation becomes every other.

// CHECK-LABEL: @from_cute
// FOLD-LABEL: @from_cute
func.func @from_cute() -> (!layout.layout, !layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(4,(2,4)):(8,(1,2))>
  // CHECK: layout.convert %{{.*}} to cute
  // FOLD-DAG: layout.constant #layout.cute<(4,(2,4)):(8,(1,2))>
  %c = layout.convert %a to cute
  // CHECK: layout.convert %{{.*}} to composed
  // FOLD-DAG: layout.constant #layout.composed<S<0,4,3> o 0 o (4,(2,4)):(8,(1,2))>
  %s = layout.convert %a to composed
  // CHECK: layout.convert %{{.*}} to linear
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}8],[16]], dim1 = {{\[\[}}1],[2],[4]]}>
  %l = layout.convert %a to linear
  // CHECK: layout.convert %{{.*}} to relation
  // FOLD-DAG: layout.constant #layout.relation<"{ [c] -> [8c - 31*floor(c/4)] : 0 <= c < 32 }">
  %r = layout.convert %a to relation
  return %c, %s, %l, %r : !layout.layout, !layout.layout, !layout.layout, !layout.layout
}

// The swizzled linear layout of the paper.
// FOLD-LABEL: @from_composed
func.func @from_composed() -> (!layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.composed<S<2,0,-2> o 0 o (4,4):(1,4)>
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}5],[10]], dim1 = {{\[\[}}4],[8]]}>
  %l = layout.convert %a to linear
  // FOLD-DAG: layout.constant #layout.relation<"{ [c] -> [{{.*}}] : 0 <= c < 16 }">
  %r = layout.convert %a to relation
  // Its rows are too short for this swizzle to act.
  %b = layout.constant #layout.composed<S<2,0,4> o 0 o (4,4):(1,4)>
  // FOLD-DAG: layout.constant #layout.cute<16:1>
  %c = layout.convert %b to cute
  return %l, %r, %c : !layout.layout, !layout.layout, !layout.layout
}

// FOLD-LABEL: @from_swizzle
func.func @from_swizzle() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // FOLD-DAG: layout.constant #layout.linear<{c = {{\[\[}}1],[3]]}>
  %l = layout.convert %a to linear
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 0 o 4:1>
  %s = layout.convert %a to composed
  return %l, %s : !layout.layout, !layout.layout
}

// FOLD-LABEL: @from_linear
func.func @from_linear() -> (!layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.linear<{lane = [[8],[16]], warp = [[1],[2],[4]]}>
  // FOLD-DAG: layout.constant #layout.cute<(4,8):(8,1)>
  %c = layout.convert %a to cute
  %b = layout.constant #layout.linear<{lane = [[1],[2]], warp = [[5],[10]]}>
  // FOLD-DAG: layout.constant #layout.composed<S<2,0,2> o 0 o 16:1>
  %s = layout.convert %b to composed
  %two = layout.constant #layout.linear<{t = [[1,1]], w = [[0,1]]} -> [x = 2, y = 2]>
  // FOLD-DAG: layout.constant #layout.relation<"{ [t, w] -> [x = {{.*}}, y = {{.*}}] : 0 <= t < 2 and 0 <= w < 2 }">
  %r = layout.convert %two to relation
  return %c, %s, %r : !layout.layout, !layout.layout, !layout.layout
}

// FOLD-LABEL: @from_relation
func.func @from_relation() -> (!layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.relation<"{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }">
  // FOLD-DAG: layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %c = layout.convert %a to cute
  %b = layout.constant #layout.relation<"{ [c] -> [c + 3] : 0 <= c < 8 }">
  // FOLD-DAG: layout.constant #layout.composed<S<0,4,3> o 3 o 8:1>
  %s = layout.convert %b to composed
  %t = layout.constant #layout.relation<"{ [t, w] -> [t + 8w] : 0 <= t < 8 and 0 <= w < 2 }">
  // FOLD-DAG: layout.constant #layout.linear<{t = {{\[\[}}1],[2],[4]], w = {{\[\[}}8]]}>
  %l = layout.convert %t to linear
  return %c, %s, %l : !layout.layout, !layout.layout, !layout.layout
}

// Symbols stay where the modes do.
// FOLD-LABEL: @symbols
func.func @symbols() -> (!layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(M,8):(8,1) where M mod 16 = 0>
  // FOLD-DAG: layout.constant #layout.composed<S<0,4,3> o 0 o (M,8):(8,1) where M mod 16 = 0>
  %s = layout.convert %a to composed
  // FOLD-DAG: layout.constant #layout.cute<(M,8):(8,1) where M mod 16 = 0>
  %c = layout.convert %s to cute
  // FOLD-DAG: layout.constant #layout.relation<"[M] -> { [c0, c1] -> [8c0 + c1] : {{.*}} }">
  %r = layout.convert %a to relation
  return %s, %c, %r : !layout.layout, !layout.layout, !layout.layout
}

// The example of the reference.

// CHECK-LABEL: @example
// FOLD-LABEL: @example
func.func @example() -> !layout.layout {
  %s = layout.constant #layout.composed<S<2,0,-2> o 0 o (4,4):(1,4)>
  // CHECK: layout.convert %{{.*}} to linear
  // FOLD: layout.constant #layout.linear<{dim0 = {{\[\[}}5],[10]], dim1 = {{\[\[}}4],[8]]}>
  %l = layout.convert %s to linear
  return %l : !layout.layout
}

// Nothing is done to an offset below 0 behind a swizzle of no bits.
// FOLD-LABEL: @negative_offsets(
// FOLD-DAG: layout.constant #layout.composed<S<0,4,3> o 0 o 4:-1>
// FOLD-DAG: layout.constant #layout.cute<4:-1>
// FOLD-DAG: layout.constant #layout.composed<S<0,4,3> o -3 o 4:1>
func.func @negative_offsets() -> (!layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<4:-1>
  %b = layout.convert %a to composed
  %c = layout.convert %b to cute
  %d = layout.constant #layout.relation<"{ [c] -> [c - 3] : 0 <= c < 4 }">
  %e = layout.convert %d to composed
  return %b, %c, %e : !layout.layout, !layout.layout, !layout.layout
}
