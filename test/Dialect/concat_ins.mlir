// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.linear<{warp = [[3]]}>
  // CHECK: layout.concat_ins %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}1],[2]], warp = {{\[\[}}3]]}>{{$}}
  %c = layout.concat_ins %a, %b
  // FOLD-NOT: layout.concat_ins 
  return %c : !layout.layout
}

// CHECK-LABEL: func.func @same_constant(
// FOLD-LABEL:  func.func @same_constant(
func.func @same_constant() -> !layout.layout {
  %a = layout.constant #layout.linear<{lane = [[2]]} -> [x = 4] xor [1]>
  %b = layout.constant #layout.linear<{warp = [[1]]} -> [x = 4] xor [1]>
  // CHECK: layout.concat_ins %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.linear<{lane = {{\[\[}}2]], warp = {{\[\[}}1]]} -> [x = 4] xor [1]>{{$}}
  %r = layout.concat_ins %a, %b
  // FOLD-NOT: layout.concat_ins 
  return %r : !layout.layout
}
