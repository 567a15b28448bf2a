// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(8,2),3):(0,(1,8),0)>
  // CHECK: layout.filter %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<16:1>{{$}}
  %f = layout.filter %a
  // FOLD-NOT: layout.filter 
  return %f : !layout.layout
}

// CHECK-LABEL: func.func @nothing_to_filter(
// FOLD-LABEL:  func.func @nothing_to_filter(
func.func @nothing_to_filter() -> !layout.layout {
  %a = layout.constant #layout.cute<((4,8),(4,2)):((32,1),(8,128))>
  // CHECK: layout.filter %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,32,2):(32,1,128)>{{$}}
  %r = layout.filter %a
  // FOLD-NOT: layout.filter 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @all(
// FOLD-LABEL:  func.func @all(
func.func @all() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,3):(0,0)>
  // CHECK: layout.filter %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<1:0>{{$}}
  %r = layout.filter %a
  // FOLD-NOT: layout.filter 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(3,2)):(1@0,(0,1@1))>
  // CHECK: layout.filter %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2):(1@0,1@1)>{{$}}
  %r = layout.filter %a
  // FOLD-NOT: layout.filter 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 2 o (4,2):(1,0)>
  // CHECK: layout.filter %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 2 o 4:1>{{$}}
  %r = layout.filter %a
  // FOLD-NOT: layout.filter 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @symbols(
// FOLD-LABEL:  func.func @symbols(
func.func @symbols() -> !layout.layout {
  %a = layout.constant #layout.cute<(M,2):(1,0)>
  // CHECK: layout.filter %{{.*}}{{$}}
  // FOLD: layout.filter %{{.*}}{{$}}
  %r = layout.filter %a
  return %r : !layout.layout
}
