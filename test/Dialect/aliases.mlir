// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: layout-opt %s --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// A layout whose text has more than 80 characters is written once, in front of the module.

// CHECK-DAG: #cute = #layout.cute<(((2,3),(5,7)),((2,3),(5,7)),((2,3),(5,7))):(((1,2),(6,30)),((210,420),(1260,6300)),((44100,88200),(264600,1323000)))>
// CHECK-DAG: #linear = #layout.linear<{register = {{.*}}
// CHECK-DAG: #linear1 = #layout.linear<{register = {{.*}}
// CHECK-NOT: #relation

// GENERIC: #linear = #layout.linear<
// GENERIC: value = #linear

// LOCAL-NOT: {{^}}#
// LOCAL:     layout.constant #layout.linear<{register

// CHECK-LABEL: func.func @long
func.func @long() {
  // CHECK: layout.constant #linear{{$}}
  %a = layout.constant #layout.linear<{register = [[0,1],[8,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]], warp = [[16,0],[32,0]], block = []}>
  // CHECK: layout.constant #linear{{$}}
  %b = layout.constant #layout.linear<{register = [[0,1],[8,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]], warp = [[16,0],[32,0]], block = []}>
  // CHECK: layout.constant #linear1{{$}}
  %c = layout.constant #layout.linear<{register = [[0,1],[8,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]], warp = [[32,0],[16,0]], block = []}>
  // CHECK: layout.constant #cute{{$}}
  %d = layout.constant #layout.cute<(((2,3),(5,7)),((2,3),(5,7)),((2,3),(5,7))):(((1,2),(6,30)),((210,420),(1260,6300)),((44100,88200),(264600,1323000)))>
  return
}

// Short ones stand where they are used, and so do relations.

// CHECK-LABEL: func.func @inline
func.func @inline(%tile: memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>) {
  // CHECK: layout.constant #layout.cute<(4,8):(8,1)>
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  // CHECK: layout.constant #layout.relation<"{
  %b = layout.constant #layout.relation<"{ [i, j, k] -> [o] : o = 64i + 8j + k and 0 <= i < 1024 and 0 <= j < 8 and 0 <= k < 8 and i + j + k < 1000 }">
  return
}
