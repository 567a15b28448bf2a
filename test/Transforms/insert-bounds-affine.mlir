// RUN: layout-opt %s --layout-insert-bounds=guard-with=affine --split-input-file --verify-diagnostics | FileCheck %s

// A conjunction about arguments is a set.

// CHECK:       #[[$IN:[a-z0-9]+]] = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 2 >= 0)>
// CHECK-LABEL: func.func @conjunction
// CHECK-SAME:    (%[[BUFFER:.*]]: memref<3xf32>, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK:         %[[V:.*]] = affine.if #[[$IN]](%[[I]], %[[J]]) -> f32 {
// CHECK-NEXT:      %[[X:.*]] = memref.load
// CHECK-NEXT:      affine.yield %[[X]] : f32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      affine.yield %[[ZERO]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[V]]
func.func @conjunction(%buffer: memref<3xf32>, %i: index, %j: index) -> f32 {
  %l = layout.constant #layout.cute<(2,3):(3,1)>
  %o = layout.apply %l(%i, %j) : index
  %v = memref.load %buffer[%o] : memref<3xf32>
  return %v : f32
}

// -----

// What a layout gives in a loop is neither a dim nor a symbol.

// CHECK:       #[[$IN:[a-z0-9]+]] = affine_set<(d0) : (d0 >= 0, -d0 + 1 >= 0)>
// CHECK-LABEL: func.func @offsets
// CHECK:         %[[O:.*]] = layout.apply
// CHECK-NEXT:    affine.if #[[$IN]](%arg2) {
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
// CHECK:         affine.for
// CHECK:           scf.if
func.func @offsets(%buffer: memref<4xf32>, %v: f32, %i: index) {
  %g = layout.constant #layout.cute<(4,2):(2,1)>
  %c0 = arith.constant 0 : index
  %o = layout.apply %g(%c0, %i) : index
  memref.store %v, %buffer[%o] : memref<4xf32>
  affine.for %j = 0 to 8 {
    %p = layout.apply %g(%j) : index
    // expected-remark @below {{guarded by scf.if, because %2 is neither a dim nor a symbol of affine.if}}
    memref.store %v, %buffer[%p] : memref<4xf32>
  }
  return
}

// -----

// What is never in bounds is in the else of a set that holds everywhere.

// CHECK:       #[[$ALWAYS:[a-z0-9]+]] = affine_set<() : (0 == 0)>
// CHECK-LABEL: func.func @never
// CHECK:           affine.if #[[$ALWAYS]]() {
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
func.func @never(%buffer: memref<4xf32>, %v: f32, %b: i1) {
  %l = layout.constant #layout.cute<12:1>
  %c5 = arith.constant 5 : index
  %o = layout.apply %l(%c5) : index
  scf.if %b {
    memref.store %v, %buffer[%o] : memref<4xf32>
  }
  return
}

// -----

// The variable of an scf loop, and so what comes of it, is not a dim.

// CHECK-LABEL: func.func @not_affine
// CHECK:         arith.cmpi slt
// CHECK:         scf.if
func.func @not_affine(%buffer: memref<10xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{guarded by scf.if, because %arg2 is neither a dim nor a symbol of affine.if}}
    memref.store %v, %buffer[%o] : memref<10xf32>
  }
  return
}

// -----

// A set has no unsigned numbers: both bounds stand in it.

// CHECK: #[[$SIZE:.*]] = affine_set<(d0, d1) : (d0 >= 0, -(d0 - d1) - 1 >= 0)>
// CHECK-LABEL: func.func @size
// CHECK-SAME:    %[[I:[a-z0-9]*]]: index, %[[M:[a-z0-9]*]]: index)
// CHECK:         affine.if #[[$SIZE]](%[[I]], %[[M]])
func.func @size(%v: f32, %i: index, %m: index) {
  %buffer = memref.alloc(%m) : memref<?xf32>
  memref.store %v, %buffer[%i] : memref<?xf32>
  return
}

// -----

// A product of two values is not in an affine set.

// CHECK-LABEL: func.func @product
// CHECK:         affine.apply
// CHECK:         scf.if
func.func @product(%b: memref<20xi64>, %i: index, %n: index) -> i64 {
  // expected-remark @below {{guarded by scf.if, because the index is not an affine expression}}
  %x = affine.load %b[symbol(%i) * symbol(%n)] : memref<20xi64>
  return %x : i64
}
