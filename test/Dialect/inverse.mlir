// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,3,5):(15,1,3)>
  // CHECK: layout.inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(15,2):(2,1)>{{$}}
  %i = layout.inverse %a
  // CHECK: layout.inverse %{{.*}} {flavor = paper}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(3,5,2):(2,6,1)>{{$}}
  %p = layout.inverse %a {flavor = paper}
  // FOLD-NOT: layout.inverse 
  return %i, %p : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @nested(
// FOLD-LABEL:  func.func @nested(
func.func @nested() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,4,2):(4,1,8)>{{$}}
  %r = layout.inverse %a
  // FOLD-NOT: layout.inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @size_one(
// FOLD-LABEL:  func.func @size_one(
func.func @size_one() -> !layout.layout {
  %a = layout.constant #layout.cute<():()>
  // CHECK: layout.inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<1:0>{{$}}
  %r = layout.inverse %a
  // FOLD-NOT: layout.inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @linear(
// FOLD-LABEL:  func.func @linear(
func.func @linear() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[2],[3]]}>
  // CHECK: layout.inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}3],[1]]} -> [lane = 4]>{{$}}
  %r = layout.inverse %a
  // FOLD-NOT: layout.inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<3,3,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<3,0,-6> o 0 o (64,8):(8,1)>{{$}}
  %r = layout.inverse %a
  // FOLD-NOT: layout.inverse 
  return %r : !layout.layout
}
