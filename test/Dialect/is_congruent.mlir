// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> i1 {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  %b = layout.constant #layout.cute<(3,(5,7)):(1,(3,15))>
  // CHECK: layout.is_congruent %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %t = layout.is_congruent %a, %b
  // FOLD-NOT: layout.is_congruent 
  return %t : i1
}

// CHECK-LABEL: func.func @other_nesting(
// FOLD-LABEL:  func.func @other_nesting(
func.func @other_nesting() -> i1 {
  %a = layout.constant #layout.cute<(2,4,32):(1,2,8)>
  %b = layout.constant #layout.cute<(2,4,(16,2)):(1,2,(8,128))>
  // CHECK: layout.is_congruent %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %r = layout.is_congruent %a, %b
  // FOLD-NOT: layout.is_congruent 
  return %r : i1
}

// CHECK-LABEL: func.func @a_leaf_and_a_tuple(
// FOLD-LABEL:  func.func @a_leaf_and_a_tuple(
func.func @a_leaf_and_a_tuple() -> i1 {
  %a = layout.constant #layout.cute<12:1>
  %b = layout.constant #layout.cute<(12):(1)>
  // CHECK: layout.is_congruent %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %r = layout.is_congruent %a, %b
  // FOLD-NOT: layout.is_congruent 
  return %r : i1
}

// Extents do not matter.

// CHECK-LABEL: func.func @symbols(
// FOLD-LABEL:  func.func @symbols(
func.func @symbols() -> i1 {
  %a = layout.constant #layout.cute<(M,2):(1,M)>
  %b = layout.constant #layout.composed<S<1,0,1> o 0 o (4,8):(1,4)>
  // CHECK: layout.is_congruent %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_congruent %a, %b
  // FOLD-NOT: layout.is_congruent 
  return %r : i1
}
