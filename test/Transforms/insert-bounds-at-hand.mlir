// RUN: layout-opt %s --layout-insert-bounds --split-input-file --verify-diagnostics | FileCheck %s

// A condition is exact for all numbers of 64 bits. What an operation computes is compared as it is computed, and
// a sum that nobody has computed is compared so that no part of it wraps around.

// Computed from %i again, %i + 1 would be negative for the greatest %i, of which the ceildiv is 2^62: 2^62 mod 7
// is 4, so that the index is 20 with %j = 16.

// CHECK-LABEL: func.func @map
// CHECK:         %[[INDEX:.*]] = affine.apply #{{.*}}()[%{{.*}}, %{{.*}}]
// CHECK-NEXT:    %[[SIZE:.*]] = arith.constant 20 : index
// CHECK-NEXT:    %[[IN:.*]] = arith.cmpi ult, %[[INDEX]], %[[SIZE]] : index
// CHECK-NEXT:    scf.if %[[IN]]
// CHECK-NEXT:      affine.load
func.func @map(%b: memref<20xi64>, %i: index, %j: index) -> i64 {
  %x = affine.load %b[(symbol(%i) ceildiv 2) mod 7 + symbol(%j)] : memref<20xi64>
  return %x : i64
}

// -----

// Each result of a map is an index, and so it is for stores, outside of the loop, and for vectors. What one
// variable says is asked of the variable: %i ceildiv 4 is in [0, 8) for %i in [-3, 28].

// CHECK-LABEL: func.func @store
// CHECK:         %[[DIM:.*]] = memref.dim
// CHECK:         %[[LEAST:.*]] = arith.constant -3 : index
// CHECK-NEXT:    arith.subi %{{.*}}, %[[LEAST]] : index
// CHECK:         %[[FIRST:.*]] = affine.apply
// CHECK-NEXT:    arith.cmpi ult, %[[FIRST]], %[[DIM]] : index
// CHECK:         affine.for
// CHECK-NEXT:      scf.if
func.func @store(%b: memref<?x8xi64>, %i: index, %j: index, %v: i64) {
  affine.for %k = 0 to 4 {
    affine.store %v, %b[(symbol(%i) ceildiv 2) mod 7 + symbol(%j), symbol(%i) ceildiv 4] : memref<?x8xi64>
  }
  return
}

// CHECK-LABEL: func.func @vector
// CHECK:         %[[INDEX:.*]] = affine.apply
// CHECK-NEXT:    vector.broadcast %[[INDEX]]
// CHECK:         vector.maskedload %{{.*}}[%[[INDEX]]]
func.func @vector(%b: memref<20xi64>, %i: index, %j: index) -> vector<4xi64> {
  %x = affine.vector_load %b[(symbol(%i) ceildiv 2) mod 7 + symbol(%j)] : memref<20xi64>, vector<4xi64>
  return %x : vector<4xi64>
}

// -----

// Where the last element of a transfer is, rows after each other, is a multiple of an index that is computed.

// CHECK-LABEL: func.func @rows
// CHECK:         %[[ROW:.*]] = affine.apply
// CHECK:         %[[COLUMNS:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[FIRST:.*]] = arith.muli %[[ROW]], %[[COLUMNS]] : index
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %{{.*}}, %[[FIRST]] : index
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[LAST:.*]] = arith.subi %[[SUM]], %[[ONE]] : index
// CHECK-NEXT:    %[[TOTAL:.*]] = arith.constant 320 : index
// CHECK-NEXT:    arith.cmpi ult, %[[LAST]], %[[TOTAL]] : index
// CHECK:         scf.if
func.func @rows(%a: memref<40x8xf32>, %b: memref<40xf32, 1>, %tag: memref<1xf32>, %i: index, %j: index, %n: index) {
  %c0 = arith.constant 0 : index
  %r = affine.apply affine_map<(d0)[s0] -> ((d0 ceildiv 2) mod 7 + s0)>(%i)[%j]
  memref.dma_start %a[%r, %c0], %b[%c0], %n, %tag[%c0] : memref<40x8xf32>, memref<40xf32, 1>, memref<1xf32>
  return
}

// -----

// The size of a view is compared as it is computed. The view has an element, so that it begins at 0 or behind it
// if it ends in its source.

// CHECK-LABEL: func.func @size
// CHECK:         %[[DIM:.*]] = memref.dim
// CHECK:         %[[SIZE:.*]] = affine.apply
// CHECK:         arith.cmpi sge, %[[SIZE]], %{{.*}} : index
// CHECK:         %[[REST:.*]] = arith.subi %[[DIM]], %{{.*}} : index
// CHECK-NEXT:    arith.cmpi sle, %[[SIZE]], %[[REST]] : index
// CHECK:         scf.if
func.func @size(%m: memref<?xf32>, %i: index, %j: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %s = affine.apply affine_map<(d0)[s0] -> ((d0 ceildiv 2) + s0)>(%n)[%j]
  %part = memref.subview %m[%i] [%s] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %x = memref.load %part[%c0] : memref<?xf32, strided<[1], offset: ?>>
  return %x : f32
}

// -----

// %o + 9*%n is 2 for %o = 0 and %n = (2^64 + 2)/9 where it wraps around, and element 1 of the view is not in %m.

// CHECK-LABEL: func.func @stride
// CHECK-NOT:     arith.muli
// CHECK:         arith.floordivsi
// CHECK:         scf.if
func.func @stride(%m: memref<1000xf32>, %n: index, %k: index, %o: index) -> f32 {
  %part = memref.subview %m[%o] [10] [%n] : memref<1000xf32> to memref<10xf32, strided<[?], offset: ?>>
  %x = memref.load %part[%k] : memref<10xf32, strided<[?], offset: ?>>
  return %x : f32
}

// The same for three times a size.

// CHECK-LABEL: func.func @strided
// CHECK:         %[[FIRST:.*]] = affine.apply
// CHECK:         %[[SIZE:.*]] = affine.apply
// CHECK-NOT:     arith.muli
// CHECK:         arith.cmpi sle, %[[SIZE]], %{{.*}} : index
// CHECK:         scf.if
func.func @strided(%m: memref<1000xf32>, %i: index, %j: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %o = affine.apply affine_map<(d0)[s0] -> ((d0 ceildiv 2) mod 7 + s0)>(%i)[%j]
  %s = affine.apply affine_map<(d0)[s0] -> ((d0 ceildiv 2) + s0)>(%n)[%j]
  %part = memref.reinterpret_cast %m to offset: [%o], sizes: [%s], strides: [3] : memref<1000xf32> to memref<?xf32, strided<[3], offset: ?>>
  %x = memref.load %part[%c0] : memref<?xf32, strided<[3], offset: ?>>
  return %x : f32
}

// -----

// What a gather adds to its index it adds up itself.

// CHECK-LABEL: func.func @gather
// CHECK:         %[[INDEX:.*]] = affine.apply
// CHECK-NEXT:    %[[ALL:.*]] = vector.broadcast %[[INDEX]]
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %[[ALL]], %{{.*}} : vector<4xindex>
// CHECK:         arith.cmpi ult, %[[SUM]], %{{.*}} : vector<4xindex>
func.func @gather(%b: memref<20xf32>, %i: index, %at: vector<4xindex>, %mask: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %k = affine.apply affine_map<(d0) -> ((d0 ceildiv 2) mod 7)>(%i)
  %x = vector.gather %b[%k][%at], %mask, %p : memref<20xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %x : vector<4xf32>
}

// -----

// The greatest number has a ceildiv too, and a number may be divided by more than 64 bits have, one after another.

// CHECK-LABEL: func.func @ends
// CHECK:         affine.apply
// CHECK:         scf.if
func.func @ends(%b: memref<20x20xf32>, %i: index) -> f32 {
  %max = arith.constant 0x7FFFFFFFFFFFFFFF : index
  %q = index.floordivs %i, %max
  %x = affine.load %b[(symbol(%max) ceildiv 7) mod 4, (symbol(%i) floordiv 9223372036854775807) floordiv 7 + 1] : memref<20x20xf32>
  return %x : f32
}

// -----

// What is a product of two values is an index all the same, which nothing is known of.

// CHECK-LABEL: func.func @product
// CHECK-SAME:    %{{.*}}: memref<20x8xi64>, %[[I:.*]]: index, %[[N:.*]]: index
// CHECK:         %[[INDEX:.*]] = affine.apply #{{.*}}()[%[[I]], %[[N]]]
// CHECK:         arith.cmpi ult, %[[INDEX]], %{{.*}} : index
// CHECK:         scf.if
// CHECK-NEXT:      affine.load
func.func @product(%b: memref<20x8xi64>, %i: index, %n: index) -> i64 {
  %x = affine.load %b[symbol(%i) * symbol(%n), symbol(%i)] : memref<20x8xi64>
  return %x : i64
}

// -----

// The sizes that a buffer is taken apart into are its sizes: a loop up to one of them stays in bounds.

// CHECK-LABEL: func.func @metadata
// CHECK:         %[[DIM:.*]] = memref.dim %arg0, %{{.*}} : memref<?x8xf32>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}}#0 step
// CHECK-NEXT:      memref.store %arg1, %arg0[%[[I]], %{{.*}}]
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.for %[[J:.*]] = %{{.*}} to %c8 step
// CHECK-NEXT:      arith.cmpi slt, %[[J]], %[[DIM]] : index
func.func @metadata(%m: memref<?x8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
  scf.for %i = %c0 to %sizes#0 step %c1 {
    memref.store %f, %m[%i, %c1] : memref<?x8xf32>
  }
  scf.for %j = %c0 to %c8 step %c1 {
    memref.store %f, %m[%j, %c1] : memref<?x8xf32>
  }
  return
}
