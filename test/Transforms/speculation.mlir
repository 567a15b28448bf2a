// What MLIR's own passes may do with the operations of the dialect.

// RUN: layout-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s --check-prefix=LICM
// RUN: layout-opt %s --loop-invariant-code-motion --layout-lower-to-arith --split-input-file | FileCheck %s --check-prefix=CODE
// RUN: layout-opt %s --cse --canonicalize --sccp --control-flow-sink --split-input-file | FileCheck %s --check-prefix=CSE

// The code divides by %m: with 0 for it the loop does not run, and neither does the division.
// LICM-LABEL: @divides
// LICM: scf.for
// LICM: layout.apply
// CODE-LABEL: @divides
// CODE-NOT: arith.{{div|rem}}
// CODE: scf.for
// CODE-DAG: arith.remui %{{.*}}, %arg0
// CODE-DAG: arith.divui %{{.*}}, %arg0
func.func @divides(%m: index, %c: index, %buffer: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = layout.constant #layout.cute<((M,8),4):((8,1),64)>
  scf.for %i = %c0 to %m step %c1 {
    %o = layout.apply %l(%c) symbols(M = %m) : index
    memref.store %v, %buffer[%o] : memref<?xf32>
  }
  return
}

// -----

// A branch is taken with care too.
// LICM-LABEL: @branch
// LICM: scf.if
// LICM-NEXT: layout.apply
func.func @branch(%go: i1, %n: index, %m: index, %c: index, %buffer: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = layout.constant #layout.composed<(M,8):(8,1) o 0 o (4,8):(1,4)>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %go {
      %o = layout.apply %l(%c) symbols(M = %m) : index
      memref.store %v, %buffer[%o] : memref<?xf32>
    }
  }
  return
}

// -----

// Nothing is divided by a symbol: a number for each mode, a last extent, numbers as extents.
// LICM-LABEL: @hoisted
// LICM: layout.apply
// LICM: layout.apply
// LICM: layout.apply
// LICM: layout.apply
// LICM: scf.for
func.func @hoisted(%m: index, %c: index, %buffer: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = layout.constant #layout.cute<((M,8),4):((8,1),64)>
  %last = layout.constant #layout.cute<(8,M):(M,1)>
  %rows = layout.constant #layout.composed<S<1,0,3> o k o (8,4):(4,1)>
  %numbers = layout.constant #layout.cute<(8,4):(4,1)>
  scf.for %i = %c0 to %m step %c1 {
    %o = layout.apply %l(%c, %c, %c) symbols(M = %m) : index
    %p = layout.apply %last(%c) symbols(M = %m) : index
    %q = layout.apply %rows(%c) symbols(k = %m) : index
    %r = layout.apply %numbers(%c) : index
    memref.store %v, %buffer[%o] : memref<?xf32>
    memref.store %v, %buffer[%p] : memref<?xf32>
    memref.store %v, %buffer[%q] : memref<?xf32>
    memref.store %v, %buffer[%r] : memref<?xf32>
  }
  return
}

// -----

// The layout is not known where MLIR looks, and may have a symbol for an extent.
// LICM-LABEL: @unknown
// LICM: scf.for
// LICM: layout.apply
func.func @unknown(%m: index, %c: index, %buffer: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = layout.constant #layout.cute<(M,8):(8,1)>
  %l = layout.flatten %a
  scf.for %i = %c0 to %m step %c1 {
    %o = layout.apply %l(%c) symbols(M = %m) : index
    memref.store %v, %buffer[%o] : memref<?xf32>
  }
  return
}

// -----

// Obligations and promises stay where they are, each of them, and loads are one across them.
// CSE-LABEL: @statements
// CSE: %[[LOADED:.*]] = memref.load
// CSE-NEXT: layout.assert_equivalent
// CSE-NEXT: layout.assert_equivalent
// CSE-NEXT: layout.assume %arg1 in [0, 7]
// CSE-NEXT: layout.assert_offset
// CSE-NEXT: layout.assume %arg1 in [0, 7]
// CSE-NEXT: scf.if
// CSE-NEXT: layout.assume %arg1 in [2, 3]
// CSE-NEXT: layout.assert_injective
// CSE: return %[[LOADED]], %[[LOADED]]
// LICM-LABEL: @statements
func.func @statements(%buffer: memref<8xf32>, %i: index, %go: i1) -> (f32, f32) {
  %l = layout.constant #layout.cute<(2,4):(1,2)>
  %r = layout.constant #layout.cute<8:1>
  %a = memref.load %buffer[%i] : memref<8xf32>
  layout.assert_equivalent %l, %r
  layout.assert_equivalent %l, %r
  layout.assume %i in [0, 7]
  layout.assert_offset %r(%i) = %i : index
  layout.assume %i in [0, 7]
  scf.if %go {
    layout.assume %i in [2, 3]
    layout.assert_injective %l
  }
  %b = memref.load %buffer[%i] : memref<8xf32>
  return %a, %b : f32, f32
}

// -----

// They are not moved out of a loop either, and a value that does not change still is.
// LICM-LABEL: @loop
// LICM: arith.muli
// LICM: scf.for
// LICM-NEXT: layout.assume
// LICM-NEXT: layout.assert_surjective
// LICM-NEXT: memref.store
func.func @loop(%n: index, %i: index, %buffer: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = layout.constant #layout.cute<(2,4):(1,2)>
  scf.for %j = %c0 to %n step %c1 {
    layout.assume %i in [0, 7]
    layout.assert_surjective %l
    %p = arith.muli %i, %i : index
    memref.store %p, %buffer[%j] : memref<?xindex>
  }
  return
}
