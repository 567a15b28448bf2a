// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[2,1]]}>
  // CHECK: layout.transpose %{{.*}} ins [warp, lane] outs [dim1, dim0]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{warp = {{\[\[}}1,2]], lane = {{\[\[}}0,1]]} -> [dim1 = 2, dim0 = 4]>{{$}}
  %t = layout.transpose %a ins [warp, lane] outs [dim1, dim0]
  // FOLD-NOT: layout.transpose 
  return %t : !layout.layout
}

// CHECK-LABEL: func.func @outs(
// FOLD-LABEL:  func.func @outs(
func.func @outs() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[2,1]]}>
  // CHECK: layout.transpose %{{.*}} outs [dim1, dim0]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}0,1]], warp = {{\[\[}}1,2]]} -> [dim1 = 2, dim0 = 4]>{{$}}
  %r = layout.transpose %a outs [dim1, dim0]
  // FOLD-NOT: layout.transpose 
  return %r : !layout.layout
}
