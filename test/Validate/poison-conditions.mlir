// A condition that is poison makes what it chooses poison, and a branch on it is undefined behavior.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @chosen_float: unknown: whether result 0 is chosen by poison: it is another one after; it holds for 10 of the arguments that were tried
// CHECK-NEXT: @guarded_store: unknown: the condition of access 0: it is another one after; it holds for 10 of the arguments that were tried
// CHECK-NEXT: @chosen_twice: refuted at (2147483647; 0 is read): before gives 0 as result 0, after gives poison (arith.addi wraps though it says nsw)
// CHECK-NEXT: @empty_branch: refuted at (2147483647): before gives defined behavior, after gives undefined behavior (scf.if on a condition that is poison)
// CHECK-NEXT: @same_before: proved by canonical form
// CHECK-NEXT: @no_longer: proved by canonical form
// CHECK-NEXT: @branch_for_choice: refuted at (2147483647): before gives defined behavior, after gives undefined behavior (scf.if on a condition that is poison)
// The condition is another one, and poison where it was; only a sum that wraps sooner is undefined elsewhere.
// CHECK-NEXT: @another_condition: proved by canonical form
// CHECK-NEXT: @further: refuted at (2147483646): before gives defined behavior, after gives undefined behavior (scf.if on a condition that is poison)
// CHECK-NEXT: 9 functions: 3 proved, 4 refuted, 2 unknown

//--- before.mlir
func.func @chosen_float(%a: i32, %x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}
func.func @guarded_store(%o: memref<8xf32>, %a: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %s = arith.addi %a, %c1 : i32
  %c = arith.cmpi slt, %s, %c1 : i32
  scf.if %c { memref.store %x, %o[%c0] : memref<8xf32> }
  return
}
func.func @chosen_twice(%a: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xi32>
  return %x : i32
}
func.func private @g()
func.func @empty_branch(%a: i32) {
  return
}
func.func @same_before(%a: i32, %x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}
func.func @no_longer(%a: i32, %x: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %r = scf.if %c -> f32 { scf.yield %x : f32 } else { scf.yield %x : f32 }
  return %r : f32
}
func.func @branch_for_choice(%a: i32, %x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}
func.func @another_condition(%a: i32) {
  %c1 = arith.constant 1 : i32
  %x = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi sge, %x, %c1 : i32
  scf.if %c { }
  return
}
func.func @further(%a: i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 1 : i32
  %x = arith.addi %a, %c2 overflow<nsw> : i32
  %c = arith.cmpi sge, %x, %c1 : i32
  scf.if %c { }
  return
}
//--- after.mlir
func.func @chosen_float(%a: i32, %x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}
func.func @guarded_store(%o: memref<8xf32>, %a: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %s = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %s, %c1 : i32
  scf.if %c { memref.store %x, %o[%c0] : memref<8xf32> }
  return
}
func.func @chosen_twice(%a: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xi32>
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %r = arith.select %c, %x, %x : i32
  return %r : i32
}
func.func private @g()
func.func @empty_branch(%a: i32) {
  %c1 = arith.constant 1 : i32
  %x = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %x, %c1 : i32
  scf.if %c { } 
  return
}
func.func @same_before(%a: i32, %x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi sgt, %c1, %p : i32
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}
func.func @no_longer(%a: i32, %x: f32) -> f32 {
  return %x : f32
}
func.func @branch_for_choice(%a: i32, %x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %r = scf.if %c -> f32 { scf.yield %x : f32 } else { scf.yield %y : f32 }
  return %r : f32
}
func.func @another_condition(%a: i32) {
  %p = ub.poison : i32
  %c1 = arith.constant 1 : i32
  %x = arith.addi %a, %c1 overflow<nsw> : i32
  %c = arith.cmpi sgt, %x, %c1 : i32
  scf.if %c { }
  return
}
func.func @further(%a: i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %x = arith.addi %a, %c2 overflow<nsw> : i32
  %c = arith.cmpi sgt, %x, %c1 : i32
  scf.if %c { }
  return
}
