// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// Quotients by negative constants: that of -8 and -3 is 2 rounded down or to 0, and 3 rounded up.

func.func @negative(%a: memref<4xf32>, %b: memref<3xf32>, %f: f32) {
  %d = arith.constant -3 : index
  affine.for %i = -9 to 1 {
    %0 = arith.divsi %i, %d : index
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %a[%0] : memref<4xf32>
    // expected-error @below {{access is out of bounds at iteration %arg3 = -9: index 3 of dimension 0 is outside [0, 3)}}
    memref.store %f, %b[%0] : memref<3xf32>
    %1 = arith.floordivsi %i, %d : index
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %a[%1] : memref<4xf32>
  }
  affine.for %i = -8 to 1 {
    %0 = arith.floordivsi %i, %d : index
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %b[%0] : memref<3xf32>
    %1 = arith.ceildivsi %i, %d : index
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %a[%1] : memref<4xf32>
    // expected-error @below {{access is out of bounds at iteration %arg3 = -8: index 3 of dimension 0 is outside [0, 3)}}
    memref.store %f, %b[%1] : memref<3xf32>
  }
  return
}

// -----

// Of both signs, and of a number that may have no negative: -128 divided by -1 has no i8.

func.func @signs(%a: memref<7xf32>, %b: memref<129xf32>, %x: i8, %f: f32) {
  %d = arith.constant -3 : index
  %c3 = arith.constant 3 : index
  affine.for %i = -11 to 12 {
    %0 = arith.divsi %i, %d : index
    %1 = arith.addi %0, %c3 : index
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %a[%1] : memref<7xf32>
    %2 = arith.floordivsi %i, %d : index
    %3 = arith.addi %2, %c3 : index
    // expected-error @below {{access is out of bounds at iteration %arg4 = 10: index -1 of dimension 0 is outside [0, 7)}}
    memref.store %f, %a[%3] : memref<7xf32>
  }
  %minus = arith.constant -1 : i8
  %y = arith.divsi %x, %minus : i8
  %at = arith.index_cast %y : i8 to index
  // expected-remark @below {{access is in bounds only if guarded by %0 >= 0}}
  memref.store %f, %b[%at] : memref<129xf32>
  return
}

// -----

// A selected number is bounded by the comparison that selects it.

func.func @selected(%a: memref<10xf32>, %n: index, %x: i32, %f: f32) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %in = arith.cmpi ult, %n, %c10 : index
  %0 = arith.select %in, %n, %c9 : index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %a[%0] : memref<10xf32>
  %1 = arith.select %in, %c9, %n : index
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %2 < 10}}
  memref.store %f, %a[%1] : memref<10xf32>
  %negative = arith.cmpi slt, %n, %c0 : index
  %low = arith.select %negative, %c0, %n : index
  %above = arith.cmpi sgt, %low, %c9 : index
  %clamped = arith.select %above, %c9, %low : index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %a[%clamped] : memref<10xf32>
  %c7 = arith.constant 7 : i32
  %small = arith.cmpi ule, %x, %c7 : i32
  %2 = arith.select %small, %x, %c7 : i32
  %3 = arith.index_cast %2 : i32 to index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %a[%3] : memref<10xf32>
  return
}
