// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{register = [[1],[2]], warp = [[0]]}>
  %b = layout.constant #layout.linear<{offset = [[2],[1]], warp = [[0]]}>
  // CHECK: layout.invert_and_compose %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{register = {{\[\[}}2,0],[1,0]], warp = {{\[\[}}0,1]]} -> [offset = 4, warp = 2]>{{$}}
  %c = layout.invert_and_compose %a, %b
  // FOLD-NOT: layout.invert_and_compose 
  return %c : !layout.layout
}

// CHECK-LABEL: func.func @identity(
// FOLD-LABEL:  func.func @identity(
func.func @identity() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.invert_and_compose %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1],[2]]} -> [lane = 4]>{{$}}
  %r = layout.invert_and_compose %a, %b
  // FOLD-NOT: layout.invert_and_compose 
  return %r : !layout.layout
}
