// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-insert-bounds --split-input-file 2>/dev/null | FileCheck %s

// What may have no elements. Four elements of %a are copied: where %a has none they are none of its elements.

// CHECK-LABEL: func.func @through_empty
// CHECK-SAME:    %[[O:.*]]: index, %[[N:.*]]: index
// CHECK:         arith.cmpi sge, %[[N]], %c4
// CHECK:         scf.if
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      memref.copy
func.func @through_empty(%o: index, %n: index, %m: memref<8xi32>, %d: memref<4xi32>) {
  %a = memref.subview %m[%o] [%n] [1] : memref<8xi32> to memref<?xi32, strided<[1], offset: ?>>
  %b = memref.subview %a[0] [4] [1]
    : memref<?xi32, strided<[1], offset: ?>> to memref<4xi32, strided<[1], offset: ?>>
  // expected-remark @below {{guarded by %arg1 >= 4 and %arg0 >= 0 and %arg0 <= 8 - %arg1}}
  memref.copy %d, %b : memref<4xi32> to memref<4xi32, strided<[1], offset: ?>>
  return
}

// -----

// A view of four of no elements is never in bounds, wherever it is.

func.func @never(%o: index, %m: memref<8xi32>, %d: memref<4xi32>) {
  %a = memref.subview %m[%o] [0] [1] : memref<8xi32> to memref<0xi32, strided<[1], offset: ?>>
  %b = memref.subview %a[%o] [4] [1]
    : memref<0xi32, strided<[1], offset: ?>> to memref<4xi32, strided<[1], offset: ?>>
  // expected-error @below {{access is never in bounds: index 0 of dimension 0 is outside [0, 0)}}
  memref.copy %d, %b : memref<4xi32> to memref<4xi32, strided<[1], offset: ?>>
  return
}

// -----

// What is copied may be %k elements of %n. Where it is none it is in bounds, and no size is negative.

// CHECK-LABEL: func.func @none_of_some
func.func @none_of_some(%n: index, %k: index, %m: memref<8xi32>, %d: memref<?xi32>) {
  %a = memref.subview %m[2] [%n] [1] : memref<8xi32> to memref<?xi32, strided<[1], offset: 2>>
  %b = memref.subview %a[0] [%k] [1]
    : memref<?xi32, strided<[1], offset: 2>> to memref<?xi32, strided<[1], offset: 2>>
  // expected-remark @below {{guarded by (dim(%arg3, 0) = %arg1 and 0 <= %arg0 < 7 and %arg1 <= %arg0) or (dim(%arg3, 0) = %arg1 and %arg0 >= 0 and %arg1 = 0)}}
  memref.copy %d, %b : memref<?xi32> to memref<?xi32, strided<[1], offset: 2>>
  return
}

// -----

// A part of %n elements that has its shape from two sizes: of which one is 0 where it has none.

// CHECK-LABEL: func.func @collapsed
func.func @collapsed(%n: index, %m: memref<4x8xi32>, %d: memref<?xi32>) {
  %a = memref.subview %m[3, 0] [%n, 8] [1, 1]
    : memref<4x8xi32> to memref<?x8xi32, strided<[8, 1], offset: 24>>
  %b = memref.collapse_shape %a [[0, 1]]
    : memref<?x8xi32, strided<[8, 1], offset: 24>> into memref<?xi32, strided<[1], offset: 24>>
  // expected-remark @below {{guarded by (dim(%arg2, 0) - 8*%arg0 = 0 and %arg0 >= 0 and dim(%arg2, 0) < 16) or (dim(%arg2, 0) - 8*%arg0 = 0 and %arg0 = 0)}}
  memref.copy %d, %b : memref<?xi32> to memref<?xi32, strided<[1], offset: 24>>
  return
}

// -----

// How many lanes of a transfer are left is counted from its index: at -1 of no elements it is one.

func.func @negative_index(%m: memref<8xi32>, %n: index, %v: vector<1xi32>) {
  %i = arith.constant -1 : index
  %s = memref.subview %m[0] [%n] [1] : memref<8xi32> to memref<?xi32, strided<[1]>>
  // expected-error @below {{access is never in bounds: index -1 of dimension 0 is negative}}
  vector.transfer_write %v, %s[%i] {in_bounds = [false]} : vector<1xi32>, memref<?xi32, strided<[1]>>
  return
}

// -----

// CHECK-LABEL: func.func @cast
// CHECK-SAME:    %{{.*}}: memref<?xi32>, %[[I:.*]]: index
// CHECK:         arith.cmpi sge, %[[I]], %c0
// CHECK-NOT:     arith.ori
// CHECK:         return
func.func @cast(%m: memref<?xi32>, %i: index, %v: vector<1xi32>) {
  %c = memref.cast %m : memref<?xi32> to memref<?xi32, strided<[?]>>
  // expected-remark @below {{guarded by %arg1 >= 0}}
  vector.transfer_write %v, %c[%i] {in_bounds = [false]} : vector<1xi32>, memref<?xi32, strided<[?]>>
  return
}

// -----

// CHECK-LABEL: func.func @no_elements
func.func @no_elements(%m: memref<0xi32>, %i: index, %v: vector<4xi32>) {
  %c = memref.cast %m : memref<0xi32> to memref<?xi32>
  // expected-remark @below {{guarded by -lane <= %arg1}}
  vector.transfer_write %v, %m[%i] {in_bounds = [false]} : vector<4xi32>, memref<0xi32>
  // expected-remark @below {{guarded by -lane <= %arg1}}
  vector.transfer_write %v, %c[%i] {in_bounds = [false]} : vector<4xi32>, memref<?xi32>
  return
}

// -----

// The branch has what the view needs, and the mask the rest.

// CHECK-LABEL: func.func @lanes
// CHECK-SAME:    %{{.*}}: memref<8xi32>, %[[N:.*]]: index, %[[I:.*]]: index
// CHECK:         %[[FIRST:.*]] = vector.broadcast %[[I]]
// CHECK:         %[[NATURAL:.*]] = arith.cmpi sle, %{{.*}}, %[[FIRST]] : vector<4xindex>
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[N]], %c7 : index
// CHECK-NEXT:    scf.if %[[IN]] {
// CHECK-NEXT:      %[[VIEW:.*]] = memref.subview
// CHECK-NEXT:      vector.transfer_write %{{.*}}, %[[VIEW]][%[[I]]], %[[NATURAL]]
func.func @lanes(%m: memref<8xi32>, %n: index, %i: index, %v: vector<4xi32>) {
  %s = memref.subview %m[2] [%n] [1] : memref<8xi32> to memref<?xi32, strided<[1], offset: 2>>
  // expected-remark @below {{guarded by 0 <= %arg1 < 7 and -lane <= %arg2}}
  vector.transfer_write %v, %s[%i] {in_bounds = [false]} : vector<4xi32>, memref<?xi32, strided<[1], offset: 2>>
  return
}

// -----

// That a size is taken to be at least 1 says nothing of what is computed from it where it is not: none of
// these is known to be natural.

func.func @least_size(%n: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %s = arith.minsi %n, %c0 : index
  %o = arith.minsi %s, %c5 : index
  // expected-remark @below {{view is in bounds only where %0 >= 0, and not guarded: nothing uses it}}
  %v = memref.subview %m[%o] [%s] [1] : memref<?xi32> to memref<?xi32, strided<[1], offset: ?>>
  return
}

// -----

func.func @offset_of_size(%m: memref<4xi32>, %p: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.minsi %p, %c1 : index
  %k = arith.minsi %a, %c2 : index
  // expected-remark @below {{view is in bounds only where %0 >= 0, and not guarded: nothing uses it}}
  %v = memref.subview %m[%k] [%a] [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: ?>>
  return
}

// -----

func.func @affine_size(%m: memref<4xi32>, %p: index) {
  %a = affine.min affine_map<(d0) -> (d0, 1)>(%p)
  %k = affine.min affine_map<(d0) -> (d0, 2)>(%a)
  // expected-remark @below {{view is in bounds only where %0 >= 0, and not guarded: nothing uses it}}
  %v = memref.subview %m[%k] [%a] [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: ?>>
  return
}

// -----

func.func @other_size(%m: memref<4x4xi32>, %n: index) {
  %c3 = arith.constant 3 : index
  %k = arith.minsi %n, %c3 : index
  // expected-remark @below {{view is in bounds only where %arg1 >= 0, and not guarded: nothing uses it}}
  %v = memref.subview %m[0, %k] [0, %n] [1, 1]
    : memref<4x4xi32> to memref<0x?xi32, strided<[4, 1], offset: ?>>
  return
}

// -----

// Two sizes of one number: the second one is -1 where the first one is 0.

func.func @odd_size(%m: memref<4x4xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  layout.assume %n in [0, 2]
  %twice = arith.muli %n, %c2 : index
  %k = arith.subi %twice, %c1 : index
  // expected-remark @below {{view is in bounds only where %arg1 >= 1, and not guarded: nothing uses it}}
  %v = memref.subview %m[0, 0] [%n, %k] [1, 1] : memref<4x4xi32> to memref<?x?xi32, strided<[4, 1]>>
  return
}

// -----

// CHECK-LABEL: func.func @counts
func.func @counts(%m: memref<100xf32>, %s: memref<16xf32, 2>, %t: memref<1xi32>, %n: index,
                  %g: memref<64xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %k = arith.minsi %n, %c0 : index
  %o = arith.minsi %k, %c5 : index
  // expected-remark @below {{guarded by %0 >= 0}}
  memref.dma_start %m[%o], %s[%c0], %k, %t[%c0] : memref<100xf32>, memref<16xf32, 2>, memref<1xi32>
  %l = arith.minsi %n, %c1 : index
  %p = arith.minsi %l, %c5 : index
  // expected-remark @below {{in bounds only where %3 >= 0, and not guarded: nothing else gives its token}}
  %token = nvgpu.device_async_copy %m[%c1], %g[%p], 4, %l : memref<100xf32> to memref<64xf32, 3>
  return
}

// -----

// CHECK-LABEL: func.func @copied_size
func.func @copied_size(%m: memref<4xi32>, %p: index, %d: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.minsi %p, %c1 : index
  %k = arith.minsi %a, %c2 : index
  %v = memref.subview %m[%k] [%a] [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: ?>>
  // expected-remark @below {{guarded by %0 = dim(%arg2, 0)}}
  memref.copy %v, %d : memref<?xi32, strided<[1], offset: ?>> to memref<?xi32>
  return
}
