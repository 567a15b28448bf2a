// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (index, index) {
  %a = layout.constant #layout.linear<{lane = [[1],[0],[2]], warp = [[3],[4]]}>
  // CHECK: layout.free_variable_masks %{{.*}} : index, index{{$}}
  // FOLD-DAG: arith.constant 2 : index{{$}}
  // FOLD-DAG: arith.constant 1 : index{{$}}
  %m:2 = layout.free_variable_masks %a : index, index
  // FOLD-NOT: layout.free_variable_masks 
  return %m#0, %m#1 : index, index
}

// CHECK-LABEL: func.func @injective(
// FOLD-LABEL:  func.func @injective(
func.func @injective() -> index {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.free_variable_masks %{{.*}} : index{{$}}
  // FOLD-DAG: arith.constant 0 : index{{$}}
  %m = layout.free_variable_masks %a : index
  // FOLD-NOT: layout.free_variable_masks 
  return %m : index
}

// CHECK-LABEL: func.func @all_zero(
// FOLD-LABEL:  func.func @all_zero(
func.func @all_zero() -> (index, index) {
  %a = layout.constant #layout.linear<{lane = [[0],[0]], warp = []}>
  // CHECK: layout.free_variable_masks %{{.*}} : index, index{{$}}
  // FOLD-DAG: arith.constant 3 : index{{$}}
  // FOLD-DAG: arith.constant 0 : index{{$}}
  %m:2 = layout.free_variable_masks %a : index, index
  // FOLD-NOT: layout.free_variable_masks 
  return %m#0, %m#1 : index, index
}
