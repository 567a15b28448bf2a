// RUN: layout-opt %s --layout-insert-bounds=scope=layouts --split-input-file | FileCheck %s

// What a layout leads to, whatever branch or loop it goes through.

// CHECK-LABEL: func.func @a_branch_gives_it
// CHECK:         %[[R:.*]] = scf.if
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[R]], %c64
// CHECK:         scf.if %[[IN]]
// CHECK-NEXT:      memref.load %{{.*}}[%[[R]]]
func.func @a_branch_gives_it(%m: memref<64xf32>, %c: i1, %t: index) -> f32 {
  %l = layout.constant #layout.cute<(8,8):(1,8)>
  %i = layout.apply %l(%t) : index
  %c8 = arith.constant 8 : index
  %r = scf.if %c -> index {
    %j = arith.addi %i, %c8 : index
    scf.yield %j : index
  } else {
    scf.yield %t : index
  }
  %v = memref.load %m[%r] : memref<64xf32>
  return %v : f32
}

// -----

// A loop begins with it, and hands on another number.

// CHECK-LABEL: func.func @a_loop_begins_with_it
// CHECK:         scf.for {{.*}} iter_args(%[[AT:.*]] =
// CHECK:           %[[IN:.*]] = arith.cmpi ult, %[[AT]], %c64
// CHECK:           scf.if %[[IN]]
// CHECK-NEXT:        memref.store %{{.*}}[%[[AT]]]
func.func @a_loop_begins_with_it(%m: memref<64xf32>, %f: f32, %t: index, %next: index) {
  %l = layout.constant #layout.cute<(8,8):(1,8)>
  %i = layout.apply %l(%t) : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %k = %c0 to %c4 step %c1 iter_args(%at = %i) -> index {
    memref.store %f, %m[%at] : memref<64xf32>
    scf.yield %next : index
  }
  return
}

// -----

// The second region of a loop gets what the first one passes on.

// CHECK-LABEL: func.func @a_condition_passes_it_on
// CHECK:         ^bb0(%[[AT:.*]]: index):
// CHECK:           %[[IN:.*]] = arith.cmpi ult, %[[AT]], %c64
// CHECK:           scf.if %[[IN]]
func.func @a_condition_passes_it_on(%m: memref<64xf32>, %f: f32, %c: i1, %t: index) {
  %l = layout.constant #layout.cute<(8,8):(1,8)>
  scf.while (%s = %t) : (index) -> index {
    %i = layout.apply %l(%s) : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%at: index):
    memref.store %f, %m[%at] : memref<64xf32>
    scf.yield %at : index
  }
  return
}

// -----

// CHECK-LABEL: func.func @a_block_gets_it
// CHECK:       ^bb{{.*}}(%[[AT:.*]]: index):
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[AT]], %c64
func.func @a_block_gets_it(%m: memref<64xf32>, %c: i1, %t: index) -> f32 {
  %l = layout.constant #layout.cute<(8,8):(1,8)>
  %i = layout.apply %l(%t) : index
  cf.cond_br %c, ^to(%i : index), ^to(%t : index)
^to(%at: index):
  %v = memref.load %m[%at] : memref<64xf32>
  return %v : f32
}

// -----

// The variable of a loop is of the loop, whatever its bounds are; and no layout leads to the other values of a branch.

// CHECK-LABEL: func.func @nothing_leads_to_these
// CHECK-NOT:     arith.cmpi
// CHECK:         return
func.func @nothing_leads_to_these(%m: memref<64xf32>, %c: i1, %t: index, %n: index) -> f32 {
  %l = layout.constant #layout.cute<(8,8):(1,8)>
  %i = layout.apply %l(%t) : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.if %c -> (index, index) {
    scf.yield %i, %n : index, index
  } else {
    scf.yield %i, %t : index, index
  }
  %sum = scf.for %k = %c0 to %i step %c1 iter_args(%before = %zero) -> f32 {
    %v = memref.load %m[%k] : memref<64xf32>
    %after = arith.addf %before, %v : f32
    scf.yield %after : f32
  }
  %w = memref.load %m[%r#1] : memref<64xf32>
  %all = arith.addf %sum, %w : f32
  return %all : f32
}
