// RUN: layout-opt %s -split-input-file -verify-diagnostics -layout-flatten-memrefs

// Nothing changes anywhere if there is an error somewhere.
// RUN: not layout-opt %s -layout-flatten-memrefs -mlir-print-ir-after-failure 2>&1 | FileCheck %s
// CHECK: func.func @untouched(%[[A:.*]]: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
// CHECK-NEXT: memref.load %[[A]][%{{.*}}, %{{.*}}] : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>

func.func @untouched(%a: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>, %i: index) -> f32 {
  %x = memref.load %a[%i, %i] : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
  return %x : f32
}

func.func @unknown_operation(%a: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>) {
  // expected-error@+1 {{'bufferization.to_tensor' on a memref with layout (4,8):(1,4) is not flattened}}
  %t = bufferization.to_tensor %a : memref<4x8xf32, #layout.cute<(4,8):(1,4)>> to tensor<4x8xf32>
  return
}

// -----

// expected-error@+1 {{a memref with a layout is inside the type tuple<memref<4xf32, #layout.cute<4:2>>>}}
func.func private @inside_a_type(tuple<memref<4xf32, #layout.cute<4:2>>>)

// -----

// expected-error@+1 {{(4,8):(-8,1) has the negative offset -8 at coordinate 1}}
func.func private @negative(memref<4x8xf32, #layout.cute<(4,8):(-8,1)>>)

// -----

// expected-error@+1 {{the offsets of (4,8):(1@0,1@1) are tuples, not places in a buffer}}
func.func private @tuples(memref<4x8xf32, #layout.cute<(4,8):(1@0,1@1)>>)

// -----

func.func @sign(%m: index, %k: index) {
  // expected-error@+1 {{K in (M,8):(K,1) may be negative: no fact says that it is not}}
  %a = memref.alloc(%m)[%k, %m] : memref<?x8xf32, #layout.cute<(M,8):(K,1)>>
  return
}

// -----

func.func @symbols(%a: memref<?x?xf32, #layout.cute<(M,N):(N,1)>>, %i: index) -> index {
  // expected-error@+1 {{the symbols of (M,N):(N,1) have no values here: the memref is not allocated here}}
  %x = memref.load %a[%i, %i] : memref<?x?xf32, #layout.cute<(M,N):(N,1)>>
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{size 1 of (M,N):(N,1) has no value here: the memref is not allocated here}}
  %d = memref.dim %a, %c1 : memref<?x?xf32, #layout.cute<(M,N):(N,1)>>
  return %d : index
}

// -----

func.func @dimension(%a: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>, %i: index) -> index {
  // expected-error@+1 {{'memref.dim' is not flattened: its dimension is not a constant}}
  %d = memref.dim %a, %i : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
  return %d : index
}

// -----

func.func @no_strides(%a: memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>, %x: f16) {
  // expected-error@+1 {{'linalg.fill' is not flattened: S<3,4,3> o 0 o (8,64):(64,1) has no strides that are numbers}}
  linalg.fill ins(%x : f16) outs(%a : memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>)
  return
}

// -----

// expected-error@+1 {{the initial value of a memref with layout 4:2 is not moved}}
memref.global "private" constant @initial : memref<4xi32, #layout.cute<4:2>> = dense<[1, 2, 3, 4]>

// -----

func.func @cast(%a: memref<?x8xf32, strided<[?, 1]>>) {
  // expected-error@+1 {{memref.cast to the layout (M,8):(M,1) is not flattened: the size of its buffer is not known}}
  %b = memref.cast %a : memref<?x8xf32, strided<[?, 1]>> to memref<?x8xf32, #layout.cute<(M,8):(M,1)>>
  return
}

// -----

func.func @copy(%m: index, %b: memref<?x8xf32>) {
  %a = memref.alloc(%m)[%m] : memref<?x8xf32, #layout.cute<(M,8):(1,M)>>
  // expected-error@+1 {{'memref.copy' of a memref with a dynamic layout is not flattened}}
  memref.copy %a, %b : memref<?x8xf32, #layout.cute<(M,8):(1,M)>> to memref<?x8xf32>
  return
}

// -----

func.func @copy_of_known_sizes(%m: index, %b: memref<4x8xf32>) {
  %a = memref.alloc()[%m] : memref<4x8xf32, #layout.cute<(4,8):(1,M) where M in [4,64]>>
  // expected-error@+1 {{'memref.copy' of a memref with a dynamic layout is not flattened}}
  memref.copy %a, %b : memref<4x8xf32, #layout.cute<(4,8):(1,M) where M in [4,64]>> to memref<4x8xf32>
  return
}
