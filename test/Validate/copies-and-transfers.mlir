// Shapes that differ are not copied, and past the last number there is no element.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @copied_shape: proved by canonical form
// CHECK-NEXT: @other_size: refuted at (size 0 of argument 0 is 4): before gives 4 as result 0, after gives 5
// CHECK-NEXT: @far_lane: unknown: result 0: no inputs are found at which it matters; it holds for 10 of the arguments that were tried
// CHECK-NEXT: @other_lane: refuted at (4, 4; 0 is read): before gives 4 as result 0, after gives 0
// CHECK-NEXT: 4 functions: 1 proved, 2 refuted, 1 unknown

//--- before.mlir
func.func @copied_shape(%a: memref<?xi32>, %b: memref<4xi32>) -> index {
  memref.copy %a, %b : memref<?xi32> to memref<4xi32>
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  return %n : index
}
func.func @other_size(%a: memref<?xi32>, %b: memref<4xi32>) -> index {
  memref.copy %a, %b : memref<?xi32> to memref<4xi32>
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  return %n : index
}
func.func @far_lane(%m: memref<6xi32>, %i: index, %p: i32) -> i32 {
  %r = vector.transfer_read %m[%i], %p : memref<6xi32>, vector<4xi32>
  %q = vector.extract %r[2] : i32 from vector<4xi32>
  return %q : i32
}
func.func @other_lane(%m: memref<6xi32>, %i: index, %p: i32) -> i32 {
  %r = vector.transfer_read %m[%i], %p : memref<6xi32>, vector<4xi32>
  %q = vector.extract %r[2] : i32 from vector<4xi32>
  return %q : i32
}

//--- after.mlir
func.func @copied_shape(%a: memref<?xi32>, %b: memref<4xi32>) -> index {
  memref.copy %a, %b : memref<?xi32> to memref<4xi32>
  %c4 = arith.constant 4 : index
  return %c4 : index
}
func.func @other_size(%a: memref<?xi32>, %b: memref<4xi32>) -> index {
  memref.copy %a, %b : memref<?xi32> to memref<4xi32>
  %c5 = arith.constant 5 : index
  return %c5 : index
}
func.func @far_lane(%m: memref<6xi32>, %i: index, %p: i32) -> i32 {
  %c6 = arith.constant 6 : index
  %c2 = arith.constant 2 : index
  %n = arith.addi %i, %c2 : index
  %k = arith.cmpi ult, %n, %c6 : index
  %r = scf.if %k -> i32 {
    %x = memref.load %m[%n] : memref<6xi32>
    scf.yield %x : i32
  } else { scf.yield %p : i32 }
  return %r : i32
}
func.func @other_lane(%m: memref<6xi32>, %i: index, %p: i32) -> i32 {
  %c6 = arith.constant 6 : index
  %c2 = arith.constant 2 : index
  %n = arith.addi %i, %c2 : index
  %k = arith.cmpi ule, %n, %c6 : index
  %r = scf.if %k -> i32 {
    %x = memref.load %m[%n] : memref<6xi32>
    scf.yield %x : i32
  } else { scf.yield %p : i32 }
  return %r : i32
}
