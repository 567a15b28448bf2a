// MLIR's normalize-memrefs on layouts whose affine maps its elimination does not bound: it leaves them as
// they are, within two seconds of the processor and 400 MB of addresses, of which the program itself has half.
// The driver has 800 MB: its allocator reserves 32 MB and more for each thread.

// RUN: bash -c "ulimit -t 2 -v 800000 && layout-opt %s --normalize-memrefs" | FileCheck %s
// RUN: bash -c "ulimit -t 2 -v 400000 && mlir-opt --load-dialect-plugin=%plugin %s --normalize-memrefs" | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-flatten-memrefs | FileCheck %s --check-prefix=FLAT
// RUN: layout-opt %s -o /dev/null --affine-scalrep --lower-affine --expand-strided-metadata --fold-memref-alias-ops --cse
// RUN: layout-opt %s -o /dev/null \
// RUN:   --pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion,affine-loop-fusion,affine-data-copy-generate,affine-loop-unroll),memref-expand,canonicalize,cse)'
// RUN: layout-opt %s --finalize-memref-to-llvm -o /dev/null 2>&1 | FileCheck %s --check-prefix=LLVM

// The conversion to LLVM has no strides for it.
// LLVM: error: conversion to strided form failed

// Three bits of both indices each.
// CHECK-LABEL: func.func @lowest_bits(
// CHECK:         memref.alloc() : memref<32x32xf32, #layout.composed<S<3,0,5> o 0 o (32,32):(32,1)>>
// FLAT-LABEL: func.func @lowest_bits(
// FLAT:         memref.alloc() : memref<1024xf32>
func.func @lowest_bits(%i: index, %j: index) -> f32 {
  // expected-remark @+1 {{normalize-memrefs leaves memrefs with the layout S<3,0,5> o 0 o (32,32):(32,1) as they are: their size is not found by elimination; layout-flatten-memrefs makes them flat}}
  %t = memref.alloc() : memref<32x32xf32, #layout.composed<S<3,0,5> o 0 o (32,32):(32,1)>>
  %x = affine.load %t[symbol(%i), symbol(%j)] : memref<32x32xf32, #layout.composed<S<3,0,5> o 0 o (32,32):(32,1)>>
  return %x : f32
}

// CHECK-LABEL: func.func @all_bits(
// CHECK:         memref.alloc() : memref<64x64xf32, #layout.composed<S<6,0,6> o 0 o (64,64):(64,1)>>
func.func @all_bits(%i: index, %j: index) -> f32 {
  // expected-remark @+1 {{the layout S<6,0,6> o 0 o (64,64):(64,1)}}
  %t = memref.alloc() : memref<64x64xf32, #layout.composed<S<6,0,6> o 0 o (64,64):(64,1)>>
  %x = memref.load %t[%i, %j] : memref<64x64xf32, #layout.composed<S<6,0,6> o 0 o (64,64):(64,1)>>
  return %x : f32
}

// CHECK-LABEL: func.func @two_bits(
// CHECK:         memref.alloc() : memref<64x64xf32, #layout.composed<S<2,3,3> o 0 o (64,64):(64,1)>>
func.func @two_bits(%i: index, %j: index) -> f32 {
  // expected-remark @+1 {{the layout S<2,3,3> o 0 o (64,64):(64,1)}}
  %t = memref.alloc() : memref<64x64xf32, #layout.composed<S<2,3,3> o 0 o (64,64):(64,1)>>
  %x = memref.load %t[%i, %j] : memref<64x64xf32, #layout.composed<S<2,3,3> o 0 o (64,64):(64,1)>>
  return %x : f32
}

// CHECK-LABEL: func.func @linear(
// CHECK:         memref.alloc() : memref<64x64xf32, #linear>
func.func @linear(%i: index, %j: index) -> f32 {
  // expected-remark @+1 {{layout-flatten-memrefs makes them flat}}
  %t = memref.alloc() : memref<64x64xf32, #layout.linear<{a = [[65], [130], [260], [520], [1040], [2080]], b = [[1], [2], [4], [8], [16], [32]]}>>
  %x = memref.load %t[%i, %j] : memref<64x64xf32, #layout.linear<{a = [[65], [130], [260], [520], [1040], [2080]], b = [[1], [2], [4], [8], [16], [32]]}>>
  return %x : f32
}

// CHECK-LABEL: func.func @relation(
// CHECK:         memref.alloc() : memref<30x30x30xf32, #layout.relation<
func.func @relation(%i: index) -> f32 {
  // expected-remark @+1 {{layout-flatten-memrefs makes them flat}}
  %t = memref.alloc() : memref<30x30x30xf32, #layout.relation<"{ [c, d, e] -> [o] : o = 900c + 40d + e - floor((c + d)/3) + floor((2c + d)/5) + floor((c + 2d)/7) + floor((c + d + e)/4) + floor((c + 2e)/3) and 0 <= c < 30 and 0 <= d < 30 and 0 <= e < 30 }">>
  %x = memref.load %t[%i, %i, %i] : memref<30x30x30xf32, #layout.relation<"{ [c, d, e] -> [o] : o = 900c + 40d + e - floor((c + d)/3) + floor((2c + d)/5) + floor((c + 2d)/7) + floor((c + d + e)/4) + floor((c + 2e)/3) and 0 <= c < 30 and 0 <= d < 30 and 0 <= e < 30 }">>
  return %x : f32
}

// What is bounded with little work is made flat as ever.
// CHECK-LABEL: func.func @few_bits(
// CHECK:         memref.alloc() : memref<2048xf32>
// CHECK:         memref.alloc() : memref<1024xf32>
// CHECK:         memref.alloc() : memref<4096xf32>
func.func @few_bits(%i: index, %j: index) -> (f32, f32, f32) {
  %t = memref.alloc() : memref<64x32xf32, #layout.composed<S<2,3,3> o 0 o (64,32):(32,1)>>
  %u = memref.alloc() : memref<1024xf32, #layout.composed<S<5,0,5> o 0 o (1024):(1)>>
  %v = memref.alloc() : memref<64x64xf32, #layout.cute<((2,4,8),64):((1,2,8),64)>>
  %x = memref.load %t[%i, %j] : memref<64x32xf32, #layout.composed<S<2,3,3> o 0 o (64,32):(32,1)>>
  %y = memref.load %u[%i] : memref<1024xf32, #layout.composed<S<5,0,5> o 0 o (1024):(1)>>
  %z = memref.load %v[%i, %j] : memref<64x64xf32, #layout.cute<((2,4,8),64):((1,2,8),64)>>
  return %x, %y, %z : f32, f32, f32
}
