// Upstream's way from tensors to LLVM through memrefs with our layouts, pass by pass; the whole of it runs in
// matmul.test.

// RUN: split-file %s %t

// An argument's `bufferization.buffer_layout` is a layout of any notation: the caller copies its tensor into a
// buffer with it. A subview of a strided one has strides.
// RUN: layout-opt %t/tensors.mlir --one-shot-bufferize=bufferize-function-boundaries \
// RUN:   | FileCheck %s --check-prefix=BUFFERS
// BUFFERS-LABEL: func.func private @staged(
// BUFFERS-SAME:    memref<8x8xf32, #layout.cute<((2,4),8):((1,16),2)>>
// BUFFERS-SAME:    memref<8x8xf32, #layout.composed<S<3,0,3> o 0 o (8,8):(8,1)>>
// BUFFERS-SAME:    memref<16xf32, #layout.swizzle<S<2,0,2>>>
// BUFFERS-SAME:    memref<4x4xf32, #layout.linear<{i = {{.*}}1],[2]], j = {{.*}}4],[8]]}>>
// BUFFERS-SAME:    memref<4xf32, #layout.relation<"{ [i] -> [3i] : 0 <= i < 4 }">>
// BUFFERS-COUNT-5: memref.load
// BUFFERS-LABEL: func.func @copies(
// BUFFERS:         memref.alloc() {{.*}} : memref<8x8xf32, #layout.cute<((2,4),8):((1,16),2)>>
// BUFFERS-NEXT:    memref.copy {{.*}} to memref<8x8xf32, #layout.cute<((2,4),8):((1,16),2)>>
// BUFFERS:         memref.copy {{.*}} to memref<8x8xf32, #layout.composed<S<3,0,3> o 0 o (8,8):(8,1)>>
// BUFFERS:         memref.copy {{.*}} to memref<16xf32, #layout.swizzle<S<2,0,2>>>
// BUFFERS:         memref.copy {{.*}} to memref<4x4xf32, #layout.linear<{i = {{.*}}1],[2]], j = {{.*}}4],[8]]}>>
// BUFFERS:         memref.copy {{.*}} to memref<4xf32, #layout.relation<"{ [i] -> [3i] : 0 <= i < 4 }">>
// BUFFERS:         call @staged
// BUFFERS-LABEL: func.func @slice(
// BUFFERS:         memref.subview %{{.*}}[%{{.*}}, 0] [4, 4] [2, 1] : memref<8x8xf32, #layout.cute<(8,8):(1,9)>> to memref<4x4xf32, strided<[2, 9], offset: ?>>

// On flat memory all of it goes to LLVM.
// RUN: layout-opt %t/tensors.mlir --one-shot-bufferize=bufferize-function-boundaries --layout-flatten-memrefs \
// RUN:   --layout-lower-to-arith --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR
// IR: define float @staged(
// IR: xor i64
// IR: define float @copies(
// IR: define float @slice(

// Upstream makes the type of a buffer without asking whether its layout fits the shape, and verifies no type.
// What it makes flat has the size of the shape, or is refused.
// RUN: not layout-opt %t/other-shape.mlir --one-shot-bufferize=bufferize-function-boundaries --layout-flatten-memrefs \
// RUN:   2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: dimension 0 of (4,8):(1,4) has size 4, and that of the array has size 8

// An access through a view is one of the memref, in its coordinates.
// RUN: layout-opt %t/views.mlir --fold-memref-alias-ops | FileCheck %s --check-prefix=FOLD
// FOLD-LABEL: func.func @cute(
// FOLD-SAME:    %[[M:.*]]: memref<64x64xf32, #layout.cute<(64,64):(1,65)>>, %[[I:.*]]: index, %[[J:.*]]: index
// FOLD-NEXT:    %[[ROW:.*]] = affine.apply {{.*}}%[[I]], %[[J]]]
// FOLD-NEXT:    %[[COLUMN:.*]] = affine.apply {{.*}}%[[I]]]
// FOLD-NEXT:    memref.load %[[M]][%[[ROW]], %[[COLUMN]]] : memref<64x64xf32, #layout.cute<(64,64):(1,65)>>
// FOLD-LABEL: func.func @linear(
// FOLD:         memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x4xf32, #layout.linear<
// FOLD-LABEL: func.func @relation(
// FOLD:         memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x4xf32, #layout.relation<
// FOLD-NOT:     memref.subview

// A strided layout needs no pass of ours on the way to LLVM: element (j, i) of the view is at
// 2j + 65i from its first.
// RUN: layout-opt %t/views.mlir --expand-strided-metadata --lower-affine --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=STRIDED
// STRIDED-LABEL: define float @cute(
// STRIDED:         mul nuw nsw i64 %{{.*}}, 2
// STRIDED:         mul nuw nsw i64 %{{.*}}, 65
// STRIDED-LABEL: define float @linear(

// One that is not strided does: upstream says so, and leaves the access as it is.
// RUN: layout-opt %t/swizzled.mlir --convert-to-llvm 2>&1 | FileCheck %s --check-prefix=NONSTRIDED
// RUN: layout-opt %t/swizzled.mlir --layout-flatten-memrefs --layout-lower-to-arith --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=FLAT
// NONSTRIDED: error: conversion to strided form failed
// NONSTRIDED: memref.load %{{.*}} : memref<64x64xf32, #layout.composed<S<5,0,5> o 0 o (64,64):(64,1)>>
// FLAT: define float @swizzled(
// FLAT: xor i64

//--- tensors.mlir
func.func private @staged(
    %a: tensor<8x8xf32> {bufferization.buffer_layout = #layout.cute<((2,4),8):((1,16),2)>},
    %b: tensor<8x8xf32> {bufferization.buffer_layout = #layout.composed<S<3,0,3> o 0 o (8,8):(8,1)>},
    %c: tensor<16xf32> {bufferization.buffer_layout = #layout.swizzle<S<2,0,2>>},
    %d: tensor<4x4xf32> {bufferization.buffer_layout = #layout.linear<{i = [[1],[2]], j = [[4],[8]]}>},
    %e: tensor<4xf32> {bufferization.buffer_layout = #layout.relation<"{ [i] -> [3i] : 0 <= i < 4 }">},
    %i: index) -> f32 {
  %v = tensor.extract %a[%i, %i] : tensor<8x8xf32>
  %w = tensor.extract %b[%i, %i] : tensor<8x8xf32>
  %x = tensor.extract %c[%i] : tensor<16xf32>
  %y = tensor.extract %d[%i, %i] : tensor<4x4xf32>
  %z = tensor.extract %e[%i] : tensor<4xf32>
  %vw = arith.addf %v, %w : f32
  %xy = arith.addf %x, %y : f32
  %xyz = arith.addf %xy, %z : f32
  %sum = arith.addf %vw, %xyz : f32
  return %sum : f32
}
func.func @copies(%a: tensor<8x8xf32>, %c: tensor<16xf32>, %d: tensor<4x4xf32>, %e: tensor<4xf32>, %i: index) -> f32 {
  %x = call @staged(%a, %a, %c, %d, %e, %i)
    : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<16xf32>, tensor<4x4xf32>, tensor<4xf32>, index) -> f32
  return %x : f32
}
func.func @slice(%t: tensor<8x8xf32> {bufferization.buffer_layout = #layout.cute<(8,8):(1,9)>}, %i: index) -> f32 {
  %s = tensor.extract_slice %t[%i, 0] [4, 4] [2, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %x = tensor.extract %s[%i, %i] : tensor<4x4xf32>
  return %x : f32
}

//--- other-shape.mlir
func.func @smaller(%t: tensor<8x8xf32> {bufferization.buffer_layout = #layout.cute<(4,8):(1,4)>}, %i: index) -> f32 {
  %x = tensor.extract %t[%i, %i] : tensor<8x8xf32>
  return %x : f32
}

//--- views.mlir
!cute = memref<64x64xf32, #layout.cute<(64,64):(1,65)>>
!linear = memref<4x4xf32, #layout.linear<{i = [[1],[2]], j = [[4],[8]]}>>
!relation = memref<4x4xf32, #layout.relation<"{ [i, j] -> [4i + j] : 0 <= i < 4 and 0 <= j < 4 }">>
func.func @cute(%m: !cute, %i: index, %j: index) -> f32 {
  %s = memref.subview %m[%i, 8] [8, 8] [2, 1] : !cute to memref<8x8xf32, strided<[2, 65], offset: ?>>
  %x = memref.load %s[%j, %i] : memref<8x8xf32, strided<[2, 65], offset: ?>>
  return %x : f32
}
func.func @linear(%m: !linear, %i: index, %j: index) -> f32 {
  %s = memref.subview %m[%i, 0] [2, 4] [1, 1] : !linear to memref<2x4xf32, strided<[1, 4], offset: ?>>
  %x = memref.load %s[%j, %i] : memref<2x4xf32, strided<[1, 4], offset: ?>>
  return %x : f32
}
func.func @relation(%m: !relation, %i: index, %j: index) -> f32 {
  %s = memref.subview %m[%i, 0] [2, 4] [1, 1] : !relation to memref<2x4xf32, strided<[4, 1], offset: ?>>
  %x = memref.load %s[%j, %i] : memref<2x4xf32, strided<[4, 1], offset: ?>>
  return %x : f32
}

//--- swizzled.mlir
!swizzled = memref<64x64xf32, #layout.composed<S<5,0,5> o 0 o (64,64):(64,1)>>
func.func @swizzled(%m: !swizzled, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%j, %i] : !swizzled
  return %x : f32
}
