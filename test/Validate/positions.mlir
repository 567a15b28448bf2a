// What is extracted outside of a vector is poison: nothing is claimed of it.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir > %t/out
// RUN: FileCheck %s < %t/out

// CHECK: @extract: proved by
// CHECK-NEXT: @insert: proved by
// CHECK-NEXT: @row: proved by
// CHECK-NEXT: @other: refuted at (2): before gives 2 as result 0, after gives 0

//--- before.mlir
func.func @extract(%v: vector<4xf32>, %i: index) -> f32 {
  %x = vector.extract %v[%i] : f32 from vector<4xf32>
  return %x : f32
}
func.func @insert(%v: vector<4xf32>, %x: f32, %i: index) -> vector<4xf32> {
  %w = vector.insert %x, %v[%i] : f32 into vector<4xf32>
  return %w : vector<4xf32>
}
func.func @row(%v: vector<4x2xf32>, %i: index) -> vector<2xf32> {
  %x = vector.extract %v[%i] : vector<2xf32> from vector<4x2xf32>
  return %x : vector<2xf32>
}
func.func @other(%v: vector<4xf32>, %i: index) -> f32 {
  %x = vector.extract %v[%i] : f32 from vector<4xf32>
  return %x : f32
}

//--- after.mlir
func.func @extract(%v: vector<4xf32>, %i: index) -> f32 {
  %c3 = arith.constant 3 : index
  %j = arith.andi %i, %c3 : index
  %x = vector.extract %v[%j] : f32 from vector<4xf32>
  return %x : f32
}
func.func @insert(%v: vector<4xf32>, %x: f32, %i: index) -> vector<4xf32> {
  %c3 = arith.constant 3 : index
  %j = arith.andi %i, %c3 : index
  %w = vector.insert %x, %v[%j] : f32 into vector<4xf32>
  return %w : vector<4xf32>
}
func.func @row(%v: vector<4x2xf32>, %i: index) -> vector<2xf32> {
  %c3 = arith.constant 3 : index
  %j = arith.andi %i, %c3 : index
  %x = vector.extract %v[%j] : vector<2xf32> from vector<4x2xf32>
  return %x : vector<2xf32>
}
func.func @other(%v: vector<4xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %j = arith.andi %i, %c1 : index
  %x = vector.extract %v[%j] : f32 from vector<4xf32>
  return %x : f32
}
