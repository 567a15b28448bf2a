// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[2],[3]]}>
  // CHECK: layout.invert %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}3],[1]]} -> [lane = 4]>{{$}}
  %i = layout.invert %a
  // FOLD-NOT: layout.invert 
  return %i : !layout.layout
}

// CHECK-LABEL: func.func @permuted_dims(
// FOLD-LABEL:  func.func @permuted_dims(
func.func @permuted_dims() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[0,1]], warp = [[1,0]]}>
  // CHECK: layout.invert %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}0,1]], dim1 = {{\[\[}}1,0]]} -> [lane = 2, warp = 2]>{{$}}
  %r = layout.invert %a
  // FOLD-NOT: layout.invert 
  return %r : !layout.layout
}

// x -> x ^ 1 undoes itself.

// CHECK-LABEL: func.func @constant(
// FOLD-LABEL:  func.func @constant(
func.func @constant() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]} xor [1]>
  // CHECK: layout.invert %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{dim0 = {{\[\[}}1],[2]]} -> [lane = 4] xor [1]>{{$}}
  %r = layout.invert %a
  // FOLD-NOT: layout.invert 
  return %r : !layout.layout
}
