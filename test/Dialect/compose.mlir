// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference: pycute refuses it, and it is exactly 3:9.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (!layout.layout, !layout.layout) {
  // FOLD-DAG: layout.constant #layout.cute<3:9>
  // FOLD-DAG: layout.constant #layout.relation<
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  // CHECK: layout.compose %{{.*}}, %{{[^ ]*$}}
  %h = layout.compose %g, %f
  // CHECK: layout.compose %{{.*}}, %{{.*}} {promotion = none}{{$}}
  %r = layout.compose %g, %f {promotion = none}
  return %h, %r : !layout.layout, !layout.layout
}

// A choice is written as a bare word, and so it is printed.

// CHECK-LABEL: func.func @choices
func.func @choices(%x: !layout.layout) {
  // CHECK: layout.compose %{{.*}}, %{{.*}} {promotion = none}{{$}}
  %a = layout.compose %x, %x {promotion = none}
  // CHECK: layout.compose %{{.*}}, %{{.*}} {promotion = none}{{$}}
  %b = layout.compose %x, %x {promotion = "none"}
  // CHECK: layout.compose %{{.*}}, %{{.*}} {promotion = none, "a b" = 1 : i32, unit}{{$}}
  %c = layout.compose %x, %x {unit, promotion = none, "a b" = 1 : i32}
  // CHECK: layout.compose %{{.*}}, %{{.*}} {other = none}{{$}}
  %d = layout.compose %x, %x {other = none}
  return
}

// A swizzle after a layout, a layout by a tiler, a linear layout after a linear one.

// FOLD-LABEL: func.func @notations(
func.func @notations() -> (!layout.layout, !layout.layout, !layout.layout) {
  // FOLD-DAG: layout.constant #layout.composed<S<1,2,1> o 0 o (4,4):(1,4)>
  %s = layout.constant #layout.swizzle<S<1,2,1>>
  %a = layout.constant #layout.cute<(4,4):(1,4)>
  %x = layout.compose %s, %a
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(1,4)>
  %t = layout.constant #layout.tile<[2;2]>
  %y = layout.compose %a, %t
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}2],[1]]}>
  %g = layout.constant #layout.linear<{dim0 = [[2],[1]]}>
  %f = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %z = layout.compose %g, %f
  return %x, %y, %z : !layout.layout, !layout.layout, !layout.layout
}

// The composition that CuTe gets wrong is not a layout; the one that it refuses is 3:9.

// FOLD-LABEL: func.func @compositions
func.func @compositions() {
  %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  %f = layout.constant #layout.cute<6:3>
  %h = layout.compose %g, %f
  // FOLD-DAG: %[[RELATION:.*]] = layout.constant #layout.relation<
  // FOLD-DAG: %[[EXACT:.*]] = layout.constant #layout.cute<3:9>
  %p = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %q = layout.constant #layout.cute<3:3>
  %r = layout.compose %p, %q
  // FOLD: layout.assert_injective %[[RELATION]]
  layout.assert_injective %h
  // FOLD: layout.assert_injective %[[EXACT]]
  layout.assert_injective %r
  return
}

// (4,3):(3,1) ends at 12. Extended, its last mode has 6 coordinates; without
// promotion the coordinates from 12 on have no offset.

// FOLD-LABEL: func.func @promotion
func.func @promotion() -> (index, index) {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  // FOLD-DAG: %[[EXTENDED:.*]] = layout.constant #layout.cute<(4,6):(3,1)>
  %h = layout.compose %g, %f
  // FOLD-DAG: %[[HOLES:.*]] = layout.constant #layout.relation<
  %r = layout.compose %g, %f {promotion = none}
  // FOLD-DAG: %[[OFFSET:.*]] = arith.constant 7 : index
  %c6 = arith.constant 6 : index
  // 6 is (2,1): 2*3 + 1*1.
  %o = layout.apply %r(%c6) : index
  // FOLD: layout.apply %[[HOLES]]
  %c12 = arith.constant 12 : index
  %p = layout.apply %r(%c12) : index
  // FOLD: layout.assert_injective %[[EXTENDED]]
  layout.assert_injective %h
  // FOLD: return %[[OFFSET]],
  return %o, %p : index, index
}
