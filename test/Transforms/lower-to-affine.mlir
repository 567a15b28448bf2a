// RUN: %driver %s --layout-lower-to-affine=verify=true | FileCheck %s
// RUN: %driver %s --layout-lower-to-affine --lower-affine | FileCheck %s --check-prefix=LOWERED

// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0) -> ((d0 mod 8) * 64 + d0 floordiv 8)>
// CHECK-DAG: #[[$SWIZZLE:.*]] = affine_map<(d0) -> (d0 + (d0 floordiv 2 + d0) mod 2 - d0 mod 2)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1) -> (d1 floordiv 2)>
// CHECK-DAG: #[[$STRIDED:.*]] = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>
// CHECK-DAG: #[[$SECOND:.*]] = affine_map<(d0, d1) -> (d0 + (d1 mod 2) * 2)>
// CHECK-DAG: #[[$FAR:.*]] = affine_map<(d0) -> (((d0 mod 8) * 3) floordiv 4 + (d0 floordiv 8) * 2)>
// CHECK-DAG: #[[$NEAR:.*]] = affine_map<(d0) -> ((d0 * 3) floordiv 4 - (d0 floordiv 8) * 4)>

// CHECK-LABEL: @rows(
// CHECK: affine.apply #[[$ROWS]](%{{.*}})
func.func @rows(%c: index) -> index {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %o = layout.apply %l(%c) : index
  return %o : index
}

// The exclusive or of two bits is their sum modulo 2.
// CHECK-LABEL: @swizzle(
// CHECK: affine.apply #[[$SWIZZLE]](%{{.*}})
func.func @swizzle(%c: index) -> index {
  %l = layout.constant #layout.swizzle<S<1,0,1>>
  %o = layout.apply %l(%c) : index
  return %o : index
}

// CHECK-LABEL: @linear(
// CHECK-DAG: affine.apply #[[$FIRST]](%{{.*}}, %{{.*}})
// CHECK-DAG: affine.apply #[[$SECOND]](%{{.*}}, %{{.*}})
func.func @linear(%register: index, %lane: index) -> (index, index) {
  %l = layout.constant #layout.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]]}>
  %o:2 = layout.apply %l(%register, %lane) : index, index
  return %o#0, %o#1 : index, index
}

// The values of symbols are symbols of the map.
// CHECK-LABEL: @strided(
// CHECK-SAME: %[[I:.*]]: index, %[[J:.*]]: index, %[[M:.*]]: index)
// CHECK: affine.apply #[[$STRIDED]](%[[I]], %[[J]])[%[[M]]]
// LOWERED-LABEL: @strided(
// LOWERED: arith.muli
// LOWERED: arith.addi
func.func @strided(%i: index, %j: index, %m: index) -> index {
  %l = layout.constant #layout.cute<(8,M):(M,1)>
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  return %o : index
}

// CHECK-LABEL: @swizzled(
// CHECK: affine.apply
// LOWERED-LABEL: @swizzled(
func.func @swizzled(%i: index, %j: index, %m: index) -> index {
  %l = layout.constant #layout.composed<S<2,0,3> o 0 o (8,M):(M,1)>
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  return %o : index
}

// A map has no numbers that wrap around: (d0 * 3 - (d0 floordiv 8) * 16) floordiv 4 is cheaper, and `d0 * 3` passes
// 64 bits where the offset fits. Up to a coordinate where it does not it is taken.

// CHECK-LABEL: @far(
// CHECK: affine.apply #[[$FAR]](%{{.*}})
func.func @far(%c: index) -> index {
  %l = layout.constant #layout.composed<(4,2):(0,1) o 0 o (8,4):(3,8)>
  %o = layout.apply %l(%c) : index
  return %o : index
}

// CHECK-LABEL: @near(
// CHECK: affine.apply #[[$NEAR]](%{{.*}})
func.func @near(%c: index) -> index {
  layout.assume %c in [0, 1000000]
  %l = layout.constant #layout.composed<(4,2):(0,1) o 0 o (8,4):(3,8)>
  %o = layout.apply %l(%c) : index
  return %o : index
}
