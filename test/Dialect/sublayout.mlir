// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0],[0,1]], warp = [[2,1]]}>
  // CHECK: layout.sublayout %{{.*}} ins [warp] outs [dim0]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{warp = {{\[\[}}2]]}>{{$}}
  %s = layout.sublayout %a ins [warp] outs [dim0]
  // FOLD-NOT: layout.sublayout 
  return %s : !layout.layout
}

// CHECK-LABEL: func.func @ins_alone(
// FOLD-LABEL:  func.func @ins_alone(
func.func @ins_alone() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0],[0,1]], warp = [[2,1]]}>
  // CHECK: layout.sublayout %{{.*}} ins [lane]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1,0],[0,1]]} -> [dim0 = 4, dim1 = 2]>{{$}}
  %r = layout.sublayout %a ins [lane]
  // FOLD-NOT: layout.sublayout 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @outs_alone(
// FOLD-LABEL:  func.func @outs_alone(
func.func @outs_alone() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0],[0,1]], warp = [[2,1]]}>
  // CHECK: layout.sublayout %{{.*}} outs [dim1]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}0],[1]], warp = {{\[\[}}1]]} -> [dim1 = 2]>{{$}}
  %r = layout.sublayout %a outs [dim1]
  // FOLD-NOT: layout.sublayout 
  return %r : !layout.layout
}
