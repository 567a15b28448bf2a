// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,5):(5,1)>
  %order = layout.constant #layout.cute<(3,4):(1,3)>
  // CHECK: layout.raked_product %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((3,2),(4,5)):((10,5),(30,1))>{{$}}
  %p = layout.raked_product %a, %order
  // FOLD-NOT: layout.raked_product 
  return %p : !layout.layout
}

// The block is padded with a mode 1:0.

// CHECK-LABEL: func.func @padded(
// FOLD-LABEL:  func.func @padded(
func.func @padded() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<(2,3):(1,2)>
  // CHECK: layout.raked_product %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((2,4),3):((4,1),8)>{{$}}
  %r = layout.raked_product %a, %b
  // FOLD-NOT: layout.raked_product 
  return %r : !layout.layout
}
