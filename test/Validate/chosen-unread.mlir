// What an operation gives that is not read may be poison, which a choice holds back and a product or an or does not.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @or: refuted at (1, -1): before gives -1, after gives poison (arith.trunci wraps though it says nuw)
// CHECK-NEXT: @times: unknown: result 0 may be poison after; it holds for 4 of the arguments that were tried
// CHECK-NEXT: @branch: unknown: result 0 may be poison after; it holds for 4 of the arguments that were tried
// CHECK-NEXT: @turned: proved by 3 cases
// CHECK-NEXT: @merged: proved by 3 cases
// CHECK-NEXT: 5 functions: 2 proved, 1 refuted, 2 unknown

//--- before.mlir
func.func @or(%c: i1, %a: i4) -> i1 {
  %d = arith.trunci %a overflow<nuw> : i4 to i1
  %r = arith.select %c, %c, %d : i1
  return %r : i1
}
func.func @times(%c: i1, %a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %q = "test.pure"(%a) : (i32) -> i32
  %r = arith.select %c, %z, %q : i32
  return %r : i32
}
func.func @branch(%c: i1, %a: f32) -> i32 {
  %z = arith.constant 0 : i32
  %r = scf.if %c -> i32 {
    scf.yield %z : i32
  } else {
    %q = arith.fptosi %a : f32 to i32
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @turned(%c: i1, %a: f32) -> i32 {
  %z = arith.constant 0 : i32
  %q = arith.fptosi %a : f32 to i32
  %r = arith.select %c, %z, %q : i32
  return %r : i32
}
func.func @merged(%c: i1, %a: f32) -> i32 {
  %one = arith.constant 1 : i32
  %q = arith.fptosi %a : f32 to i32
  %s = arith.addi %q, %one : i32
  %r = arith.select %c, %s, %q : i32
  return %r : i32
}
//--- after.mlir
func.func @or(%c: i1, %a: i4) -> i1 {
  %d = arith.trunci %a overflow<nuw> : i4 to i1
  %r = arith.ori %c, %d : i1
  return %r : i1
}
func.func @times(%c: i1, %a: i32) -> i32 {
  %t = arith.constant true
  %q = "test.pure"(%a) : (i32) -> i32
  %n = arith.xori %c, %t : i1
  %w = arith.extui %n : i1 to i32
  %r = arith.muli %q, %w : i32
  return %r : i32
}
func.func @branch(%c: i1, %a: f32) -> i32 {
  %t = arith.constant true
  %q = arith.fptosi %a : f32 to i32
  %n = arith.xori %c, %t : i1
  %w = arith.extui %n : i1 to i32
  %r = arith.muli %q, %w : i32
  return %r : i32
}
func.func @turned(%c: i1, %a: f32) -> i32 {
  %z = arith.constant 0 : i32
  %t = arith.constant true
  %q = arith.fptosi %a : f32 to i32
  %n = arith.xori %c, %t : i1
  %r = arith.select %n, %q, %z : i32
  return %r : i32
}
func.func @merged(%c: i1, %a: f32) -> i32 {
  %q = arith.fptosi %a : f32 to i32
  %w = arith.extui %c : i1 to i32
  %r = arith.addi %q, %w : i32
  return %r : i32
}
