// RUN: layout-opt %s --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: layout-opt %s --layout-fold --layout-lower-to-relations --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=RELATION
// RUN: layout-opt %s --layout-fold | FileCheck %s

// The paper's table of CuTe layouts and operations, every row: in the paper's flavor the relation
// that the paper prints is the layout mapping, as a set of points, and the layout is the one that it
// prints, as text. The second constant of a row is the answer in CuTe's flavor, which is the default.
// The second run turns every layout into its relation first.

// LAYOUT-COUNT-15: proved by {{.*}}: layouts are equal
// LAYOUT-NOT: layouts are equal
// RELATION-COUNT-15: proved by {{.*}}: layouts are equal
// RELATION-NOT: layouts are equal

// CHECK-LABEL: func.func @row_0_layout(
func.func @row_0_layout() {
  %h = layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %paper = layout.constant #layout.relation<"{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}

// CHECK-LABEL: func.func @row_1_inverse(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(2,4,2):(4,1,8)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(2,4,2):(4,1,8)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_1_inverse() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %h = layout.inverse %a {flavor = paper}
  %cute = layout.inverse %a
  %paper = layout.constant #layout.relation<"{ [c] -> [-3c + 4*floor(c/8) + 7*floor((1 + c)/2)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CuTe answers (2,2,16):(0,4,1).
// CHECK-LABEL: func.func @row_2_left_inverse(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(2,2,4,2,2):(16,4,1,32,8)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(2,2,16):(0,4,1)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_2_left_inverse() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(4,2,2):(4,2,32)>
  %h = layout.left_inverse %a {flavor = paper}
  %cute = layout.left_inverse %a
  %paper = layout.constant #layout.relation<"{ [c] -> [2c - 7*floor(c/4) + 28*floor(c/16) - 56*floor(c/32) + 14*(c mod 2)] : 0 <= c <= 63 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_3_right_inverse(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(8,4):(4,1)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(8,4):(4,1)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_3_right_inverse() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(4,8,2):(8,1,33)>
  %h = layout.right_inverse %a {flavor = paper}
  %cute = layout.right_inverse %a
  %paper = layout.constant #layout.relation<"{ [c] -> [31 + 4c + 31*floor((-1 - c)/8)] : 0 <= c <= 31 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CuTe answers (2,2):(2,10).
// CHECK-LABEL: func.func @row_4_complement(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(2,3):(2,9)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(2,2):(2,10)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_4_complement() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  %h = layout.complement %a, 20 {flavor = paper}
  %cute = layout.complement %a, 20
  %paper = layout.constant #layout.relation<"{ [c] -> [2c + 5*floor(c/2)] : 0 <= c <= 5 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_5_complement(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<4:4>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<4:4>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_5_complement() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(4,2):(1,16)>
  %h = layout.complement %a, 32 {flavor = paper}
  %cute = layout.complement %a, 32
  %paper = layout.constant #layout.relation<"{ [c] -> [4c] : 0 <= c <= 3 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CuTe answers (2,2):(1,4).
// CHECK-LABEL: func.func @row_6_complement(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<((2,2),2):((1,4),18)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(2,2):(1,4)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_6_complement() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,2):(2,10)>
  %h = layout.complement %a, 20 {flavor = paper}
  %cute = layout.complement %a, 20
  %paper = layout.constant #layout.relation<"{ [c] -> [-1 + 2c + 10*floor(c/4) + ((1 + c) mod 2)] : 0 <= c <= 7 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_7_complement(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(2,3):(2,8)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(2,3):(2,8)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_7_complement() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,2):(1,4)>
  %h = layout.complement %a, 20 {flavor = paper}
  %cute = layout.complement %a, 20
  %paper = layout.constant #layout.relation<"{ [c] -> [-2 + 4c + 2*((1 + c) mod 2)] : 0 <= c <= 5 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_8_composition(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(2,2):(80,1)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(2,2):(80,1)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_8_composition() -> (!layout.layout, !layout.layout) {
  %g = layout.constant #layout.cute<(2,2):(1,80)>
  %f = layout.constant #layout.cute<(2,2):(2,1)>
  %h = layout.compose %g, %f
  %cute = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [-79c + 159*floor((1 + c)/2)] : 0 <= c <= 3 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_9_composition(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(2,3):(9,5)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(2,3):(9,5)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_9_composition() -> (!layout.layout, !layout.layout) {
  %g = layout.constant #layout.cute<(4,6,8,10):(2,3,5,7)>
  %f = layout.constant #layout.cute<6:12>
  %h = layout.compose %g, %f
  %cute = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [-4c + 13*floor((1 + c)/2)] : 0 <= c <= 5 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_10_composition(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<3:9>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<3:9>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_10_composition() -> (!layout.layout, !layout.layout) {
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  %h = layout.compose %g, %f
  %cute = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [9c] : 0 <= c <= 2 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// Erratum: an opening parenthesis of the result is missing.
// CHECK-LABEL: func.func @row_11_composition(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<((4,(4,2)),2):((8,(2,16)),1)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<((4,(4,2)),2):((8,(2,16)),1)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_11_composition() -> (!layout.layout, !layout.layout) {
  %g = layout.constant #layout.cute<((4,2),(2,4)):((2,16),(1,8))>
  %f = layout.constant #layout.cute<((4,8),2):((16,1),8)>
  %h = layout.compose %g, %f
  %cute = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [30 + 8c + 8*floor(c/16) - 31*floor(c/32) + 30*floor((-1 - c)/4)] : 0 <= c <= 63 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_12_composition(
// CHECK-NEXT: %[[PAPER:.*]] = layout.constant #layout.cute<(4,2,2):(2,1,8)>
// CHECK-NEXT: %[[CUTE:.*]] = layout.constant #layout.cute<(4,2,2):(2,1,8)>
// CHECK: return %[[PAPER]], %[[CUTE]]
func.func @row_12_composition() -> (!layout.layout, !layout.layout) {
  %g = layout.constant #layout.cute<(4,2,2):(2,1,8)>
  %f = layout.constant #layout.cute<16:1>
  %h = layout.compose %g, %f
  %cute = layout.compose %g, %f
  %paper = layout.constant #layout.relation<"{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return %h, %cute : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @row_13_swizzle(
func.func @row_13_swizzle() {
  %h = layout.constant #layout.swizzle<S<1,2,1>>
  %paper = layout.constant #layout.relation<"{ [c] -> [c - (c mod 8) + ((c + 4*floor(c/8)) mod 8)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}

// CHECK-LABEL: func.func @row_14_swizzle(
func.func @row_14_swizzle() {
  %h = layout.constant #layout.swizzle<S<1,2,-1>>
  %paper = layout.constant #layout.relation<"{ [c] -> [-7 + 2*(c mod 8) + ((7 + c - 2*(c mod 4)) mod 16)] : 0 <= c <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}
