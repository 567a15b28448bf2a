// A quotient of poison by a number that is neither 0 nor -1 is poison, and not undefined: what the function before
// the pass divides so says nothing of the divisor. By -1 it may be undefined.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir > %t/out
// RUN: FileCheck %s < %t/out

// CHECK: @signed: refuted at (5): before gives defined behavior, after gives undefined behavior (arith.divsi divides by 0)
// CHECK-NEXT: @remainder: refuted at (5): before gives defined behavior, after gives undefined behavior (arith.remsi divides by 0)
// CHECK-NEXT: @extended: refuted at (5): before gives defined behavior, after gives undefined behavior (arith.divsi divides by 0)
// CHECK-NEXT: @last: proved by
// CHECK-NEXT: @same: proved by canonical form

//--- before.mlir
func.func @signed(%b: i4) -> i4 {
  %p = arith.shli %b, %b : i4
  %q = arith.divsi %p, %b : i4
  return %q : i4
}
func.func @remainder(%b: i4) -> i4 {
  %p = arith.shli %b, %b : i4
  %q = arith.remsi %p, %b : i4
  return %q : i4
}
func.func @extended(%n: i4) -> i32 {
  %b = arith.extui %n : i4 to i32
  %c28 = arith.constant 28 : i32
  %s = arith.addi %b, %c28 : i32
  %p = arith.shli %b, %s : i32
  %q = arith.divsi %p, %b : i32
  return %q : i32
}
func.func @last(%b: i4) -> i4 {
  %p = arith.shli %b, %b : i4
  %q = arith.divsi %p, %b : i4
  return %q : i4
}
func.func @same(%b: i4) -> i4 {
  %p = arith.shli %b, %b : i4
  %q = arith.divsi %p, %b : i4
  return %q : i4
}
//--- after.mlir
func.func @signed(%b: i4) -> i4 {
  %c0 = arith.constant 0 : i4
  %c5 = arith.constant 5 : i4
  %e = arith.cmpi eq, %b, %c5 : i4
  %d = arith.select %e, %c0, %b : i4
  %p = arith.shli %b, %b : i4
  %q = arith.divsi %p, %d : i4
  return %q : i4
}
func.func @remainder(%b: i4) -> i4 {
  %c0 = arith.constant 0 : i4
  %c5 = arith.constant 5 : i4
  %e = arith.cmpi eq, %b, %c5 : i4
  %d = arith.select %e, %c0, %b : i4
  %p = arith.shli %b, %b : i4
  %q = arith.remsi %p, %d : i4
  return %q : i4
}
func.func @extended(%n: i4) -> i32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %b = arith.extui %n : i4 to i32
  %c28 = arith.constant 28 : i32
  %s = arith.addi %b, %c28 : i32
  %e = arith.cmpi eq, %b, %c5 : i32
  %d = arith.select %e, %c0, %b : i32
  %p = arith.shli %b, %s : i32
  %q = arith.divsi %p, %d : i32
  return %q : i32
}
func.func @last(%b: i4) -> i4 {
  %c0 = arith.constant 0 : i4
  %m1 = arith.constant -1 : i4
  %e = arith.cmpi eq, %b, %m1 : i4
  %d = arith.select %e, %c0, %b : i4
  %p = arith.shli %b, %b : i4
  %q = arith.divsi %p, %d : i4
  return %q : i4
}
func.func @same(%b: i4) -> i4 {
  %p = arith.shli %b, %b : i4
  %q = arith.divsi %p, %b : i4
  return %q : i4
}
