// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> i1 {
  %a = layout.constant #layout.cute<(2,2):(0,1)>
  // CHECK: layout.is_injective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %t = layout.is_injective %a
  // FOLD-NOT: layout.is_injective 
  return %t : i1
}

// CHECK-LABEL: func.func @rows(
// FOLD-LABEL:  func.func @rows(
func.func @rows() -> i1 {
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  // CHECK: layout.is_injective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_injective %a
  // FOLD-NOT: layout.is_injective 
  return %r : i1
}

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> i1 {
  %a = layout.constant #layout.cute<(4,2):(-1,2)>
  // CHECK: layout.is_injective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %r = layout.is_injective %a
  // FOLD-NOT: layout.is_injective 
  return %r : i1
}

// CHECK-LABEL: func.func @large(
// FOLD-LABEL:  func.func @large(
func.func @large() -> i1 {
  %a = layout.constant #layout.cute<(1048576,1048576):(1048576,1)>
  // CHECK: layout.is_injective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_injective %a
  // FOLD-NOT: layout.is_injective 
  return %r : i1
}

// CHECK-LABEL: func.func @swizzled(
// FOLD-LABEL:  func.func @swizzled(
func.func @swizzled() -> i1 {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.is_injective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_injective %a
  // FOLD-NOT: layout.is_injective 
  return %r : i1
}

// CHECK-LABEL: func.func @relation(
// FOLD-LABEL:  func.func @relation(
func.func @relation() -> i1 {
  %a = layout.constant #layout.relation<"{ [i] -> [floor(i/2)] : 0 <= i < 10 }">
  // CHECK: layout.is_injective %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %r = layout.is_injective %a
  // FOLD-NOT: layout.is_injective 
  return %r : i1
}
