// What only says that something holds writes nothing and reads nothing; where an assertion fails, what is in memory
// is seen.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s
// RUN: layout-opt %t/upstream.mlir --cse --affine-scalrep -o %t/forwarded.mlir
// RUN: layout-validate %t/upstream.mlir %t/forwarded.mlir | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM: @promised: proved by canonical form
// UPSTREAM-NEXT: @obliged: proved by canonical form
// UPSTREAM-NEXT: @assumed: proved by canonical form
// UPSTREAM-NEXT: 3 functions: 3 proved, 0 refuted, 0 unknown

// CHECK: @store_over_assume: proved by canonical form
// CHECK-NEXT: @store_over_promise: proved by canonical form
// CHECK-NEXT: @store_over_obligation: proved by canonical form
// CHECK-NEXT: @store_over_what_holds: proved by canonical form
// CHECK-NEXT: @store_over_what_is_asserted: proved by canonical form
// CHECK-NEXT: @asserted_again: proved by canonical form
// CHECK-NEXT: @asserted_never: proved by canonical form
// CHECK-NEXT: @reordered: proved by canonical form
// CHECK-NEXT: @as_one: proved by canonical form
// CHECK-NEXT: @reordered_with_poison: refuted at (0, 0, 0, 127, 0, 0): before gives 0 as an operand of cf.assert, after gives poison (arith.addi wraps though it says nsw)
// CHECK-NEXT: @reordered_messages: refuted at (0, 0, 0, 0, 0, 0): before gives 0 as an operand of cf.assert, after gives -1
// CHECK-NEXT: @another_message: refuted at (0, 0, 0, 0, 0, 0): before gives 0 as an operand of cf.assert, after gives -1
// CHECK-NEXT: @asserted_between: refuted at (0, 1, 0, 0, 0, 0): before gives 0 as an operand of cf.assert, after gives -1
// CHECK-NEXT: @new_assertion: refuted at (0, 0, 0, 0, 0, 0): before gives -1 as an operand of cf.assert, after gives 0
// CHECK-NEXT: @new_assumption: unknown: it does 0 things before and 1 after
// CHECK-NEXT: @another_assumption: refuted at (1, 0, 0, 0, 0, 0): before gives -1 as an operand of llvm.intr.assume, after gives 0
// CHECK-NEXT: @parallel: proved by canonical form
// CHECK-NEXT: @assumption_behind_assertion: unknown: it does other things after, or in another order; it holds for 2 of the arguments that were tried
// CHECK-NEXT: @assumption_in_front: unknown: it does other things after, or in another order; it holds for 3 of the arguments that were tried
// CHECK-NEXT: @division_over_call_behind_assertion: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @division_behind_assertion: proved by isl
// CHECK-NEXT: @division_over_call_in_loop: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @division_over_call_behind_two: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 10 of the arguments that were tried
// CHECK-NEXT: @division_behind_two: proved by canonical form
// CHECK-NEXT: @division_between: refuted at (1, 0, 0, 0, 0, 0): before gives defined behavior, after gives undefined behavior (arith.divui divides by 0)
// CHECK-NEXT: @division_in_front: refuted at (0, 0, 0, 0, 0, 0): before gives defined behavior, after gives undefined behavior (arith.divui divides by 0)
// CHECK-NEXT: @division_between_others: refuted at (0, 1, 0, 0, 0, 0): before gives defined behavior, after gives undefined behavior (arith.divui divides by 0)
// CHECK-NEXT: @division_sunk: proved by canonical form
// CHECK-NEXT: 28 functions: 13 proved, 9 refuted, 6 unknown

//--- before.mlir
func.func private @g()
func.func @store_over_assume(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  memref.store %x, %m[] : memref<i32>
  llvm.intr.assume %c : i1
  return
}
func.func @store_over_promise(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  memref.store %x, %m[] : memref<i32>
  layout.assume %i in [0, 3]
  return
}
func.func @store_over_obligation(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  memref.store %x, %m[] : memref<i32>
  %l = layout.constant #layout.cute<8:1>
  layout.assert_offset %l(%i) = %i : index
  return
}
func.func @store_over_what_holds(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  memref.store %x, %m[] : memref<i32>
  %t = arith.constant true
  cf.assert %t, "x"
  return
}
func.func @store_over_what_is_asserted(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  memref.store %x, %m[] : memref<i32>
  cf.assert %c, "y"
  return
}
func.func @asserted_again(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %c, "y"
  return
}
func.func @asserted_never(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %t = arith.constant true
  cf.assert %t, "x"
  return
}
func.func @reordered(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %d, "x"
  return
}
func.func @as_one(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %d, "x"
  return
}
func.func @reordered_with_poison(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %w = arith.constant 1 : i8
  %s = arith.addi %n, %w overflow<nsw> : i8
  %q = arith.cmpi slt, %w, %s : i8
  cf.assert %c, "x"
  cf.assert %q, "x"
  return
}
func.func @reordered_messages(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %d, "y"
  return
}
func.func @another_message(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  return
}
func.func @asserted_between(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  memref.store %x, %m[] : memref<i32>
  cf.assert %d, "x"
  return
}
func.func @new_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  return
}
func.func @new_assumption(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  return
}
func.func @another_assumption(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  llvm.intr.assume %c : i1
  return
}
func.func @parallel(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %k = %c0 to %c4 step %c1 {
    %a = memref.alloca() : memref<1xi32>
    memref.store %x, %a[%c0] : memref<1xi32>
    layout.assume %k in [0, 3]
  }
  return
}
func.func @assumption_behind_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  llvm.intr.assume %d : i1
  cf.assert %c, "x"
  return
}
func.func @assumption_in_front(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  llvm.intr.assume %d : i1
  cf.assert %c, "x"
  return
}
func.func @division_over_call_behind_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  func.call @g() : () -> ()
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_behind_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  func.call @g() : () -> ()
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_over_call_in_loop(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  func.call @g() : () -> ()
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_over_call_behind_two(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %e = arith.andi %c, %d : i1
  cf.assert %e, "x"
  func.call @g() : () -> ()
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_behind_two(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %e = arith.andi %c, %d : i1
  cf.assert %e, "x"
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_between(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %e = arith.andi %c, %d : i1
  cf.assert %e, "x"
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_in_front(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %d, "x"
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_between_others(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  %z = arith.divui %x, %y : i32
  cf.assert %d, "x"
  return
}
func.func @division_sunk(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %z = arith.divui %x, %y : i32
  cf.assert %c, "x"
  cf.assert %d, "x"
  return
}

//--- after.mlir
func.func private @g()
func.func @store_over_assume(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  llvm.intr.assume %c : i1
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @store_over_promise(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  layout.assume %i in [0, 3]
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @store_over_obligation(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %l = layout.constant #layout.cute<8:1>
  layout.assert_offset %l(%i) = %i : index
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @store_over_what_holds(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %t = arith.constant true
  cf.assert %t, "x"
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @store_over_what_is_asserted(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %c, "y"
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @asserted_again(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  return
}
func.func @asserted_never(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  return
}
func.func @reordered(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %d, "x"
  cf.assert %c, "x"
  return
}
func.func @as_one(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %e = arith.andi %c, %d : i1
  cf.assert %e, "x"
  return
}
func.func @reordered_with_poison(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %w = arith.constant 1 : i8
  %s = arith.addi %n, %w overflow<nsw> : i8
  %q = arith.cmpi slt, %w, %s : i8
  cf.assert %q, "x"
  cf.assert %c, "x"
  return
}
func.func @reordered_messages(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %d, "y"
  cf.assert %c, "x"
  return
}
func.func @another_message(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "y"
  return
}
func.func @asserted_between(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %d, "x"
  memref.store %x, %m[] : memref<i32>
  cf.assert %c, "x"
  return
}
func.func @new_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  return
}
func.func @new_assumption(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  llvm.intr.assume %c : i1
  return
}
func.func @another_assumption(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  llvm.intr.assume %d : i1
  return
}
func.func @parallel(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%k) = (%c0) to (%c4) step (%c1) {
    %a = memref.alloca() : memref<1xi32>
    memref.store %x, %a[%c0] : memref<1xi32>
    layout.assume %k in [0, 3]
  }
  return
}
func.func @assumption_behind_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  llvm.intr.assume %d : i1
  return
}
func.func @assumption_in_front(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %d, "y"
  llvm.intr.assume %d : i1
  cf.assert %c, "x"
  return
}
func.func @division_over_call_behind_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %k3 = arith.constant 3 : index
  %k = arith.andi %i, %k3 : index
  %h = arith.cmpi ule, %k, %k3 : index
  cf.assert %h, "x"
  %z = arith.divui %x, %y : i32
  func.call @g() : () -> ()
  return
}
func.func @division_behind_assertion(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %k3 = arith.constant 3 : index
  %k = arith.andi %i, %k3 : index
  %h = arith.cmpi ule, %k, %k3 : index
  cf.assert %h, "x"
  func.call @g() : () -> ()
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_over_call_in_loop(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %k3 = arith.constant 3 : index
  %k = arith.andi %i, %k3 : index
  %h = arith.cmpi ule, %k, %k3 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %c1 step %c1 {
    cf.assert %h, "x"
  }
  %z = arith.divui %x, %y : i32
  func.call @g() : () -> ()
  return
}
func.func @division_over_call_behind_two(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %d, "x"
  %z = arith.divui %x, %y : i32
  func.call @g() : () -> ()
  return
}
func.func @division_behind_two(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  cf.assert %d, "x"
  %z = arith.divui %x, %y : i32
  return
}
func.func @division_between(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %c, "x"
  %z = arith.divui %x, %y : i32
  cf.assert %d, "x"
  return
}
func.func @division_in_front(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %z = arith.divui %x, %y : i32
  %e = arith.andi %c, %d : i1
  cf.assert %e, "x"
  return
}
func.func @division_between_others(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  cf.assert %d, "x"
  %z = arith.divui %x, %y : i32
  cf.assert %c, "x"
  return
}
func.func @division_sunk(%c: i1, %d: i1, %i: index, %n: i8, %m: memref<i32>, %x: i32, %y: i32) {
  %e = arith.andi %c, %d : i1
  cf.assert %e, "x"
  %z = arith.divui %x, %y : i32
  return
}

//--- upstream.mlir
func.func @promised(%i: index, %m: memref<4xi32>, %x: i32) -> i32 {
  affine.store %x, %m[0] : memref<4xi32>
  layout.assume %i in [0, 3]
  %y = affine.load %m[0] : memref<4xi32>
  return %y : i32
}
func.func @obliged(%i: index, %m: memref<4xi32>, %x: i32) -> i32 {
  %l = layout.constant #layout.cute<8:1>
  affine.store %x, %m[0] : memref<4xi32>
  layout.assert_offset %l(%i) = %i : index
  %y = affine.load %m[0] : memref<4xi32>
  return %y : i32
}
func.func @assumed(%c: i1, %m: memref<i32>) -> i32 {
  %x = memref.load %m[] : memref<i32>
  llvm.intr.assume %c : i1
  %y = memref.load %m[] : memref<i32>
  %z = arith.addi %x, %y : i32
  return %z : i32
}
