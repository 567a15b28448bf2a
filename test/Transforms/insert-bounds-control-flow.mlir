// RUN: layout-opt %s --layout-insert-bounds --split-input-file | FileCheck %s

// The guard compares a value of another block of the region, and stays in the region.

// CHECK-LABEL: func.func @blocks
// CHECK:         scf.execute_region {
// CHECK:         ^bb1(%[[I:.*]]: index):
// CHECK:         ^bb2:
// CHECK:           %[[IN:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// CHECK-NEXT:      scf.if %[[IN]] {
// CHECK-NEXT:        memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @blocks(%m: memref<64xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %k = 0 to 4 {
    scf.execute_region {
      cf.br ^head(%c0 : index)
    ^head(%i: index):
      %more = arith.cmpi slt, %i, %n : index
      cf.cond_br %more, ^body, ^end
    ^body:
      memref.store %f, %m[%i] : memref<64xf32>
      %next = arith.addi %i, %c1 : index
      cf.br ^head(%next : index)
    ^end:
      scf.yield
    }
  }
  return
}

// -----

// What is known only of a value before the condition is nothing that a guard could compare.

// CHECK-LABEL: func.func @while
// CHECK:         } do {
// CHECK-NEXT:    ^bb0(%[[I:.*]]: index):
// CHECK:           %[[IN:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// CHECK-NEXT:      scf.if %[[IN]] {
func.func @while(%m: memref<64xf32>, %from: memref<8xindex>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.while (%i = %c0) : (index) -> index {
    %n = memref.load %from[%c0] : memref<8xindex>
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %f, %m[%i] : memref<64xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// -----

// Code that is right because of a branch is proved with the same branch.

// CHECK-LABEL: func.func @nothing_to_guard
// CHECK-NOT:     scf.if
func.func @nothing_to_guard(%m: memref<64xf32>, %n: i32, %f: f32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %low = arith.cmpi sge, %n, %c0 : i32
  cf.assert %low, "low"
  %high = arith.cmpi slt, %n, %c8 : i32
  cf.cond_br %high, ^in, ^out
^in:
  %i = arith.index_cast %n : i32 to index
  %l = layout.constant #layout.cute<8:8>
  %o = layout.apply %l(%i) : index
  memref.store %f, %m[%o] : memref<64xf32>
  return
^out:
  return
}
