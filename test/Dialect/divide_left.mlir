// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2],[0],[8]]}>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.divide_left %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}0],[2]]}>{{$}}
  %q = layout.divide_left %a, %b
  // FOLD-NOT: layout.divide_left 
  return %q : !layout.layout
}

// CHECK-LABEL: func.func @to_nothing(
// FOLD-LABEL:  func.func @to_nothing(
func.func @to_nothing() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // CHECK: layout.divide_left %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = []} -> [dim0 = 1]>{{$}}
  %r = layout.divide_left %a, %b
  // FOLD-NOT: layout.divide_left 
  return %r : !layout.layout
}
