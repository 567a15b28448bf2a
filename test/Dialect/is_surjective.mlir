// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> i1 {
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  // CHECK: layout.is_surjective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %t = layout.is_surjective %a
  // FOLD-NOT: layout.is_surjective 
  return %t : i1
}

// CHECK-LABEL: func.func @rows(
// FOLD-LABEL:  func.func @rows(
func.func @rows() -> i1 {
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  // CHECK: layout.is_surjective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_surjective %a
  // FOLD-NOT: layout.is_surjective 
  return %r : i1
}

// The offsets are -3 to 0; below 0 nothing is asked.

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> i1 {
  %a = layout.constant #layout.cute<4:-1>
  // CHECK: layout.is_surjective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_surjective %a
  // FOLD-NOT: layout.is_surjective 
  return %r : i1
}

// CHECK-LABEL: func.func @swizzled(
// FOLD-LABEL:  func.func @swizzled(
func.func @swizzled() -> i1 {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.is_surjective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_surjective %a
  // FOLD-NOT: layout.is_surjective 
  return %r : i1
}

// The out-dims have room for (1,1).

// CHECK-LABEL: func.func @linear(
// FOLD-LABEL:  func.func @linear(
func.func @linear() -> i1 {
  %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[0,0]]} -> [x = 2, y = 2]>
  // CHECK: layout.is_surjective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %r = layout.is_surjective %a
  // FOLD-NOT: layout.is_surjective 
  return %r : i1
}

// CHECK-LABEL: func.func @relation(
// FOLD-LABEL:  func.func @relation(
func.func @relation() -> i1 {
  %a = layout.constant #layout.relation<"{ [i] -> [o] : 0 <= i < 9 and i <= o <= i + 1 }">
  // CHECK: layout.is_surjective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_surjective %a
  // FOLD-NOT: layout.is_surjective 
  return %r : i1
}
