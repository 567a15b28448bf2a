// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// What a branch between blocks, an assertion, a switch or the condition of a loop says is known where it
// holds, and nowhere else.

func.func @branch(%m: memref<10xf32>, %n: index) {
  %c10 = arith.constant 10 : index
  %below = arith.cmpi ult, %n, %c10 : index
  cf.cond_br %below, ^inside, ^outside
^inside:
  // expected-remark @below {{proved in bounds}}
  %v = memref.load %m[%n] : memref<10xf32>
  cf.br ^end
^outside:
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 10}}
  %w = memref.load %m[%n] : memref<10xf32>
  cf.br ^end
^end:
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 10}}
  %x = memref.load %m[%n] : memref<10xf32>
  return
}

// -----

// Neither way says anything if both lead to one block.

func.func @both(%m: memref<10xf32>, %n: index) {
  %c10 = arith.constant 10 : index
  %below = arith.cmpi ult, %n, %c10 : index
  cf.cond_br %below, ^next, ^next
^next:
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 10}}
  %v = memref.load %m[%n] : memref<10xf32>
  return
}

// -----

// The negation holds on the other way, and what held before a branch holds behind the blocks that join.

func.func @dominators(%m: memref<10xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %above = arith.cmpi sgt, %n, %c9 : index
  cf.cond_br %above, ^end, ^low
^low:
  %negative = arith.cmpi slt, %n, %c0 : index
  cf.cond_br %negative, ^end, ^fork
^fork:
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^join
^right:
  cf.br ^join
^join:
  // expected-remark @below {{proved in bounds}}
  %v = memref.load %m[%n] : memref<10xf32>
  cf.br ^end
^end:
  return
}

// -----

// A way from a block that nothing leads to is no way.

func.func @unreached(%m: memref<10xf32>, %n: index) {
  %c10 = arith.constant 10 : index
  %below = arith.cmpi ult, %n, %c10 : index
  cf.cond_br %below, ^inside, ^end
^nowhere:
  cf.br ^inside
^inside:
  // expected-remark @below {{proved in bounds}}
  %v = memref.load %m[%n] : memref<10xf32>
  cf.br ^end
^end:
  return
}

// -----

func.func @assertion(%m: memref<10xf32>, %n: index) {
  %c10 = arith.constant 10 : index
  %below = arith.cmpi ult, %n, %c10 : index
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 10}}
  %v = memref.load %m[%n] : memref<10xf32>
  cf.assert %below, "index"
  // expected-remark @below {{proved in bounds}}
  %w = memref.load %m[%n] : memref<10xf32>
  affine.for %i = 0 to 3 {
    // expected-remark @below {{proved in bounds}}
    %x = memref.load %m[%n] : memref<10xf32>
  }
  cf.br ^next
^next:
  // expected-remark @below {{proved in bounds}}
  %y = memref.load %m[%n] : memref<10xf32>
  return
}

// -----

// What comes after an assertion may not execute; that it asserts is read in what is refuted.

func.func @aborts(%m: memref<10xf32>, %f: f32, %c: i1) {
  %c10 = arith.constant 10 : index
  affine.for %i = 0 to 16 {
    %below = arith.cmpi slt, %i, %c10 : index
    cf.assert %below, "index"
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 16 {
    %small = arith.cmpi slt, %i, %c10 : index
    %other = arith.ori %small, %c : i1
    cf.assert %other, "index"
    // expected-remark @below {{access is in bounds only if guarded by %arg3 < 10}}
    memref.store %f, %m[%i] : memref<10xf32>
  }
  cf.assert %c, "argument"
  // expected-remark @below {{access is in bounds only if guarded by false}}
  memref.store %f, %m[%c10] : memref<10xf32>
  return
}

// -----

// So may what comes after an assertion inside of a branch or a loop, and an iteration after one that asserts.

func.func @aborts_inside(%m: memref<10xf32>, %f: f32, %c: i1, %d: i1) {
  %c10 = arith.constant 10 : index
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 16 {
    // expected-remark @below {{access is in bounds only if guarded by %arg4 < 10}}
    memref.store %f, %m[%i] : memref<10xf32>
    cf.assert %d, "later"
  }
  affine.for %i = 0 to 16 {
    %other = arith.cmpi ne, %i, %c3 : index
    cf.assert %other, "not 3"
    // expected-remark @below {{access is in bounds only if guarded by %arg4 < 10}}
    memref.store %f, %m[%i] : memref<10xf32>
  }
  scf.if %c { cf.assert %d, "inside" }
  // expected-remark @below {{access is in bounds only if guarded by false}}
  memref.store %f, %m[%c10] : memref<10xf32>
  affine.for %i = 0 to 16 {
    // expected-remark @below {{access is in bounds only if guarded by %arg4 < 10}}
    memref.store %f, %m[%i] : memref<10xf32>
  }
  return
}

func.func @aborts_later(%m: memref<10xf32>, %f: f32, %c: i1) {
  %c10 = arith.constant 10 : index
  affine.for %i = 0 to 16 {
    // expected-error @below {{access is never in bounds: no index of dimension 0 is in [0, 10)}}
    memref.store %f, %m[%c10] : memref<10xf32>
    scf.if %c { cf.assert %c, "inside" }
  }
  return
}

// So may what comes after a trap or the end of a thread. What is assumed holds.

func.func @ends(%m: memref<10xf32>, %f: f32, %c: i1, %n: index) {
  %c10 = arith.constant 10 : index
  %below = arith.cmpi ult, %n, %c10 : index
  llvm.intr.assume %below : i1
  // expected-remark @below {{proved in bounds}}
  %w = memref.load %m[%n] : memref<10xf32>
  scf.if %c { llvm.intr.trap }
  // expected-remark @below {{access is in bounds only if guarded by false}}
  memref.store %f, %m[%c10] : memref<10xf32>
  return
}

// -----

func.func @ends_here(%m: memref<10xf32>, %f: f32) {
  %c10 = arith.constant 10 : index
  nvvm.exit
  // expected-remark @below {{access is in bounds only if guarded by false}}
  memref.store %f, %m[%c10] : memref<10xf32>
  return
}

// -----

// -----

func.func @number(%m: memref<10xf32>, %n: i32, %f: f32) {
  %i = arith.index_cast %n : i32 to index
  cf.switch %n : i32, [
    default: ^other,
    3: ^three,
    12: ^twelve,
    4: ^shared,
    5: ^shared
  ]
^three:
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%i] : memref<10xf32>
  return
^twelve:
  // expected-remark @below {{access is in bounds only if guarded by false}}
  memref.store %f, %m[%i] : memref<10xf32>
  return
^shared:
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 10}}
  memref.store %f, %m[%i] : memref<10xf32>
  return
^other:
  return
}

// -----

// An execution that goes through blocks by conditions that hold.

func.func @refuted(%m: memref<10xf32>, %f: f32) {
  %c12 = arith.constant 12 : index
  affine.for %i = 0 to 16 {
    scf.execute_region {
      %small = arith.cmpi slt, %i, %c12 : index
      cf.cond_br %small, ^small, ^large(%i : index)
    ^small:
      // expected-error @below {{access is out of bounds at iteration %arg2 = 10: index 10 of dimension 0 is outside [0, 10)}}
      memref.store %f, %m[%i] : memref<10xf32>
      cf.br ^end
    ^large(%j: index):
      // expected-error @below {{access is out of bounds at iteration %arg2 = 12: index 12 of dimension 0 is outside [0, 10)}}
      memref.store %f, %m[%j] : memref<10xf32>
      cf.br ^end
    ^end:
      scf.yield
    }
  }
  return
}

// -----

// Always executed, in a block that is not the first one.

func.func @straight(%m: memref<10xf32>, %f: f32) {
  %c10 = arith.constant 10 : index
  cf.br ^next(%c10 : index)
^next(%i: index):
  // expected-error @below {{access is never in bounds: index 10 of dimension 0 is outside [0, 10)}}
  memref.store %f, %m[%i] : memref<10xf32>
  return
}

// -----

// Numbers of any width.

func.func @narrow_numbers(%m: memref<10xf32>, %a: i8, %b: i16, %c: i24, %f: f32) {
  %i = arith.index_cast %a : i8 to index
  %j = arith.index_cast %b : i16 to index
  %k = arith.index_cast %c : i24 to index
  cf.switch %a : i8, [
    default: ^next,
    3: ^three,
    12: ^twelve
  ]
^three:
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%i] : memref<10xf32>
  cf.br ^next
^twelve:
  // expected-remark @below {{access is in bounds only if guarded by false}}
  memref.store %f, %m[%i] : memref<10xf32>
  cf.br ^next
^next:
  cf.switch %b : i16, [
    default: ^last,
    3: ^other
  ]
^other:
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%j] : memref<10xf32>
  cf.br ^last
^last:
  cf.switch %c : i24, [
    default: ^end,
    9: ^nine,
    -1: ^negative
  ]
^nine:
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%k] : memref<10xf32>
  cf.br ^end
^negative:
  // expected-remark @below {{access is in bounds only if guarded by false}}
  memref.store %f, %m[%k] : memref<10xf32>
  cf.br ^end
^end:
  return
}

// -----

// A thread of a kernel may be stopped by the assertion of another one.

gpu.module @asserting {
  gpu.func @kernel(%m: memref<4xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %p = arith.cmpi ne, %t, %c0 : index
    cf.assert %p, "not the first"
    // expected-remark @below {{access is in bounds only if guarded by %thread_id_x < 4}}
    %x = memref.load %m[%t] : memref<4xf32>
    gpu.return
  }
  gpu.func @inside(%m: memref<4xf32>, %b: i1) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %t = gpu.thread_id x
    // expected-remark @below {{access is in bounds only if guarded by %thread_id_x < 4}}
    %x = memref.load %m[%t] : memref<4xf32>
    scf.if %b {
      cf.assert %b, "some"
    }
    gpu.return
  }
  gpu.func @without(%m: memref<4xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %t = gpu.thread_id x
    // expected-error @below {{access is out of bounds at iteration %thread_id_x = 4: index 4 of dimension 0 is outside [0, 4)}}
    %x = memref.load %m[%t] : memref<4xf32>
    gpu.return
  }
}
func.func @no_thread(%m: memref<4xf32>, %b: i1) attributes {gpu.known_block_size = array<i32: 8, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    // expected-error @below {{access is out of bounds at iteration %arg2 = 4: index 4 of dimension 0 is outside [0, 4)}}
    %x = memref.load %m[%i] : memref<4xf32>
  }
  %t = gpu.thread_id x
  %p = arith.cmpi ne, %t, %c0 : index
  cf.assert %p, "not the first"
  return
}
