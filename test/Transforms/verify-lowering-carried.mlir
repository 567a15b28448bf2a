// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-lower-to-arith=verify=true --verify-diagnostics
// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-lower-to-affine=verify=true --verify-diagnostics

// What a loop carries is what it begins with and a constant for each iteration: where that says that it is less than
// 4, the code of the first mode is right, and what it gives at 4 does not matter.

func.func @grows() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%j = %c0) -> (index) {
    %o = layout.apply %l(%j) : index
    "test.use"(%o) : (index) -> ()
    %n = arith.addi %j, %c1 : index
    scf.yield %n : index
  }
  return
}

// -----

func.func @grows_affine(%x: memref<4xindex>) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = affine.for %i = 0 to 4 iter_args(%p = %c0) -> (index) {
    %o = layout.apply %l(%p) : index
    memref.store %o, %x[%i] : memref<4xindex>
    %q = arith.addi %p, %c1 : index
    affine.yield %q : index
  }
  return
}

// -----

// From 9 on down, in a loop of steps of 3 that does not begin at 0.
func.func @shrinks() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %r = scf.for %i = %c2 to %c12 step %c3 iter_args(%j = %c3) -> (index) {
    %o = layout.apply %l(%j) : index
    "test.use"(%o) : (index) -> ()
    %n = arith.subi %j, %c1 : index
    scf.yield %n : index
  }
  return
}

// -----

func.func @at_least() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%j = %c0) -> (index) {
    %k = arith.maxsi %j, %c4 : index
    %o = layout.apply %l(%k) : index
    "test.use"(%o) : (index) -> ()
    %m = arith.addi %j, %c4 : index
    %p = layout.apply %l(%m) : index
    "test.use"(%p) : (index) -> ()
    %n = arith.addi %j, %c1 : index
    scf.yield %n : index
  }
  return
}

// -----

func.func @swizzled(%n: memref<64xf32>) {
  %l = layout.constant #layout.composed<S<2,0,2> o 0 o (16,4):(1,16)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %f = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%p = %c0) -> (index) {
    %o = layout.apply %l(%p, %c1) : index
    memref.store %f, %n[%o] : memref<64xf32>
    %q = arith.addi %p, %c1 : index
    scf.yield %q : index
  }
  return
}

// -----

// A promise about what is carried.
func.func @promised(%n: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%j = %c0) -> (index) {
    layout.assume %j in [0, 3]
    %o = layout.apply %l(%j) : index
    "test.use"(%o) : (index) -> ()
    %m = arith.addi %j, %c1 : index
    scf.yield %m : index
  }
  return
}
