// Behind a loop of calls each of them has ended; in an iteration none but those before it.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @loads: unknown: access 0 (memref.load) is not seen to be in bounds: it differs where it may be undefined before the pass; it holds for 5 of the arguments that were tried
// CHECK-NEXT: @divisions: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 7 of the arguments that were tried
// CHECK-NEXT: @assertions: unknown: access 1 (memref.load) is not seen to be in bounds: it differs where it may be undefined before the pass; it holds for 5 of the arguments that were tried
// CHECK-NEXT: @end_of_a_thread: refuted at (1, 0, 0): before gives defined behavior, after gives undefined behavior (arith.divui divides by 0)
// CHECK-NEXT: 4 functions: 0 proved, 1 refuted, 3 unknown

//--- before.mlir
func.func private @g()
func.func @loads(%m: memref<4xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 { func.call @g() : () -> () }
  %q = memref.load %m[%i] : memref<4xf32>
  return
}
func.func @divisions(%m: memref<4xi32>, %n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 { func.call @g() : () -> () }
  %q = arith.divui %a, %b : i32
  return %q : i32
}
func.func @assertions(%p: memref<8xi1>, %m: memref<4xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %t = memref.load %p[%k] : memref<8xi1>
    cf.assert %t, "x"
  }
  %q = memref.load %m[%i] : memref<4xf32>
  return
}
func.func @end_of_a_thread(%m: memref<4xf32>, %c: i1, %a: i32, %b: i32) -> i32 {
  scf.if %c { "nvvm.exit"() : () -> () }
  %q = arith.divui %a, %b : i32
  return %q : i32
}

//--- after.mlir
func.func private @g()
func.func @loads(%m: memref<4xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    func.call @g() : () -> ()
    %q = memref.load %m[%i] : memref<4xf32>
  }
  return
}
func.func @divisions(%m: memref<4xi32>, %n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    func.call @g() : () -> ()
    %p = arith.divui %a, %b : i32
  }
  %q = arith.divui %a, %b : i32
  return %q : i32
}
func.func @assertions(%p: memref<8xi1>, %m: memref<4xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %t = memref.load %p[%k] : memref<8xi1>
    cf.assert %t, "x"
    %q = memref.load %m[%i] : memref<4xf32>
  }
  return
}
func.func @end_of_a_thread(%m: memref<4xf32>, %c: i1, %a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  scf.if %c { "nvvm.exit"() : () -> () }
  return %q : i32
}
