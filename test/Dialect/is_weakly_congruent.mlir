// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> i1 {
  %a = layout.constant #layout.cute<(4,4):(1,4)>
  %b = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.is_weakly_congruent %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %t = layout.is_weakly_congruent %a, %b
  // FOLD-NOT: layout.is_weakly_congruent 
  return %t : i1
}

// CHECK-LABEL: func.func @a_leaf_refines_nothing(
// FOLD-LABEL:  func.func @a_leaf_refines_nothing(
func.func @a_leaf_refines_nothing() -> i1 {
  %a = layout.constant #layout.cute<(8):(1)>
  %b = layout.constant #layout.cute<8:1>
  // CHECK: layout.is_weakly_congruent %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant false{{$}}
  %r = layout.is_weakly_congruent %a, %b
  // FOLD-NOT: layout.is_weakly_congruent 
  return %r : i1
}

// CHECK-LABEL: func.func @a_leaf_is_refined_by_everything(
// FOLD-LABEL:  func.func @a_leaf_is_refined_by_everything(
func.func @a_leaf_is_refined_by_everything() -> i1 {
  %a = layout.constant #layout.cute<8:1>
  %b = layout.constant #layout.cute<((3),2):((1),3)>
  // CHECK: layout.is_weakly_congruent %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant true{{$}}
  %r = layout.is_weakly_congruent %a, %b
  // FOLD-NOT: layout.is_weakly_congruent 
  return %r : i1
}
