// RUN: layout-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(affine-simplify-min-max))" | FileCheck %s

// Passes of MLIR that use its value bounds know those of offsets, coordinates and sizes.

// Rows 0 to 3 and columns 0 to 7: 8*3 + 7 = 31 is the greatest offset.

// CHECK-LABEL: func.func @offset
// CHECK:         %[[O:.*]] = layout.apply
// CHECK-NOT:     affine.min
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[O]]]
func.func @offset(%x: f32, %buffer: memref<32xf32>) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %row = %c0 to %c4 step %c1 {
    scf.for %column = %c0 to %c8 step %c1 {
      %o = layout.apply %l(%row, %column) : index
      %least = affine.min affine_map<(d0) -> (d0, 31)>(%o)
      memref.store %x, %buffer[%least] : memref<32xf32>
    }
  }
  return
}

// -----

// One column more, and nothing is known.

// CHECK-LABEL: func.func @one_more
// CHECK:         affine.min
func.func @one_more(%x: f32, %buffer: memref<32xf32>) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  scf.for %row = %c0 to %c4 step %c1 {
    scf.for %column = %c0 to %c9 step %c1 {
      %o = layout.apply %l(%row, %column) : index
      %least = affine.min affine_map<(d0) -> (d0, 31)>(%o)
      memref.store %x, %buffer[%least] : memref<32xf32>
    }
  }
  return
}

// -----

// The first digit of an index below 9 is below 4, the second one below 3.

// CHECK-LABEL: func.func @digits
// CHECK:         %[[DIGITS:.*]]:2 = layout.idx2crd
// CHECK-NOT:     affine.min
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[DIGITS]]#0, %[[DIGITS]]#1]
func.func @digits(%x: f32, %buffer: memref<4x3xf32>) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %d:2 = layout.idx2crd %l, %i : index, index
    %first = affine.min affine_map<(d0) -> (d0, 3)>(%d#0)
    %second = affine.min affine_map<(d0) -> (d0, 2)>(%d#1)
    memref.store %x, %buffer[%first, %second] : memref<4x3xf32>
  }
  return
}

// -----

// M is 1 to 64: the size is at most 512.

// CHECK-LABEL: func.func @size
// CHECK:         %[[N:.*]] = layout.size
// CHECK-NOT:     affine.min
// CHECK:         return %[[N]]
func.func @size() -> index {
  %l = layout.constant #layout.cute<(M,8):(8,1) where M in [1,64]>
  %n = layout.size %l
  %least = affine.min affine_map<(d0) -> (d0, 512)>(%n)
  return %least : index
}
