// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

#alias = #layout.swizzle<S<2,0,-2>>

// CHECK-LABEL: func.func @swizzles
// CHECK-SAME:    nested = [#layout.swizzle<S<2,0,-2>>]
func.func @swizzles() attributes {nested = [#alias]} {
  // CHECK: constant #layout.swizzle<S<3,4,3>>
  %0 = layout.constant #layout.swizzle< S<3, 4,3> >
  // CHECK: constant #layout.swizzle<S<2,0,-2>>
  %1 = layout.constant #alias
  return
}
