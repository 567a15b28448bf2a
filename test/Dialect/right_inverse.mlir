// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,2,2):(1,8,2)>
  // CHECK: layout.right_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(1,4)>{{$}}
  %r = layout.right_inverse %a
  // FOLD-NOT: layout.right_inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @without_stride_one(
// FOLD-LABEL:  func.func @without_stride_one(
func.func @without_stride_one() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  // CHECK: layout.right_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<1:0>{{$}}
  %r = layout.right_inverse %a
  // FOLD-NOT: layout.right_inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(1,-4)>
  // CHECK: layout.right_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<4:1>{{$}}
  %r = layout.right_inverse %a
  // FOLD-NOT: layout.right_inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @nested(
// FOLD-LABEL:  func.func @nested(
func.func @nested() -> !layout.layout {
  %a = layout.constant #layout.cute<((4,8),2):((8,1),33)>
  // CHECK: layout.right_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(8,4):(4,1)>{{$}}
  %r = layout.right_inverse %a
  // FOLD-NOT: layout.right_inverse 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<3,3,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.right_inverse %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<3,0,-6> o 0 o (64,8):(8,1)>{{$}}
  %r = layout.right_inverse %a
  // FOLD-NOT: layout.right_inverse 
  return %r : !layout.layout
}
