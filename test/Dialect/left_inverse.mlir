// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(4,2,2):(4,2,32)>
  // CHECK: layout.left_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2,16):(0,4,1)>{{$}}
  %c = layout.left_inverse %a
  // CHECK: layout.left_inverse %{{.*}} {flavor = paper}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2,4,2,2):(16,4,1,32,8)>{{$}}
  %p = layout.left_inverse %a {flavor = paper}
  // FOLD-NOT: layout.left_inverse 
  return %c, %p : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @permuted(
// FOLD-LABEL:  func.func @permuted(
func.func @permuted() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,2,2):(1,8,2)>
  // CHECK: layout.left_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,4,2):(1,4,2)>{{$}}
  %r = layout.left_inverse %a
  // FOLD-NOT: layout.left_inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<2,0,-2> o 0 o (4,4):(1,4)>
  // CHECK: layout.left_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<2,0,-2> o 0 o 16:1>{{$}}
  %r = layout.left_inverse %a
  // FOLD-NOT: layout.left_inverse 
  return %r : !layout.layout
}
