// RUN: layout-opt %s --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: layout-opt %s --layout-lower-to-relations=space=natural --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=RELATION

// The paper's table of linear layouts, in two functions a row: the mapping of the binary vector
// spaces, which has a dim for each bit, and the layout mapping. The second run turns every layout
// into its relation first.

// LAYOUT-COUNT-14: proved by {{.*}}: layouts are equal
// LAYOUT-NOT: layouts are equal
// RELATION-COUNT-14: proved by {{.*}}: layouts are equal
// RELATION-NOT: layouts are equal

func.func @swizzled_binary() {
  %h = layout.constant #layout.linear<{c0 = [[1, 0, 1, 0]], c1 = [[0, 1, 0, 1]], c2 = [[0, 0, 1, 0]], c3 = [[0, 0, 0, 1]]} -> [dim0 = 2, dim1 = 2, dim2 = 2, dim3 = 2]>
  %paper = layout.constant #layout.relation<"{ [c0, c1, c2, c3] -> [c0, c1, (c0 + c2) mod 2, (c1 + c3) mod 2] : 0 <= c0,c1,c2,c3 <= 1 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @swizzled_layout() {
  %h = layout.constant #layout.linear<{c0 = [[1, 1], [2, 2]], c1 = [[0, 1], [0, 2]]} -> [dim0 = 4, dim1 = 4]>
  %paper = layout.constant #layout.relation<"{ [c0, c1] -> [c0, 1 - (c0 mod 2) - ((1 + c0 + c1) mod 2) + ((1 + c0 + 3c1 - ((1 + c1) mod 2)) mod 4)] : 0 <= c0,c1 <= 3 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @identity_1d_binary() {
  %h = layout.constant #layout.linear<{c0 = [[1, 0, 0]], c1 = [[0, 1, 0]], c2 = [[0, 0, 1]]} -> [dim0 = 2, dim1 = 2, dim2 = 2]>
  %paper = layout.constant #layout.relation<"{ [c0, c1, c2] -> [c0, c1, c2] : 0 <= c0,c1,c2 <= 1 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @identity_1d_layout() {
  %h = layout.constant #layout.linear<{c0 = [[1], [2], [4]]} -> [dim0 = 8]>
  %paper = layout.constant #layout.relation<"{ [c0] -> [c0] : 0 <= c0 <= 7 }">
  layout.assert_equivalent %h, %paper
  return
}

// Erratum: the binary range is printed as [0].
func.func @zeros_binary() {
  %h = layout.constant #layout.linear<{c0 = [[0, 0, 0]], c1 = [[0, 0, 0]], c2 = [[0, 0, 0]]} -> [dim0 = 2, dim1 = 2, dim2 = 2]>
  %paper = layout.constant #layout.relation<"{ [c0, c1, c2] -> [0, 0, 0] : 0 <= c0,c1,c2 <= 1 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @zeros_layout() {
  %h = layout.constant #layout.linear<{c0 = [[0], [0], [0]]} -> [dim0 = 8]>
  %paper = layout.constant #layout.relation<"{ [c0] -> [0] : 0 <= c0 <= 7 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @identity_2d_binary() {
  %h = layout.constant #layout.linear<{c0 = [[1, 0, 0, 0]], c1 = [[0, 1, 0, 0]], c2 = [[0, 0, 1, 0]], c3 = [[0, 0, 0, 1]]} -> [dim0 = 2, dim1 = 2, dim2 = 2, dim3 = 2]>
  %paper = layout.constant #layout.relation<"{ [c0, c1, c2, c3] -> [c0, c1, c2, c3] : 0 <= c0,c1,c2,c3 <= 1 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @identity_2d_layout() {
  %h = layout.constant #layout.linear<{c0 = [[1, 0], [2, 0]], c1 = [[0, 1], [0, 2]]} -> [dim0 = 4, dim1 = 4]>
  %paper = layout.constant #layout.relation<"{ [c0, c1] -> [c0, c1] : 0 <= c0,c1 <= 3 }">
  layout.assert_equivalent %h, %paper
  return
}

// Erratum: the layout mapping is printed as the identity.
func.func @transpose_2d_binary() {
  %h = layout.constant #layout.linear<{c0 = [[0, 0, 1, 0]], c1 = [[0, 0, 0, 1]], c2 = [[1, 0, 0, 0]], c3 = [[0, 1, 0, 0]]} -> [dim0 = 2, dim1 = 2, dim2 = 2, dim3 = 2]>
  %paper = layout.constant #layout.relation<"{ [c0, c1, c2, c3] -> [c2, c3, c0, c1] : 0 <= c0,c1,c2,c3 <= 1 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @transpose_2d_layout() {
  %h = layout.constant #layout.linear<{c0 = [[0, 1], [0, 2]], c1 = [[1, 0], [2, 0]]} -> [dim0 = 4, dim1 = 4]>
  %paper = layout.constant #layout.relation<"{ [c0, c1] -> [c1, c0] : 0 <= c0,c1 <= 3 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @transpose_1d_binary() {
  %h = layout.constant #layout.linear<{c0 = [[0, 0, 1, 0]], c1 = [[0, 0, 0, 1]], c2 = [[1, 0, 0, 0]], c3 = [[0, 1, 0, 0]]} -> [dim0 = 2, dim1 = 2, dim2 = 2, dim3 = 2]>
  %paper = layout.constant #layout.relation<"{ [c0, c1, c2, c3] -> [c2, c3, c0, c1] : 0 <= c0,c1,c2,c3 <= 1 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @transpose_1d_layout() {
  %h = layout.constant #layout.linear<{c0 = [[4], [8], [1], [2]]} -> [dim0 = 16]>
  %paper = layout.constant #layout.relation<"{ [c0] -> [15 + 4c0 + 15*floor((-1 - c0)/4)] : 0 <= c0 <= 15 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @broadcast_2d_binary() {
  %h = layout.constant #layout.linear<{c0 = [[1, 0]], c1 = [[0, 1]], c2 = [[0, 0]], c3 = [[0, 0]]} -> [dim0 = 2, dim1 = 2]>
  %paper = layout.constant #layout.relation<"{ [c0, c1, c2, c3] -> [c0, c1] : 0 <= c0,c1,c2,c3 <= 1 }">
  layout.assert_equivalent %h, %paper
  return
}

func.func @broadcast_2d_layout() {
  %h = layout.constant #layout.linear<{c0 = [[1], [2]], c1 = [[0], [0]]} -> [dim0 = 4]>
  %paper = layout.constant #layout.relation<"{ [c0, c1] -> [c0] : 0 <= c0,c1 <= 3 }">
  layout.assert_equivalent %h, %paper
  return
}
