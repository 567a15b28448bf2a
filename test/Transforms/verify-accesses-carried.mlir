// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// What a loop carries, a branch gives, a switch says and a copy needs.

func.func @carried(%a: memref<10xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %r:3 = scf.for %i = %c0 to %c10 step %c2 iter_args(%up = %c0, %down = %c9, %fast = %c1) -> (index, index, index) {
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %a[%up] : memref<10xf32>
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %a[%down] : memref<10xf32>
    // expected-error @below {{access is out of bounds at iteration %arg2 = 6: index 10 of dimension 0 is outside [0, 10)}}
    memref.store %f, %a[%fast] : memref<10xf32>
    %0 = arith.addi %up, %c1 : index
    %1 = arith.subi %down, %c2 : index
    %c3 = arith.constant 3 : index
    %2 = arith.addi %fast, %c3 : index
    scf.yield %0, %1, %2 : index, index, index
  }
  return
}

// -----

func.func @given(%a: memref<10xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %in = arith.cmpi ult, %n, %c10 : index
  %0:2 = scf.if %in -> (index, index) {
    scf.yield %n, %c0 : index, index
  } else {
    scf.yield %c9, %c10 : index, index
  }
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %a[%0#0] : memref<10xf32>
  // expected-remark @below {{access is in bounds only if guarded by %1#1 < 10}}
  memref.store %f, %a[%0#1] : memref<10xf32>
  return
}

// -----

func.func @switch(%a: memref<10xf32>, %n: index, %f: f32) {
  scf.index_switch %n
  case 3 {
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %a[%n] : memref<10xf32>
    scf.yield
  }
  case 13 {
    // expected-remark @below {{access is in bounds only if guarded by false}}
    memref.store %f, %a[%n] : memref<10xf32>
    scf.yield
  }
  default {
    // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 10}}
    memref.store %f, %a[%n] : memref<10xf32>
  }
  return
}

// -----

func.func @copied(%a: memref<?xf32>, %b: memref<8xf32>) {
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  // expected-remark @below {{proved in bounds}}
  %x = memref.alloc(%c12) : memref<?xf32>
  // expected-remark @below {{proved in bounds}}
  %y = memref.alloc(%c8) : memref<?xf32>
  // expected-remark @below {{proved in bounds}}
  memref.copy %y, %b : memref<?xf32> to memref<8xf32>
  // expected-remark @below {{access is in bounds only if guarded by dim(%arg0, 0) = 8}}
  memref.copy %a, %y : memref<?xf32> to memref<?xf32>
  // expected-error @below {{access is never in bounds: dimension 0 of the source has 4 elements more than that of the target}}
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  return
}

// -----

// A copy is an access also where the types say that both have the same sizes.

func.func @same_sizes(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-remark @below {{proved in bounds}}
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  return
}
