// A quotient or a shift that says exact leaves nothing, and a truncation that says nsw or nuw loses nothing: else it
// is poison.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @shrsi: refuted at (1): before gives 0, after gives poison (arith.shrsi leaves a remainder though it says exact)
// CHECK-NEXT: @shrui: refuted at (-1): before gives 1073741823, after gives poison (arith.shrui leaves a remainder though it says exact)
// CHECK-NEXT: @divsi: refuted at (-1): before gives 0, after gives poison (arith.divsi leaves a remainder though it says exact)
// CHECK-NEXT: @divui: refuted at (-1): before gives 1073741823, after gives poison (arith.divui leaves a remainder though it says exact)
// CHECK-NEXT: @truncated: refuted at (128): before gives -128, after gives poison (arith.trunci wraps though it says nsw)
// CHECK-NEXT: @truncated_unsigned: refuted at (-1): before gives -1, after gives poison (arith.trunci wraps though it says nuw)
// CHECK-NEXT: @right: unknown
// CHECK-NEXT: @kept: unknown
// CHECK-NEXT: @dropped: proved by
// CHECK-NEXT: 9 functions: 1 proved, 6 refuted, 2 unknown

//--- before.mlir
func.func @shrsi(%a: i3) -> i3 {
  %0 = arith.shrsi %a, %a : i3
  return %0 : i3
}
func.func @shrui(%a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %0 = arith.shrui %a, %c2 : i32
  return %0 : i32
}
func.func @divsi(%a: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = arith.divsi %a, %c3 : i32
  return %0 : i32
}
func.func @divui(%a: i32) -> i32 {
  %c4 = arith.constant 4 : i32
  %0 = arith.divui %a, %c4 : i32
  return %0 : i32
}
func.func @truncated(%a: i32) -> i8 {
  %0 = arith.trunci %a : i32 to i8
  return %0 : i8
}
func.func @truncated_unsigned(%a: i32) -> i8 {
  %0 = arith.trunci %a : i32 to i8
  return %0 : i8
}
func.func @right(%a: i16) -> i32 {
  %c4 = arith.constant 4 : i32
  %0 = arith.extui %a : i16 to i32
  %1 = arith.muli %0, %c4 : i32
  %2 = arith.divui %1, %c4 : i32
  return %2 : i32
}
func.func @kept(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %c4 = arith.constant 4 : i32
  %1 = arith.divui %0, %c4 exact : i32
  return %1 : i32
}
func.func @dropped(%a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %0 = arith.shrui %a, %c2 exact : i32
  return %0 : i32
}

//--- after.mlir
func.func @shrsi(%a: i3) -> i3 {
  %0 = arith.shrsi %a, %a exact : i3
  return %0 : i3
}
func.func @shrui(%a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %0 = arith.shrui %a, %c2 exact : i32
  return %0 : i32
}
func.func @divsi(%a: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = arith.divsi %a, %c3 exact : i32
  return %0 : i32
}
func.func @divui(%a: i32) -> i32 {
  %c4 = arith.constant 4 : i32
  %0 = arith.divui %a, %c4 exact : i32
  return %0 : i32
}
func.func @truncated(%a: i32) -> i8 {
  %0 = arith.trunci %a overflow<nsw> : i32 to i8
  return %0 : i8
}
func.func @truncated_unsigned(%a: i32) -> i8 {
  %0 = arith.trunci %a overflow<nuw> : i32 to i8
  return %0 : i8
}
func.func @right(%a: i16) -> i32 {
  %c4 = arith.constant 4 : i32
  %0 = arith.extui %a : i16 to i32
  %1 = arith.muli %0, %c4 : i32
  %2 = arith.divui %1, %c4 exact : i32
  return %2 : i32
}
func.func @kept(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %b, %a : i32
  %c4 = arith.constant 4 : i32
  %1 = arith.divui %0, %c4 exact : i32
  return %1 : i32
}
func.func @dropped(%a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %0 = arith.shrui %a, %c2 : i32
  return %0 : i32
}
