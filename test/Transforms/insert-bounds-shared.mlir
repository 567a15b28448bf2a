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

// Reads may pass a read. An atomic update has a result and may not, nor may what it stands before; a read
// of what it may have written keeps its place.

// CHECK-LABEL: func.func @reads_pass
// CHECK:         memref.load %arg0[%c0]
// CHECK-NEXT:    %{{.*}}:2 = scf.if
// CHECK-NEXT:      memref.load
// CHECK-NEXT:      memref.load
func.func @reads_pass(%a: memref<8xi32>, %i: index) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%i] : memref<8xi32>
  %y = memref.load %a[%c0] : memref<8xi32>
  %z = memref.load %a[%i] : memref<8xi32>
  return %x, %y, %z : i32, i32, i32
}

// CHECK-LABEL: func.func @update_before_a_read
// CHECK:         %[[X:.*]] = scf.if
// CHECK-NEXT:      memref.atomic_rmw
// CHECK-NEXT:      scf.yield
// CHECK:         %[[Y:.*]] = memref.load %arg0[%c0]
// CHECK-NEXT:    %[[Z:.*]] = scf.if
// CHECK-NEXT:      memref.load
// CHECK:         return %[[X]], %[[Y]], %[[Z]]
func.func @update_before_a_read(%a: memref<8xi32>, %i: index, %v: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %x = memref.atomic_rmw addi %v, %a[%i] : (i32, memref<8xi32>) -> i32
  %y = memref.load %a[%c0] : memref<8xi32>
  %z = memref.load %a[%i] : memref<8xi32>
  return %x, %y, %z : i32, i32, i32
}

// CHECK-LABEL: func.func @read_before_an_update
// CHECK:         %[[X:.*]] = scf.if
// CHECK-NEXT:      memref.load
// CHECK:         %[[Y:.*]] = memref.load %arg0[%c0]
// CHECK-NEXT:    %[[Z:.*]] = scf.if
// CHECK-NEXT:      memref.generic_atomic_rmw
func.func @read_before_an_update(%a: memref<8xi32>, %i: index, %v: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%i] : memref<8xi32>
  %y = memref.load %a[%c0] : memref<8xi32>
  %z = memref.generic_atomic_rmw %a[%i] : memref<8xi32> {
  ^bb0(%old: i32):
    memref.atomic_yield %v : i32
  }
  return %x, %y, %z : i32, i32, i32
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
