// RUN: not layout-opt %s --layout-verify="report=true cross-check=true" --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: methods"

// What one layout says of a symbol holds for the relations of its function.
func.func @relation() {
  %s = layout.constant #layout.cute<M:1 where M in [1,1]>
  %f = layout.constant #layout.relation<"[M] -> { [c] -> [8c] : 0 <= c < M }">
  // CHECK: [[#@LINE+1]]:3: remark: proved by enumeration of 1 value of symbols: layout stays in [0, 1)
  layout.assert_in_bounds %f, 1
  return
}

// -----

// A composition that is a relation says what its left layout says: k is 5, and the offsets are 11 and 13.
func.func @composition() {
  %g = layout.constant #layout.composed<S<0,0,0> o k o 8:2 where k in [5,5]>
  %f = layout.constant #layout.composed<S<0,0,1> o 3 o 2:1>
  %r = layout.compose %g, %f
  // CHECK: [[#@LINE+1]]:3: remark: proved by enumeration of 1 value of symbols: layout stays in [0, 14)
  layout.assert_in_bounds %r, 14
  return
}

// -----

// M is an extent of the left layout, so that the result 4:M has no stride 0.
func.func @stride() {
  %g = layout.constant #layout.cute<(4,M):(M,1) where M in [0,4]>
  %f = layout.constant #layout.cute<4:1>
  %r = layout.compose %g, %f
  // CHECK: [[#@LINE+1]]:3: remark: proved by offset range: layout is injective
  layout.assert_injective %r
  return
}

// -----

// Both sides are compared for the values that both may have.
func.func @sides() {
  %a = layout.constant #layout.cute<N:1 where N in [2,2]>
  %b = layout.constant #layout.cute<2:1>
  // CHECK: [[#@LINE+1]]:3: remark: proved by enumeration of 1 value of symbols: layouts are equal
  layout.assert_equivalent %a, %b
  // CHECK: FPL: 1 answer agrees, 0 disagree
  return
}

// -----

// A swizzle acts on every number that is not negative, and no offset passes 64 bits.
func.func @sizes() {
  %g = layout.constant #layout.swizzle<S<3,4,3>>
  %l = layout.constant #layout.cute<(4,N):(1,4)>
  // CHECK: [[#@LINE+1]]:8: remark: proved by offset range: composition stays inside its left layout
  %r = layout.compose %g, %l
  // CHECK: FPL has no answer: 1 (1 not stated
  return
}

// -----

// MLIR's library loses points where it takes some away from a set with bounds: no coordinate gives 1.
func.func @surjective() {
  %a = layout.constant #layout.cute<N:8 where N in [2,2]>
  // CHECK: [[#@LINE+1]]:3: error: layout is not surjective: no coordinate gives 1 for N = 2
  layout.assert_surjective %a, 2
  // CHECK: FPL: 1 answer agrees, 0 disagree
  return
}
