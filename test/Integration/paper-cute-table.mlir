// RUN: layout-opt %s --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: layout-opt %s --layout-fold --layout-lower-to-relations --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=RELATION

// The rows of the paper's table of CuTe layouts and operations that need no operation but
// composition: the relation that the paper prints is the layout mapping, as a set of points.
// The second run turns every layout into its relation first.

// LAYOUT-COUNT-8: proved by {{.*}}: layouts are equal
// LAYOUT-NOT: layouts are equal
// RELATION-COUNT-8: proved by {{.*}}: layouts are equal
// RELATION-NOT: layouts are equal

func.func @row_0_layout() {
  %h = layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %paper = layout.constant #layout.relation<"{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @row_1_composition() {
  %g = layout.constant #layout.cute<(2,2):(1,80)>
  %f = layout.constant #layout.cute<(2,2):(2,1)>
  %h = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [-79c + 159*floor((1 + c)/2)] : 0 <= c <= 3 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @row_2_composition() {
  %g = layout.constant #layout.cute<(4,6,8,10):(2,3,5,7)>
  %f = layout.constant #layout.cute<6:12>
  %h = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [-4c + 13*floor((1 + c)/2)] : 0 <= c <= 5 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @row_3_composition() {
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  %h = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [9c] : 0 <= c <= 2 }">
  layout.assert_equivalent %h, %paper
  return
}

// Erratum: an opening parenthesis of the result is missing.
func.func @row_4_composition() {
  %g = layout.constant #layout.cute<((4,2),(2,4)):((2,16),(1,8))>
  %f = layout.constant #layout.cute<((4,8),2):((16,1),8)>
  %h = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [30 + 8c + 8*floor(c/16) - 31*floor(c/32) + 30*floor((-1 - c)/4)] : 0 <= c <= 63 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @row_5_composition() {
  %g = layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %f = layout.constant #layout.cute<16:1>
  %h = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @row_6_swizzle() {
  %h = layout.constant #layout.swizzle<S<1,2,1>>
  %paper = layout.constant #layout.relation<"{ [c] -> [c - (c mod 8) + ((c + 4*floor(c/8)) mod 8)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @row_7_swizzle() {
  %h = layout.constant #layout.swizzle<S<1,2,-1>>
  %paper = layout.constant #layout.relation<"{ [c] -> [-7 + 2*(c mod 8) + ((7 + c - 2*(c mod 4)) mod 16)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}
