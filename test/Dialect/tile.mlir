// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

#alias = #layout.tile<[4;8]>

// CHECK-LABEL: func.func @tilers
// CHECK-SAME:    nested = [#layout.tile<[4;8]>]
func.func @tilers() attributes {nested = [#alias]} {
  // CHECK: constant #layout.tile<[(2,4):(1,2);8;_]>
  %0 = layout.constant #layout.tile<[ (2,4):(1,2) ; 8 ;_]>
  // CHECK: constant #layout.tile<[4;8]>
  %1 = layout.constant #alias
  return
}
