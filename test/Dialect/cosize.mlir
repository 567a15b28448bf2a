// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> index {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.cosize %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 16 : index{{$}}
  %n = layout.cosize %a
  // FOLD-NOT: layout.cosize 
  return %n : index
}

// CuTe counts the extent of the range.

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> index {
  %a = layout.constant #layout.cute<4:-1>
  // CHECK: layout.cosize %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 4 : index{{$}}
  %r = layout.cosize %a
  // FOLD-NOT: layout.cosize 
  return %r : index
}

// CHECK-LABEL: func.func @stride_zero(
// FOLD-LABEL:  func.func @stride_zero(
func.func @stride_zero() -> index {
  %a = layout.constant #layout.cute<(4,2):(0,3)>
  // CHECK: layout.cosize %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 4 : index{{$}}
  %r = layout.cosize %a
  // FOLD-NOT: layout.cosize 
  return %r : index
}

// The offsets of 0, 1, 2 are 0, 1, 3.

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> index {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o 3:1>
  // CHECK: layout.cosize %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 4 : index{{$}}
  %r = layout.cosize %a
  // FOLD-NOT: layout.cosize 
  return %r : index
}

// Offsets that are tuples have no cosize.

// CHECK-LABEL: func.func @tuples(
// FOLD-LABEL:  func.func @tuples(
func.func @tuples() -> index {
  %a = layout.constant #layout.cute<(4,8):(1@0,1@1)>
  // CHECK: layout.cosize %{{.*}}{{$}}
  // FOLD: layout.cosize %{{.*}}{{$}}
  %r = layout.cosize %a
  return %r : index
}
