// RUN: layout-opt %s --layout-insert-bounds --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-insert-bounds=promotion=allow --split-input-file | FileCheck %s --check-prefix=ALLOW

// Ten elements in tiles of four: the tile at 8 runs past the end. Nothing is known of %i, and as
// an unsigned number a negative one is not less than 10.

// CHECK-LABEL: func.func @last_tile_runs_over
// CHECK-SAME:    (%[[BUFFER:.*]]: memref<10xf32>, %[[I:.*]]: index)
// CHECK:         %[[O:.*]] = layout.apply %{{.*}}(%[[I]]) : index
// CHECK-DAG:     %[[C10:.*]] = arith.constant 10 : index
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[C10]] : index
// CHECK-NEXT:    %[[V:.*]] = scf.if %[[IN]] -> (f32) {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[BUFFER]][%[[O]]]
// CHECK-NEXT:      scf.yield %[[X]] : f32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      scf.yield %[[ZERO]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[V]]
func.func @last_tile_runs_over(%buffer: memref<10xf32>, %i: index) -> f32 {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %o = layout.apply %l(%i) : index
  %v = memref.load %buffer[%o] : memref<10xf32>
  return %v : f32
}

// -----

// Twelve elements in tiles of four fit exactly.

// CHECK-LABEL: func.func @tiles_fit
// CHECK-NOT:     arith.cmpi
// CHECK-NOT:     scf.if
// CHECK:         memref.store
func.func @tiles_fit(%buffer: memref<12xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  affine.for %i = 0 to 12 {
    %o = layout.apply %l(%i) : index
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  return
}

// -----

// The composition is (2,2):(80,1). The right layout gives 2i + j, a coordinate of (2,1):(1,80)
// proper only where i = 0: one comparison on one mode. That layout extended gives the offsets 0,
// 1, 80, 81, of which a buffer of 81 has all but the last: with promotion it is that one that is
// left out, and no bound of i or j says so.

// CHECK-LABEL: func.func @promoted_composition
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT:      %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:      %[[IN:.*]] = arith.cmpi slt, %[[I]], %[[C1]] : index
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        layout.apply
// CHECK-NEXT:        scf.if %[[IN]] {
// CHECK-NEXT:          memref.store
// CHECK-NEXT:        }

// ALLOW-LABEL: func.func @promoted_composition
// ALLOW:             %[[O:.*]] = layout.apply
// ALLOW-NEXT:        %[[C81:.*]] = arith.constant 81 : index
// ALLOW-NEXT:        %[[IN:.*]] = arith.cmpi slt, %[[O]], %[[C81]] : index
// ALLOW-NEXT:        scf.if %[[IN]] {
func.func @promoted_composition(%buffer: memref<81xf32>, %v: f32) {
  %g = layout.constant #layout.cute<(2,1):(1,80)>
  %f = layout.constant #layout.cute<(2,2):(2,1)>
  %h = layout.compose %g, %f
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    affine.for %j = 0 to 2 {
      %o = layout.apply %h(%i, %j) : index
      memref.store %v, %buffer[%o] : memref<81xf32>
    }
  }
  return
}

// -----

// 24:1 leaves (4,3):(3,1), of size 12, from coordinate 12 on. The offsets there are still less
// than 100: at 23 = (3,5) it is 14.

// CHECK-LABEL: func.func @left_layout
// CHECK:         %[[C12:.*]] = arith.constant 12 : index
// CHECK:         arith.cmpi slt, %{{.*}}, %[[C12]] : index
// CHECK:         scf.if

// ALLOW-LABEL: func.func @left_layout
// ALLOW-NOT:     scf.if
func.func @left_layout(%buffer: memref<100xf32>, %v: f32) {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  %h = layout.compose %g, %f
  affine.for %i = 0 to 24 {
    %o = layout.apply %h(%i) : index
    memref.store %v, %buffer[%o] : memref<100xf32>
  }
  return
}

// -----

// A composed layout whose outer part is a layout is a composition: i + 2 leaves 10:1 from 8 on.

// CHECK-LABEL: func.func @composed_layout
// CHECK:         %[[C8:.*]] = arith.constant 8 : index
// CHECK:         arith.cmpi slt, %{{.*}}, %[[C8]] : index

// ALLOW-LABEL: func.func @composed_layout
// ALLOW-NOT:     scf.if
// ALLOW:         return
func.func @composed_layout(%buffer: memref<18xf32>, %v: f32) {
  %h = layout.constant #layout.composed<10:1 o 2 o 16:1>
  affine.for %i = 0 to 16 {
    %o = layout.apply %h(%i) : index
    memref.store %v, %buffer[%o] : memref<18xf32>
  }
  return
}

// -----

// The step: i is 0, 4, 8, and i + 3 at most 11. A bound that is a loop variable: j < i.

// CHECK-LABEL: func.func @steps_and_bounds
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @steps_and_bounds(%a: memref<9xf32>, %b: memref<8xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c4 {
    %o = layout.apply %l(%i) : index
    memref.store %v, %a[%o] : memref<9xf32>
    scf.for %j = %c0 to %i step %c1 {
      %p = layout.apply %l(%j) : index
      memref.store %v, %b[%p] : memref<8xf32>
    }
  }
  return
}

// -----

// Two dimensions, one from a linear layout's result each: dim0 is i mod 4 of 3, dim1 is i / 4 of 6.

// CHECK-LABEL: func.func @two_dimensions
// CHECK:         %[[O:.*]]:2 = layout.apply
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     arith.cmpi slt, %{{.*}}, %[[C24]] : index
// CHECK-DAG:     arith.cmpi slt, %[[O]]#0, %[[C3]] : index
// CHECK:         arith.andi
// CHECK-NEXT:    scf.if
func.func @two_dimensions(%buffer: memref<3x6xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,8):(1@0,1@1)>
  affine.for %i = 0 to 32 {
    %o:2 = layout.apply %l(%i) : index, index
    memref.store %v, %buffer[%o#0, %o#1] : memref<3x6xf32>
  }
  return
}

// -----

// An offset that is a coordinate: 2i is a coordinate of 5:3 for i = 0, 1, 2. The index that is
// no layout's is checked too.

// CHECK-LABEL: func.func @apply_of_apply
// CHECK-SAME:    %[[K:[a-z0-9]*]]: index
// CHECK:         %[[C7:.*]] = arith.constant 7 : index
// CHECK:         arith.cmpi ult, %[[K]], %[[C7]] : index
// CHECK:         affine.for %[[I:.*]] = 0 to 4
// CHECK:           %[[C3:.*]] = arith.constant 3 : index
// CHECK:           arith.cmpi slt, %[[I]], %[[C3]] : index
// CHECK:           scf.if
func.func @apply_of_apply(%k: index, %buffer: memref<16x7xi32>) {
  %f = layout.constant #layout.cute<4:2>
  %g = layout.constant #layout.cute<5:3>
  %v = arith.constant 1 : i32
  affine.for %i = 0 to 4 {
    %x = layout.apply %f(%i) : index
    %o = layout.apply %g(%x) : index
    memref.store %v, %buffer[%o, %k] : memref<16x7xi32>
  }
  return
}

// -----

// Under a branch or in a loop that may have no iteration an access need not execute: it is no
// error that it is never in bounds. Here 5 is the least offset.

// CHECK-LABEL: func.func @may_not_execute
// CHECK:         %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:    scf.if %[[FALSE]]
// CHECK:         %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:    scf.if %[[FALSE]]
func.func @may_not_execute(%buffer: memref<4xf32>, %v: f32, %n: index, %b: i1) {
  %l = layout.constant #layout.cute<12:1>
  %c5 = arith.constant 5 : index
  %o = layout.apply %l(%c5) : index
  scf.if %b {
    memref.store %v, %buffer[%o] : memref<4xf32>
  }
  %c1 = arith.constant 1 : index
  scf.for %i = %c5 to %n step %c1 {
    memref.store %v, %buffer[%o] : memref<4xf32>
  }
  return
}

// -----

// A loop without iterations executes nothing.

// CHECK-LABEL: func.func @zero_trip_loop
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @zero_trip_loop(%buffer: memref<4xf32>, %v: f32) {
  %l = layout.constant #layout.cute<12:1>
  affine.for %i = 5 to 5 {
    %o = layout.apply %l(%i) : index
    memref.store %v, %buffer[%o] : memref<4xf32>
  }
  return
}
