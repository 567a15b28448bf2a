// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1]], block = []}>
  // CHECK: layout.unsqueeze %{{.*}} ins [block]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1]]}>{{$}}
  %u = layout.unsqueeze %a ins [block]
  // FOLD-NOT: layout.unsqueeze 
  return %u : !layout.layout
}

// CHECK-LABEL: func.func @both_sides(
// FOLD-LABEL:  func.func @both_sides(
func.func @both_sides() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0]], block = []} -> [x = 2, y = 1]>
  // CHECK: layout.unsqueeze %{{.*}} ins [block] outs [y]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1]]} -> [x = 2]>{{$}}
  %r = layout.unsqueeze %a ins [block] outs [y]
  // FOLD-NOT: layout.unsqueeze 
  return %r : !layout.layout
}
