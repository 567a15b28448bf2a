// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> i1 {
  %a = layout.constant #layout.cute<(4,4):(1,4)>
  %b = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.is_compatible %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %t = layout.is_compatible %a, %b
  // FOLD-NOT: layout.is_compatible 
  return %t : i1
}

// CHECK-LABEL: func.func @other_size(
// FOLD-LABEL:  func.func @other_size(
func.func @other_size() -> i1 {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  %b = layout.constant #layout.cute<(2,(2,3)):(1,(2,4))>
  // CHECK: layout.is_compatible %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %r = layout.is_compatible %a, %b
  // FOLD-NOT: layout.is_compatible 
  return %r : i1
}

// CHECK-LABEL: func.func @size(
// FOLD-LABEL:  func.func @size(
func.func @size() -> i1 {
  %a = layout.constant #layout.cute<8:1>
  %b = layout.constant #layout.cute<(2,4):(4,1)>
  // CHECK: layout.is_compatible %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_compatible %a, %b
  // FOLD-NOT: layout.is_compatible 
  return %r : i1
}

// CHECK-LABEL: func.func @symbols(
// FOLD-LABEL:  func.func @symbols(
func.func @symbols() -> i1 {
  %a = layout.constant #layout.cute<(M,4):(1,M)>
  %b = layout.constant #layout.cute<(M,4):(1,M)>
  // CHECK: layout.is_compatible %{{.*}}, %{{.*}}{{$}}
  // FOLD: layout.is_compatible %{{.*}}, %{{.*}}{{$}}
  %r = layout.is_compatible %a, %b
  return %r : i1
}
