// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[2,1]]}>
  // CHECK: layout.flatten_ins %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1,0],[2,1]]}>{{$}}
  %f = layout.flatten_ins %a
  // FOLD-NOT: layout.flatten_ins 
  return %f : !layout.layout
}

// CHECK-LABEL: func.func @one(
// FOLD-LABEL:  func.func @one(
func.func @one() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.flatten_ins %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1],[2]]}>{{$}}
  %r = layout.flatten_ins %a
  // FOLD-NOT: layout.flatten_ins 
  return %r : !layout.layout
}
