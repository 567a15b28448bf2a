// RUN: layout-opt %s --layout-lower-to-relations --layout-raise-relations | FileCheck %s
// RUN: layout-opt %s --layout-lower-to-relations=space=natural --layout-raise-relations | FileCheck %s
// RUN: layout-opt %S/../../examples/wrong-composition.mlir --layout-lower-to-relations --layout-raise-relations | FileCheck %s --check-prefix=WRONG
// RUN: layout-opt %S/../../examples/promotion.mlir --layout-lower-to-relations --layout-raise-relations=assume-in-bounds=true | FileCheck %s --check-prefix=PROMOTION
// RUN: layout-opt %S/../../examples/promotion.mlir --layout-lower-to-relations --layout-raise-relations | FileCheck %s --check-prefix=LEAVES
// RUN: layout-opt %S/../../examples/exact.mlir --layout-lower-to-relations --layout-raise-relations | FileCheck %s --check-prefix=EXACT

// Layouts that are coalesced come back as they were.

// CHECK-LABEL: @layouts
func.func @layouts() {
  // CHECK-NEXT: layout.constant #layout.cute<(4,6,8):(2,3,5)>
  %0 = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  // CHECK-NEXT: layout.constant #layout.cute<(4,8):(0,-1)>
  %1 = layout.constant #layout.cute<(4,8):(0,-1)>
  // CHECK-NEXT: layout.constant #layout.cute<(4,8):(1@1,1@0)>
  %2 = layout.constant #layout.cute<(4,8):(1@1,1@0)>
  // CHECK-NEXT: layout.constant #layout.composed<S<3,4,3> o 0 o (16,64):(64,1)>
  %3 = layout.constant #layout.composed<S<3,4,3> o 0 o (16,64):(64,1)>
  // CHECK-NEXT: layout.constant #layout.composed<S<0,4,3> o 7 o 16:1>
  %4 = layout.constant #layout.composed<S<0,4,3> o 7 o 16:1>
  // CHECK-NEXT: layout.constant #layout.cute<(4,M):(8,1) where M mod 16 = 0>
  %5 = layout.constant #layout.cute<(4,M):(8,1) where M mod 16 = 0>
  // CHECK-NEXT: layout.constant #layout.cute<1:0>
  %6 = layout.constant #layout.cute<1:0>
  return
}

// WRONG: layout.constant #layout.cute<(4,6,8):(2,3,5)>
// WRONG: layout.constant #layout.cute<6:3>
// WRONG: layout.constant #layout.cute<(2,3):(6,3)>

// PROMOTION: layout.constant #layout.cute<(4,3):(3,1)>
// PROMOTION: layout.constant #layout.cute<24:1>

// LEAVES: layout.constant #layout.relation<"{ [c] -> [3c - 11*floor(c/4)] : 0 <= c < 12 }">
// LEAVES: layout.constant #layout.cute<24:1>

// EXACT: layout.constant #layout.cute<(8,8):(3,97)>
// EXACT: layout.constant #layout.cute<3:3>
// EXACT: layout.constant #layout.cute<3:9>
