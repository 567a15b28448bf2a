// The passes that only look take functions on all threads of MLIR, and nothing shows how many there are. A memory is
// asked about once, with the accesses of all functions, after these.

// RUN: layout-opt %s --layout-analyze --layout-draw --mlir-disable-threading -o /dev/null 2>%t.one
// RUN: layout-opt %s --layout-analyze --layout-draw -o /dev/null 2>%t.many
// RUN: diff %t.one %t.many
// RUN: FileCheck %s --input-file %t.many --implicit-check-not=remark --implicit-check-not=warning
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: layout-opt %s --layout-draw=format=svg -o /dev/null
// RUN: ls | count 4

#row = #layout.linear<{register = [], lane = [[0,1],[0,2],[0,4],[0,8],[0,16]]} -> [dim0 = 32, dim1 = 32]>
#column = #layout.linear<{register = [], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> [dim0 = 32, dim1 = 32]>
#memory = #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}>

%outside = layout.constant #layout.cute<(2,2):(1,2)>

func.func @rows() {
  %row = layout.constant #row
  %stored = layout.constant #memory {plain = #memory}
  layout.invert_and_compose %row, %stored {movement = "shared_store", element_bits = 32}
  return
}

func.func @columns() {
  %column = layout.constant #column
  %stored = layout.constant #memory {plain = #memory}
  layout.invert_and_compose %column, %stored {movement = "shared_load", element_bits = 32}
  return
}

func.func @rows_again() {
  %row = layout.constant #row
  %stored = layout.constant #memory {plain = #memory}
  layout.invert_and_compose %row, %stored {movement = "shared_store", element_bits = 32}
  return
}

// CHECK: :21:3: remark: no bank conflicts
// CHECK: :28:3: warning: 31 bank conflicts
// CHECK: :35:3: remark: no bank conflicts
// CHECK: :16:12: remark: offsets fit in 32 bits
// CHECK: :21:3: warning: S<5,0,5> (S<5,2,5> in bytes) on plain rows is better for 2 accesses
// CHECK: :19:10: remark: drawn
// CHECK: :20:13: remark: drawn
// CHECK: :26:13: remark: drawn
// CHECK: :27:13: remark: drawn
// CHECK: :33:10: remark: drawn
// CHECK: :34:13: remark: drawn
// CHECK: :16:12: remark: drawn
