// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> index {
  %a = layout.constant #layout.linear<{register = [[1],[2],[16]], lane = [[4],[8]]}>
  // CHECK: layout.num_consecutive %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 4 : index{{$}}
  %n = layout.num_consecutive %a
  // FOLD-NOT: layout.num_consecutive 
  return %n : index
}

// Lane 1 moves the run by 2.

// CHECK-LABEL: func.func @moved_runs(
// FOLD-LABEL:  func.func @moved_runs(
func.func @moved_runs() -> index {
  %a = layout.constant #layout.linear<{register = [[1],[2],[16]], lane = [[6],[8]]}>
  // CHECK: layout.num_consecutive %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 2 : index{{$}}
  %r = layout.num_consecutive %a
  // FOLD-NOT: layout.num_consecutive 
  return %r : index
}

// CHECK-LABEL: func.func @none(
// FOLD-LABEL:  func.func @none(
func.func @none() -> index {
  %a = layout.constant #layout.linear<{register = [[2],[1]]}>
  // CHECK: layout.num_consecutive %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 1 : index{{$}}
  %r = layout.num_consecutive %a
  // FOLD-NOT: layout.num_consecutive 
  return %r : index
}
