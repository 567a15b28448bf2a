// RUN: layout-opt %s --layout-insert-bounds=mode=report --verify-diagnostics | FileCheck %s

// Nothing is inserted.
// CHECK-NOT: scf.if

// CHECK-LABEL: func.func @proved
func.func @proved(%buffer: memref<12xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  affine.for %i = 0 to 12 {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  affine.for %i = 20 to 12 {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{proved in bounds: it never executes}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  return
}

// CHECK-LABEL: func.func @guarded
func.func @guarded(%buffer: memref<3xf32>, %i: index, %j: index, %v: f32) {
  %l = layout.constant #layout.cute<(2,3):(3,1)>
  %o = layout.apply %l(%i, %j) : index
  // expected-remark @below {{guarded by %arg1 = 0 and 0 <= %arg2 < 3}}
  memref.store %v, %buffer[%o] : memref<3xf32>
  return
}

// What a loop of unknown length never reaches is not executed for sure.

// CHECK-LABEL: func.func @never
func.func @never(%buffer: memref<3xf32>, %n: index, %v: f32) {
  %l = layout.constant #layout.cute<8:1>
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c4 to %n step %c1 {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{guarded by false}}
    memref.store %v, %buffer[%o] : memref<3xf32>
  }
  return
}

// Not decided, and why.

// CHECK-LABEL: func.func @unknown
func.func @unknown(%b: memref<4xf32>, %i: index,
                   %layout: !layout.layout, %v: f32) {
  %p = layout.apply %layout(%i) : index
  // expected-remark @below {{unknown whether the access is in bounds: a layout is not known statically}}
  memref.store %v, %b[%p] : memref<4xf32>
  return
}

// A symbol is a variable of the predicate: (2,M) has 2*M coordinates.

// CHECK-LABEL: func.func @symbolic
func.func @symbolic(%buffer: memref<4xf32>, %i: index, %m: index, %v: f32) {
  %l = layout.constant #layout.cute<(2,M):(1,2)>
  %o = layout.apply %l(%i) symbols(M = %m) : index
  // expected-remark @below {{guarded by 0 <= %arg1 < 4 and floor(%arg1/2) < %arg2}}
  memref.store %v, %buffer[%o] : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @unknown_vectors
func.func @unknown_vectors(%a: memref<4xf32>, %i: index, %v: vector<[4]xf32>, %w: vector<64x65xf32>,
                           %b: memref<64x65xf32>) {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%i) : index
  // expected-remark @below {{unknown whether the access is in bounds: how many elements vector<[4]xf32> has is not known}}
  vector.store %v, %a[%o] : memref<4xf32>, vector<[4]xf32>
  // expected-remark @below {{unknown whether the access is in bounds: it accesses more than 4096 elements at once}}
  vector.store %w, %b[%o, %i] : memref<64x65xf32>, vector<64x65xf32>
  return
}

// -----

// Dimensions that share no value are decided by themselves.

func.func @independent(%m: memref<8x8x8x8x8x8xf32>, %s0: index, %s1: index, %s2: index, %s4: index,
                       %s5: index, %o: index, %i: index, %j: index, %k: index, %p: index,
                       %q: index) -> f32 {
  %c1 = arith.constant 1 : index
  %v = memref.subview %m[%o, %p, %i, %q, %j, %k] [2, 2, 2, 1, 3, 2] [%s0, %s1, %s2, 1, %s4, %s5]
    : memref<8x8x8x8x8x8xf32> to memref<2x2x2x3x2xf32, strided<[?, ?, ?, ?, ?], offset: ?>>
  // expected-remark @below {{guarded by 0 <= %arg7 < 2 and 0 <= %arg7 + %arg3 < 8 and 0 <= %arg8 < 2 and 0 <= %arg4 < 4 and 0 <= %arg9 < 2 and 0 <= %arg9 + %arg5 < 8 and 0 <= %arg6 < 3 and 0 <= %arg6 + %arg1 < 8 and 0 <= %arg10 < 2 and 0 <= %arg10 + %arg2 < 8 and 0 <= %arg11 < 8}}
  %f = memref.load %v[%i, %j, %k, %o, %p]
    : memref<2x2x2x3x2xf32, strided<[?, ?, ?, ?, ?], offset: ?>>
  return %f : f32
}

// A launch of no blocks executes nothing: i is 1 or more in it.

// CHECK-LABEL: func.func @launched
func.func @launched(%b: memref<9xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %n = arith.muli %i, %i : index
    %j = arith.addi %n, %cm1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      // expected-remark @below {{guarded by}}
      memref.store %v, %b[%j] : memref<9xf32>
      gpu.terminator
    }
  }
  return
}

// A view that has fewer dimensions does not say which of its memref's they are.

// CHECK-LABEL: func.func @dropped
func.func @dropped(%a: memref<8x8xf32>) -> (memref<4xf32, strided<[1]>>, memref<1x4xf32, strided<[8, 2]>>) {
  %c2 = arith.constant 2 : index
  %s = memref.subview %a[0, 0] [1, 4] [1, %c2] : memref<8x8xf32> to memref<4xf32, strided<[?]>>
  // expected-remark @below {{the stride of dimension 0 is not known}}
  %c = memref.cast %s : memref<4xf32, strided<[?]>> to memref<4xf32, strided<[1]>>
  %t = memref.subview %a[0, 0] [1, 4] [1, %c2] : memref<8x8xf32> to memref<1x4xf32, strided<[8, ?]>>
  %d = memref.cast %t : memref<1x4xf32, strided<[8, ?]>> to memref<1x4xf32, strided<[8, 2]>>
  return %c, %d : memref<4xf32, strided<[1]>>, memref<1x4xf32, strided<[8, 2]>>
}

// What a map makes that is not a quantity is called after the dimension that it is the index of.

// CHECK-LABEL: func.func @product
func.func @product(%b: memref<20x8xi64>, %i: index, %n: index) -> i64 {
  // expected-remark @below {{guarded by 0 <= index(%arg0, 0) < 20 and 0 <= %arg1 < 8}}
  %x = affine.load %b[symbol(%i) * symbol(%n), symbol(%i)] : memref<20x8xi64>
  return %x : i64
}

// Strides lead from the first element of the buffer, past the subview: where it has no elements nothing is asked
// of it, and it has not fewer.

func.func @past_view(%m: memref<10xf32>, %b: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %v = memref.subview %m[5][%b][1] : memref<10xf32> to memref<?xf32, strided<[1], offset: 5>>
  %w = memref.reinterpret_cast %v to offset: [7], sizes: [1], strides: [1] : memref<?xf32, strided<[1], offset: 5>> to memref<1xf32, strided<[1], offset: 7>>
  // expected-remark @below {{guarded by 0 <= %arg1 < 6}}
  memref.store %f, %w[%c0] : memref<1xf32, strided<[1], offset: 7>>
  return
}
func.func @past_empty(%m: memref<10xf32>, %a: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %v = memref.subview %m[%a][0][1] : memref<10xf32> to memref<0xf32, strided<[1], offset: ?>>
  %w = memref.reinterpret_cast %v to offset: [7], sizes: [1], strides: [1] : memref<0xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: 7>>
  // expected-remark @below {{proved in bounds by ranges}}
  memref.store %f, %w[%c0] : memref<1xf32, strided<[1], offset: 7>>
  return
}
func.func @past_two_views(%m: memref<10xf32>, %b: index, %c: index, %i: index, %f: f32) {
  %v = memref.subview %m[0][%b][1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [2], sizes: [6], strides: [1] : memref<?xf32, strided<[1]>> to memref<6xf32, strided<[1], offset: 2>>
  %x = memref.subview %w[%c][3][1] : memref<6xf32, strided<[1], offset: 2>> to memref<3xf32, strided<[1], offset: ?>>
  // expected-remark @below {{guarded by 0 <= %arg1 < 11 and 0 <= %arg3 < 3 and 0 <= %arg2 < 4}}
  memref.store %f, %x[%i] : memref<3xf32, strided<[1], offset: ?>>
  return
}
func.func @past_view_in_vectors(%m: memref<10xf32>, %b: index, %i: index, %f: vector<4xf32>) {
  %v = memref.subview %m[0][%b][1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [0], sizes: [8], strides: [1] : memref<?xf32, strided<[1]>> to memref<8xf32>
  // expected-remark @below {{guarded by 0 <= %arg1 < 11 and 0 <= %arg2 + lane < 8}}
  vector.store %f, %w[%i] : memref<8xf32>, vector<4xf32>
  return
}
func.func @copied_past_view(%m: memref<10xf32>, %n: memref<4xf32>, %b: index, %o: index) {
  %v = memref.subview %m[0][%b][1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [%o], sizes: [4], strides: [1] : memref<?xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: ?>>
  // expected-remark @below {{guarded by 0 <= %arg2 < 11 and 0 <= %arg3 < 7}}
  memref.copy %n, %w : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  return
}
func.func @copied_past_empty(%m: memref<10xf32>, %n: memref<4xf32>, %o: index) {
  %v = memref.subview %m[0][0][1] : memref<10xf32> to memref<0xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [%o], sizes: [4], strides: [1] : memref<0xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: ?>>
  // expected-remark @below {{guarded by 0 <= %arg2 < 7}}
  memref.copy %n, %w : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  return
}
func.func @copied_any_past_view(%m: memref<10xf32>, %n: memref<?xf32>, %b: index, %s: index) {
  // expected-remark @below {{view is in bounds only where 0 <= %arg2 < 11, and not guarded: memref.copy uses it}}
  %v = memref.subview %m[0][%b][1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  // expected-remark @below {{view is in bounds only where 0 <= %arg3 < 11, and not guarded: memref.copy uses it}}
  %w = memref.reinterpret_cast %v to offset: [0], sizes: [%s], strides: [1] : memref<?xf32, strided<[1]>> to memref<?xf32>
  // expected-remark @below {{unknown whether the access is in bounds: what is accessed may have no elements, and so may a view that strides pass over}}
  memref.copy %n, %w : memref<?xf32> to memref<?xf32>
  return
}
func.func @transferred_past_view(%m: memref<10xf32>, %n: memref<4xf32>, %t: memref<1xi32>, %b: index, %o: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %m[0][%b][1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [%o], sizes: [4], strides: [1] : memref<?xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: ?>>
  // expected-remark @below {{guarded by 0 <= %arg3 < 11 and 0 <= %arg4 < 7}}
  memref.dma_start %n[%c0], %w[%c0], %c4, %t[%c0] : memref<4xf32>, memref<4xf32, strided<[1], offset: ?>>, memref<1xi32>
  return
}
func.func @tail_past_view(%m: memref<10xf32>, %b: index, %i: index, %f: vector<4xf32>) {
  %v = memref.subview %m[0][%b][1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [0], sizes: [8], strides: [1] : memref<?xf32, strided<[1]>> to memref<8xf32>
  // expected-remark @below {{guarded by 0 <= %arg1 < 11 and -lane <= %arg2}}
  vector.transfer_write %f, %w[%i] : vector<4xf32>, memref<8xf32>
  return
}
func.func @tail_past_known_view(%m: memref<10xf32>, %s: index, %i: index, %f: vector<4xf32>) {
  %v = memref.subview %m[0][5][1] : memref<10xf32> to memref<5xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [0], sizes: [%s], strides: [1] : memref<5xf32, strided<[1]>> to memref<?xf32>
  // expected-remark @below {{guarded by 0 <= %arg1 < 11 and -lane <= %arg2}}
  vector.transfer_write %f, %w[%i] : vector<4xf32>, memref<?xf32>
  return
}
