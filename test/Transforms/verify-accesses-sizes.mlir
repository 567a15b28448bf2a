// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics --allow-unregistered-dialect -o /dev/null
// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file --allow-unregistered-dialect -o /dev/null

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
  // expected-remark @below {{shape is in bounds only if guarded by dim(%arg0, 0) - 4*%arg1 = 0}}
  %v = memref.expand_shape %a [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg2 < %arg1}}
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
  // expected-remark @below {{view is in bounds only if guarded by %arg2 >= 0 and %arg3 <= floor((-%arg2)/4) + 16}}
  %v = memref.view %b[%o][%n] : memref<64xi8> to memref<?xf32>
  // expected-remark @below {{view is in bounds only if guarded by %arg2 >= 0 and %arg2 <= 64 - %arg3}}
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
    // expected-remark @below {{access is in bounds only if guarded by 0 <= %0 < dim(%cast, 0)}}
    %r = memref.load %b[%j] : memref<?xf32>
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
