// A layout attribute is the layout of a memref whose shape is that of the layout: a dimension for
// each top-level mode, in-dim or input.

// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s -emit-bytecode | layout-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%plugin %s | FileCheck %s

// CHECK-LABEL: @every_notation
// CHECK-SAME: memref<4x8xf32, #layout.cute<(4,8):(8,1)>>
// CHECK-SAME: memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>
// CHECK-SAME: memref<100xf16, #layout.swizzle<S<3,4,3>>>
// CHECK-SAME: memref<4x2xf16, #layout.linear<{lane = {{.*}}, warp = {{.*}}}>, 3>
// CHECK-SAME: memref<3x4xf16, #layout.relation<"{ [i, j] -> [4i + j] : 0 <= i < 3 and 0 <= j < 4 }">>
func.func private @every_notation(
  memref<4x8xf32, #layout.cute<(4,8):(8,1)>>,
  memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>,
  memref<100xf16, #layout.swizzle<S<3,4,3>>>,
  memref<4x2xf16, #layout.linear<{lane = [[1], [2]], warp = [[4]]}>, 3>,
  memref<3x4xf16, #layout.relation<"{ [i, j] -> [4i + j] : 0 <= i < 3 and 0 <= j < 4 }">>)

// A nested mode is one dimension.
// CHECK-LABEL: @nested
// CHECK-SAME: memref<4x4xf32, #layout.cute<(4,(2,2)):(2,(1,8))>>
func.func private @nested(memref<4x4xf32, #layout.cute<(4,(2,2)):(2,(1,8))>>)

// A mode with a symbol is a dynamic dimension, and the symbols are operands of the allocation.
// CHECK-LABEL: @symbols
// CHECK: memref.alloc(%{{.*}})[%{{.*}}] : memref<?x8xf32, #layout.cute<(M,8):(1,M)>>
func.func @symbols(%m: index) -> memref<?x8xf32, #layout.cute<(M,8):(1,M)>> {
  %a = memref.alloc(%m)[%m] : memref<?x8xf32, #layout.cute<(M,8):(1,M)>>
  return %a : memref<?x8xf32, #layout.cute<(M,8):(1,M)>>
}

// The identity has none, as MLIR asks a layout for its symbols that is not the identity.
// CHECK-LABEL: @identity
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32, #layout.cute<{{.*}}>>
func.func @identity(%m: index) -> memref<?xf32, #layout.cute<(M):(1)>> {
  %a = memref.alloc(%m) : memref<?xf32, #layout.cute<(M):(1)>>
  return %a : memref<?xf32, #layout.cute<(M):(1)>>
}

// MLIR reads strides and offset off the layout: the cast is one to the same places.
// CHECK-LABEL: @strides
func.func @strides(
  %a: memref<4x8xf32, #layout.cute<(4,8):(8,1)>>,
  %b: memref<4x8xf32, #layout.composed<S<0,4,3> o 5 o ((2,2),8):((8,16),1)>>,
  %c: memref<4x8xf32, #layout.linear<{a = [[8], [16]], b = [[1], [2], [4]]}>>
) {
  // CHECK: memref.cast {{.*}} to memref<4x8xf32, strided<[8, 1]>>
  %0 = memref.cast %a : memref<4x8xf32, #layout.cute<(4,8):(8,1)>> to memref<4x8xf32, strided<[8, 1]>>
  // CHECK: memref.cast {{.*}} to memref<4x8xf32, strided<[8, 1], offset: 5>>
  %1 = memref.cast %b : memref<4x8xf32, #layout.composed<S<0,4,3> o 5 o ((2,2),8):((8,16),1)>>
    to memref<4x8xf32, strided<[8, 1], offset: 5>>
  // CHECK: memref.cast {{.*}} to memref<?x8xf32, strided<[?, 1]>>
  %2 = memref.cast %c : memref<4x8xf32, #layout.linear<{a = [[8], [16]], b = [[1], [2], [4]]}>>
    to memref<?x8xf32, strided<[?, 1]>>
  return
}
