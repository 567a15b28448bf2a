// Passes that change how the elements of a memref lie, or take its transfers apart.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/normalize.mlir --normalize-memrefs -o %t/normalized.mlir
// RUN: layout-validate %t/normalize.mlir %t/normalized.mlir | FileCheck %s --check-prefix=NORMALIZED
// RUN: not layout-validate %t/normalize.mlir %t/other-tile.mlir | FileCheck %s --check-prefix=TILE
// RUN: layout-opt %t/flatten.mlir --flatten-memref -o %t/flat.mlir
// RUN: not layout-validate %t/flatten.mlir %t/flat.mlir | FileCheck %s --check-prefix=FLAT
// RUN: layout-opt %t/transfers.mlir --convert-vector-to-scf -o %t/loops.mlir
// RUN: layout-validate %t/transfers.mlir %t/loops.mlir | FileCheck %s --check-prefix=LOOPS
// RUN: not layout-validate %t/transfers.mlir %t/wrong.mlir | FileCheck %s --check-prefix=WRONG

// An element is where the map says, which the shape becomes.
// NORMALIZED: @tiles: proved by
// TILE: @tiles: refuted at (0, 2): before gives element 0 in access 0, after gives element 2

// flatten-memref in LLVM 22 takes the stride of the last dimension to be 1: the second lane is at 1 and not at 2.
// FLAT: @pairs: refuted at (0, 0; lane 1): before gives element 2 in access 0, after gives element 1
// FLAT-NEXT: @dense: proved by

// LOOPS: @padded: unknown: {{.*}}; it holds for 10 of the arguments that were tried
// LOOPS-NEXT: @transposed: proved by
// A lane is of another row.
// WRONG: @transposed: refuted at (0, 0; lane 0, 1): before gives element 8 in access 0, after gives element 1

//--- normalize.mlir
#tile = affine_map<(i, j) -> (i floordiv 4, j floordiv 2, i mod 4, j mod 2)>
func.func @tiles(%m: memref<16x8xf32, #tile>, %i: index, %j: index) -> f32 {
  %x = affine.load %m[symbol(%i), symbol(%j)] : memref<16x8xf32, #tile>
  return %x : f32
}

//--- other-tile.mlir
#row = affine_map<()[i] -> (i floordiv 4)>
#column = affine_map<()[j] -> (j floordiv 2)>
#in_row = affine_map<()[i] -> (i mod 4)>
func.func @tiles(%m: memref<4x4x4x2xf32>, %i: index, %j: index) -> f32 {
  %a = affine.apply #row()[%i]
  %b = affine.apply #column()[%j]
  %c = affine.apply #in_row()[%j]
  %d = affine.apply #in_row()[%i]
  %x = memref.load %m[%a, %b, %d, %c] : memref<4x4x4x2xf32>
  return %x : f32
}

//--- flatten.mlir
func.func @pairs(%m: memref<4x8xf32, strided<[16, 2]>>, %i: index, %j: index) -> vector<2xf32> {
  %c = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %c {in_bounds = [true]} : memref<4x8xf32, strided<[16, 2]>>, vector<2xf32>
  return %v : vector<2xf32>
}
func.func @dense(%m: memref<4x8xf32>, %i: index, %j: index, %x: f32) {
  memref.store %x, %m[%i, %j] : memref<4x8xf32>
  return
}

//--- transfers.mlir
func.func @padded(%m: memref<5x7xf32>, %i: index, %j: index) -> vector<3x4xf32> {
  %c = arith.constant 2.0 : f32
  %v = vector.transfer_read %m[%i, %j], %c : memref<5x7xf32>, vector<3x4xf32>
  return %v : vector<3x4xf32>
}
func.func @transposed(%m: memref<8x8xf32>, %i: index, %j: index) -> vector<2x3xf32> {
  %c = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %c {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>}
      : memref<8x8xf32>, vector<2x3xf32>
  return %v : vector<2x3xf32>
}

//--- wrong.mlir
func.func @transposed(%m: memref<8x8xf32>, %i: index, %j: index) -> vector<2x3xf32> {
  %c = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %c {in_bounds = [true, true]} : memref<8x8xf32>, vector<2x3xf32>
  return %v : vector<2x3xf32>
}
