// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-verify='accesses=true unknown=error' --split-input-file -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: remark
// CHECK:     error: access is in bounds only if guarded by 0 <= %arg1 < 10

// Without the option nobody looks at accesses.
// RUN: layout-opt %s --layout-verify=report=true --split-input-file -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: {{(error|remark): (access|proved)}}

func.func @loop(%a: memref<64xf32>, %f: f32) {
  affine.for %i = 0 to 65 {
    // expected-error @below {{access is out of bounds at iteration %arg2 = 64: index 64 of dimension 0 is outside [0, 64)}}
    affine.store %f, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    // expected-remark @below {{proved in bounds}}
    affine.store %f, %a[%i] : memref<64xf32>
  }
  return
}

// -----

func.func @argument(%m: memref<10xf32>, %n: index) -> f32 {
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 10}}
  %v = memref.load %m[%n] : memref<10xf32>
  return %v : f32
}

// -----

// The first tile that is not whole, where the end of the loop is wrong by one.

func.func @tiled(%m: memref<100xf32>, %f: f32) {
  affine.for %i = 0 to 101 step 32 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (101, d0 + 32)>(%i) {
      // expected-error @below {{access is out of bounds at iteration %arg2 = 96, %arg3 = 100: index 100 of dimension 0 is outside [0, 100)}}
      affine.store %f, %m[%j] : memref<100xf32>
    }
  }
  return
}

// -----

// An end that is an argument may be anything: no execution is known in which the access leaves.

func.func @end_is_an_argument(%m: memref<10xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @below {{access is in bounds only if guarded by %arg3 < 10}}
    memref.store %f, %m[%i] : memref<10xf32>
  }
  return
}

// -----

// What stands under a condition on an argument may not execute; under one on a loop it does where that
// holds.

func.func @branch(%m: memref<10xf32>, %f: f32, %c: i1) {
  %c5 = arith.constant 5 : index
  scf.if %c {
    affine.for %i = 0 to 11 {
      // expected-remark @below {{access is in bounds only if guarded by %arg3 < 10}}
      affine.store %f, %m[%i] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 16 {
    %large = arith.cmpi sgt, %i, %c5 : index
    scf.if %large {
      // expected-error @below {{access is out of bounds at iteration %arg3 = 10: index 10 of dimension 0 is outside [0, 10)}}
      affine.store %f, %m[%i] : memref<10xf32>
    } else {
      // expected-remark @below {{proved in bounds}}
      affine.store %f, %m[%i] : memref<10xf32>
    }
  }
  return
}

// -----

// A minimum is one of its operands, though all that is known of it is that it is at most each and at
// least what both are: the error has numbers that it has.

func.func @minimum(%m: memref<10xf32>, %f: f32) {
  affine.for %i = 0 to 20 {
    %j = affine.min affine_map<(d0) -> (d0, 9)>(%i)
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %m[%j] : memref<10xf32>
    %k = affine.min affine_map<(d0) -> (d0, 10)>(%i)
    // expected-error @below {{access is out of bounds at iteration %arg2 = 10: index 10 of dimension 0 is outside [0, 10)}}
    memref.store %f, %m[%k] : memref<10xf32>
  }
  return
}

// -----

// What is loaded may be anything.

func.func @loaded(%m: memref<10xf32>, %at: memref<10xindex>, %f: f32) {
  affine.for %i = 0 to 10 {
    // expected-remark @below {{proved in bounds}}
    %j = affine.load %at[%i] : memref<10xindex>
    // expected-remark @below {{access is in bounds only if guarded by 0 <= %0 < 10}}
    memref.store %f, %m[%j] : memref<10xf32>
  }
  return
}

// -----

// Lanes, with and without a promise.

func.func @lanes(%m: memref<64xf32>, %v: vector<9xf32>) {
  affine.for %i = 0 to 64 step 8 {
    // expected-error @below {{access is out of bounds at iteration %arg2 = 56: lane 8 is outside [0, 64) of dimension 0}}
    vector.store %v, %m[%i] : memref<64xf32>, vector<9xf32>
    // expected-error @below {{in_bounds is false at iteration %arg2 = 56: lane 8 is outside [0, 64) of dimension 0}}
    vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<9xf32>, memref<64xf32>
    // expected-remark @below {{proved in bounds}}
    vector.transfer_write %v, %m[%i] {in_bounds = [false]} : vector<9xf32>, memref<64xf32>
  }
  return
}

// -----

// A layout on the way: coordinate 11 has offset 11.

func.func @layout(%m: memref<11xf32>, %f: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  affine.for %i = 0 to 12 {
    %o = layout.apply %l(%i) : index
    // expected-error @below {{access is out of bounds at iteration %arg2 = 11: offset 11 at coordinate 11 is outside [0, 11)}}
    memref.store %f, %m[%o] : memref<11xf32>
  }
  return
}

// -----

// A thread of a kernel, and one of a launch.

gpu.module @kernels {
  gpu.func @kernel(%m: memref<255xf32>, %f: f32) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    // expected-error @below {{access is out of bounds at iteration %thread_id_x = 255: index 255 of dimension 0 is outside [0, 255)}}
    memref.store %f, %m[%t] : memref<255xf32>
    gpu.return
  }

  gpu.func @grid(%m: memref<255xf32>, %n: memref<256xf32>, %f: f32) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %g = gpu.global_id x
    // expected-error @below {{access is out of bounds at iteration %global_id_x = 255: index 255 of dimension 0 is outside [0, 255)}}
    memref.store %f, %m[%g] : memref<255xf32>
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %n[%g] : memref<256xf32>
    gpu.return
  }

  // What thread of the grid it is says which one of a block it is.
  gpu.func @both(%m: memref<255x64xf32>, %f: f32) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %g = gpu.global_id x
    %t = gpu.thread_id x
    // expected-remark @below {{access is in bounds only if guarded by %global_id_x < 255}}
    memref.store %f, %m[%g, %t] : memref<255x64xf32>
    gpu.return
  }
}

// -----

// A view of a view: the second one leaves the first at %i = 9, which is its own error and not that of
// an access in it.

func.func @views(%m: memref<64xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{proved in bounds}}
  %a = memref.subview %m[8] [48] [1] : memref<64xf32> to memref<48xf32, strided<[1], offset: 8>>
  affine.for %i = 0 to 10 {
    // expected-error @below {{view is out of bounds at iteration %arg2 = 9: index 48 of dimension 0 is outside [0, 48)}}
    %b = memref.subview %a[%i] [40] [1]
      : memref<48xf32, strided<[1], offset: 8>> to memref<40xf32, strided<[1], offset: ?>>
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %b[%c0] : memref<40xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// What the while loop does is not known, and its second region may not execute.

func.func @while(%m: memref<10xf32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c11 = arith.constant 11 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    // expected-remark @below {{access is in bounds only if guarded by false}}
    memref.store %f, %m[%c11] : memref<10xf32>
    scf.yield %i : index
  }
  return
}

// -----

// Views that nobody accesses here.

func.func private @callee(memref<4xf32, strided<[1], offset: ?>>)

func.func @passed_on(%m: memref<10xf32>, %i: index) {
  // expected-remark @below {{view is in bounds only if guarded by 0 <= %arg1 < 7}}
  %a = memref.subview %m[%i] [4] [1] : memref<10xf32> to memref<4xf32, strided<[1], offset: ?>>
  // expected-remark @below {{accesses of func.call are not looked at: 2 operations}}
  call @callee(%a) : (memref<4xf32, strided<[1], offset: ?>>) -> ()
  %c7 = arith.constant 7 : index
  // expected-error @below {{view is never in bounds: index 10 of dimension 0 is outside [0, 10)}}
  %b = memref.subview %m[%c7] [4] [1] : memref<10xf32> to memref<4xf32, strided<[1], offset: ?>>
  call @callee(%b) : (memref<4xf32, strided<[1], offset: ?>>) -> ()
  // expected-error @below {{view is never in bounds: index 10 of dimension 0 is outside [0, 10)}}
  %c = memref.reinterpret_cast %m to offset: [0], sizes: [3], strides: [5]
    : memref<10xf32> to memref<3xf32, strided<[5]>>
  return
}

// -----

// Operations that access memory and that nobody reads are counted and named.

func.func @named(%a: memref<4x4xf32>, %p: !llvm.ptr, %f: f32) {
  // expected-remark @below {{accesses of linalg.fill are not looked at: 2 operations}}
  linalg.fill ins(%f : f32) outs(%a : memref<4x4xf32>)
  linalg.fill ins(%f : f32) outs(%a : memref<4x4xf32>)
  // expected-remark @below {{accesses of llvm.store are not looked at: 1 operation}}
  llvm.store %f, %p : f32, !llvm.ptr
  memref.dealloc %a : memref<4x4xf32>
  return
}

// -----

// A size that is not known is not a part of what is wrong.

func.func @negative(%m: memref<?xf32>, %f: f32) {
  affine.for %i = -1 to 0 {
    // expected-error @below {{access is never in bounds: index -1 of dimension 0 is negative}}
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// The lanes of a vector.mask may all be off.
func.func @mask_around(%v: vector<16xf32>, %m: vector<16xi1>) {
  %c = arith.constant 20 : index
  %b = memref.alloc() : memref<16xf32>
  // expected-remark @below {{access is in bounds only if guarded by false}}
  vector.mask %m { vector.transfer_write %v, %b[%c] {in_bounds = [true]} : vector<16xf32>, memref<16xf32> } : vector<16xi1>
  return
}

// -----

// Elements of tensors, and what a function without a body accesses, are counted.

func.func private @elsewhere(memref<8xf32>)
func.func private @own(%m: memref<8xf32>) {
  return
}
func.func @not_looked_at(%t: tensor<8xf32>, %m: memref<8xf32>, %f: f32, %at: vector<4xindex>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  %c9 = arith.constant 9 : index
  // expected-remark @below {{accesses of tensor.extract are not looked at: 2 operations}}
  %0 = tensor.extract %t[%c9] : tensor<8xf32>
  %1 = tensor.extract %t[%c9] : tensor<8xf32>
  // expected-remark @below {{accesses of tensor.insert are not looked at: 1 operation}}
  %2 = tensor.insert %f into %t[%c9] : tensor<8xf32>
  // expected-remark @below {{accesses of tensor.extract_slice are not looked at: 1 operation}}
  %3 = tensor.extract_slice %t[%c9] [4] [1] : tensor<8xf32> to tensor<4xf32>
  // expected-remark @below {{accesses of tensor.insert_slice are not looked at: 1 operation}}
  %4 = tensor.insert_slice %3 into %t[%c9] [4] [1] : tensor<4xf32> into tensor<8xf32>
  // expected-remark @below {{accesses of vector.transfer_read are not looked at: 1 operation}}
  %5 = vector.transfer_read %t[%c9], %f {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  // expected-remark @below {{accesses of vector.transfer_write are not looked at: 1 operation}}
  %6 = vector.transfer_write %v, %t[%c9] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  // expected-remark @below {{accesses of vector.gather are not looked at: 1 operation}}
  %7 = vector.gather %t[%c9] [%at], %mask, %v : tensor<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // expected-remark @below {{accesses of func.call are not looked at: 1 operation}}
  func.call @elsewhere(%m) : (memref<8xf32>) -> ()
  func.call @own(%m) : (memref<8xf32>) -> ()
  return
}
