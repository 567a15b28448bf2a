// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

#alias = #layout.linear<{lane = [[1],[2]], block = []}>

// CHECK-LABEL: func.func @linear_layouts
// CHECK-SAME:    nested = [#layout.linear<{lane = {{\[\[1\],\[2\]\]}}, block = []}>]
func.func @linear_layouts() attributes {nested = [#alias]} {
  // The body as Triton prints it.
  // CHECK: constant #layout.linear<{register = {{\[\[0,1\],\[8,0\]\]}}, lane = {{\[\[0,2\]\]}}, warp = [], block = []}>
  %0 = layout.constant #layout.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2]], warp = [], block = []}>
  // CHECK: constant #layout.linear<{lane = {{\[\[1\]\]}}} -> [row = 16]>
  %1 = layout.constant #layout.linear<{lane = [[1]]} -> [row = 16]>
  // CHECK: constant #layout.linear<{lane = {{\[\[1\]\]}}} -> [row = 16] xor [4]>
  %2 = layout.constant #layout.linear<{lane = [[1]]} -> [row = 16] xor [4]>
  // CHECK: constant #layout.linear<{lane = {{\[\[1\],\[2\]\]}}, block = []}>
  %3 = layout.constant #alias
  return
}
