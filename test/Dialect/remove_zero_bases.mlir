// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{register = [[1],[0],[2]], lane = [[0],[4]]}>
  // CHECK: layout.remove_zero_bases %{{.*}} ins [register]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{register = {{\[\[}}1],[2]], lane = {{\[\[}}0],[4]]}>{{$}}
  %r = layout.remove_zero_bases %a ins [register]
  // FOLD-NOT: layout.remove_zero_bases 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @several(
// FOLD-LABEL:  func.func @several(
func.func @several() -> !layout.layout {
  %a = layout.constant #layout.linear<{register = [[1],[0],[2]], lane = [[0],[4]]}>
  // CHECK: layout.remove_zero_bases %{{.*}} ins [register, lane]{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{register = {{\[\[}}1],[2]], lane = {{\[\[}}4]]}>{{$}}
  %r = layout.remove_zero_bases %a ins [register, lane]
  // FOLD-NOT: layout.remove_zero_bases 
  return %r : !layout.layout
}
