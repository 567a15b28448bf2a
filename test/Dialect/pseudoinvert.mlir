// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[0],[2]]}>
  // CHECK: layout.pseudoinvert %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}1],[4]]} -> [lane = 8]>{{$}}
  %i = layout.pseudoinvert %a
  // FOLD-NOT: layout.pseudoinvert 
  return %i : !layout.layout
}

// CHECK-LABEL: func.func @invertible(
// FOLD-LABEL:  func.func @invertible(
func.func @invertible() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[2],[3]]}>
  // CHECK: layout.pseudoinvert %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}3],[1]]} -> [lane = 4]>{{$}}
  %r = layout.pseudoinvert %a
  // FOLD-NOT: layout.pseudoinvert 
  return %r : !layout.layout
}
