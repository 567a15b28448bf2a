// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<((2,2),1,8):((2,256),128,4)>
  // CHECK: layout.upcast %{{.*}}, 16{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((1,2),1,2):((1,16),8,1)>{{$}}
  %u = layout.upcast %a, 16
  // FOLD-NOT: layout.upcast 
  return %u : !layout.layout
}

// CHECK-LABEL: func.func @pairs(
// FOLD-LABEL:  func.func @pairs(
func.func @pairs() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // CHECK: layout.upcast %{{.*}}, 2{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(1,2)>{{$}}
  %r = layout.upcast %a, 2
  // FOLD-NOT: layout.upcast 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<3,4,3> o 16 o (8,64):(64,1)>
  // CHECK: layout.upcast %{{.*}}, 2{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<3,3,3> o 8 o (8,32):(32,1)>{{$}}
  %r = layout.upcast %a, 2
  // FOLD-NOT: layout.upcast 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @stride_zero(
// FOLD-LABEL:  func.func @stride_zero(
func.func @stride_zero() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,1):(0,3)>
  // CHECK: layout.upcast %{{.*}}, 2{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,1):(0,2)>{{$}}
  %r = layout.upcast %a, 2
  // FOLD-NOT: layout.upcast 
  return %r : !layout.layout
}
