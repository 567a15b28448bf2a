// Where an assertion does not hold nothing is done behind it, in either function.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @itself: proved by 3 cases
// CHECK-NEXT: @shifts: proved by canonical form
// CHECK-NEXT: @stored: proved by canonical form
// CHECK-NEXT: @handed_on: proved by canonical form
// CHECK-NEXT: @clamped: proved by canonical form
// CHECK-NEXT: @in_both_branches: proved by canonical form
// CHECK-NEXT: @in_one_branch: refuted at (-1, 0): before gives 3 as result 0, after gives -1
// CHECK-NEXT: @in_a_loop: proved by canonical form
// CHECK-NEXT: @trapped: proved by canonical form
// CHECK-NEXT: @assumed: proved by canonical form
// CHECK-NEXT: @promised: proved by canonical form
// CHECK-NEXT: @behind_the_other: proved by isl
// CHECK-NEXT: @other_values: refuted at (0): before gives argument 1 as result 0, after gives argument 2
// CHECK-NEXT: @other_numbers: refuted at (2): before gives 2 as result 0, after gives 0
// CHECK-NEXT: @weaker: refuted at (4): before gives 0 as an operand of cf.assert, after gives -1
// CHECK-NEXT: @dropped: refuted at (-1): before gives 0 as an operand of cf.assert, after gives -1
// CHECK-NEXT: @moved: refuted at (-1; 0 is read): before gives 0 as element [] of argument 1, after gives -1
// CHECK-NEXT: @in_front: refuted at (-1): before gives -1 as what access 0 writes, after gives 3
// CHECK-NEXT: @priv: proved by canonical form
// CHECK-NEXT: @inlined: unknown: it does 1 thing before and 0 after
// CHECK-NEXT: @over_barrier: unknown: an operand of cf.assert: it is another one after; it holds for 6 of the arguments that were tried
// CHECK-NEXT: @over_load: unknown: an operand of cf.assert: it is another one after; it holds for 6 of the arguments that were tried
// CHECK-NEXT: @still_dropped: refuted at (0, 0): before gives 0 as an operand of cf.assert, after gives -1
// CHECK-NEXT: 23 functions: 12 proved, 8 refuted, 3 unknown

//--- before.mlir
func.func @itself(%a: i1) -> i1 {
  cf.assert %a, "x"
  return %a : i1
}
func.func @shifts(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = arith.shrui %n, %c2 : index
  %l = arith.andi %n, %c3 : index
  %m = arith.shli %l, %c3 : index
  %o = arith.addi %h, %m : index
  return %o : index
}
func.func @stored(%n: index, %o: memref<index>) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  memref.store %k, %o[] : memref<index>
  return
}
func.func private @g(index)
func.func @handed_on(%n: index) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  func.call @g(%k) : (index) -> ()
  return
}
func.func @clamped(%n: index, %m: memref<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  %q = memref.load %m[%k] : memref<4xf32>
  return %q : f32
}
func.func @in_both_branches(%n: index, %d: i1) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  scf.if %d { cf.assert %c, "x" } else { cf.assert %c, "y" }
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @in_one_branch(%n: index, %d: i1) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  scf.if %d { cf.assert %c, "x" }
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @in_a_loop(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %s = arith.addi %n, %i : index
    %c8 = arith.constant 8 : index
    %d = arith.cmpi ult, %s, %c8 : index
    cf.assert %d, "x"
  }
  %c7 = arith.constant 7 : index
  %k = arith.andi %n, %c7 : index
  return %k : index
}
func.func @trapped(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  scf.if %c { } else { llvm.intr.trap }
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @assumed(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  llvm.intr.assume %c : i1
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @promised(%n: index) -> index {
  layout.assume %n in [0, 3]
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @behind_the_other(%n: index, %m: memref<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %q = memref.load %m[%n] : memref<4xf32>
  return %q : f32
}
func.func @other_values(%n: index, %x: f32, %y: f32) -> f32 {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  return %x : f32
}
func.func @other_numbers(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @weaker(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @dropped(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @moved(%n: index, %o: memref<index>) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  memref.store %n, %o[] : memref<index>
  return
}
func.func @in_front(%n: index, %o: memref<index>) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  memref.store %n, %o[] : memref<index>
  cf.assert %c, "x"
  return
}
func.func private @priv(%a: i32) -> i32 { return %a : i32 }
func.func @inlined(%a: i32, %c: i1) -> i32 {
  %r = func.call @priv(%a) : (i32) -> i32
  cf.assert %c, "x"
  return %r : i32
}
func.func @over_barrier(%c: i1) {
  gpu.barrier
  cf.assert %c, "x"
  return
}
func.func @over_load(%c: i1, %p: !llvm.ptr) -> i32 {
  %r = llvm.load %p : !llvm.ptr -> i32
  cf.assert %c, "x"
  return %r : i32
}
func.func @still_dropped(%a: i32, %c: i1) -> i32 {
  %r = func.call @priv(%a) : (i32) -> i32
  cf.assert %c, "x"
  return %r : i32
}

//--- after.mlir
func.func @itself(%a: i1) -> i1 {
  cf.assert %a, "x"
  %t = arith.constant true
  return %t : i1
}
func.func @shifts(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c3 = arith.constant 3 : index
  %o = arith.shli %n, %c3 overflow<nsw, nuw> : index
  return %o : index
}
func.func @stored(%n: index, %o: memref<index>) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  memref.store %n, %o[] : memref<index>
  return
}
func.func private @g(index)
func.func @handed_on(%n: index) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  func.call @g(%n) : (index) -> ()
  return
}
func.func @clamped(%n: index, %m: memref<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %q = memref.load %m[%n] : memref<4xf32>
  return %q : f32
}
func.func @in_both_branches(%n: index, %d: i1) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  scf.if %d { cf.assert %c, "x" } else { cf.assert %c, "y" }
  return %n : index
}
func.func @in_one_branch(%n: index, %d: i1) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  scf.if %d { cf.assert %c, "x" }
  return %n : index
}
func.func @in_a_loop(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %s = arith.addi %n, %i : index
    %c8 = arith.constant 8 : index
    %d = arith.cmpi ult, %s, %c8 : index
    cf.assert %d, "x"
  }
  return %n : index
}
func.func @trapped(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  scf.if %c { } else { llvm.intr.trap }
  return %n : index
}
func.func @assumed(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  llvm.intr.assume %c : i1
  return %n : index
}
func.func @promised(%n: index) -> index {
  layout.assume %n in [0, 3]
  return %n : index
}
func.func @behind_the_other(%n: index, %m: memref<4xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %c = arith.cmpi ule, %n, %c3 : index
  cf.assert %c, "x"
  %q = memref.load %m[%n] : memref<4xf32>
  return %q : f32
}
func.func @other_values(%n: index, %x: f32, %y: f32) -> f32 {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  return %y : f32
}
func.func @other_numbers(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  cf.assert %c, "x"
  %c1 = arith.constant 1 : index
  %k = arith.andi %n, %c1 : index
  return %k : index
}
func.func @weaker(%n: index) -> index {
  %c5 = arith.constant 5 : index
  %c = arith.cmpi ult, %n, %c5 : index
  cf.assert %c, "x"
  return %n : index
}
func.func @dropped(%n: index) -> index {
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  return %k : index
}
func.func @moved(%n: index, %o: memref<index>) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  memref.store %n, %o[] : memref<index>
  cf.assert %c, "x"
  return
}
func.func @in_front(%n: index, %o: memref<index>) {
  %c4 = arith.constant 4 : index
  %c = arith.cmpi ult, %n, %c4 : index
  %c3 = arith.constant 3 : index
  %k = arith.andi %n, %c3 : index
  memref.store %k, %o[] : memref<index>
  cf.assert %c, "x"
  return
}
func.func private @priv(%a: i32) -> i32 { return %a : i32 }
func.func @inlined(%a: i32, %c: i1) -> i32 {
  cf.assert %c, "x"
  return %a : i32
}
func.func @over_barrier(%c: i1) {
  cf.assert %c, "x"
  gpu.barrier
  return
}
func.func @over_load(%c: i1, %p: !llvm.ptr) -> i32 {
  cf.assert %c, "x"
  %r = llvm.load %p : !llvm.ptr -> i32
  return %r : i32
}
func.func @still_dropped(%a: i32, %c: i1) -> i32 {
  %r = func.call @priv(%a) : (i32) -> i32
  return %r : i32
}
