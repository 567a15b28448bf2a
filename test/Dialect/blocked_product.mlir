// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,5):(5,1)>
  %order = layout.constant #layout.cute<(3,4):(1,3)>
  // CHECK: layout.blocked_product %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((2,3),(5,4)):((5,10),(1,30))>{{$}}
  %p = layout.blocked_product %a, %order
  // FOLD-NOT: layout.blocked_product 
  return %p : !layout.layout
}

// The block is padded with a mode 1:0.

// CHECK-LABEL: func.func @padded(
// FOLD-LABEL:  func.func @padded(
func.func @padded() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<(2,3):(1,2)>
  // CHECK: layout.blocked_product %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,2),(1,3)):((1,4),(0,8))>{{$}}
  %r = layout.blocked_product %a, %b
  // FOLD-NOT: layout.blocked_product 
  return %r : !layout.layout
}
