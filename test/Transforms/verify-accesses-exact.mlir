// RUN: layout-opt %s --layout-verify='accesses=true' --split-input-file --verify-diagnostics -o /dev/null

// Numbers that are known only within bounds, such as the least of two, are exact in an iteration of the
// loops that they are computed from.

func.func @tile(%a: memref<37xf32>, %f: f32) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  affine.for %i = 0 to 33 step 32 {
    %t = affine.min affine_map<(d0) -> (-d0 + 33, 32)>(%i)
    %size = arith.addi %t, %c4 : index
    %v = memref.subview %a[%i] [%size] [1] : memref<37xf32> to memref<?xf32, strided<[1], offset: ?>>
    scf.for %j = %c0 to %t step %c1 {
      scf.for %q = %c0 to %c6 step %c1 {
        %x = arith.addi %j, %q : index
        // expected-error @below {{access is out of bounds at iteration %arg2 = 0, %arg3 = 31, %arg4 = 5: index 36 of dimension 0 is outside [0, 36)}}
        memref.store %f, %v[%x] : memref<?xf32, strided<[1], offset: ?>>
      }
    }
  }
  return
}

// -----

// The view leaves in the last iteration alone.

func.func @last(%a: memref<37xf32>, %f: f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c33 = arith.constant 33 : index
  affine.for %i = 0 to 33 step 32 {
    %is_first = arith.cmpi slt, %i, %c3 : index
    %t = arith.select %is_first, %c33, %c4 : index
    %size = arith.addi %t, %c4 : index
    %small = arith.minsi %t, %c3 : index
    // expected-error @below {{view is out of bounds at iteration %arg2 = 32: index 39 of dimension 0 is outside [0, 37)}}
    %v = memref.subview %a[%i] [%size] [1] : memref<37xf32> to memref<?xf32, strided<[1], offset: ?>>
    memref.store %f, %v[%small] : memref<?xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

func.func @middle(%a: memref<10xf32>, %f: f32) {
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  affine.for %i = 0 to 9 {
    %is_it = arith.cmpi eq, %i, %c5 : index
    %at = arith.select %is_it, %c10, %i : index
    // expected-error @below {{access is out of bounds at iteration %arg2 = 5: index 10 of dimension 0 is outside [0, 10)}}
    memref.store %f, %a[%at] : memref<10xf32>
  }
  return
}

// -----

func.func @product(%a: memref<10xf32>, %b: memref<10xf32>, %f: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %at = arith.muli %i, %j : index
      memref.store %f, %a[%at] : memref<10xf32>
      affine.for %k = 0 to 2 {
        %there = arith.addi %at, %k : index
        // expected-error @below {{access is out of bounds at iteration %arg3 = 3, %arg4 = 3, %arg5 = 1: index 10 of dimension 0 is outside [0, 10)}}
        memref.store %f, %b[%there] : memref<10xf32>
      }
    }
  }
  return
}

// -----

func.func @parallel(%a: memref<10xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.parallel (%i, %j) = (0, 0) to (12, min(12, 8)) step (4, 4) {
    %t = affine.min affine_map<(d0, d1) -> (-d0 + 10, -d1 + 10, 4)>(%i, %j)
    scf.for %k = %c0 to %t step %c1 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1 + 1)>(%i, %k)
      // expected-error @below {{access is out of bounds at iteration %arg2 = 8, %arg3 = 0, %arg4 = 1: index 10 of dimension 0 is outside [0, 10)}}
      memref.store %f, %a[%at] : memref<10xf32>
    }
  }
  return
}

// -----

func.func @launch(%a: memref<100xf32>, %f: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %c32 : index
    %t = affine.min affine_map<(d0) -> (-d0 + 101, 32)>(%first)
    %in = arith.cmpi slt, %tx, %t : index
    scf.if %in {
      %at = arith.addi %first, %tx : index
      // expected-error @below {{access is out of bounds at iteration %arg2 = 3, %arg5 = 4, %arg3 = 0, %arg6 = 0, %arg4 = 0, %arg7 = 0: index 100 of dimension 0 is outside [0, 100)}}
      memref.store %f, %a[%at] : memref<100xf32>
    }
    gpu.terminator
  }
  return
}

// -----

// No execution of these is out of bounds, or none is known.

func.func @none(%a: memref<10xf32>, %n: index, %from: memref<4xindex>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %c20 = arith.constant 20 : index
  affine.for %i = 0 to 20 {
    %t = arith.minsi %i, %c9 : index
    %is_small = arith.cmpi ult, %t, %c9 : index
    %at = arith.select %is_small, %t, %c9 : index
    memref.store %f, %a[%at] : memref<10xf32>
    // Executed at i = 9 and later, where the product is 0.
    %is_large = arith.cmpi eq, %t, %c9 : index
    %zero = arith.subi %c9, %t : index
    scf.if %is_large {
      %product = arith.muli %zero, %i : index
      memref.store %f, %a[%product] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 4 {
    %t = memref.load %from[%i] : memref<4xindex>
    %low = arith.minsi %t, %c20 : index
    // expected-remark @below {{access is in bounds only if guarded by 0 <= %1 < 10}}
    memref.store %f, %a[%low] : memref<10xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %t = arith.minsi %i, %c20 : index
    // expected-remark @below {{access is in bounds only if guarded by %0 < 10}}
    memref.store %f, %a[%t] : memref<10xf32>
  }
  return
}

// -----

// What the loops inside count is known of itself, and takes no room from the one that computes the index.

func.func @inside(%a: memref<400x2x2x2x2x2x2xf32>, %f: f32) {
  affine.for %i = 0 to 40 {
    %rest = affine.apply affine_map<(d0) -> (-d0 + 40)>(%i)
    %at = arith.muli %i, %rest : index
    affine.for %j0 = 0 to 2 {
      affine.for %j1 = 0 to 2 {
        affine.for %j2 = 0 to 2 {
          affine.for %j3 = 0 to 2 {
            affine.for %j4 = 0 to 2 {
              affine.for %j5 = 0 to 2 {
                // expected-error @below {{access is out of bounds at iteration %arg2 = 20, %arg3 = 0, %arg4 = 0, %arg5 = 0, %arg6 = 0, %arg7 = 0, %arg8 = 0: index 400 of dimension 0 is outside [0, 400)}}
                memref.store %f, %a[%at, %j0, %j1, %j2, %j3, %j4, %j5] : memref<400x2x2x2x2x2x2xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// -----

// No block is launched in the first iteration, in which the index would be 121.

func.func @launched_later(%a: memref<100xf32>, %f: f32) {
  %c1 = arith.constant 1 : index
  affine.for %k = 0 to 2 {
    %n = affine.min affine_map<(d0) -> (d0, 4)>(%k)
    %side = affine.apply affine_map<(d0) -> (d0 * -10 + 11)>(%k)
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %at = arith.muli %side, %side : index
      // expected-remark @below {{access is in bounds only if guarded by %2 < 100}}
      memref.store %f, %a[%at] : memref<100xf32>
      gpu.terminator
    }
  }
  return
}
