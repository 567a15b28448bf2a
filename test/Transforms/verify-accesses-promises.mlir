// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// What casts, shapes and allocations say of memrefs: each of the four answers.

func.func @sizes(%n: index, %m: memref<?xf32>) {
  %c8 = arith.constant 8 : index
  // expected-remark @below {{proved in bounds}}
  %a = memref.alloc(%c8) : memref<?xf32>
  // expected-error @below {{cast is never in bounds: size 8 of dimension 0 is not 10}}
  %b = memref.cast %a : memref<?xf32> to memref<10xf32>
  // expected-remark @below {{proved in bounds}}
  %c = memref.cast %a : memref<?xf32> to memref<8xf32>
  // expected-remark @below {{allocation is in bounds only if guarded by %arg0 >= 0}}
  %d = memref.alloc(%n) : memref<?xf32>
  // expected-remark @below {{cast is in bounds only if guarded by %arg0 = 10}}
  %e = memref.cast %d : memref<?xf32> to memref<10xf32>
  // expected-remark @below {{cast is in bounds only if guarded by dim(%arg1, 0) = 4}}
  %f = memref.cast %m : memref<?xf32> to memref<4xf32>
  // A cast that only forgets says nothing.
  %g = memref.cast %e : memref<10xf32> to memref<?xf32>
  %h = memref.cast %m : memref<?xf32> to memref<*xf32>
  return
}

// -----

func.func @loop(%f: f32) {
  affine.for %i = 1 to 12 {
    // expected-remark @below {{proved in bounds}}
    %a = memref.alloca(%i, %i) : memref<?x4x?xf32>
    // expected-error @below {{cast is out of bounds at iteration %arg1 = 1: size 1 of dimension 2 is not 6}}
    %b = memref.cast %a : memref<?x4x?xf32> to memref<?x4x6xf32>
  }
  return
}

// -----

// A size, two of them, and one that is negative in the last iterations.

func.func @negative(%n: index) {
  %c-3 = arith.constant -3 : index
  %c4 = arith.constant 4 : index
  // expected-error @below {{allocation is never in bounds: size -3 of dimension 1 is negative}}
  %a = memref.alloc(%c4, %c-3) : memref<?x?xf32>
  affine.for %i = 0 to 10 {
    %s = arith.subi %c4, %i : index
    // expected-error @below {{allocation is out of bounds at iteration %arg1 = 5: size -1 of dimension 0 is negative}}
    %b = memref.alloc(%s) : memref<?xf32>
  }
  %positive = arith.cmpi sge, %n, %c4 : index
  scf.if %positive {
    // expected-remark @below {{proved in bounds}}
    %b = memref.alloc(%n) : memref<?xf32>
  }
  return
}

// -----

// Strides and offsets come from subviews, reinterpretations and allocations.

func.func @strides(%i: index, %n: index, %arg: memref<4xf32, strided<[?], offset: ?>>) {
  %m = memref.alloc() : memref<16x8xf32>
  // expected-remark @below {{guarded by 0 <= %arg0 < 7}}
  %v = memref.subview %m[%i, 2] [4, 3] [3, 2] : memref<16x8xf32> to memref<4x3xf32, strided<[24, 2], offset: ?>>
  // expected-remark @below {{cast is in bounds only if guarded by %arg0 = 1}}
  %w = memref.cast %v : memref<4x3xf32, strided<[24, 2], offset: ?>> to memref<4x3xf32, strided<[24, 2], offset: 10>>
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  // expected-remark @below {{proved in bounds}}
  %r = memref.reinterpret_cast %m to offset: [%c5], sizes: [4], strides: [%c3] : memref<16x8xf32> to memref<4xf32, strided<[?], offset: ?>>
  // expected-error @below {{cast is never in bounds: stride 3 of dimension 0 is not 2}}
  %s = memref.cast %r : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[2], offset: 5>>
  // expected-error @below {{cast is never in bounds: offset 5 is not 6}}
  %t = memref.cast %r : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[3], offset: 6>>
  // expected-remark @below {{proved in bounds}}
  %u = memref.cast %r : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[3], offset: 5>>
  // expected-remark @below {{unknown whether the cast is in bounds: the stride of dimension 0 is not known}}
  %x = memref.cast %arg : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1], offset: 0>>
  // expected-remark @below {{proved in bounds}}
  %y = memref.alloc(%c5) : memref<4x?xf32>
  // The stride is that of rows of 5.
  // expected-error @below {{cast is never in bounds: stride 5 of dimension 0 is not 6}}
  %z = memref.cast %y : memref<4x?xf32> to memref<4x?xf32, strided<[6, 1]>>
  return
}

// -----

func.func @shapes(%n: index, %a: memref<?x6xf32>, %p: index, %q: index) {
  %c12 = arith.constant 12 : index
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  // expected-remark @below {{proved in bounds}}
  %m = memref.alloc(%c12) : memref<?xf32>
  // expected-remark @below {{proved in bounds}}
  %b = memref.expand_shape %m [[0, 1]] output_shape [%c3, 4] : memref<?xf32> into memref<?x4xf32>
  // expected-error @below {{shape is never in bounds: dimension 0 has 3 elements fewer than its shape}}
  %c = memref.expand_shape %m [[0, 1]] output_shape [%c3, 5] : memref<?xf32> into memref<?x5xf32>
  // expected-remark @below {{shape is in bounds only if guarded by %arg0 = 3}}
  %d = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %size = memref.dim %a, %c0 : memref<?x6xf32>
  // expected-remark @below {{proved in bounds}}
  %e = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [1, %size, 2, 3] : memref<?x6xf32> into memref<1x?x2x3xf32>
  // expected-remark @below {{unknown whether the shape is in bounds: a part of a shape is a product of two values}}
  %f = memref.expand_shape %m [[0, 1]] output_shape [%p, %q] : memref<?xf32> into memref<?x?xf32>
  // A static shape is one that the types agree on.
  %s = memref.alloc() : memref<6xf32>
  %t = memref.expand_shape %s [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>
  return
}

// -----

// No part of a shape is negative, whatever it is together with others.
func.func @negative_shapes(%m: memref<?xf32>, %none: memref<0xf32>, %n: index) {
  %c7 = arith.constant 7 : index
  %a = arith.constant -2 : index
  %b = arith.constant -3 : index
  // expected-error @below {{shape is never in bounds: size -2 of dimension 0 is negative}}
  %e = memref.expand_shape %m [[0, 1]] output_shape [%a, %b] : memref<?xf32> into memref<?x?xf32>
  // expected-error @below {{access is never in bounds: index 7 of dimension 0 is outside [0, -2)}}
  %x = memref.load %e[%c7, %c7] : memref<?x?xf32>
  %d = memref.cast %none : memref<0xf32> to memref<?xf32>
  // expected-remark @below {{shape is in bounds only if guarded by %arg2 >= 0}}
  %f = memref.expand_shape %d [[0, 1]] output_shape [%n, 0] : memref<?xf32> into memref<?x0xf32>
  return
}

// -----

// A promise is heard where an access uses none of its own values but one that others relate to them; one
// that comes later, or is about another argument, is not.
func.func @related(%x: index, %y: index, %z: index, %m: memref<100xf32>) -> f32 {
  %d = arith.subi %y, %x : index
  %e = arith.subi %z, %y : index
  layout.assume %x in [0, 9223372036854775807]
  layout.assume %e in [1, 10]
  layout.assume %d in [1, 10]
  // expected-remark @below {{access is in bounds only if guarded by %arg0 < 100}}
  %0 = memref.load %m[%x] : memref<100xf32>
  layout.assume %z in [0, 101]
  // expected-remark @below {{proved in bounds by ranges}}
  %1 = memref.load %m[%x] : memref<100xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// -----

func.func @in_a_loop(%n: index, %k: index, %other: index, %m: memref<100xf32>) {
  layout.assume %n in [0, 100]
  layout.assume %other in [4, 5]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.addi %i, %k : index
    layout.assume %k in [0, 0]
    // expected-remark @below {{proved in bounds by ranges}}
    %0 = memref.load %m[%s] : memref<100xf32>
  }
  return
}
