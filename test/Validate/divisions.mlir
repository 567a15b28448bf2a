// A division by 0 is undefined and not poison: it cannot be selected away, and it matters where nobody uses it.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir > %t/out
// RUN: FileCheck %s < %t/out

// CHECK: @selected: refuted at (0, 0): before gives defined behavior, after gives undefined behavior (arith.divsi divides by 0)
// CHECK-NEXT: @guarded: proved by canonical form
// CHECK-NEXT: @positive: proved by canonical form
// CHECK-NEXT: @unused: refuted at (0): before gives defined behavior, after gives undefined behavior (arith.divsi divides by 0)
// CHECK-NEXT: @remainder: refuted at (0): before gives defined behavior, after gives undefined behavior (arith.remui divides by 0)
// CHECK-NEXT: @hoisted: refuted at (0, 0, 0): before gives defined behavior, after gives undefined behavior (arith.divsi divides by 0)
// CHECK-NEXT: @in_the_loop: proved by canonical form
// CHECK-NEXT: @least: refuted at (-2147483648): before gives defined behavior, after gives undefined behavior (arith.divsi has a quotient that does not fit)
// CHECK-NEXT: @poison: refuted at (1): before gives defined behavior, after gives undefined behavior (arith.divsi of or by a number that is poison)
// CHECK-NEXT: @same: proved by canonical form
// CHECK-NEXT: @written_differently: proved by canonical form
// CHECK-NEXT: @lanes: refuted at (0, 0): before gives defined behavior, after gives undefined behavior (arith.divui divides by 0)
// CHECK-NEXT: @map: refuted at (0, 0): before gives defined behavior, after gives undefined behavior (affine.apply divides by a number below 1)
// CHECK-NEXT: @strange: unknown: arith.divui is not seen to be by another number than 0

//--- before.mlir
func.func @selected(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %b, %z : i32
  %r = scf.if %c -> i32 {
    %q = arith.divsi %a, %b : i32
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @guarded(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi eq, %b, %z : i32
  %r = scf.if %c -> i32 {
    scf.yield %z : i32
  } else {
    %q = arith.divui %a, %b : i32
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @positive(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  return %z : i32
}
func.func @unused(%a: i32) -> i32 {
  return %a : i32
}
func.func @remainder(%a: i32) -> i32 {
  return %a : i32
}
func.func @hoisted(%m: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divsi %a, %b : i32
    memref.store %q, %m[%i] : memref<?xi32>
  }
  return
}
func.func @in_the_loop(%m: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divsi %a, %b : i32
    memref.store %q, %m[%i] : memref<?xi32>
  }
  return
}
func.func @least(%a: i32) -> i32 {
  return %a : i32
}
func.func @poison(%a: i32) -> i32 {
  return %a : i32
}
func.func @same(%a: i32, %b: i32) -> i32 {
  %q = arith.divsi %a, %b : i32
  return %q : i32
}
func.func @written_differently(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %q = arith.remui %a, %s : i32
  return %a : i32
}
func.func @lanes(%v: vector<2xi32>) -> vector<2xi32> {
  return %v : vector<2xi32>
}
func.func @map(%i: index, %n: index) -> index {
  return %i : index
}
func.func @strange(%c: i1) -> i32 {
  %n = "test.number"() : () -> i32
  %z = arith.constant 0 : i32
  %r = scf.if %c -> i32 {
    %q = arith.divui %z, %n : i32
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %z : i32
}

//--- after.mlir
func.func @selected(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %b, %z : i32
  %q = arith.divsi %a, %b : i32
  %r = arith.select %c, %q, %z : i32
  return %r : i32
}
func.func @guarded(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi eq, %b, %z : i32
  %r = scf.if %c -> i32 {
    scf.yield %z : i32
  } else {
    %q = arith.divui %a, %b : i32
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @positive(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = arith.maxsi %b, %c1 : i32
  %q = arith.divsi %a, %d : i32
  return %z : i32
}
func.func @unused(%a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %q = arith.divsi %a, %z : i32
  return %a : i32
}
func.func @remainder(%a: i32) -> i32 {
  %q = arith.remui %a, %a : i32
  return %a : i32
}
func.func @hoisted(%m: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q = arith.divsi %a, %b : i32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %q, %m[%i] : memref<?xi32>
  }
  return
}
func.func @in_the_loop(%m: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divsi %a, %b : i32
    memref.store %q, %m[%i] : memref<?xi32>
  }
  return
}
func.func @least(%a: i32) -> i32 {
  %d = arith.constant -1 : i32
  %q = arith.divsi %a, %d : i32
  return %a : i32
}
func.func @poison(%a: i32) -> i32 {
  %k = arith.constant 2147483647 : i32
  %z = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w = arith.addi %a, %k overflow<nsw> : i32
  %d = arith.muli %w, %z : i32
  %e = arith.addi %d, %c1 : i32
  %q = arith.divsi %a, %e : i32
  return %a : i32
}
func.func @same(%a: i32, %b: i32) -> i32 {
  %q = arith.divsi %a, %b : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}
func.func @written_differently(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %b, %a : i32
  %q = arith.remui %a, %s : i32
  return %a : i32
}
func.func @lanes(%v: vector<2xi32>) -> vector<2xi32> {
  %w = arith.divui %v, %v : vector<2xi32>
  return %v : vector<2xi32>
}
func.func @map(%i: index, %n: index) -> index {
  %q = affine.apply affine_map<(i)[n] -> (i floordiv n)>(%i)[%n]
  return %i : index
}
func.func @strange(%c: i1) -> i32 {
  %n = "test.number"() : () -> i32
  %z = arith.constant 0 : i32
  %q = arith.divui %z, %n : i32
  return %z : i32
}
