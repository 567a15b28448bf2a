// An assertion or a call may not come to its end: what is only done behind it says nothing of what is
// done before it.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @removed: refuted at (8): before gives 0 as an operand of cf.assert, after gives -1
// CHECK-NEXT: @guard_dropped: unknown: the condition of func.call: it differs where it may be undefined before the pass; it holds for 6 of the arguments that were tried
// CHECK-NEXT: @hoisted_division: refuted at (0, 0): before gives defined behavior, after gives undefined behavior (arith.divsi divides by 0)
// CHECK-NEXT: @hoisted_load: unknown: access 0 (memref.load) is not seen to be in bounds: it differs where it may be undefined before the pass
// CHECK-NEXT: @sunk_division: proved by canonical form
// CHECK-NEXT: @sunk_load: proved by canonical form
// CHECK-NEXT: @behind_both: proved by canonical form
// CHECK-NEXT: 7 functions: 3 proved, 2 refuted, 2 unknown

//--- before.mlir
func.func @removed(%m: memref<8xf32>, %i: index) -> f32 {
  %n = arith.constant 8 : index
  %c = arith.cmpi ult, %i, %n : index
  cf.assert %c, "out of bounds"
  %q = memref.load %m[%i] : memref<8xf32>
  return %q : f32
}
func.func private @g()
func.func @guard_dropped(%m: memref<8xf32>, %i: index, %d: i1) -> f32 {
  %n = arith.constant 8 : index
  %c = arith.cmpi uge, %i, %n : index
  %e = arith.ori %c, %d : i1
  scf.if %e { func.call @g() : () -> () }
  %q = memref.load %m[%i] : memref<8xf32>
  return %q : f32
}
func.func @hoisted_division(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %b, %z : i32
  cf.assert %c, "zero"
  %q = arith.divsi %a, %b : i32
  return %q : i32
}
func.func @hoisted_load(%m: memref<4xf32>, %i: index) {
  func.call @g() : () -> ()
  %q = memref.load %m[%i] : memref<4xf32>
  return
}
func.func @sunk_division(%a: i32, %b: i32) -> i32 {
  %q = arith.divsi %a, %b : i32
  %z = arith.constant 7 : i32
  %c = arith.cmpi ne, %a, %z : i32
  cf.assert %c, "seven"
  return %q : i32
}
func.func @sunk_load(%m: memref<4xf32>, %i: index) {
  %q = memref.load %m[%i] : memref<4xf32>
  func.call @g() : () -> ()
  return
}
func.func @behind_both(%m: memref<8xf32>, %i: index, %d: i1) -> f32 {
  %p = memref.load %m[%i] : memref<8xf32>
  scf.if %d { func.call @g() : () -> () }
  %q = memref.load %m[%i] : memref<8xf32>
  return %q : f32
}

//--- after.mlir
func.func @removed(%m: memref<8xf32>, %i: index) -> f32 {
  %c = arith.constant true
  cf.assert %c, "out of bounds"
  %q = memref.load %m[%i] : memref<8xf32>
  return %q : f32
}
func.func private @g()
func.func @guard_dropped(%m: memref<8xf32>, %i: index, %d: i1) -> f32 {
  scf.if %d { func.call @g() : () -> () }
  %q = memref.load %m[%i] : memref<8xf32>
  return %q : f32
}
func.func @hoisted_division(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %q = arith.divsi %a, %b : i32
  %c = arith.cmpi ne, %b, %z : i32
  cf.assert %c, "zero"
  return %q : i32
}
func.func @hoisted_load(%m: memref<4xf32>, %i: index) {
  %q = memref.load %m[%i] : memref<4xf32>
  func.call @g() : () -> ()
  return
}
func.func @sunk_division(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 7 : i32
  %c = arith.cmpi ne, %a, %z : i32
  cf.assert %c, "seven"
  %q = arith.divsi %a, %b : i32
  return %q : i32
}
func.func @sunk_load(%m: memref<4xf32>, %i: index) {
  func.call @g() : () -> ()
  %q = memref.load %m[%i] : memref<4xf32>
  return
}
func.func @behind_both(%m: memref<8xf32>, %i: index, %d: i1) -> f32 {
  scf.if %d { func.call @g() : () -> () }
  %q = memref.load %m[%i] : memref<8xf32>
  return %q : f32
}
