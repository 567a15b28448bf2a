// What an operation gives that is not read may be poison, and so may a shift by too much.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @ubp: unknown: the condition of cf.cond_br is not seen to be other than poison
// CHECK-NEXT: @shl: unknown: whether result 0 is chosen by poison: it is another one after
// CHECK-NEXT: @shli: refuted at (0, 0): before gives 0 as result 0, after gives poison (arith.shli shifts too far)
// CHECK-NEXT: @tr: unknown: whether result 0 is chosen by poison: it is another one after; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @tri: refuted at (128, 0): before gives 0 as result 0, after gives poison (arith.trunci wraps though it says nsw)
// CHECK-NEXT: @trbr: refuted at (128, 0): before gives defined behavior, after gives undefined behavior (cf.cond_br on a condition that is poison)
// CHECK-NEXT: @exact: refuted at (-1, 0): before gives defined behavior, after gives undefined behavior (cf.cond_br on a condition that is poison)
// CHECK-NEXT: 7 functions: 0 proved, 4 refuted, 3 unknown

//--- before.mlir
func.func @ubp(%x: i32, %m: memref<1xi32>) -> i32 {
  return %x : i32
}
func.func @shl(%a: i32, %x: f32, %m: memref<1xi32>) -> f32 {
  return %x : f32
}
func.func @shli(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  return %x : i32
}
func.func @tr(%a: i32, %x: f32, %m: memref<1xi32>) -> f32 {
  return %x : f32
}
func.func @tri(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  return %x : i32
}
func.func @trbr(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  return %x : i32
}
func.func @exact(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  return %x : i32
}

//--- after.mlir
func.func @ubp(%x: i32, %m: memref<1xi32>) -> i32 {
  %c = ub.poison : i1
  cf.cond_br %c, ^a, ^a
^a:
  return %x : i32
}
func.func @shl(%a: i32, %x: f32, %m: memref<1xi32>) -> f32 {
  %k = arith.constant 40 : i32
  %s = arith.shli %a, %k : i32
  %c = arith.cmpi slt, %s, %k : i32
  %r = arith.select %c, %x, %x : f32
  return %r : f32
}
func.func @shli(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  %k = arith.constant 40 : i32
  %s = arith.shli %a, %k : i32
  %c = arith.cmpi slt, %s, %k : i32
  %r = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield %x : i32 }
  return %r : i32
}
func.func @tr(%a: i32, %x: f32, %m: memref<1xi32>) -> f32 {
  %k = arith.constant 40 : i8
  %s = arith.trunci %a overflow<nsw> : i32 to i8
  %c = arith.cmpi slt, %s, %k : i8
  %r = arith.select %c, %x, %x : f32
  return %r : f32
}
func.func @tri(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  %k = arith.constant 40 : i8
  %s = arith.trunci %a overflow<nsw> : i32 to i8
  %c = arith.cmpi slt, %s, %k : i8
  %r = arith.select %c, %x, %x : i32
  return %r : i32
}
func.func @trbr(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  %k = arith.constant 40 : i8
  %s = arith.trunci %a overflow<nsw> : i32 to i8
  %c = arith.cmpi slt, %s, %k : i8
  cf.cond_br %c, ^a, ^a
^a:
  return %x : i32
}
func.func @exact(%a: i32, %x: i32, %m: memref<1xi32>) -> i32 {
  %k = arith.constant 2 : i32
  %s = arith.shrui %a, %k exact : i32
  %c = arith.cmpi slt, %s, %k : i32
  cf.cond_br %c, ^a, ^a
^a:
  return %x : i32
}
