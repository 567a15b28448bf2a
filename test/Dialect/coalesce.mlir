// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,(1,6)):(1,(6,2))>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<12:1>{{$}}
  %c = layout.coalesce %a
  // CHECK: layout.coalesce %{{.*}} by (1,1){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,6):(1,2)>{{$}}
  %m = layout.coalesce %a by (1,1)
  // FOLD-NOT: layout.coalesce 
  return %c, %m : !layout.layout, !layout.layout
}

// Modes of size 1 go; a layout of size 1 is 1:0.

// CHECK-LABEL: func.func @size_one(
// FOLD-LABEL:  func.func @size_one(
func.func @size_one() -> !layout.layout {
  %a = layout.constant #layout.cute<(1,(1,1)):(5,(7,0))>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<1:0>{{$}}
  %r = layout.coalesce %a
  // FOLD-NOT: layout.coalesce 
  return %r : !layout.layout
}

// Modes of stride 0 merge, and so do modes that step down.

// CHECK-LABEL: func.func @stride_zero_and_negative(
// FOLD-LABEL:  func.func @stride_zero_and_negative(
func.func @stride_zero_and_negative() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,3,4,2):(0,0,-1,-4)>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(6,8):(0,-1)>{{$}}
  %r = layout.coalesce %a
  // FOLD-NOT: layout.coalesce 
  return %r : !layout.layout
}

// Basis strides merge within one position.

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2,3):(1@0,4@0,1@1)>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(8,3):(1@0,1@1)>{{$}}
  %r = layout.coalesce %a
  // FOLD-NOT: layout.coalesce 
  return %r : !layout.layout
}

// The inner layout is coalesced.

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 2 o (2,(1,6)):(1,(6,2))>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 2 o 12:1>{{$}}
  %r = layout.coalesce %a
  // FOLD-NOT: layout.coalesce 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @without_modes(
// FOLD-LABEL:  func.func @without_modes(
func.func @without_modes() -> !layout.layout {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.swizzle<S<1,0,1>>{{$}}
  %r = layout.coalesce %a
  // FOLD-NOT: layout.coalesce 
  return %r : !layout.layout
}

// What merges for all values of the symbols merges; (M,N):(1,M) is 1:0 where both are 1.

// CHECK-LABEL: func.func @symbols(
// FOLD-LABEL:  func.func @symbols(
func.func @symbols() -> (!layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(M,2):(1,M)>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<2*M:1>{{$}}
  %r = layout.coalesce %a
  %b = layout.constant #layout.composed<S<1,0,1> o 2 o (4,(M,N)):(1,(4,S)) where S in [5,9], M in [1,1], N in [2,3]>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 2 o (4*M,N):(1,S) where M in [1,1], N in [2,3], S in [5,9]>{{$}}
  %s = layout.coalesce %b
  %c = layout.constant #layout.cute<(M,N):(1,M)>
  // CHECK: layout.coalesce %{{.*}}{{$}}
  // FOLD: layout.coalesce %{{.*}}{{$}}
  %t = layout.coalesce %c
  return %r, %s, %t : !layout.layout, !layout.layout, !layout.layout
}

// The second mode stays as it is.

// CHECK-LABEL: func.func @by_part_of_the_modes(
// FOLD-LABEL:  func.func @by_part_of_the_modes(
func.func @by_part_of_the_modes() -> !layout.layout {
  %a = layout.constant #layout.cute<((2,4),(2,2)):((1,2),(1,2))>
  // CHECK: layout.coalesce %{{.*}} by (1){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(8,(2,2)):(1,(1,2))>{{$}}
  %r = layout.coalesce %a by (1)
  // FOLD-NOT: layout.coalesce 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @by_nested_modes(
// FOLD-LABEL:  func.func @by_nested_modes(
func.func @by_nested_modes() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,((1,6),3)):(1,((6,2),12))>
  // CHECK: layout.coalesce %{{.*}} by (1,(1,1)){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,(6,3)):(1,(2,12))>{{$}}
  %r = layout.coalesce %a by (1, (1, 1))
  // FOLD-NOT: layout.coalesce 
  return %r : !layout.layout
}
