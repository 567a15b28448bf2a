// RUN: layout-opt %s --split-input-file --layout-verify-lowering --verify-diagnostics

// Code that is wrong, each in one way. The layout of the first cases is (8,64):(64,1): the offset is
// 64 * (c mod 8) + floor(c/8).

func.func @wrong_mask(%c: index) {
  // expected-note @+1 {{(8,64):(64,1) gives 256}}
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %row = arith.shrui %c, %c3 : index
  %column = arith.andi %c, %c3 : index
  %moved = arith.shli %column, %c6 : index
  // expected-note @+1 {{the code gives 0}}
  %o = arith.addi %row, %moved : index
  // expected-error @+1 {{lowering differs at coordinate 4: 256 and 0}}
  layout.assert_offset %l(%c) = %o : index
  return
}

// -----

// Parts that share a bit are added with an exclusive or: 8 + 64 * 1 is right, 64 + 64 * 1 is not.
func.func @shared_bit(%c: index) {
  // expected-note @+1 {{gives 128}}
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %row = arith.shrui %c, %c3 : index
  %column = arith.andi %c, %c7 : index
  %moved = arith.shli %column, %c6 : index
  // expected-note @+1 {{the code gives 0}}
  %o = arith.xori %row, %moved : index
  // expected-error @+1 {{lowering differs at coordinate 513: 128 and 0}}
  layout.assert_offset %l(%c) = %o : index
  return
}

// -----

func.func @promise_that_does_not_hold() {
  // expected-note @+1 {{(4,8):(8,1) gives 8}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %x = arith.index_cast %i : index to i4
      %y = arith.index_cast %j : index to i4
      %c3 = arith.constant 3 : i4
      // expected-note @+1 {{arith.shli wraps though it says nsw}}
      %moved = arith.shli %x, %c3 overflow<nsw> : i4
      %sum = arith.addi %moved, %y : i4
      %o = arith.extui %sum : i4 to i32
      // expected-error @+1 {{lowering differs at coordinate (1,0): 8 and poison}}
      layout.assert_offset %l(%i, %j) = %o : i32
    }
  }
  return
}

// -----

// Several outputs, in the order of the basis positions.
func.func @outputs_in_another_order(%c: index) {
  // expected-note @+1 {{(4,8):(1@0,1@1) gives (1,0)}}
  %l = layout.constant #layout.cute<(4,8):(1@0,1@1)>
  %c4 = arith.constant 4 : index
  %row = arith.remui %c, %c4 : index
  // expected-note @+1 {{the code gives (0,1)}}
  %column = arith.divui %c, %c4 : index
  // expected-error @+1 {{lowering differs at coordinate 1: (1,0) and (0,1)}}
  layout.assert_offset %l(%c) = %column, %row : index, index
  return
}

// -----

func.func @symbols(%i: index, %j: index, %m: index) {
  // expected-note @+1 {{gives 2}}
  %l = layout.constant #layout.cute<(M,8):(8,M) where M mod 2 = 0>
  %c8 = arith.constant 8 : index
  %first = arith.muli %i, %c8 : index
  // expected-note @+1 {{the code gives 1}}
  %o = arith.addi %first, %j : index
  // expected-error @+1 {{lowering differs at coordinate (0,1) for M = 2: 2 and 1}}
  layout.assert_offset %l(%i, %j) symbols(M = %m) = %o : index
  return
}

// -----

// A swizzle that is left out.
func.func @swizzle() {
  // expected-note @+1 {{S<3,4,3> gives 144}}
  %l = layout.constant #layout.swizzle<S<3,4,3>>
  // expected-note @+1 {{the code gives 128}}
  affine.for %c = 0 to 65536 {
    // expected-error @+1 {{lowering differs at coordinate 128: 144 and 128}}
    layout.assert_offset %l(%c) = %c : index
  }
  return
}

// -----

// The names of a layout have their values in each part of it: in the offset and in the outer layout of a
// composed layout, in the extents beside basis strides.

func.func @offset() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-note @below {{the code gives 77}}
  %c77 = arith.constant 77 : index
  // expected-note @below {{S<2,2,-3> o K o 2:64 gives 36}}
  %l = layout.constant #layout.composed<S<2,2,-3> o K o 2:64>
  // expected-error @below {{lowering differs at coordinate 0 for K = 4: 36 and 77}}
  layout.assert_offset %l(%c0) symbols(K = %c4) = %c77 : index
  return
}

// -----

func.func @outer(%k: index) {
  layout.assume %k in [3,5]
  %c1 = arith.constant 1 : index
  // expected-note @below {{the code gives 77}}
  %c77 = arith.constant 77 : index
  // expected-note @below {{(4,4):(K,8) o 1 o (2,4):(1,64) gives 134}}
  %l = layout.constant #layout.composed<(4,4):(K,8) o 1 o (2,4):(1,64)>
  // expected-error @below {{lowering differs at coordinate (1,1) for K = 3: 134 and 77}}
  layout.assert_offset %l(%c1, %c1) symbols(K = %k) = %c77 : index
  return
}

// -----

func.func @basis() {
  %c3 = arith.constant 3 : index
  // expected-note @below {{the code gives (7,7)}}
  %c7 = arith.constant 7 : index
  // expected-note @below {{(M,4):(1@0,1@1) gives (1,2)}}
  %l = layout.constant #layout.cute<(M,4):(1@0,1@1)>
  // expected-error @below {{lowering differs at coordinate 7 for M = 3: (1,2) and (7,7)}}
  layout.assert_offset %l(%c7) symbols(M = %c3) = %c7, %c7 : index, index
  return
}

// -----

// A relation of two coordinates is none of one that is counted through both.

// expected-note @below {{the code gives 0}}
func.func @two(%i: index, %j: index) {
  // expected-note @below {{gives 4}}
  %l = layout.constant #layout.relation<"{ [i, j] -> [(i + 4j) mod 8] : 0 <= i < 4 and 0 <= j < 8 }">
  // expected-error @below {{lowering differs at coordinate (0,1): 4 and 0}}
  layout.assert_offset %l(%i, %j) = %i : index
  return
}
