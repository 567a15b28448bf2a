// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(8,64):(64,1)>
  // CHECK: layout.downcast %{{.*}}, 2{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(8,128):(128,1)>{{$}}
  %d = layout.downcast %a, 2
  // FOLD-NOT: layout.downcast 
  return %d : !layout.layout
}

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(1,-4)>
  // CHECK: layout.downcast %{{.*}}, 2{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(8,2):(1,-8)>{{$}}
  %r = layout.downcast %a, 2
  // FOLD-NOT: layout.downcast 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<2,2,3> o 16 o 16:1>
  // CHECK: layout.downcast %{{.*}}, 16{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<2,6,3> o 256 o 256:1>{{$}}
  %r = layout.downcast %a, 16
  // FOLD-NOT: layout.downcast 
  return %r : !layout.layout
}
