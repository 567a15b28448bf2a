// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-insert-bounds=mode=report --split-input-file 2>&1 | FileCheck %s

// A mask that is a constant says of each lane whether it is accessed.

func.func @dense(%a: memref<10xf32>, %v: vector<4xf32>) {
  %c8 = arith.constant 8 : index
  %all = arith.constant dense<true> : vector<4xi1>
  // expected-error @below {{access is out of bounds: lanes 2 to 3 are outside [0, 10) of dimension 0}}
  vector.maskedstore %a[%c8], %all, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  %two = arith.constant dense<[true, true, false, false]> : vector<4xi1>
  // expected-remark @below {{proved in bounds}}
  vector.maskedstore %a[%c8], %two, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  %none = arith.constant dense<false> : vector<4xi1>
  // expected-remark @below {{proved in bounds: it never executes}}
  vector.maskedstore %a[%c8], %none, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  // Which lanes these are is not looked at.
  %third = arith.constant dense<[false, false, true, false]> : vector<4xi1>
  // expected-remark @below {{access is in bounds only if guarded by lane < 2}}
  vector.maskedstore %a[%c8], %third, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @first_lanes(%a: memref<10xf32>, %v: vector<4xf32>) {
  %c8 = arith.constant 8 : index
  %three = vector.constant_mask [3] : vector<4xi1>
  // expected-error @below {{access is out of bounds: lane 2 is outside [0, 10) of dimension 0}}
  vector.maskedstore %a[%c8], %three, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  %c3 = arith.constant 3 : index
  %made = vector.create_mask %c3 : vector<4xi1>
  // expected-error @below {{access is out of bounds: lane 2 is outside [0, 10) of dimension 0}}
  vector.maskedstore %a[%c8], %made, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  // expected-error @below {{access is never in bounds: index 10 of dimension 0 is outside [0, 10)}}
  vector.compressstore %a[%c8], %three, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

// CHECK: error: access is never in bounds: index {{.*}} of dimension 0 is outside [0, 10)
func.func @never(%a: memref<10xf32>, %v: vector<4xf32>) {
  %c12 = arith.constant 12 : index
  %all = arith.constant dense<true> : vector<4xi1>
  // expected-error @below {{access is never in bounds: index 12 of dimension 0 is outside [0, 10)}}
  vector.maskedstore %a[%c12], %all, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @around(%a: memref<10xf32>, %f: f32) {
  %c8 = arith.constant 8 : index
  %three = vector.constant_mask [3] : vector<4xi1>
  // expected-remark @below {{access is in bounds only if guarded by lane < 2}}
  %0 = vector.mask %three { vector.transfer_read %a[%c8], %f {in_bounds = [true]} : memref<10xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}

// -----

func.func @gather(%a: memref<10xf32>, %p: vector<4xf32>, %k: vector<4xi1>) {
  %c4 = arith.constant 4 : index
  %all = arith.constant dense<true> : vector<4xi1>
  %at = arith.constant dense<[0, 7, -5, 3]> : vector<4xindex>
  // expected-error @below {{access is out of bounds: lane 2 is outside [0, 10) of dimension 0}}
  %0 = vector.gather %a[%c4][%at], %all, %p : memref<10xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %two = vector.constant_mask [2] : vector<4xi1>
  // expected-error @below {{access is out of bounds: lane 1 is outside [0, 10) of dimension 0}}
  %1 = vector.gather %a[%c4][%at], %two, %p : memref<10xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %one = vector.constant_mask [1] : vector<4xi1>
  // expected-remark @below {{proved in bounds}}
  %2 = vector.gather %a[%c4][%at], %one, %p : memref<10xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // Which lanes are accessed is not known.
  // expected-remark @below {{access is in bounds only if guarded by}}
  %3 = vector.gather %a[%c4][%at], %k, %p : memref<10xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

// Where no lane is accessed nothing is out of bounds, wherever the lanes are.
func.func @no_lanes(%m: memref<8x8xf32>, %at: vector<4xindex>, %p: vector<4xf32>, %n: index) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : index
  %none = vector.constant_mask [0] : vector<4xi1>
  // expected-remark @below {{proved in bounds: it never executes}}
  %0 = vector.gather %m[%c9, %c0][%at], %none, %p : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %no = arith.constant dense<false> : vector<4xi1>
  // expected-remark @below {{proved in bounds: it never executes}}
  %1 = vector.gather %m[%c9, %c0][%at], %no, %p : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %zero = vector.create_mask %c0 : vector<4xi1>
  // expected-remark @below {{proved in bounds: it never executes}}
  vector.scatter %m[%c9, %c0][%at], %zero, %p : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %some = vector.create_mask %n : vector<4xi1>
  // expected-remark @below {{access is in bounds only if guarded by false}}
  vector.scatter %m[%c9, %c0][%at], %some, %p : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %negative = arith.minsi %n, %c0 : index
  %fewer = vector.create_mask %negative : vector<4xi1>
  // expected-remark @below {{proved in bounds: it never executes}}
  vector.scatter %m[%c9, %c0][%at], %fewer, %p : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @no_lanes_of_view(%m: memref<8xf32>, %at: vector<4xindex>, %p: vector<4xf32>, %n: index) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : index
  // expected-remark @below {{view is in bounds only if guarded by %arg3 = 0}}
  %s = memref.subview %m[%c9] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
  %none = vector.constant_mask [0] : vector<4xi1>
  // expected-remark @below {{proved in bounds: it never executes}}
  %0 = vector.gather %s[%c0][%at], %none, %p : memref<?xf32, strided<[1], offset: ?>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
