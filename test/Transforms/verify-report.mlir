// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics --split-input-file

// pycute refuses this composition, although 3:9 is exact.

func.func @exact() {
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  // expected-remark @+1 {{proved by offset range: composition stays inside its left layout}}
  %h = layout.compose %g, %f
  %claimed = layout.constant #layout.cute<3:9>
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %h, %claimed
  return
}

// -----

func.func @each_method() {
  %swizzled = layout.constant #layout.composed<S<2,0,-2> o 0 o (4,4):(1,4)>
  %linear = layout.constant #layout.linear<{a = [[1,1],[2,2]], b = [[0,1],[0,2]]}>
  // expected-remark @+1 {{proved by F2 matrices: layouts are equal}}
  layout.assert_equivalent %swizzled, %linear
  %shuffle = layout.constant #layout.composed<(16,13):(1,0) o 0 o 16:13>
  %relation = layout.constant #layout.relation<"{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }">
  // expected-remark @+1 {{proved by enumeration of 16 coordinates: layouts are equal}}
  layout.assert_equivalent %shuffle, %relation
  %tile = layout.constant #layout.cute<(8,M):(1,8)>
  %all = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < 8M }">
  // expected-remark @+1 {{proved by isl: layouts are equal}}
  layout.assert_equivalent %tile, %all
  // expected-remark @+1 {{proved by isl: layout is injective}}
  layout.assert_injective %all
  // expected-remark @+1 {{proved by offset range: layout is injective}}
  layout.assert_injective %tile
  %small = layout.constant #layout.cute<(4,3):(3,1)>
  // expected-remark @+1 {{proved by offset range: layout stays in [0, 12)}}
  layout.assert_in_bounds %small, 12
  // expected-remark @+1 {{proved by evaluation: layout has size 12}}
  layout.assert_size %small, 12
  return
}
