// RUN: layout-opt %s --allow-unregistered-dialect --int-range-optimizations | FileCheck %s

// MLIR's analysis of integer ranges knows bounds of offsets, coordinates and sizes.

// Rows 0 to 3 and columns 0 to 7: 8*3 + 7 = 31 is the greatest offset, so the comparison is true.

// CHECK-LABEL: func.func @offset_in_loops
// CHECK:         %[[TRUE:.*]] = arith.constant true
// CHECK:         scf.for
// CHECK-NOT:     arith.cmpi
// CHECK:         "test.use"(%[[TRUE]])
func.func @offset_in_loops() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %row = %c0 to %c4 step %c1 {
    scf.for %column = %c0 to %c8 step %c1 {
      %o = layout.apply %l(%row, %column) : index
      %inside = arith.cmpi ult, %o, %c32 : index
      "test.use"(%inside) : (i1) -> ()
    }
  }
  return
}

// One column more: the greatest offset is 32, and nothing is known of the comparison.

// CHECK-LABEL: func.func @one_more
// CHECK:         arith.cmpi ult
func.func @one_more() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  scf.for %column = %c0 to %c9 step %c1 {
    %o = layout.apply %l(%c3, %column) : index
    %inside = arith.cmpi ult, %o, %c32 : index
    "test.use"(%inside) : (i1) -> ()
  }
  return
}

// A lane past the layout has no offset: nothing is known there.

// CHECK-LABEL: func.func @outside_of_a_linear_layout
// CHECK:         arith.cmpi ult
func.func @outside_of_a_linear_layout() {
  %l = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  scf.for %lane = %c0 to %c5 step %c1 {
    %o = layout.apply %l(%lane) : index
    %inside = arith.cmpi ult, %o, %c64 : index
    "test.use"(%inside) : (i1) -> ()
  }
  return
}

// The coordinate of an index below 9 is below 4 in the first mode and below 3 in the second.

// CHECK-LABEL: func.func @digits
// CHECK:         %[[TRUE:.*]] = arith.constant true
// CHECK-NOT:     arith.cmpi slt
// CHECK:         "test.use"(%[[TRUE]], %[[TRUE]])
func.func @digits() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %d:2 = layout.idx2crd %l, %i : index, index
    %first = arith.cmpi slt, %d#0, %c4 : index
    %second = arith.cmpi slt, %d#1, %c3 : index
    "test.use"(%first, %second) : (i1, i1) -> ()
  }
  return
}

// M is 1 to 64: the size is 8 to 512, and never above 512.

// CHECK-LABEL: func.func @size_with_a_symbol
// CHECK:         %[[FALSE:.*]] = arith.constant false
// CHECK:         "test.use"(%[[FALSE]])
func.func @size_with_a_symbol() {
  %l = layout.constant #layout.cute<(M,8):(8,1) where M in [1,64]>
  %n = layout.size %l
  %c512 = arith.constant 512 : index
  %above = arith.cmpi sgt, %n, %c512 : index
  "test.use"(%above) : (i1) -> ()
  return
}

// Nothing is known of a coordinate that may be negative.

// CHECK-LABEL: func.func @any_coordinate
// CHECK:         arith.cmpi sge
func.func @any_coordinate(%c: index) -> i1 {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %o = layout.apply %l(%c) : index
  %natural = arith.cmpi sge, %o, %c0 : index
  return %natural : i1
}
