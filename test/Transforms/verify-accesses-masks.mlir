// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// Lanes that a mask leaves out access nothing.

func.func @constant(%a: memref<10xf32>, %p: vector<8xf32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %m = vector.create_mask %c6 : vector<8xi1>
  // expected-remark @below {{proved in bounds}}
  %0 = vector.maskedload %a[%c4], %m, %p : memref<10xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %n = vector.constant_mask [7] : vector<8xi1>
  // expected-remark @below {{proved in bounds}}
  %1 = vector.maskedload %a[%c3], %n, %p : memref<10xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // expected-error @below {{access is out of bounds: lane 6 is outside [0, 10) of dimension 0}}
  %2 = vector.maskedload %a[%c4], %n, %p : memref<10xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

// What is left of a dimension.

func.func @tail(%a: memref<?xf32>, %p: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c8 {
    %left = arith.subi %n, %i : index
    %m = vector.create_mask %left : vector<8xi1>
    // expected-remark @below {{proved in bounds}}
    %r = vector.maskedload %a[%i], %m, %p : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %more = arith.addi %left, %c1 : index
    %l = vector.create_mask %more : vector<8xi1>
    // expected-remark @below {{access is in bounds only if guarded by %arg2 < %dim - lane}}
    vector.maskedstore %a[%i], %l, %r : memref<?xf32>, vector<8xi1>, vector<8xf32>
    // expected-remark @below {{proved in bounds}}
    vector.compressstore %a[%i], %m, %r : memref<?xf32>, vector<8xi1>, vector<8xf32>
  }
  return
}

// -----

// A mask around, of two dimensions; the mask of a transfer has the dimensions of the memref in order.

func.func @around(%a: memref<8x4xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %m = vector.create_mask %c7, %c3 : vector<8x4xi1>
  // expected-remark @below {{proved in bounds}}
  %0 = vector.mask %m { vector.transfer_read %a[%c1, %c1], %f {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : memref<8x4xf32>, vector<4x8xf32> } : vector<8x4xi1> -> vector<4x8xf32>
  %w = vector.create_mask %c3, %c8 : vector<8x4xi1>
  // expected-remark @below {{access is in bounds only if guarded by lane1 < 3}}
  %1 = vector.mask %w { vector.transfer_read %a[%c1, %c1], %f {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : memref<8x4xf32>, vector<4x8xf32> } : vector<8x4xi1> -> vector<4x8xf32>
  // No lane holds.
  %none = vector.create_mask %c0, %n : vector<8x4xi1>
  // expected-remark @below {{proved in bounds: it never executes}}
  %2 = vector.transfer_read %a[%n, %n], %f, %none {in_bounds = [true, true]} : memref<8x4xf32>, vector<8x4xf32>
  return
}

// -----

// A mask around takes the place of one that the operation has, as in MLIR's lowering; a lane that only one of
// them leaves out may or may not be accessed, so that it is no error.

func.func @two(%a: memref<10xf32>, %k: vector<4xi1>, %f: f32, %p: vector<4xf32>) {
  %c8 = arith.constant 8 : index
  %at = arith.constant dense<2> : vector<4xindex>
  %none = arith.constant dense<false> : vector<4xi1>
  %all = arith.constant dense<true> : vector<4xi1>
  %first = vector.constant_mask [2] : vector<4xi1>
  // expected-remark @below {{access is in bounds only if guarded by false}}
  %0 = vector.mask %k { vector.gather %a[%c8][%at], %none, %p : memref<10xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  // expected-remark @below {{access is in bounds only if guarded by lane < 2}}
  %1 = vector.mask %k { vector.transfer_read %a[%c8], %f, %none {in_bounds = [true]} : memref<10xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  // expected-remark @below {{proved in bounds: it never executes}}
  %2 = vector.mask %none { vector.gather %a[%c8][%at], %all, %p : memref<10xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  // expected-remark @below {{proved in bounds}}
  %3 = vector.mask %first { vector.transfer_read %a[%c8], %f, %k {in_bounds = [true]} : memref<10xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  // expected-remark @below {{access is in bounds only if guarded by lane < 2}}
  %4 = vector.mask %all { vector.transfer_read %a[%c8], %f, %none {in_bounds = [true]} : memref<10xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  // expected-remark @below {{access is in bounds only if guarded by false}}
  %5 = vector.mask %all { vector.gather %a[%c8][%at], %all, %p : memref<10xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
