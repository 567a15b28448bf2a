// RUN: layout-opt %s --layout-insert-bounds --split-input-file --verify-diagnostics | FileCheck %s

// A copy accesses all elements of a view: from offset 0, 4 or 8, the last of which has 11 as its
// last element. It is executed as a whole or not at all, and so is the view: one that leaves its
// buffer is undefined even if nobody accesses it.

// CHECK-LABEL: func.func @source
// CHECK:         affine.for %[[I:.*]] = 0 to 3
// CHECK:           %[[O:.*]] = layout.apply
// CHECK-NOT:       memref.subview
// CHECK:           %[[IN:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK:           scf.if %[[IN]] {
// CHECK-NEXT:        %[[VIEW:.*]] = memref.subview %{{.*}}[%[[O]]] [4] [1]
// CHECK-NEXT:        memref.copy %[[VIEW]], %{{.*}}
// CHECK-NEXT:      }
func.func @source(%buffer: memref<10xf32>, %target: memref<4xf32>) {
  %l = layout.constant #layout.cute<3:4>
  affine.for %i = 0 to 3 {
    %o = layout.apply %l(%i) : index
    %view = memref.subview %buffer[%o] [4] [1]
      : memref<10xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %view, %target : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
  }
  return
}

// -----

// Three elements, each second one: they fit. A view without elements accesses none.

// CHECK-LABEL: func.func @fits
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @fits(%buffer: memref<13xf32>, %source: memref<3xf32>, %none: memref<0xf32>) {
  %l = layout.constant #layout.cute<3:4>
  affine.for %i = 0 to 3 {
    %o = layout.apply %l(%i) : index
    %view = memref.subview %buffer[%o] [3] [2]
      : memref<13xf32> to memref<3xf32, strided<[2], offset: ?>>
    memref.copy %source, %view : memref<3xf32> to memref<3xf32, strided<[2], offset: ?>>
    %p = layout.apply %l(%o) : index
    %empty = memref.subview %buffer[%p] [0] [1]
      : memref<13xf32> to memref<0xf32, strided<[1], offset: ?>>
    memref.copy %none, %empty : memref<0xf32> to memref<0xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// Both sides, and a dimension that the view does not have.

// CHECK-LABEL: func.func @both_sides
// CHECK-DAG:     arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK:         scf.if
// CHECK-DAG:       %[[TO:.*]] = memref.subview %{{.*}}, 0] [1, 2] [1, 1]
// CHECK-DAG:       %[[FROM:.*]] = memref.subview %{{.*}}] [2] [1]
// CHECK:           memref.copy %[[FROM]], %[[TO]]
func.func @both_sides(%a: memref<10xf32>, %b: memref<2x9xf32>) {
  %l = layout.constant #layout.cute<3:4>
  %m = layout.constant #layout.cute<3:1>
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 3 {
    %o = layout.apply %l(%i) : index
    %p = layout.apply %m(%i) : index
    %from = memref.subview %a[%o] [2] [1] : memref<10xf32> to memref<2xf32, strided<[1], offset: ?>>
    %to = memref.subview %b[%p, 0] [1, 2] [1, 1]
      : memref<2x9xf32> to memref<2xf32, strided<[1], offset: ?>>
    memref.copy %from, %to
      : memref<2xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @never(%buffer: memref<2x10xf32>, %target: memref<4xf32>) {
  %l = layout.constant #layout.cute<3:4>
  %c2 = arith.constant 2 : index
  %o = layout.apply %l(%c2) : index
  %view = memref.subview %buffer[1, %o] [1, 4] [1, 1]
    : memref<2x10xf32> to memref<4xf32, strided<[1], offset: ?>>
  // expected-error @below {{access is never in bounds: index 11 of dimension 1 is outside [0, 10)}}
  memref.copy %view, %target : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
  affine.for %i = 0 to 0 {
    memref.copy %view, %target : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
  }
  return
}

// -----

// A view of a view is a part of both: the inner one ends at 4*%i + 6, the outer one in it.

// CHECK-LABEL: func.func @nested
// CHECK-SAME:    %[[I:[a-z0-9]*]]: index)
// CHECK:         %[[TWO:.*]] = arith.constant 2 : index
// CHECK:         %[[IN:.*]] = arith.cmpi slt, %[[I]], %[[TWO]] : index
// CHECK-NEXT:    scf.if %[[IN]] {
// CHECK-NEXT:      %[[WHOLE:.*]] = memref.subview %{{.*}} [7] [1]
// CHECK-NEXT:      %[[VIEW:.*]] = memref.subview %[[WHOLE]][1] [2] [1]
// CHECK-NEXT:      memref.copy %[[VIEW]]
func.func @nested(%buffer: memref<12xf32>, %target: memref<2xf32>, %i: index) {
  layout.assume %i in [0, 2]
  %l = layout.constant #layout.cute<3:4>
  %o = layout.apply %l(%i) : index
  %whole = memref.subview %buffer[%o] [7] [1]
    : memref<12xf32> to memref<7xf32, strided<[1], offset: ?>>
  %view = memref.subview %whole[1] [2] [1]
    : memref<7xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
  memref.copy %view, %target : memref<2xf32, strided<[1], offset: ?>> to memref<2xf32>
  return
}

// -----

// A copy of %n elements from 8 is never in bounds, unless it has none, as its target has then: no error.

// CHECK-LABEL: func.func @maybe_empty
// CHECK-SAME:    %{{.*}}, %[[TARGET:.*]]: memref<?xf32>, %[[N:.*]]: index
// CHECK:         %[[SIZE:.*]] = memref.dim %[[TARGET]], %c0
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[N]], %[[SIZE]]
// CHECK:         %[[NONE:.*]] = arith.cmpi eq, %[[N]], %c0
// CHECK:         %[[BOTH:.*]] = arith.andi %[[SAME]], %[[NONE]]
// CHECK:         scf.if %[[BOTH]] {
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      memref.copy
func.func @maybe_empty(%buffer: memref<8xf32>, %target: memref<?xf32>, %n: index) {
  layout.assume %n in [0, 4]
  %l = layout.constant #layout.cute<3:4>
  %c2 = arith.constant 2 : index
  %o = layout.apply %l(%c2) : index
  %view = memref.subview %buffer[%o] [%n] [1]
    : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
  memref.copy %view, %target : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32>
  return
}

// -----

// How many elements both have has to be the same, also where one of them has none, and no size is negative.

// CHECK-LABEL: func.func @one
// CHECK-SAME:    %{{.*}}, %{{.*}}, %[[P:.*]]: index
// CHECK:         %[[IS:.*]] = arith.cmpi eq, %[[P]], %c1
// CHECK:         scf.if %[[IS]] {
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      memref.copy
func.func @one(%m: memref<10xf32>, %t: memref<1xf32>, %p: index) {
  %s = memref.subview %m[0] [%p] [1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  memref.copy %s, %t : memref<?xf32, strided<[1]>> to memref<1xf32>
  return
}

// -----

// CHECK-LABEL: func.func @both_may_be_empty
// CHECK-SAME:    %{{.*}}, %{{.*}}, %[[P:.*]]: index, %[[Q:.*]]: index
// CHECK:         arith.cmpi eq, %[[P]], %[[Q]]
// CHECK:         scf.if
func.func @both_may_be_empty(%m: memref<8xf32>, %t: memref<8xf32>, %p: index, %q: index) {
  layout.assume %p in [0, 8]
  layout.assume %q in [0, 8]
  %s = memref.subview %m[7] [%p] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: 7>>
  %u = memref.subview %t[0] [%q] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  memref.copy %s, %u : memref<?xf32, strided<[1], offset: 7>> to memref<?xf32, strided<[1]>>
  return
}
