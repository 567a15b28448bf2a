// What a function without a body promises its callers, nothing else says.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @calls: proved by canonical form
// CHECK-NEXT: @argument: unknown: llvm.range = #llvm.constant_range<i32, 0, 4> of argument 0 is promised only after
// CHECK-NEXT: @result: unknown: llvm.range = #llvm.constant_range<i32, 0, 4> of result 0 is promised only after
// CHECK-NEXT: @itself: unknown: llvm.readnone = unit is promised only after
// CHECK-NEXT: 4 functions: 1 proved, 0 refuted, 3 unknown

//--- before.mlir
func.func private @argument(i32) -> i32
func.func private @result(i32) -> i32
func.func private @itself(i32) -> i32
func.func private @fewer(i32 {llvm.noundef}) -> i32
func.func private @same(i32 {llvm.noundef}) -> i32
func.func @calls(%a: i32) -> i32 {
  %r = func.call @argument(%a) : (i32) -> i32
  return %r : i32
}

//--- after.mlir
func.func private @argument(i32 {llvm.range = #llvm.constant_range<i32, 0, 4>}) -> i32
func.func private @result(i32) -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 4>})
func.func private @itself(i32) -> i32 attributes {llvm.readnone}
func.func private @fewer(i32) -> i32
func.func private @same(i32 {llvm.noundef}) -> i32
func.func @calls(%a: i32) -> i32 {
  %r = func.call @argument(%a) : (i32) -> i32
  return %r : i32
}
