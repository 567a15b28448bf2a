// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,5):(5,1)>
  %order = layout.constant #layout.cute<(3,4):(1,3)>
  // CHECK: layout.zipped_product %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((2,5),(3,4)):((5,1),(10,30))>{{$}}
  %p = layout.zipped_product %a, %order
  // FOLD-NOT: layout.zipped_product 
  return %p : !layout.layout
}

// CHECK-LABEL: func.func @columns(
// FOLD-LABEL:  func.func @columns(
func.func @columns() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<(2,3):(1,2)>
  // CHECK: layout.zipped_product %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,(2,3)):(1,(4,8))>{{$}}
  %r = layout.zipped_product %a, %b
  // FOLD-NOT: layout.zipped_product 
  return %r : !layout.layout
}

// A composed block is repeated in its inner layout.

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o 4:1>
  %b = layout.constant #layout.cute<(2,3):(1,2)>
  // CHECK: layout.zipped_product %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 0 o (4,(2,3)):(1,(4,8))>{{$}}
  %r = layout.zipped_product %a, %b
  // FOLD-NOT: layout.zipped_product 
  return %r : !layout.layout
}
