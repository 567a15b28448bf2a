// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{a = [[1],[4],[8]], b = [[2]]}>
  // CHECK: layout.reshape %{{.*}} ins [c = 2, d = 8]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{c = {{\[\[}}1]], d = {{\[\[}}4],[8],[2]]}>{{$}}
  %r = layout.reshape %a ins [c = 2, d = 8]
  // FOLD-NOT: layout.reshape 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @outs(
// FOLD-LABEL:  func.func @outs(
func.func @outs() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2],[4]]}>
  // CHECK: layout.reshape %{{.*}} outs [x = 2, y = 4]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1,0],[0,1],[0,2]]} -> [x = 2, y = 4]>{{$}}
  %r = layout.reshape %a outs [x = 2, y = 4]
  // FOLD-NOT: layout.reshape 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @both_sides(
// FOLD-LABEL:  func.func @both_sides(
func.func @both_sides() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.reshape %{{.*}} ins [a = 2, b = 2] outs [x = 2, y = 2]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{a = {{\[\[}}1,0]], b = {{\[\[}}0,1]]} -> [x = 2, y = 2]>{{$}}
  %r = layout.reshape %a ins [a = 2, b = 2] outs [x = 2, y = 2]
  // FOLD-NOT: layout.reshape 
  return %r : !layout.layout
}
