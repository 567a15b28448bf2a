// What a function without a body promises its callers, nothing else says.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @stores: unknown: memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none> is promised only after
// CHECK-NEXT: @calls: proved by canonical form
// CHECK-NEXT: @argument: unknown: llvm.range = #llvm.constant_range<i32, 0, 4> of argument 0 is promised only after
// CHECK-NEXT: @result: unknown: llvm.range = #llvm.constant_range<i32, 0, 4> of result 0 is promised only after
// CHECK-NEXT: @itself: unknown: llvm.readnone = unit is promised only after
// CHECK-NEXT: @effects: unknown: memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none> is promised only after
// CHECK-NEXT: @ends: unknown: will_return = unit is promised only after
// CHECK-NEXT: @throws: unknown: no_unwind = unit is promised only after
// CHECK-NEXT: @passed: unknown: passthrough = "readnone" is promised only after
// CHECK-NEXT: @pair: unknown: passthrough = ["memory", "none"] is promised only after
// CHECK-NEXT: @together: unknown: it is convergent only before
// CHECK-NEXT: 11 functions: 1 proved, 0 refuted, 10 unknown

//--- before.mlir
func.func private @argument(i32) -> i32
func.func private @result(i32) -> i32
func.func private @itself(i32) -> i32
func.func private @fewer(i32 {llvm.noundef}) -> i32
func.func private @same(i32 {llvm.noundef}) -> i32
llvm.func @effects(i32)
llvm.func @ends(i32)
llvm.func @throws(i32)
func.func private @passed(i32)
func.func private @pair(i32)
func.func private @hints(i32)
llvm.func @together(i32) attributes {convergent}
llvm.func @fewer_effects(i32) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind}
llvm.func @stores(%p: !llvm.ptr, %x: i32) {
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.return
}
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
llvm.func @effects(i32) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
llvm.func @ends(i32) attributes {will_return}
llvm.func @throws(i32) attributes {no_unwind}
func.func private @passed(i32) attributes {passthrough = ["noinline", "readnone", "willreturn"]}
func.func private @pair(i32) attributes {passthrough = [["memory", "none"]]}
func.func private @hints(i32) attributes {passthrough = ["noinline"], no_inline, some.mark}
llvm.func @together(i32)
llvm.func @fewer_effects(i32)
llvm.func @stores(%p: !llvm.ptr, %x: i32) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  llvm.store %x, %p : i32, !llvm.ptr
  llvm.return
}
func.func @calls(%a: i32) -> i32 {
  %r = func.call @argument(%a) : (i32) -> i32
  return %r : i32
}
