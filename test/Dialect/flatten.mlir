// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.flatten %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2,2):(2,1,8)>{{$}}
  %f = layout.flatten %a
  // FOLD-NOT: layout.flatten 
  return %f : !layout.layout
}

// CHECK-LABEL: func.func @flat(
// FOLD-LABEL:  func.func @flat(
func.func @flat() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1>
  // CHECK: layout.flatten %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<4:1>{{$}}
  %r = layout.flatten %a
  // FOLD-NOT: layout.flatten 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(2,3)):(1@0,(1@1,2@1))>
  // CHECK: layout.flatten %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2,3):(1@0,1@1,2@1)>{{$}}
  %r = layout.flatten %a
  // FOLD-NOT: layout.flatten 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @symbols(
// FOLD-LABEL:  func.func @symbols(
func.func @symbols() -> !layout.layout {
  %a = layout.constant #layout.cute<(M,(2,3)):(1,(M,2*M))>
  // CHECK: layout.flatten %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(M,2,3):(1,M,2*M)>{{$}}
  %r = layout.flatten %a
  // FOLD-NOT: layout.flatten 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 2 o (2,(1,6)):(1,(6,2))>
  // CHECK: layout.flatten %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 2 o (2,1,6):(1,6,2)>{{$}}
  %r = layout.flatten %a
  // FOLD-NOT: layout.flatten 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @without_nesting(
// FOLD-LABEL:  func.func @without_nesting(
func.func @without_nesting() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.flatten %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1],[2]]}>{{$}}
  %r = layout.flatten %a
  // FOLD-NOT: layout.flatten 
  return %r : !layout.layout
}
