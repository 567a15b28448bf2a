// Where one result is poison before the pass, the others are claimed all the same, and so is what is stored and
// what a call is given.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @results: refuted at (2147483647): before gives 2147483648, after gives -2147483648
// CHECK-NEXT: @stored: refuted at (2147483647): before gives 2147483648 as what access 1 writes, after gives -2147483648
// CHECK-NEXT: @called: refuted at (2147483647): before gives 2147483648 as an operand of func.call, after gives -2147483648
// CHECK-NEXT: @shift: refuted at (1): before gives -1, after gives poison (arith.shli shifts too far)
// CHECK-NEXT: @both: proved by canonical form
// CHECK-NEXT: 5 functions: 1 proved, 4 refuted, 0 unknown

//--- before.mlir
func.func private @f(i32, i64)
func.func @results(%a: i32) -> (i32, i64) {
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %w = arith.extsi %a : i32 to i64
  %q = arith.addi %w, %one : i64
  return %p, %q : i32, i64
}
func.func @stored(%a: i32, %m: memref<4xi32>, %n: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %w = arith.extsi %a : i32 to i64
  %q = arith.addi %w, %one : i64
  memref.store %p, %m[%c0] : memref<4xi32>
  memref.store %q, %n[%c0] : memref<4xi64>
  return
}
func.func @called(%a: i32) {
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  %w = arith.extsi %a : i32 to i64
  %q = arith.addi %w, %one : i64
  call @f(%p, %q) : (i32, i64) -> ()
  return
}
func.func @shift(%a: i1) -> (i1, i1) {
  %p = arith.shli %a, %a : i1
  return %p, %a : i1, i1
}
func.func @both(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 overflow<nsw> : i32
  return %p, %a : i32, i32
}
//--- after.mlir
func.func private @f(i32, i64)
func.func @results(%a: i32) -> (i32, i64) {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 : i32
  %q = arith.extsi %p : i32 to i64
  return %p, %q : i32, i64
}
func.func @stored(%a: i32, %m: memref<4xi32>, %n: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 : i32
  %q = arith.extsi %p : i32 to i64
  memref.store %p, %m[%c0] : memref<4xi32>
  memref.store %q, %n[%c0] : memref<4xi64>
  return
}
func.func @called(%a: i32) {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %a, %c1 : i32
  %q = arith.extsi %p : i32 to i64
  call @f(%p, %q) : (i32, i64) -> ()
  return
}
func.func @shift(%a: i1) -> (i1, i1) {
  %p = arith.shli %a, %a : i1
  return %p, %p : i1, i1
}
func.func @both(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %p = arith.addi %c1, %a : i32
  return %p, %a : i32, i32
}
