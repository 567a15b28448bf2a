// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]} -> [x = 4]>
  %b = layout.constant #layout.linear<{lane = [[0],[1]]} -> [y = 2]>
  // CHECK: layout.concat_outs %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1,0],[2,1]]} -> [x = 4, y = 2]>{{$}}
  %c = layout.concat_outs %a, %b
  // FOLD-NOT: layout.concat_outs 
  return %c : !layout.layout
}
