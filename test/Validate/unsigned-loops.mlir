// A loop that compares unsigned numbers is another one than a loop that compares signed ones, unless no number
// that they compare has a sign.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s
// RUN: not layout-validate %t/after.mlir %t/before.mlir | FileCheck %s

// At 214, which is -42, one has no iteration.
// CHECK: @carried: refuted at (223, 214): before gives {{.*}} as result 0, after gives
// CHECK-NEXT: @stored: refuted at (214; 0 is read): before gives {{.*}} as element [1] of argument 0, after gives
// CHECK-NEXT: @index: unknown: {{.*}}whether loop 0 compares signed numbers: it is another one after
// CHECK-NEXT: @step: unknown: {{.*}}whether loop 0 compares signed numbers: it is another one after
// CHECK-NEXT: @naturals: proved by canonical form
// CHECK-NEXT: @negative: proved by canonical form
// The 200 iterations of one are executed.
// CHECK-NEXT: @known: refuted at (any): before gives {{.*}} as element [0] of argument 0, after gives
// CHECK-NEXT: @known_naturals: proved by execution
// CHECK-NEXT: 8 functions: 3 proved, 3 refuted, 2 unknown

//--- before.mlir
func.func @carried(%a: i32, %n: i8) -> i32 {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 : i8 {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @stored(%m: memref<256xi8>, %n: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  scf.for %i = %c0 to %n step %c1 : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %i, %m[%at] : memref<256xi8>
  }
  return
}
func.func @index(%m: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  return
}
func.func @step(%m: memref<256xi8>, %step: i8) {
  %c0 = arith.constant 0 : i8
  %n = arith.constant 100 : i8
  scf.for %i = %c0 to %n step %step : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %i, %m[%at] : memref<256xi8>
  }
  return
}
func.func @naturals(%m: memref<?xindex>, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.shrui %x, %c1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  return
}
func.func @negative(%m: memref<256xi8>) {
  %low = arith.constant -9 : i8
  %high = arith.constant -2 : i8
  %c1 = arith.constant 1 : i8
  scf.for %i = %low to %high step %c1 : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %i, %m[%at] : memref<256xi8>
  }
  return
}
func.func @known(%m: memref<256xf32>, %x: f32) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %n = arith.constant -56 : i8
  scf.for %i = %c0 to %n step %c1 : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %x, %m[%at] : memref<256xf32>
  }
  return
}
func.func @known_naturals(%m: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  memref.store %x, %m[%c0] : memref<4xf32>
  memref.store %x, %m[%c1] : memref<4xf32>
  return
}

//--- after.mlir
func.func @carried(%a: i32, %n: i8) -> i32 {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %r = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 : i8 {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @stored(%m: memref<256xi8>, %n: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  scf.for unsigned %i = %c0 to %n step %c1 : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %i, %m[%at] : memref<256xi8>
  }
  return
}
func.func @index(%m: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  return
}
func.func @step(%m: memref<256xi8>, %step: i8) {
  %c0 = arith.constant 0 : i8
  %n = arith.constant 100 : i8
  scf.for unsigned %i = %c0 to %n step %step : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %i, %m[%at] : memref<256xi8>
  }
  return
}
func.func @naturals(%m: memref<?xindex>, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.shrui %x, %c1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  return
}
func.func @negative(%m: memref<256xi8>) {
  %low = arith.constant -9 : i8
  %high = arith.constant -2 : i8
  %c1 = arith.constant 1 : i8
  scf.for unsigned %i = %low to %high step %c1 : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %i, %m[%at] : memref<256xi8>
  }
  return
}
func.func @known(%m: memref<256xf32>, %x: f32) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %n = arith.constant -56 : i8
  scf.for unsigned %i = %c0 to %n step %c1 : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %x, %m[%at] : memref<256xf32>
  }
  return
}
func.func @known_naturals(%m: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for unsigned %i = %c0 to %c2 step %c1 {
    memref.store %x, %m[%i] : memref<4xf32>
  }
  return
}
