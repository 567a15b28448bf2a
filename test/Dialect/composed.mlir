// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

#alias = #layout.composed<S<0,4,3> o 7 o 4:2>

// CHECK-LABEL: func.func @composed_layouts
// CHECK-SAME:    nested = [#layout.composed<S<0,4,3> o 7 o 4:2>]
func.func @composed_layouts() attributes {nested = [#alias]} {
  // CHECK: constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  %0 = layout.constant #layout.composed<S<3,4,3>o 0 o(8,64):(64,1)>
  // CHECK: constant #layout.composed<(16,13):(1,0) o -3 o 16:13>
  %1 = layout.constant #layout.composed<(16,13):(1,0) o -3 o 16:13>
  // CHECK: constant #layout.composed<S<0,4,3> o 7 o 4:2>
  %2 = layout.constant #alias
  return
}
