// MLIR's own passes on memrefs with layouts, in our driver and in the stock mlir-opt.

// RUN: layout-opt %s --normalize-memrefs | FileCheck %s --check-prefix=NORMAL
// RUN: mlir-opt --load-dialect-plugin=%plugin %s --normalize-memrefs | FileCheck %s --check-prefix=NORMAL
// RUN: layout-opt %s --expand-strided-metadata | FileCheck %s --check-prefix=EXPAND
// RUN: mlir-opt --load-dialect-plugin=%plugin %s --expand-strided-metadata | FileCheck %s --check-prefix=EXPAND
// RUN: layout-opt %s --affine-scalrep | FileCheck %s --check-prefix=SCALREP
// RUN: mlir-opt --load-dialect-plugin=%plugin %s --affine-scalrep | FileCheck %s --check-prefix=SCALREP
// RUN: layout-opt %s --lower-affine | FileCheck %s --check-prefix=LOWER
// RUN: layout-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion,affine-loop-fusion,affine-data-copy-generate,affine-loop-unroll),memref-expand,canonicalize,cse)'
// RUN: mlir-opt --load-dialect-plugin=%plugin %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion,affine-loop-fusion,affine-data-copy-generate,affine-loop-unroll),memref-expand,canonicalize,cse)'

// A swizzle is sums of bits modulo 2 in an affine map, and the buffer has no element too many.
// NORMAL-LABEL: func.func @swizzled(
// NORMAL-SAME:    memref<8192xf16>
// NORMAL:         affine.load %{{.*}}[{{.*}}floordiv{{.*}}] : memref<8192xf16>
// SCALREP-LABEL: func.func @swizzled(
// LOWER-LABEL: func.func @swizzled(
// LOWER:         memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<128x64xf16, #layout.composed<S<3,4,3> o 0 o (128,64):(64,1)>>
func.func @swizzled(%a: memref<128x64xf16, #layout.composed<S<3,4,3> o 0 o (128,64):(64,1)>>, %i: index, %j: index) -> f16 {
  %x = affine.load %a[symbol(%i), symbol(%j)] : memref<128x64xf16, #layout.composed<S<3,4,3> o 0 o (128,64):(64,1)>>
  return %x : f16
}

// 61 columns: (99, 60) is at 6099, whose block of 128 ends with 6144; bits 7 to 9 of 6099 are 7.
// NORMAL-LABEL: func.func @not_linear(
// NORMAL-SAME:    memref<{{6[0-9]*}}xf16>
func.func @not_linear(%a: memref<100x61xf16, #layout.composed<S<3,4,3> o 0 o (100,61):(61,1)>>, %i: index, %j: index) -> f16 {
  %x = affine.load %a[symbol(%i), symbol(%j)] : memref<100x61xf16, #layout.composed<S<3,4,3> o 0 o (100,61):(61,1)>>
  return %x : f16
}

// The element (3, 4) is at 1 + 16 + 8.
// NORMAL-LABEL: func.func @nested(
// NORMAL:         memref.alloc() : memref<64xf32>
// NORMAL:         affine.load %{{.*}}[25] : memref<64xf32>
// A stored value is found without its memref.
// SCALREP-LABEL: func.func @nested(
// SCALREP-NEXT:    return %{{.*}} : f32
func.func @nested(%x: f32) -> f32 {
  %a = memref.alloc() : memref<8x8xf32, #layout.cute<((2,4),8):((1,16),2)>>
  affine.store %x, %a[3, 4] : memref<8x8xf32, #layout.cute<((2,4),8):((1,16),2)>>
  %y = affine.load %a[3, 4] : memref<8x8xf32, #layout.cute<((2,4),8):((1,16),2)>>
  return %y : f32
}

// Strides and offset are what the layout says.
// EXPAND-LABEL: func.func @strides(
// EXPAND:         %[[OFFSET:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// EXPAND:         memref.reinterpret_cast %{{.*}} to offset: [%[[OFFSET]]], sizes: [2, 8], strides: [9, 1] : memref<f32> to memref<2x8xf32, strided<[9, 1], offset: ?>>
func.func @strides(%a: memref<4x8xf32, #layout.composed<S<0,4,3> o 5 o (4,8):(9,1)>>, %i: index) -> memref<2x8xf32, strided<[9, 1], offset: ?>> {
  %s = memref.subview %a[%i, 0] [2, 8] [1, 1] : memref<4x8xf32, #layout.composed<S<0,4,3> o 5 o (4,8):(9,1)>> to memref<2x8xf32, strided<[9, 1], offset: ?>>
  return %s : memref<2x8xf32, strided<[9, 1], offset: ?>>
}
