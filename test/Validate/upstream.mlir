// What passes of LLVM 22.1.8 do to functions of LLVM's own tests and is refuted, reduced.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/flatten.mlir --flatten-memref -o %t/flat.mlir
// RUN: not layout-validate %t/flatten.mlir %t/flat.mlir | FileCheck %s --check-prefix=FLAT
// RUN: layout-opt %t/tile.mlir --allow-unregistered-dialect --affine-loop-tile=tile-size=2 -o %t/tiled.mlir
// RUN: not layout-validate %t/tile.mlir %t/tiled.mlir | FileCheck %s --check-prefix=TILED
// RUN: layout-opt %t/ceil.mlir --lower-affine -o %t/lowered.mlir
// RUN: not layout-validate %t/ceil.mlir %t/lowered.mlir | FileCheck %s --check-prefix=CEIL

// A transfer along a dimension whose stride is not 1 becomes one along adjacent elements: here the lanes of the
// first two go through rows that are 8 elements apart.
// FLAT: @column_read: refuted at (0, 0; lane 1): before gives element 8 in access 0, after gives element 1
// FLAT-NEXT: @column_written: refuted at (0, 0; lane 1): before gives element 8 in access 0, after gives element 1
// FLAT-NEXT: @every_other_masked: refuted at (0, 0, 1; lane 1): before gives element 2 in access 0, after gives element 1
// FLAT-NEXT: 3 functions: 0 proved, 3 refuted, 0 unknown

// An operation that may do anything is executed in another order: for (0,2) before and (1,0) after.
// TILED: @in_order: refuted at (): before gives 0 as an operand of test.next, after gives 1

// A quotient rounded up is taken of the negated number, and -(-2^63) wraps.
// CEIL: @ceil: refuted at (-9223372036854775808): before gives -219604096115589900, after gives 219604096115589900

//--- ceil.mlir
func.func @ceil(%i: index) -> index {
  %0 = affine.apply affine_map<(i) -> (i ceildiv 42)>(%i)
  return %0 : index
}

//--- flatten.mlir
func.func @column_read(%m: memref<4x4x8xf32>, %i: index, %j: index) -> vector<2xf32> {
  %c = arith.constant 0.0 : f32
  %v = memref.subview %m[0, 0, 0] [4, 4, 1] [1, 1, 1] : memref<4x4x8xf32> to memref<4x4xf32, strided<[32, 8]>>
  %x = vector.transfer_read %v[%i, %j], %c {in_bounds = [true]} : memref<4x4xf32, strided<[32, 8]>>, vector<2xf32>
  return %x : vector<2xf32>
}
func.func @column_written(%m: memref<4x4x8xf32>, %i: index, %j: index, %x: vector<2xf32>) {
  %v = memref.subview %m[0, 0, 0] [4, 4, 1] [1, 1, 1] : memref<4x4x8xf32> to memref<4x4xf32, strided<[32, 8]>>
  vector.transfer_write %x, %v[%i, %j] {in_bounds = [true]} : vector<2xf32>, memref<4x4xf32, strided<[32, 8]>>
  return
}
func.func @every_other_masked(%m: memref<4x8xf32, strided<[16, 2]>>, %i: index, %mask: vector<2xi1>) -> vector<2xf32> {
  %c = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%i, %i], %c, %mask {in_bounds = [true]} : memref<4x8xf32, strided<[16, 2]>>, vector<2xf32>
  return %x : vector<2xf32>
}

//--- tile.mlir
func.func @in_order() {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      "test.next"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
