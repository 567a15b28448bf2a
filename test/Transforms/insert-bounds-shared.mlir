// RUN: layout-opt %s --layout-insert-bounds --split-input-file | FileCheck %s

// What depends on no loop is before all of them, even out of a branch. One condition serves the
// accesses of both loops.

// CHECK-LABEL: func.func @leaves_all_loops
// CHECK-SAME:    %[[I:[a-z0-9]*]]: index, %[[B:[a-z0-9]*]]: i1
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : index
// CHECK-NOT:     arith.cmpi
// CHECK:         scf.for
// CHECK-NEXT:      scf.if %[[B]] {
// CHECK-NEXT:        scf.if %[[IN]] {
// CHECK:         affine.parallel
// CHECK-NEXT:      scf.if %[[IN]] {
func.func @leaves_all_loops(%buffer: memref<10xf32>, %v: f32, %i: index, %b: i1) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %o = layout.apply %l(%i) : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %j = %c0 to %c9 step %c1 {
    scf.if %b {
      memref.store %v, %buffer[%o] : memref<10xf32>
    }
  }
  affine.parallel (%j) = (0) to (9) {
    memref.store %v, %buffer[%o] : memref<10xf32>
  }
  return
}

// -----

// Neighbors with the same condition come under one branch, where the last of them is.

// CHECK-LABEL: func.func @neighbors
// CHECK:         %[[IN:.*]] = arith.cmpi
// CHECK-NOT:     arith.cmpi
// CHECK:         %[[AB:.*]]:2 = scf.if %[[IN]] -> (f32, i32) {
// CHECK-NEXT:      %[[A:.*]] = memref.load
// CHECK-NEXT:      %[[B:.*]] = memref.load
// CHECK-NEXT:      scf.yield %[[A]], %[[B]] : f32, i32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[FA:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %[[FB:.*]] = arith.constant 0 : i32
// CHECK-NEXT:      scf.yield %[[FA]], %[[FB]] : f32, i32
// CHECK-NEXT:    }
// CHECK:         scf.if %[[IN]] {
// CHECK-NEXT:      memref.store
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[AB]]#0, %[[AB]]#1
func.func @neighbors(%a: memref<10xf32>, %b: memref<10xi32>, %i: index) -> (f32, i32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %o = layout.apply %l(%i) : index
  %x = memref.load %a[%o] : memref<10xf32>
  %p = layout.apply %l(%i) : index
  %y = memref.load %b[%p] : memref<10xi32>
  %sum = arith.addf %x, %x : f32
  memref.store %sum, %a[%o] : memref<10xf32>
  memref.store %y, %b[%o] : memref<10xi32>
  return %x, %y : f32, i32
}

// -----

// The call between may read what the first store writes, and the second load is at what the first
// one loads: they keep their places, and share the condition.

// CHECK-LABEL: func.func @not_neighbors
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %arg1
// CHECK:         scf.if %[[IN]] {
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
// CHECK-NEXT:    call @effect
// CHECK-NEXT:    %[[X:.*]] = scf.if %[[IN]] -> (index) {
// CHECK:         %[[P:.*]] = layout.apply %{{.*}}(%[[X]])
// CHECK:         arith.cmpi ult, %[[X]]
// CHECK:         scf.if %{{.*}} -> (index) {
// CHECK-NEXT:      memref.load %{{.*}}[%[[P]]]
func.func private @effect()
func.func @not_neighbors(%a: memref<10xindex>, %i: index) -> index {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %o = layout.apply %l(%i) : index
  memref.store %i, %a[%o] : memref<10xindex>
  func.call @effect() : () -> ()
  %x = memref.load %a[%o] : memref<10xindex>
  %p = layout.apply %l(%x) : index
  %y = memref.load %a[%p] : memref<10xindex>
  return %y : index
}
