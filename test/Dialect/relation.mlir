// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

#alias = #layout.relation<"{ [i, j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < 2 }">

// CHECK-LABEL: func.func @relations
// CHECK-SAME:    nested = [#layout.relation<"{ [i, j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < 2 }">]
func.func @relations() attributes {nested = [#alias]} {
  // CHECK: constant #layout.relation<"[N] -> { [i] -> [o] : o = 2i and 0 <= i < N }">
  %0 = layout.constant #layout.relation<"[N] -> { [i] -> [o] : o = 2i and 0 <= i < N }">
  // An escaped blank is a blank.
  // CHECK: constant #layout.relation<"{ [i] -> [o] : o = i and i >= 0 }">
  %1 = layout.constant #layout.relation<"{ [i] -> [o] : o = i and\20i >= 0 }">
  // CHECK: constant #layout.relation<"{ [i, j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < 2 }">
  %2 = layout.constant #alias
  return
}
