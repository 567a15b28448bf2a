// A loop whose bounds are read from memory may have no iteration, so that nothing is refuted by one that is only
// thought of: integers in memory are chosen as arguments are, and the loop is gone through.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @normalized: unknown: {{.*}}it holds for {{[0-9]+}} of the arguments that were tried
// CHECK-NEXT: @shifted: refuted at (0; -1 is read; 2 is read): before gives -1 as element [0] of argument 1, after gives 0
// CHECK-NEXT: @initial: unknown: {{.*}}it holds for {{[0-9]+}} of the arguments that were tried
// CHECK-NEXT: @initial_float: unknown: an initial value of loop 0 is argument 1 before and argument 2 after{{.*}}it holds for
// CHECK-NEXT: @overwritten: unknown: {{.*}}it holds for {{[0-9]+}} of the arguments that were tried
// CHECK-NEXT: @nested: unknown: {{.*}}it holds for {{[0-9]+}} of the arguments that were tried
// CHECK-NEXT: @rows: refuted at (1 is read; 2 is read; 3 is read): before gives argument 2 as element [1] of argument 1, after gives what was there
// CHECK-NEXT: @padded: unknown: {{.*}}it holds for {{[0-9]+}} of the arguments that were tried
// CHECK-NEXT: @called: unknown
// CHECK-NEXT: 9 functions: 0 proved, 2 refuted, 7 unknown

//--- before.mlir
func.func @normalized(%n: memref<1xindex>, %o: memref<16xi32>, %v: i32) {
  %hi = affine.load %n[0] : memref<1xindex>
  affine.for %i = 2 to %hi step 3 {
    affine.store %v, %o[%i] : memref<16xi32>
  }
  return
}
func.func @shifted(%n: memref<1xindex>, %o: memref<16xi32>, %v: i32) {
  %hi = affine.load %n[0] : memref<1xindex>
  affine.for %i = 1 to %hi {
    affine.store %v, %o[%i] : memref<16xi32>
  }
  return
}
func.func @initial(%m: memref<1xindex>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %m[%c0] : memref<1xindex>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    scf.yield %a : index
  }
  %r = arith.muli %s, %c0 : index
  return %r : index
}
// What the loop carries is not used.
func.func @initial_float(%n: index, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) {
    scf.yield %a : f32
  }
  return
}
// What is stored first is overwritten behind the loop.
func.func @overwritten(%n: index, %m: memref<4xf32>, %k: memref<?xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %m[%c0] : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %k[%i] : memref<?xf32>
  }
  memref.store %y, %m[%c0] : memref<4xf32>
  return
}
// The inner loop does nothing.
func.func @nested(%m: memref<4xi32>, %a: index) -> i32 {
  %c2 = arith.constant 2 : index
  %k = arith.constant 2 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = memref.load %m[%c2] : memref<4xi32>
  memref.store %k, %m[%c2] : memref<4xi32>
  %s = affine.for %j = 0 to 2 iter_args(%z = %n) -> (i32) {
    %q = memref.load %m[%j] : memref<4xi32>
    %r = scf.for %i = %c0 to %z step %c1 iter_args(%y = %n) -> (i32) : i32 {
      scf.yield %z : i32
    }
    affine.yield %q : i32
  }
  return %s : i32
}
// The ends of rows, as sparse formats have them.
func.func @rows(%ends: memref<3xindex>, %o: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %row = %c0 to %c2 step %c1 {
    %next = arith.addi %row, %c1 : index
    %low = memref.load %ends[%row] : memref<3xindex>
    %high = memref.load %ends[%next] : memref<3xindex>
    scf.for %i = %low to %high step %c1 {
      memref.store %v, %o[%i] : memref<?xf32>
    }
  }
  return
}
// Accesses that are out of bounds in iterations that there are not.
func.func @padded(%n: memref<1xindex>, %o: memref<16xi32>, %v: i32) {
  %hi = affine.load %n[0] : memref<1xindex>
  affine.for %i = 0 to %hi {
    affine.store %v, %o[%i] : memref<16xi32>
  }
  return
}
func.func private @size() -> index
func.func @called(%o: memref<16xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %hi = func.call @size() : () -> index
  scf.for %i = %c2 to %hi step %c3 {
    memref.store %v, %o[%i] : memref<16xi32>
  }
  return
}

//--- after.mlir
func.func @normalized(%n: memref<1xindex>, %o: memref<16xi32>, %v: i32) {
  %hi = affine.load %n[0] : memref<1xindex>
  affine.for %i = 0 to affine_map<(d0) -> ((d0 - 2) ceildiv 3)>(%hi) {
    %j = affine.apply affine_map<(d0) -> (d0 * 3 + 2)>(%i)
    affine.store %v, %o[%j] : memref<16xi32>
  }
  return
}
func.func @shifted(%n: memref<1xindex>, %o: memref<16xi32>, %v: i32) {
  %hi = affine.load %n[0] : memref<1xindex>
  affine.for %i = 1 to %hi {
    affine.store %v, %o[%i - 1] : memref<16xi32>
  }
  return
}
func.func @initial(%m: memref<1xindex>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %m[%c0] : memref<1xindex>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c1) -> (index) {
    scf.yield %a : index
  }
  %r = arith.muli %s, %c0 : index
  return %r : index
}
func.func @initial_float(%n: index, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> (f32) {
    scf.yield %a : f32
  }
  return
}
func.func @overwritten(%n: index, %m: memref<4xf32>, %k: memref<?xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %y, %m[%c0] : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %k[%i] : memref<?xf32>
  }
  memref.store %y, %m[%c0] : memref<4xf32>
  return
}
func.func @nested(%m: memref<4xi32>, %a: index) -> i32 {
  %c2 = arith.constant 2 : index
  %k = arith.constant 2 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  memref.store %k, %m[%c2] : memref<4xi32>
  %n = memref.load %m[%c2] : memref<4xi32>
  %s = affine.for %j = 0 to 2 iter_args(%z = %n) -> (i32) {
    %q = memref.load %m[%j] : memref<4xi32>
    %r = scf.for %i = %c0 to %z step %c1 iter_args(%y = %n) -> (i32) : i32 {
      scf.yield %z : i32
    }
    affine.yield %q : i32
  }
  return %s : i32
}
func.func @rows(%ends: memref<3xindex>, %o: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %row = %c0 to %c2 step %c1 {
    %next = arith.addi %row, %c1 : index
    %low = memref.load %ends[%row] : memref<3xindex>
    %high = memref.load %ends[%next] : memref<3xindex>
    %after = arith.addi %low, %c1 : index
    scf.for %i = %after to %high step %c1 {
      memref.store %v, %o[%i] : memref<?xf32>
    }
  }
  return
}
func.func @padded(%n: memref<1xindex>, %o: memref<16xi32>, %v: i32) {
  %hi = affine.load %n[0] : memref<1xindex>
  affine.for %t = 0 to %hi step 2 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 2, s0)>(%t)[%hi] {
      affine.store %v, %o[%i] : memref<16xi32>
    }
  }
  return
}
func.func private @size() -> index
func.func @called(%o: memref<16xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %hi = func.call @size() : () -> index
  %below = arith.subi %hi, %c2 : index
  %n = arith.ceildivsi %below, %c3 : index
  scf.for %i = %c0 to %n step %c1 {
    %by = arith.muli %i, %c3 : index
    %j = arith.addi %by, %c2 : index
    memref.store %v, %o[%j] : memref<16xi32>
  }
  return
}
