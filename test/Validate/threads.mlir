// What an operation between threads gives depends on which of them come to it, though MLIR takes it for a
// function of its operands: moved to where other threads come it is not the same. Who a thread is, is.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK:      @into_a_branch: unknown: what access 0 writes may be poison after
// CHECK-NEXT: @out_of_a_branch: unknown: what access 0 writes may be poison after
// CHECK-NEXT: @kept_in_a_branch: proved by canonical form
// CHECK-NEXT: @first_lane_of_others: unknown: what access 0 writes may be poison after
// CHECK-NEXT: @who_it_is: proved by canonical form
// CHECK-NEXT: @into_a_loop: unknown: what access 0 writes may be poison after
// CHECK-NEXT: @kept_in_a_loop: proved by canonical form

//--- before.mlir
func.func @into_a_branch(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  scf.if %c {
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @out_of_a_branch(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  scf.if %c {
    %x, %p = gpu.shuffle xor %a, %o, %w : i32
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @kept_in_a_branch(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  scf.if %c {
    %x, %p = gpu.shuffle xor %a, %o, %w : i32
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @first_lane_of_others(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %x = gpu.subgroup_broadcast %a, first_active_lane : i32
  scf.if %c {
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @who_it_is(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %t = gpu.thread_id x
  %x = arith.index_cast %t : index to i32
  scf.if %c {
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @into_a_loop(%a: i32, %n: index, %m: memref<?xi32>) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
func.func @kept_in_a_loop(%a: i32, %n: index, %m: memref<?xi32>) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x, %p = gpu.shuffle xor %a, %o, %w : i32
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}

//--- after.mlir
func.func @into_a_branch(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  scf.if %c {
    %x, %p = gpu.shuffle xor %a, %o, %w : i32
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @out_of_a_branch(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  scf.if %c {
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @kept_in_a_branch(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  scf.if %c {
    %x, %p = gpu.shuffle xor %a, %o, %w : i32
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @first_lane_of_others(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  scf.if %c {
    %x = gpu.subgroup_broadcast %a, first_active_lane : i32
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @who_it_is(%a: i32, %c: i1, %m: memref<128xi32>, %i: index) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  scf.if %c {
    %t = gpu.thread_id x
    %x = arith.index_cast %t : index to i32
    memref.store %x, %m[%i] : memref<128xi32>
  }
  return
}
func.func @into_a_loop(%a: i32, %n: index, %m: memref<?xi32>) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x, %p = gpu.shuffle xor %a, %o, %w : i32
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
func.func @kept_in_a_loop(%a: i32, %n: index, %m: memref<?xi32>) {
  %o = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x, %p = gpu.shuffle xor %a, %o, %w : i32
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
