// RUN: layout-opt %s --layout-raise-relations | FileCheck %s


// One map, written in three ways, is one layout.
// CHECK-LABEL: @spellings
func.func @spellings() {
  // CHECK: layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %a = layout.constant #layout.relation<"{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }">
  // CHECK: layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %b = layout.constant #layout.relation<"{ [c] -> [2*(c mod 4) + (floor(c/4) mod 2) + 8*floor(c/8)] : 0 <= c <= 15 }">
  // CHECK: layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %c = layout.constant #layout.relation<"{ [c] -> [o] : exists (x, y, z: c = x + 4y + 8z and o = 2x + y + 8z and 0 <= x < 4 and 0 <= y < 2 and 0 <= z < 2) }">
  layout.assert_equivalent %a, %b
  layout.assert_equivalent %a, %c
  return
}

// The families in their order: cute, with an offset, behind a swizzle, linear.
// CHECK-LABEL: @families
func.func @families() {
  // CHECK: layout.constant #layout.cute<1:0>
  %0 = layout.constant #layout.relation<"{ [c] -> [0] : c = 0 }">
  // CHECK: layout.constant #layout.cute<1099511627776:-3>
  %1 = layout.constant #layout.relation<"{ [c] -> [-3c] : 0 <= c < 1099511627776 }">
  // CHECK: layout.constant #layout.composed<S<0,4,3> o 15 o 16:-1>
  %2 = layout.constant #layout.relation<"{ [c] -> [15 - c] : 0 <= c < 16 }">
  // CHECK: layout.constant #layout.composed<S<2,0,-2> o 0 o 16:1>
  %3 = layout.constant #layout.relation<"{ [i, j] -> [4*((i + j) mod 2) + 8*((floor(i/2) + floor(j/2)) mod 2) + i] : 0 <= i,j < 4 }">
  // CHECK: layout.constant #layout.linear<{t = {{\[\[}}1,1],[2,2]], w = {{\[\[}}0,1],[0,2]]}>
  %4 = layout.constant #layout.relation<"{ [t, w] -> [x = t, y = ((t + w) mod 2) + 2*((floor(t/2) + floor(w/2)) mod 2)] : 0 <= t < 4 and 0 <= w < 4 }">
  // CHECK: layout.constant #layout.cute<(4,8):(1@0,1@1)>
  %5 = layout.constant #layout.relation<"{ [c] -> [c mod 4, floor(c/4)] : 0 <= c < 32 }">
  // CHECK: layout.constant #layout.cute<(8,M):(1,16) where M in [1,4096], M mod 16 = 0>
  %6 = layout.constant #layout.relation<"[M] -> { [c] -> [c + 8*floor(c/8)] : 0 <= c < 8M and 1 <= M <= 4096 and M mod 16 = 0 }">
  layout.assert_injective %0
  layout.assert_injective %1
  layout.assert_injective %2
  layout.assert_injective %3
  layout.assert_injective %4
  layout.assert_injective %5
  layout.assert_injective %6
  return
}

// What the layouts say of their symbols is said by the others too: by a layout, a promise, or as constraints.
// CHECK-LABEL: @facts
func.func @facts(%m: index) {
  layout.assume %m in [1, 4096], mod 4 = 0
  // CHECK: layout.constant #layout.cute<M:1 where M mod 8 = 0>
  %0 = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M and M mod 8 = 0 }">
  %1 = layout.constant #layout.cute<(M,4):(1,M) where M mod 16 = 0>
  // CHECK: layout.constant #layout.cute<N:1 where N mod 4 = 0>
  %2 = layout.constant #layout.relation<"[N] -> { [c] -> [c] : 0 <= c < N and N mod 4 = 0 }">
  %3 = layout.constant #layout.cute<4:N>
  %c = arith.constant 0 : index
  %o = layout.apply %3(%c) symbols(N = %m) : index
  // CHECK: layout.constant #layout.cute<K:1 where K mod 4 = 0>
  %4 = layout.constant #layout.relation<"[K] -> { [c] -> [c] : 0 <= c < K and K mod 4 = 0 }">
  // CHECK: layout.constant #layout.relation<"[K]
  %5 = layout.constant #layout.relation<"[K] -> { [c] -> [7c mod 5] : 0 <= c < K and floor(K/2) mod 2 = 0 and K mod 2 = 0 }">
  // CHECK: layout.constant #layout.cute<4*K:1 where K mod 4 = 0>
  %6 = layout.constant #layout.relation<"[K] -> { [c] -> [c] : 0 <= c < 4K and K mod 4 = 0 }">
  return
}

// In no family.
// CHECK-LABEL: @none
func.func @none() {
  // CHECK: layout.constant #layout.relation<"{ [c] -> [(-3c) mod 16]
  %a = layout.constant #layout.relation<"{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }">
  // CHECK: layout.constant #layout.relation<"{ [i, j] -> [i + j]
  %b = layout.constant #layout.relation<"{ [i, j] -> [i + j] : 0 <= i < 4 and 0 <= j <= i }">
  // CHECK: layout.constant #layout.relation<"{ [c] -> [c]
  %c = layout.constant #layout.relation<"{ [c] -> [c] : 0 <= c < 12 and c != 5 }">
  layout.assert_injective %a
  layout.assert_injective %b
  layout.assert_injective %c
  return
}

// Uses that are inside of the domain.
// CHECK-LABEL: @inside
func.func @inside() -> index {
  // CHECK: layout.constant #layout.cute<(4,3):(3,1)>
  %g = layout.constant #layout.relation<"{ [c] -> [3c - 11*floor(c/4)] : 0 <= c < 12 }">
  // CHECK: layout.constant #layout.cute<6:2>
  %f = layout.constant #layout.relation<"{ [c] -> [2c] : 0 <= c < 6 }">
  %h = layout.compose %g, %f
  %k = layout.convert %h to cute
  layout.assert_in_bounds %k, 12
  // 6 leaves the domain of the left one, and a relational composition has no value there.
  // CHECK: layout.constant #layout.cute<4:3>
  %n = layout.constant #layout.relation<"{ [c] -> [3c] : 0 <= c < 4 }">
  %m = layout.compose %n, %f {promotion = none}
  layout.assert_injective %m
  %c5 = arith.constant 5 : index
  // CHECK: layout.constant #layout.cute<8:7>
  %a = layout.constant #layout.relation<"{ [c] -> [7c] : 0 <= c < 8 }">
  %o = layout.apply %a(%c5) : index
  // CHECK: layout.constant #layout.cute<(8,8):(8,1)>
  %two = layout.constant #layout.relation<"{ [i, j] -> [8i + j] : 0 <= i < 8 and 0 <= j < 8 }">
  %p = layout.apply %two(%c5, %c5) : index
  // Relations have no complement.
  // CHECK: layout.constant #layout.cute<4:2>
  %b = layout.constant #layout.relation<"{ [c] -> [2c] : 0 <= c < 4 }">
  %d = layout.complement %b, 64
  return %o : index
}
