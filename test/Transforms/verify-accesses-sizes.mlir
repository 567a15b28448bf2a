// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics --allow-unregistered-dialect -o /dev/null
// RUN: not layout-opt %s --layout-insert-bounds=mode=report --split-input-file --allow-unregistered-dialect -o /dev/null

// The sizes of views are those that the operations say that make them.

func.func @collapsed(%f: f32) {
  %c10 = arith.constant 10 : index
  // expected-remark @below {{proved in bounds}}
  %a = memref.alloc(%c10) : memref<?x4xf32>
  %v = memref.collapse_shape %a [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  affine.for %i = 0 to 40 {
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %v[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @expanded(%a: memref<?xf32>, %n: index, %i: index, %f: f32) {
  %c3 = arith.constant 3 : index
  // expected-remark @below {{shape is in bounds only if guarded by %arg1 >= 0 and dim(%arg0, 0) - 4*%arg1 = 0}}
  %v = memref.expand_shape %a [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  // expected-remark @below {{access is in bounds only if guarded by %arg2 >= 0 and %arg2 < %arg1}}
  memref.store %f, %v[%i, %c3] : memref<?x4xf32>
  return
}

// -----

func.func @transposed(%a: memref<?x8xf32>, %i: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %n = memref.dim %a, %c0 : memref<?x8xf32>
  %t = memref.transpose %a (i, j) -> (j, i) : memref<?x8xf32> to memref<8x?xf32, strided<[1, 8]>>
  affine.for %j = 0 to %n {
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %t[%c7, %j] : memref<8x?xf32, strided<[1, 8]>>
  }
  return
}

// -----

func.func @strided(%a: memref<64xf32>, %i: index, %f: f32) {
  %c8 = arith.constant 8 : index
  // expected-remark @below {{proved in bounds}}
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [%c8], strides: [8] : memref<64xf32> to memref<?xf32, strided<[8]>>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 8}}
  memref.store %f, %v[%i] : memref<?xf32, strided<[8]>>
  return
}

// -----

func.func @bytes(%b: memref<64xi8>, %i: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  // expected-remark @below {{proved in bounds}}
  %v = memref.view %b[%c0][%c16] : memref<64xi8> to memref<?xf32>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 16}}
  memref.store %f, %v[%i] : memref<?xf32>
  return
}

// -----

// A dimension that is dropped has size 1: those that are left are in order.

func.func @dropped(%a: memref<4x64x64xf32>, %i: index, %j: index, %f: f32) {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // expected-remark @below {{proved in bounds}}
  %v = memref.subview %a[1, 0, 0] [1, %c8, %c2] [1, 1, 1] : memref<4x64x64xf32> to memref<?x?xf32, strided<[64, 1], offset: 4096>>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 8 and 0 <= %arg2 < 2}}
  memref.store %f, %v[%i, %j] : memref<?x?xf32, strided<[64, 1], offset: 4096>>
  return
}

// -----

// A view without elements is in bounds wherever it is.

func.func @empty(%b: memref<64xi8>, %a: memref<64xf32>, %o: index, %n: index) {
  // expected-remark @below {{view is in bounds only if guarded by (%arg3 >= 0 and %arg2 >= 0 and %arg3 <= floor((-%arg2)/4) + 16) or %arg3 = 0}}
  %v = memref.view %b[%o][%n] : memref<64xi8> to memref<?xf32>
  // expected-remark @below {{view is in bounds only if guarded by (%arg3 >= 0 and %arg2 >= 0 and %arg2 <= 64 - %arg3) or %arg3 = 0}}
  %w = memref.reinterpret_cast %a to offset: [%o], sizes: [%n], strides: [1] : memref<64xf32> to memref<?xf32, strided<[1], offset: ?>>
  return
}

// -----

// Where nothing is executed a value may depend on itself, and so it may where order means nothing.

func.func @itself(%i: index) {
  return
^nowhere:
  // expected-remark @below {{proved in bounds: it never executes}}
  %b = memref.cast %b : memref<?xf32> to memref<?xf32>
  %j = arith.addi %j, %i : index
  // expected-remark @below {{proved in bounds: it never executes}}
  %r = memref.load %b[%j] : memref<?xf32>
  cf.br ^nowhere
}

// -----

func.func @graph(%i: index) {
  "test.graph"() ({
    %b = memref.cast %b : memref<?xf32> to memref<?xf32>
    %j = arith.addi %j, %i : index
    // expected-remark @below {{unknown whether the access is in bounds: there are 64 views of each other or more}}
    %r = memref.load %b[%j] : memref<?xf32>
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// A view has no negative size: 5 elements less than none are not the ones of anything.

func.func @negative(%m: memref<10xf32>, %f: f32, %n: index, %i: index) {
  layout.assume %n in [-100, 10]
  // expected-remark @below {{view is in bounds only if guarded by %arg2 >= 0}}
  %v = memref.subview %m[0] [%n] [1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  // expected-remark @below {{access is in bounds only if guarded by %arg3 >= 0 and %arg3 < %arg2}}
  memref.store %f, %v[%i] : memref<?xf32, strided<[1]>>
  return
}

// -----

// Where it has no elements an execution refutes nothing: the last of these tiles is empty.

func.func @empty_tile(%m: memref<10xf32>, %n: index) {
  %c12 = arith.constant 12 : index
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  scf.for %i = %c0 to %c11 step %c5 {
    %left = arith.subi %c10, %i : index
    %some = arith.minsi %left, %c5 : index
    %size = arith.maxsi %some, %c0 : index
    // expected-remark @below {{view is in bounds only if guarded by %arg2 < 10 or %2 = 0}}
    %v = memref.subview %m[%i] [%size] [1] : memref<10xf32> to memref<?xf32, strided<[1], offset: ?>>
  }
  // expected-remark @below {{view is in bounds only if guarded by %arg1 = 0}}
  %w = memref.subview %m[%c12] [%n] [1] : memref<10xf32> to memref<?xf32, strided<[1], offset: ?>>
  return
}

// -----

// A view of bytes has elements of its own, which a cast of it counts from its own first one.

func.func @of_bytes(%b: memref<64xi8>, %i: index) {
  %c32 = arith.constant 32 : index
  // expected-remark @below {{proved in bounds by ranges}}
  %v = memref.view %b[%c32][] : memref<64xi8> to memref<8xf32>
  // expected-remark @below {{proved in bounds by ranges}}
  %fits = memref.reinterpret_cast %v to offset: [4], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  // expected-error @below {{view is never in bounds: index 63 of dimension 0 is outside [0, 8)}}
  %w = memref.reinterpret_cast %v to offset: [0], sizes: [64], strides: [1] : memref<8xf32> to memref<64xf32, strided<[1]>>
  // expected-remark @below {{view is in bounds only if guarded by 0 <= %arg1 < 5}}
  %x = memref.reinterpret_cast %v to offset: [%i], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  return
}

// -----

// Elements of 24 bits fill 4 bytes each.

func.func @three_bytes(%b: memref<6xi8>) {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{unknown whether the view is in bounds: how many bytes an element of a view has is not known}}
  %v = memref.view %b[%c0][] : memref<6xi8> to memref<2xi24>
  return
}

// -----

// Casts from a memref without a rank.

func.func @no_rank(%m: memref<12xf32>, %u: memref<*xf32>, %d: memref<?xf32>) {
  %n = memref.cast %m : memref<12xf32> to memref<*xf32>
  // expected-error @below {{cast is never in bounds: size 12 of dimension 0 is not 16}}
  %a = memref.cast %n : memref<*xf32> to memref<16xf32>
  %b = memref.cast %n : memref<*xf32> to memref<12xf32>
  // expected-remark @below {{unknown whether the cast is in bounds: the memref has another rank, 1}}
  %c = memref.cast %n : memref<*xf32> to memref<3x4xf32>
  // expected-remark @below {{unknown whether the cast is in bounds: the sizes of a memref without a rank are not known}}
  %e = memref.cast %u : memref<*xf32> to memref<16xf32>
  %k = memref.cast %d : memref<?xf32> to memref<*xf32>
  // expected-remark @below {{cast is in bounds only if guarded by dim(%arg2, 0) = 16}}
  %f = memref.cast %k : memref<*xf32> to memref<16xf32>
  return
}

// -----

// A memref without a rank is copied as what it was, if that is known.

func.func @unranked(%a: memref<8xf32>, %b: memref<4xf32>, %c: memref<4x5xf32>, %u: memref<*xf32>) {
  %au = memref.cast %a : memref<8xf32> to memref<*xf32>
  %bu = memref.cast %b : memref<4xf32> to memref<*xf32>
  %cu = memref.cast %c : memref<4x5xf32> to memref<*xf32>
  // expected-error @below {{access is never in bounds: dimension 0 of the source has 4 elements more than that of the target}}
  memref.copy %au, %bu : memref<*xf32> to memref<*xf32>
  // expected-remark @below {{proved in bounds}}
  memref.copy %b, %bu : memref<4xf32> to memref<*xf32>
  // expected-remark @below {{unknown whether the access is in bounds: the memrefs have different ranks, 1 and 2}}
  memref.copy %b, %cu : memref<4xf32> to memref<*xf32>
  // expected-remark @below {{unknown whether the access is in bounds: the sizes of a memref without a rank are not known}}
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  return
}

// -----

// Numbers that are known, and of which a product does not fit.

func.func @far(%m: memref<10xf32>, %n: memref<9223372036854775807x4xf32>, %i: index) {
  // expected-remark @below {{unknown whether the view is in bounds: how far a view's dimension 0 reaches does not fit in 64 bits}}
  %v = memref.subview %m[0][4611686018427387905][4] : memref<10xf32> to memref<4611686018427387905xf32, strided<[4]>>
  // expected-remark @below {{unknown whether the view is in bounds: how many elements the buffer behind a view has does not fit in 64 bits}}
  %w = memref.reinterpret_cast %n to offset: [%i], sizes: [4], strides: [4] : memref<9223372036854775807x4xf32> to memref<4xf32, strided<[4], offset: ?>>
  return
}

// -----

// What copies or is called, and is not looked at.

func.func @others(%a: memref<?xf32>, %b: memref<?xf32>, %g: (memref<?xf32>) -> ()) {
  // expected-remark @below {{accesses of gpu.memcpy are not looked at: 1 operation}}
  gpu.memcpy %a, %b : memref<?xf32>, memref<?xf32>
  // expected-remark @below {{accesses of func.call_indirect are not looked at: 1 operation}}
  func.call_indirect %g(%a) : (memref<?xf32>) -> ()
  return
}

// -----

// A view of a negative size is no view without elements.

func.func @negative(%m: memref<10xf32>) {
  %c = arith.constant -2 : index
  // expected-error @below {{view is never in bounds: size -2 of dimension 0 is negative}}
  %v = memref.subview %m[1] [%c] [1] : memref<10xf32> to memref<?xf32, strided<[1], offset: 1>>
  affine.for %i = 0 to 2 {
    %n = affine.apply affine_map<(d0) -> (d0 - 2)>(%i)
    // expected-error @below {{view is never in bounds: size -2 of dimension 0 is negative}}
    %w = memref.subview %m[1] [%n] [1] : memref<10xf32> to memref<?xf32, strided<[1], offset: 1>>
  }
  return
}
