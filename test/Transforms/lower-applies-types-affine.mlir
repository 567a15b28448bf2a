// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-lower-to-affine=verify=true | FileCheck %s

// An apply in i32 or i64 is cast to index and back.

// CHECK-LABEL: @number(
// CHECK-SAME:    %[[C:.*]]: i32
// CHECK:         %[[D0:.*]] = arith.index_cast %[[C]] : i32 to index
// CHECK:         %[[O:.*]] = affine.apply #{{.*}}(%[[D0]])
// CHECK:         %[[R:.*]] = arith.index_cast %[[O]] : index to i32
// CHECK:         return %[[R]] : i32
func.func @number(%c: i32) -> i32 {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %o = layout.apply %l(%c) : i32
  return %o : i32
}

// -----

func.func @lanes(%c: vector<4xi32>) -> vector<4xi32> {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  // expected-error @+1 {{there is no code for the apply: affine maps are of numbers, not of vectors}}
  %o = layout.apply %l(%c) : vector<4xi32>
  return %o : vector<4xi32>
}
