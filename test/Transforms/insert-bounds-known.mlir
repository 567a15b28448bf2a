// RUN: layout-opt %s --layout-insert-bounds=mode=report --verify-diagnostics | FileCheck %s

// What is known where an access is. Nothing is inserted, and promises are kept.

// CHECK-LABEL: func.func @branches
// CHECK-LABEL: func.func @loops
// CHECK:         layout.assume %arg1 in [0, 16], mod 4 = 0
// CHECK-LABEL: func.func @promises

func.func @branches(%buffer: memref<12xf32>, %i: index, %b: i1, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %o = layout.apply %l(%i) : index
  %low = arith.cmpi sge, %i, %c0 : index
  %high = arith.cmpi slt, %i, %c12 : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  } else {
    // Nothing is known: one of the two does not hold.
    // expected-remark @below {{guarded by 0 <= %arg1 < 12}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  scf.if %high {
    // expected-remark @below {{guarded by %arg1 >= 0}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  } else {
    // It may not execute: that it is out of bounds then is no error.
    // expected-remark @below {{guarded by false}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  %unsigned = arith.cmpi ult, %i, %c12 : index
  scf.if %unsigned {
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  affine.if affine_set<(d0) : (d0 >= 0, 11 - d0 >= 0)>(%i) {
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  %false = arith.constant false
  scf.if %false {
    // expected-remark @below {{proved in bounds: it never executes}}
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  return
}

func.func @loops(%buffer: memref<16xf32>, %n: index, %v: f32) {
  %l = layout.constant #layout.cute<16:1>
  layout.assume %n in [0, 16], mod 4 = 0
  affine.for %i = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %j = affine_map<(d0) -> (4 * d0)>(%i) to min affine_map<(d0)[s0] -> (4 * d0 + 4, s0)>(%i)[%n] {
      %o = layout.apply %l(%j) : index
      // expected-remark @below {{proved in bounds by ranges}}
      memref.store %v, %buffer[%o] : memref<16xf32>
    }
  }
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), 2) step (4, 1) {
    %x = affine.apply affine_map<(d0, d1) -> (d0 + 3 * d1)>(%i, %j)
    %o = layout.apply %l(%x) : index
    // expected-remark @below {{proved in bounds by isl}}
    memref.store %v, %buffer[%o] : memref<16xf32>
  }
  scf.forall (%i) = (0) to (%n) step (2) {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<16xf32>
  }
  return
}

// A promise holds where it comes before: not in the block before it.

func.func @promises(%buffer: memref<8xf32>, %i: index, %b: i1, %v: f32) {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%i) : index
  // expected-remark @below {{guarded by 0 <= %arg1 < 8}}
  memref.store %v, %buffer[%o] : memref<8xf32>
  scf.if %b {
    layout.assume %i in [0, 7]
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<8xf32>
  }
  // expected-remark @below {{guarded by 0 <= %arg1 < 8}}
  memref.store %v, %buffer[%o] : memref<8xf32>
  // A promise about an offset. There is none where the coordinate is negative.
  layout.assume %o in [0, 5]
  // expected-remark @below {{guarded by %arg1 >= 0}}
  memref.store %v, %buffer[%o] : memref<8xf32>
  return
}

gpu.module @kernels {
  gpu.func @known_sizes(%buffer: memref<256xf32>, %v: f32) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %l = layout.constant #layout.cute<(64,4):(1,64)>
    %thread = gpu.thread_id x
    %block = gpu.block_id x
    %o = layout.apply %l(%thread, %block) : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<256xf32>
    gpu.return
  }

  gpu.func @unknown_grid(%buffer: memref<?xf32>, %v: f32) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %l = layout.constant #layout.cute<64:1>
    %thread = gpu.thread_id x
    %block = gpu.block_id x
    %size = gpu.block_dim x
    %first = arith.muli %block, %size : index
    %inner = layout.apply %l(%thread) : index
    %o = arith.addi %first, %inner : index
    // expected-remark @below {{guarded by 64*%block_id_x + %thread_id_x < dim(%arg0, 0)}}
    memref.store %v, %buffer[%o] : memref<?xf32>
    gpu.return
  }
}

func.func @launch(%buffer: memref<256xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(64,4):(1,64)>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %o = layout.apply %l(%tx, %bx) : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<256xf32>
    %thread = gpu.thread_id x
    %p = layout.apply %l(%thread, %by) : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%p] : memref<256xf32>
    gpu.terminator
  }
  return
}

// To leave a layout that only a bound comes from is no concern of an access: %n may be 9 or -5.

func.func @bound_from_a_layout(%buffer: memref<16xf32>, %n: index, %v: f32) {
  %l = layout.constant #layout.cute<16:1>
  %small = layout.constant #layout.cute<8:1>
  %end = layout.apply %small(%n) : index
  layout.assume %end in [0, 16]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %end step %c1 {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%o] : memref<16xf32>
  }
  return
}
