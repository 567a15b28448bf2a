// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(8,2),2):(2,(0,40),8)>
  // CHECK: layout.make_layout_like %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,(8,2),2):(1,(0,8),4)>{{$}}
  %l = layout.make_layout_like %a
  // FOLD-NOT: layout.make_layout_like 
  return %l : !layout.layout
}

// CHECK-LABEL: func.func @nested(
// FOLD-LABEL:  func.func @nested(
func.func @nested() -> !layout.layout {
  %a = layout.constant #layout.cute<(9,(8,2)):(1,(36,1440))>
  // CHECK: layout.make_layout_like %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(9,(8,2)):(1,(9,72))>{{$}}
  %r = layout.make_layout_like %a
  // FOLD-NOT: layout.make_layout_like 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o (4,2):(2,1)>
  // CHECK: layout.make_layout_like %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2):(2,1)>{{$}}
  %r = layout.make_layout_like %a
  // FOLD-NOT: layout.make_layout_like 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(-2,1)>
  // CHECK: layout.make_layout_like %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2):(2,1)>{{$}}
  %r = layout.make_layout_like %a
  // FOLD-NOT: layout.make_layout_like 
  return %r : !layout.layout
}
