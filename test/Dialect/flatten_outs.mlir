// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[2,1]]}>
  // CHECK: layout.flatten_outs %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1]], warp = {{\[\[}}6]]}>{{$}}
  %f = layout.flatten_outs %a
  // FOLD-NOT: layout.flatten_outs 
  return %f : !layout.layout
}

// CHECK-LABEL: func.func @constant(
// FOLD-LABEL:  func.func @constant(
func.func @constant() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0],[0,1]]} xor [1,1]>
  // CHECK: layout.flatten_outs %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1],[2]]} xor [3]>{{$}}
  %r = layout.flatten_outs %a
  // FOLD-NOT: layout.flatten_outs 
  return %r : !layout.layout
}
