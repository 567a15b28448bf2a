// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.linear<{lane = [[0]], warp = [[1]]}>
  // CHECK: layout.direct_sum %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1],[2],[0]], warp = {{\[\[}}4]]}>{{$}}
  %s = layout.direct_sum %a, %b
  // FOLD-NOT: layout.direct_sum 
  return %s : !layout.layout
}

// x / 2 on the lanes.

// CHECK-LABEL: func.func @same_dim(
// FOLD-LABEL:  func.func @same_dim(
func.func @same_dim() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[0]]}>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.direct_sum %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}0],[1],[2]]}>{{$}}
  %r = layout.direct_sum %a, %b
  // FOLD-NOT: layout.direct_sum 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @empty(
// FOLD-LABEL:  func.func @empty(
func.func @empty() -> !layout.layout {
  %a = layout.constant #layout.linear<{}>
  %b = layout.constant #layout.linear<{lane = [[1]]}>
  // CHECK: layout.direct_sum %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1]]}>{{$}}
  %r = layout.direct_sum %a, %b
  // FOLD-NOT: layout.direct_sum 
  return %r : !layout.layout
}
