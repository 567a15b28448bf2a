// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(8,2)):(0,(1,8))>
  // CHECK: layout.filter_zeros %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(1,(8,2)):(0,(1,8))>{{$}}
  %f = layout.filter_zeros %a
  // FOLD-NOT: layout.filter_zeros 
  return %f : !layout.layout
}

// CHECK-LABEL: func.func @nothing_to_filter(
// FOLD-LABEL:  func.func @nothing_to_filter(
func.func @nothing_to_filter() -> !layout.layout {
  %a = layout.constant #layout.cute<((4,2),4):((8,4),1)>
  // CHECK: layout.filter_zeros %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,2),4):((8,4),1)>{{$}}
  %r = layout.filter_zeros %a
  // FOLD-NOT: layout.filter_zeros 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> !layout.layout {
  %a = layout.constant #layout.cute<(3,4):(0,-1)>
  // CHECK: layout.filter_zeros %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(1,4):(0,-1)>{{$}}
  %r = layout.filter_zeros %a
  // FOLD-NOT: layout.filter_zeros 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 2 o (4,2):(1,0)>
  // CHECK: layout.filter_zeros %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 2 o (4,1):(1,0)>{{$}}
  %r = layout.filter_zeros %a
  // FOLD-NOT: layout.filter_zeros 
  return %r : !layout.layout
}
