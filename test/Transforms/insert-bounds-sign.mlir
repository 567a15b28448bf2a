// Whether an offset may be negative decides what an unsigned comparison of it says, and which bounds
// an access needs.

// RUN: layout-opt %s --layout-insert-bounds=mode=report --verify-diagnostics

// S<0,4,3> leaves every number as it is: the offset is below 0 with k, and 18446744073709551596 > 7.
func.func @moved(%buffer: memref<64xf32>, %v: f32, %k: index) {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %l = layout.constant #layout.composed<S<0,4,3> o k o 8:1>
  affine.for %i = 0 to 8 {
    %o = layout.apply %l(%i) symbols(k = %k) : index
    %big = arith.cmpi ugt, %o, %c7 : index
    scf.if %big {
      %q = arith.subi %o, %c8 : index
      // expected-remark @below {{guarded by 0 <= %1 - 8 < 64}}
      memref.store %v, %buffer[%q] : memref<64xf32>
    }
  }
  return
}

// With a promise that k is not negative the comparison says what it seems to.
func.func @promised(%buffer: memref<64xf32>, %v: f32, %k: index) {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %l = layout.constant #layout.composed<S<0,4,3> o k o 8:1 where k in [0,64]>
  affine.for %i = 0 to 8 {
    %o = layout.apply %l(%i) symbols(k = %k) : index
    %big = arith.cmpi ugt, %o, %c7 : index
    scf.if %big {
      %q = arith.subi %o, %c8 : index
      // expected-remark @below {{proved in bounds by isl}}
      memref.store %v, %buffer[%q] : memref<64xf32>
    }
  }
  return
}

// A unit mode with a negative stride goes below 0 past its end: what is above 7 there is below 0, and
// is outside the domain besides.
func.func @past_the_end(%buffer: memref<64xf32>, %v: f32) {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %l = layout.constant #layout.cute<(4,1):(1,-8)>
  affine.for %i = 0 to 8 {
    %o = layout.apply %l(%i) : index
    %big = arith.cmpi ugt, %o, %c7 : index
    scf.if %big {
      %q = arith.subi %o, %c8 : index
      // expected-remark @below {{guarded by false}}
      memref.store %v, %buffer[%q] : memref<64xf32>
    }
  }
  return
}

// The swizzle has no value at -1, so the guard leaves coordinate 0 out, where code may compute any
// number; with 1 added an offset of -1 would be in the buffer.
func.func @swizzled(%buffer: memref<15xf32>, %v: f32, %i: index) {
  %l = layout.constant #layout.composed<S<1,0,3> o -1 o (8):(1)>
  %o = layout.apply %l(%i) : index
  %c2 = arith.constant 2 : index
  %q = arith.addi %o, %c2 : index
  // expected-remark @below {{guarded by 1 <= %arg2 < 8}}
  memref.store %v, %buffer[%q] : memref<15xf32>
  return
}

// The offsets are a product, which isl does not have: the bound of the offset itself is asked for.
func.func @product(%buffer: memref<64xf32>, %v: f32, %i: index, %n: index, %k: index) {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %l = layout.constant #layout.composed<S<1,0,3> o k o (4,N):(1,N)>
  affine.for %j = 0 to 4 {
    %o = layout.apply %l(%j, %j) symbols(N = %n, k = %k) : index
    %big = arith.cmpi ugt, %o, %c7 : index
    scf.if %big {
      %q = arith.subi %o, %c8 : index
      // expected-remark @below {{guarded by %arg5 < %arg3 and 0 <= %1 - 8 < 64}}
      memref.store %v, %buffer[%q] : memref<64xf32>
    }
  }
  return
}
