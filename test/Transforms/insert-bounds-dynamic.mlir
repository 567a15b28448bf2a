// RUN: layout-opt %s --layout-insert-bounds --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// A tile of 128x128 of a dynamic tensor: one comparison a mode, with the offset of the tile in it.

// CHECK-LABEL: func.func @tile
// CHECK-SAME:    %[[C:[a-z0-9]*]]: memref<?x?xf32>, %[[BM:[a-z0-9]*]]: index, %[[BN:[a-z0-9]*]]: index
// CHECK:         %[[N:.*]] = memref.dim %[[C]], %c1
// CHECK:         %[[M:.*]] = memref.dim %[[C]], %c0
// CHECK-DAG:     %[[ROW:.*]] = arith.muli %[[BM]], %c128
// CHECK-DAG:     %[[COLUMN:.*]] = arith.muli %[[BN]], %c128
// CHECK:         affine.for %[[I:.*]] = 0 to 128
// CHECK-NEXT:      %[[ROW_I:.*]] = arith.addi %[[I]], %[[ROW]]
// CHECK-NEXT:      %[[IN_M:.*]] = arith.cmpi slt, %[[ROW_I]], %[[M]] : index
// CHECK:           affine.for %[[J:.*]] = 0 to 128
// CHECK:             %[[COLUMN_J:.*]] = arith.addi %[[J]], %[[COLUMN]]
// CHECK-NEXT:        %[[IN_N:.*]] = arith.cmpi slt, %[[COLUMN_J]], %[[N]] : index
// CHECK-NEXT:        %[[IN:.*]] = arith.andi %[[IN_M]], %[[IN_N]]
// CHECK-NEXT:        scf.if %[[IN]]
// CHECK-NEXT:          memref.store
func.func @tile(%c: memref<?x?xf32>, %bm: index, %bn: index, %v: f32) {
  %tile = layout.constant #layout.cute<(128,128):(1@0,1@1)>
  layout.assume %bm in [0, 9223372036854775807]
  layout.assume %bn in [0, 9223372036854775807]
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %m, %n = layout.apply %tile(%i, %j) : index, index
      %row = affine.apply affine_map<(d0)[s0] -> (d0 + 128 * s0)>(%m)[%bm]
      %column = affine.apply affine_map<(d0)[s0] -> (d0 + 128 * s0)>(%n)[%bn]
      // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: guarded by %arg4 + 128*%arg1 < dim(%arg0, 0) and %arg5 + 128*%arg2 < dim(%arg0, 1)
      memref.store %v, %c[%row, %column] : memref<?x?xf32>
    }
  }
  return
}

// -----

// M is a multiple of 128 and the tile is one of M/128: the half of m is gone.

// CHECK-LABEL: func.func @whole_rows
// CHECK:         arith.cmpi slt
// CHECK-NOT:     arith.cmpi
// CHECK:         return
func.func @whole_rows(%c: memref<?x?xf32>, %bn: index, %v: f32) {
  %tile = layout.constant #layout.cute<(128,128):(1@0,1@1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %rows = memref.dim %c, %c0 : memref<?x?xf32>
  layout.assume %rows mod 128 = 0
  layout.assume %bn in [0, 4095]
  %tiles = arith.divui %rows, %c128 : index
  scf.for %bm = %c0 to %tiles step %c1 {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 128 {
        %m, %n = layout.apply %tile(%i, %j) : index, index
        %first = arith.muli %bm, %c128 : index
        %row = arith.addi %first, %m : index
        %column = affine.apply affine_map<(d0)[s0] -> (d0 + 128 * s0)>(%n)[%bn]
        // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: guarded by %arg5 + 128*%arg1 < dim(%arg0, 1)
        memref.store %v, %c[%row, %column] : memref<?x?xf32>
      }
    }
  }
  return
}

// -----

// Both are multiples: nothing is inserted.

// CHECK-LABEL: func.func @whole_tiles
// CHECK-NOT:     arith.cmpi
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @whole_tiles(%c: memref<?x?xf32>, %v: f32) {
  %tile = layout.constant #layout.cute<(128,128):(1@0,1@1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %rows = memref.dim %c, %c0 : memref<?x?xf32>
  %columns = memref.dim %c, %c1 : memref<?x?xf32>
  layout.assume %rows mod 128 = 0
  layout.assume %columns mod 128 = 0
  %bm_end = arith.divui %rows, %c128 : index
  %bn_end = arith.divui %columns, %c128 : index
  scf.parallel (%bm, %bn) = (%c0, %c0) to (%bm_end, %bn_end) step (%c1, %c1) {
    scf.forall (%i, %j) in (128, 128) {
      %m, %n = layout.apply %tile(%i, %j) : index, index
      %row = affine.linearize_index [%bm, %m] by (128) : index
      %column = affine.linearize_index [%bn, %n] by (128) : index
      // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: proved in bounds by isl
      memref.store %v, %c[%row, %column] : memref<?x?xf32>
    }
  }
  return
}

// -----

// The size that a buffer was made with.

// CHECK-LABEL: func.func @allocated
// CHECK-SAME:    %[[N:[a-z0-9]*]]: index
// CHECK:         arith.cmpi slt, %{{.*}}, %[[N]] : index
func.func @allocated(%n: index, %v: f32) {
  %l = layout.constant #layout.cute<64:1>
  %buffer = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to 64 {
    %o = layout.apply %l(%i) : index
    // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: guarded by %arg2 < %arg0
    memref.store %v, %buffer[%o] : memref<?xf32>
  }
  return
}

// -----

// A stride that is a symbol makes an offset that is not a Presburger function: the coordinates are
// decided, and the offset is compared as the number that it is.

// CHECK-LABEL: func.func @symbolic_stride
func.func @symbolic_stride(%buffer: memref<?xf32>, %m: index, %n: index, %v: f32) {
  %l = layout.constant #layout.cute<(M,N):(N,1)>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %o = layout.apply %l(%i, %j) symbols(M = %m, N = %n) : index
      // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: guarded by %arg4 < %arg1 and %arg5 < %arg2 and 0 <= %1 < dim(%arg0, 0)
      memref.store %v, %buffer[%o] : memref<?xf32>
    }
  }
  return
}

// -----

// What the attribute says of its symbols holds.

// CHECK-LABEL: func.func @facts
// CHECK-NOT:     scf.if
func.func @facts(%buffer: memref<4096xf32>, %m: index, %v: f32) {
  %l = layout.constant #layout.cute<(M,8):(8,1) where M mod 16 = 0, M in [1,512]>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    affine.for %j = 0 to 8 {
      %o = layout.apply %l(%i, %j) symbols(M = %m) : index
      // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: proved in bounds by isl
      memref.store %v, %buffer[%o] : memref<4096xf32>
    }
  }
  return
}

// -----

// The sizes of a subview, and of what is cast.

// CHECK-LABEL: func.func @views
func.func @views(%buffer: memref<?x?xf32>, %n: index, %i: index, %v: f32) {
  %l = layout.constant #layout.cute<(64,8):(1@0,1@1)>
  %view = memref.subview %buffer[%i, 0] [%n, 8] [1, 1]
    : memref<?x?xf32> to memref<?x8xf32, strided<[?, 1], offset: ?>>
  %static = memref.alloc() : memref<64x8xf32>
  %cast = memref.cast %static : memref<64x8xf32> to memref<?x?xf32>
  affine.for %j = 0 to 64 {
    affine.for %k = 0 to 8 {
      %o:2 = layout.apply %l(%j, %k) : index, index
      // The rows are in the view, and the view is in the buffer.
      // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: guarded by {{.*}}%arg4 < %arg1 and %arg1 <= dim(%arg0, 0) - %arg2
      memref.store %v, %view[%o#0, %o#1] : memref<?x8xf32, strided<[?, 1], offset: ?>>
      // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: proved in bounds by ranges
      memref.store %v, %cast[%o#0, %o#1] : memref<?x?xf32>
    }
  }
  return
}

// -----

// A size is not negative: as unsigned numbers one comparison is both. N is at least 1, and what is
// allocated is not negative.

// CHECK-LABEL: func.func @unsigned
// CHECK-SAME:    f32, %[[I:.*]]: index, %[[M:.*]]: index, %[[N:.*]]: index
// CHECK:         %[[DIM:.*]] = memref.dim
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[N]] : index
// CHECK-NEXT:    scf.if %[[IN]]
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[DIM]] : index
// CHECK-NEXT:    scf.if %[[IN]]
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[M]] : index
// CHECK-NEXT:    scf.if %[[IN]]
func.func @unsigned(%buffer: memref<?xf32>, %v: f32, %i: index, %m: index, %n: index) {
  %l = layout.constant #layout.cute<(N):(1) where N in [1,50]>
  %fixed = memref.alloc() : memref<100xf32>
  %o = layout.apply %l(%i) symbols(N = %n) : index
  memref.store %v, %fixed[%o] : memref<100xf32>
  // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: guarded by 0 <= %arg2 < dim(%arg0, 0)
  memref.store %v, %buffer[%i] : memref<?xf32>
  %part = memref.alloc(%m) : memref<?xf32>
  // REPORT: [[#@LINE+1]]:{{[0-9]+}}: remark: guarded by 0 <= %arg2 < %arg3
  memref.store %v, %part[%i] : memref<?xf32>
  return
}
