// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-to-relations | FileCheck %s --check-prefixes=CHECK,INTEGRAL
// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-to-relations=space=natural | FileCheck %s --check-prefixes=CHECK,NATURAL

// With q0 = c, q1 = floor(c/4), q2 = floor(c/8) the offset of the integral coordinate is
// 2(q0 - 4q1) + 1(q1 - 2q2) + 8q2 = 2c - 7q1 + 6q2.

// CHECK-LABEL: func.func @cute
// INTEGRAL:      #layout.relation<"{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }">
// NATURAL:       #layout.relation<"{ [c0, c1, c2] -> [2c0 + c1 + 8c2] : 0 <= c0 < 4 and 0 <= c1 < 2 and 0 <= c2 < 2 }">
func.func @cute() -> !layout.layout {
  %0 = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  return %0 : !layout.layout
}

// The offset is a pair, so the range has two dimensions.

// CHECK-LABEL: func.func @basis_strides
// INTEGRAL:      #layout.relation<"{ [c] -> [c - 2*floor(c/2), floor(c/2)] : 0 <= c < 6 }">
// NATURAL:       #layout.relation<"{ [c0, c1] -> [c0, c1] : 0 <= c0 < 2 and 0 <= c1 < 3 }">
func.func @basis_strides() -> !layout.layout {
  %0 = layout.constant #layout.cute<(2,3):(1@0,1@1)>
  return %0 : !layout.layout
}

// M is a parameter, and what is known of it is part of the relation. (8,M):(1,8) is the identity.

// CHECK-LABEL: func.func @symbols
// INTEGRAL:      #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < 8M and 1 <= M <= 4096 and M mod 16 = 0 }">
// NATURAL:       #layout.relation<"[M] -> { [c0, c1] -> [c0 + 8c1] : 0 <= c0 < 8 and 0 <= c1 < M and 1 <= M <= 4096 and M mod 16 = 0 }">
func.func @symbols() -> !layout.layout {
  %0 = layout.constant #layout.cute<(8,M):(1,8) where M mod 16 = 0, M in [1,4096]>
  return %0 : !layout.layout
}

// What one layout says of M holds for the others of its function.

// CHECK-LABEL: func.func @symbols_of_the_function
// CHECK:         #layout.relation<"[M] -> { {{.*}} and 1 <= M <= 16 }">
// INTEGRAL:      #layout.relation<"[M] -> { [c] -> [2c] : 0 <= c < 4M and 1 <= M <= 16 }">
// NATURAL:       #layout.relation<"[M] -> { [c0, c1] -> [2c0 + 8c1] : 0 <= c0 < 4 and 0 <= c1 < M and 1 <= M <= 16 }">
// CHECK:         #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M and 1 <= M <= 16 }">
func.func @symbols_of_the_function() {
  %0 = layout.constant #layout.cute<(8,M):(1,8) where M in [1,16]>
  %1 = layout.constant #layout.cute<(4,M):(2,8)>
  %2 = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M }">
  return
}

// A swizzle has one coordinate in both spaces: S<1,0,1> sends 0, 1, 2, 3 to 0, 1, 3, 2.

// CHECK-LABEL: func.func @swizzle
// CHECK:         #layout.relation<"{ [c] -> [c - (c mod 2) + ((c + floor(c/2)) mod 2)] : 0 <= c < 4 }">
func.func @swizzle() -> !layout.layout {
  %0 = layout.constant #layout.swizzle<S<1,0,1>>
  return %0 : !layout.layout
}

// x is the offset of the inner layout, 2(c - 2*floor(c/2)) + floor(c/2).

// CHECK-LABEL: func.func @composed
// INTEGRAL:      #layout.relation<"{ [c] -> [o] : 0 <= c < 4 and exists (x = 2c - 3*floor(c/2): o = x - (x mod 2) + ((x + floor(x/2)) mod 2)) }">
// NATURAL:       #layout.relation<"{ [c0, c1] -> [o] : 0 <= c0 < 2 and 0 <= c1 < 2 and exists (x = 2c0 + c1: o = x - (x mod 2) + ((x + floor(x/2)) mod 2)) }">
func.func @composed() -> !layout.layout {
  %0 = layout.constant #layout.composed<S<1,0,1> o 0 o (2,2):(2,1)>
  return %0 : !layout.layout
}

// The least bit of the lane is dim1, the other one dim0; the integral coordinate is the lane and,
// four times as far, the warp: c = lane + 4warp, and floor(lane/2) + 2warp is floor(c/2).

// CHECK-LABEL: func.func @linear
// INTEGRAL:      #layout.relation<"{ [c] -> [dim0 = floor(c/2), dim1 = c mod 2] : 0 <= c < 8 }">
// NATURAL:       #layout.relation<"{ [lane, warp] -> [dim0 = floor(lane/2) + 2warp, dim1 = lane mod 2] : 0 <= lane < 4 and 0 <= warp < 2 }">
func.func @linear() -> !layout.layout {
  %0 = layout.constant #layout.linear<{lane = [[0,1],[1,0]], warp = [[2,0]]}>
  return %0 : !layout.layout
}

// A part of a tuple is the output at its position, whatever stands before it.

// CHECK-LABEL: func.func @positions
// INTEGRAL:      #layout.relation<"{ [c] -> [0, c] : 0 <= c < 4 }">
// NATURAL:       #layout.relation<"{ [c0] -> [0, c0] : 0 <= c0 < 4 }">
func.func @positions() -> !layout.layout {
  %0 = layout.constant #layout.cute<4:1@1>
  return %0 : !layout.layout
}

// CHECK-LABEL: func.func @relation
// CHECK:         #layout.relation<"{ [c] -> [2c] : 0 <= c < 4 }">
func.func @relation() -> !layout.layout {
  %0 = layout.constant #layout.relation<"{ [c] -> [2c] : 0 <= c < 4 }">
  return %0 : !layout.layout
}

// Attributes of operations that are not ours, nested, and of a function.

// CHECK-LABEL: func.func @anywhere
// INTEGRAL-SAME: attributes {about = #layout.relation<"{ [c] -> [3c] : 0 <= c < 2 }">}
// NATURAL-SAME:  attributes {about = #layout.relation<"{ [c0] -> [3c0] : 0 <= c0 < 2 }">}
// INTEGRAL:      deep = [#layout.relation<"{ [c] -> [c] : 0 <= c < 4 }">, {x = #layout.relation<"{ [c] -> [2c] : 0 <= c < 4 }">}, 7]
// NATURAL:       deep = [#layout.relation<"{ [c0] -> [c0] : 0 <= c0 < 4 }">, {x = #layout.relation<"{ [c0] -> [2c0] : 0 <= c0 < 4 }">}, 7]
func.func @anywhere() attributes {about = #layout.cute<2:3>} {
  "test.op"() {deep = [#layout.cute<4:1>, {x = #layout.cute<4:2>}, 7]} : () -> ()
  return
}
