// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// Tiles that are cut off where a buffer ends: the size of one, the least of two numbers, is at least 1 in the
// loop over them.

func.func @affine(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c4 {
    %size = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%d]
    // expected-remark @below {{proved in bounds}}
    %v = memref.subview %m[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %v[%c0] : memref<?xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @signed_and_unsigned(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c4 {
    %rest = arith.subi %d, %i : index
    %signed = arith.minsi %rest, %c4 : index
    // expected-remark @below {{proved in bounds}}
    %v = memref.subview %m[%i] [%signed] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %v[%c0] : memref<?xf32, strided<[1], offset: ?>>
    %unsigned = arith.minui %c4, %rest : index
    // expected-remark @below {{proved in bounds}}
    %w = memref.subview %m[%i] [%unsigned] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %w[%c0] : memref<?xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// A tile of a tile.

func.func @nested(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c16 {
    %size = affine.min affine_map<(i)[n] -> (n - i, 16)>(%i)[%d]
    // expected-remark @below {{proved in bounds}}
    %v = memref.subview %m[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    scf.for %j = %c0 to %size step %c4 {
      %small = affine.min affine_map<(i)[n] -> (n - i, 4)>(%j)[%size]
      // expected-remark @below {{proved in bounds}}
      %w = memref.subview %v[%j] [%small] [1] : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      // expected-remark @below {{proved in bounds}}
      memref.store %f, %w[%c0] : memref<?xf32, strided<[1], offset: ?>>
    }
  }
  return
}

// -----

// Where the loop goes on for as long as what is left is not negative, the last tile may have none.

func.func @one_more(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %end = arith.addi %d, %c1 : index
  scf.for %i = %c0 to %end step %c4 {
    %size = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%d]
    // expected-remark @below {{proved in bounds}}
    %v = memref.subview %m[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @below {{access is in bounds only if guarded by %1 >= 1}}
    memref.store %f, %v[%c0] : memref<?xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// Nor is it known of another number, or outside of a loop.

func.func @other(%m: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c4 {
    %size = affine.min affine_map<(i)[n, k] -> (4, n - i, k)>(%i)[%d, %n]
    // expected-remark @below {{view is in bounds only if guarded by %1 >= 0}}
    %v = memref.subview %m[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @below {{access is in bounds only if guarded by %1 >= 1}}
    memref.store %f, %v[%c0] : memref<?xf32, strided<[1], offset: ?>>
  }
  %size = affine.min affine_map<(i)[n] -> (4, n - i)>(%n)[%d]
  // expected-remark @below {{view is in bounds only if guarded by %0 >= 0 and %0 <= %dim}}
  %v = memref.subview %m[%c0] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  // expected-remark @below {{access is in bounds only if guarded by %0 >= 1}}
  memref.store %f, %v[%c0] : memref<?xf32, strided<[1], offset: ?>>
  return
}

// -----

// The greatest of several is at most what they all are.

func.func @greatest(%m: memref<6xf32>, %d: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %d step %c1 {
    %past = arith.subi %i, %d : index
    %last = arith.maxsi %past, %c5 : index
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %m[%last] : memref<6xf32>
  }
  return
}

// -----

// Of as many tiles as it takes, each has elements.

func.func @numbered(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %n = arith.ceildivsi %d, %c4 : index
  scf.for %tile = %c0 to %n step %c1 {
    %i = arith.muli %tile, %c4 : index
    %size = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%d]
    // expected-remark @below {{proved in bounds}}
    %v = memref.subview %m[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %v[%c0] : memref<?xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// One more tile may have none.

func.func @one_tile_more(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %tiles = arith.divsi %d, %c4 : index
  %n = arith.addi %tiles, %c1 : index
  scf.for %tile = %c0 to %n step %c1 {
    %i = arith.muli %tile, %c4 : index
    %size = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%d]
    // expected-remark @below {{proved in bounds}}
    %v = memref.subview %m[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @below {{access is in bounds only if guarded by %3 >= 1}}
    memref.store %f, %v[%c0] : memref<?xf32, strided<[1], offset: ?>>
  }
  return
}
