// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-lower-to-arith | FileCheck %s --check-prefix=LOWERED
// RUN: layout-opt %s --layout-lower-to-affine | FileCheck %s

// CHECK-LABEL: func.func @assume
// CHECK-SAME:    %[[I:[a-z0-9]*]]: index, %[[M:[a-z0-9]*]]: index
// CHECK-NEXT:    layout.assume %[[I]] in [0, 127]
// CHECK-NEXT:    layout.assume %[[M]] in [1, 4096], mod 16 = 0
// CHECK-NEXT:    layout.assume %[[M]] mod 8 = 0 {note}
// CHECK-NEXT:    layout.assume %[[I]] in [-5, -5]

// The last pass that can use a promise removes it.
// LOWERED-LABEL: func.func @assume
// LOWERED-NEXT:    return
func.func @assume(%i: index, %m: index) {
  layout.assume %i in [0, 127]
  layout.assume %m in [1, 4096], mod 16 = 0
  layout.assume %m mod 8 = 0 {note}
  layout.assume %i in [-5, -5]
  return
}
