// Accesses to memory before and after passes of upstream: the same elements of the same buffers, in order.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/before.mlir --fold-memref-alias-ops -o %t/folded.mlir
// RUN: not layout-validate %t/before.mlir %t/folded.mlir > %t/out
// RUN: FileCheck %s < %t/out
// RUN: layout-opt %t/before.mlir --expand-strided-metadata --lower-affine -o %t/expanded.mlir
// RUN: layout-validate %t/before.mlir %t/expanded.mlir | FileCheck %s --check-prefix=EXPANDED
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s --check-prefix=WRITTEN

// The vector takes its second row from the next group of nine, and not three elements on (llvm PR 177016).
// CHECK: @rows: refuted at (0, 0, 0, 0; lane 1, 0): before gives element 3 in access 0, after gives element 9
// CHECK-NEXT: @row: proved by
// CHECK-NEXT: @part: proved by
// CHECK-NEXT: @joined: proved by
// CHECK-NEXT: @two: proved by
// CHECK-NEXT: @loop: proved by
// CHECK-NEXT: 6 functions: 5 proved, 1 refuted, 0 unknown

// EXPANDED: @rows: proved by
// EXPANDED-NEXT: @row: proved by
// EXPANDED-NEXT: @part: proved by
// EXPANDED-NEXT: @joined: proved by
// EXPANDED-NEXT: @two: proved by

// WRITTEN: @row: refuted at (0, 0, 1, 0; lane 0): before gives element 3 in access 0, after gives element 2
// WRITTEN-NEXT: @part: refuted at (0, 0, 0, 0): before gives a result of arith.addf of element [0, 0] of argument 0 as result 0, after gives a result of arith.addf of element [0, 0] of argument 1
// WRITTEN-NEXT: @joined: refuted at (0): before gives argument 2 as element [0, 0] of argument 0, after gives what was there
// WRITTEN-NEXT: @two: refuted at (0, 1): before gives element 1 in access 1, after gives element 0

//--- before.mlir
func.func @rows(%m: memref<8x8x9xf32>, %i: index, %j: index, %k: index, %l: index) -> vector<2x3xf32> {
  %e = memref.expand_shape %m [[0], [1], [2, 3]] output_shape [8, 8, 3, 3]
      : memref<8x8x9xf32> into memref<8x8x3x3xf32>
  %v = vector.load %e[%i, %j, %k, %l] : memref<8x8x3x3xf32>, vector<2x3xf32>
  return %v : vector<2x3xf32>
}
func.func @row(%m: memref<8x8x9xf32>, %i: index, %j: index, %k: index, %l: index) -> vector<3xf32> {
  %e = memref.expand_shape %m [[0], [1], [2, 3]] output_shape [8, 8, 3, 3]
      : memref<8x8x9xf32> into memref<8x8x3x3xf32>
  %v = vector.load %e[%i, %j, %k, %l] : memref<8x8x3x3xf32>, vector<3xf32>
  return %v : vector<3xf32>
}
func.func @part(%m: memref<16x32xf32>, %n: memref<16x32xf32>, %a: index, %b: index, %i: index, %j: index) -> f32 {
  %s = memref.subview %m[%a, %b] [4, 4] [2, 3] : memref<16x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
  %x = memref.load %s[%i, %j] : memref<4x4xf32, strided<[64, 3], offset: ?>>
  %y = arith.addf %x, %x : f32
  return %y : f32
}
func.func @joined(%m: memref<4x8xf32>, %i: index, %x: f32) {
  %c = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  memref.store %x, %c[%i] : memref<32xf32>
  return
}
func.func @two(%m: memref<64xf32>, %i: index, %j: index) {
  %x = affine.load %m[%i * 4 + %j] : memref<64xf32>
  affine.store %x, %m[(%i + %j) mod 8] : memref<64xf32>
  return
}
func.func @loop(%m: memref<64xf32>, %i: index, %x: f32) {
  scf.for %j = %i to %i step %i {
    memref.store %x, %m[%j] : memref<64xf32>
  }
  return
}

//--- after.mlir
func.func @row(%m: memref<8x8x9xf32>, %i: index, %j: index, %k: index, %l: index) -> vector<3xf32> {
  %n = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%k, %l)
  %v = vector.load %m[%i, %j, %n] : memref<8x8x9xf32>, vector<3xf32>
  return %v : vector<3xf32>
}
func.func @part(%m: memref<16x32xf32>, %n: memref<16x32xf32>, %a: index, %b: index, %i: index, %j: index) -> f32 {
  %s = memref.subview %n[%a, %b] [4, 4] [2, 3] : memref<16x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
  %x = memref.load %s[%i, %j] : memref<4x4xf32, strided<[64, 3], offset: ?>>
  %y = arith.addf %x, %x : f32
  return %y : f32
}
func.func @joined(%m: memref<4x8xf32>, %i: index, %x: f32) {
  return
}
func.func @two(%m: memref<64xf32>, %i: index, %j: index) {
  %c = arith.constant 0.0 : f32
  memref.store %c, %m[%i] : memref<64xf32>
  %x = affine.load %m[%i * 4 + %j] : memref<64xf32>
  return
}
