// What may wait, or end in code that is not read, may not come to its end; what is known to end does.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @inline_ptx: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @inline_assembly: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @tensor_memory: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @registers: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @grids: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @dma: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @affine_dma: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @breakpoint: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @count: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @phase: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @copies_later: proved by canonical form
// CHECK-NEXT: @barrier_made: proved by canonical form
// CHECK-NEXT: @stored: proved by canonical form
// CHECK-NEXT: @sleeps: proved by canonical form
// CHECK-NEXT: 14 functions: 4 proved, 0 refuted, 10 unknown

//--- before.mlir
func.func @inline_ptx(%a: i32, %b: i32) -> i32 {
  nvvm.inline_ptx "exit;"
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @inline_assembly(%a: i32, %b: i32) -> i32 {
  llvm.inline_asm has_side_effects "s_endpgm", "" : () -> ()
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @tensor_memory(%a: i32, %b: i32, %q: !llvm.ptr<6>, %n: i32) -> i32 {
  nvvm.tcgen05.alloc %q, %n : !llvm.ptr<6>, i32
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @registers(%a: i32, %b: i32) -> i32 {
  nvvm.setmaxregister increase 232
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @grids(%a: i32, %b: i32) -> i32 {
  nvvm.griddepcontrol wait
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @dma(%a: i32, %b: i32, %t: memref<1xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  memref.dma_wait %t[%c0], %n : memref<1xi32>
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @affine_dma(%a: i32, %b: i32, %t: memref<1xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  affine.dma_wait %t[%c0], %n : memref<1xi32>
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @breakpoint(%a: i32, %b: i32) -> i32 {
  nvvm.breakpoint
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @count(%a: i32, %b: i32) -> i32 {
  rocdl.s.wait.dscnt 0
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @phase(%a: i32, %b: i32, %q: !llvm.ptr, %n: i32) -> i32 {
  nvvm.mbarrier.try_wait.parity %q, %n, %n : !llvm.ptr, i32, i32
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @copies_later(%a: i32, %b: i32, %s: memref<16xf32>, %m: memref<16xf32, 3>) -> i32 {
  %c0 = arith.constant 0 : index
  %t = nvgpu.device_async_copy %s[%c0], %m[%c0], 4 : memref<16xf32> to memref<16xf32, 3>
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @barrier_made(%a: i32, %b: i32, %q: !llvm.ptr, %n: i32) -> i32 {
  nvvm.mbarrier.init %q, %n : !llvm.ptr, i32
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @stored(%a: i32, %b: i32, %q: !llvm.ptr, %n: i32) -> i32 {
  llvm.store %n, %q : i32, !llvm.ptr
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @sleeps(%a: i32, %b: i32) -> i32 {
  rocdl.s.sleep 1
  %d = arith.divui %a, %b : i32
  return %d : i32
}

//--- after.mlir
func.func @inline_ptx(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.inline_ptx "exit;"
  return %d : i32
}
func.func @inline_assembly(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  llvm.inline_asm has_side_effects "s_endpgm", "" : () -> ()
  return %d : i32
}
func.func @tensor_memory(%a: i32, %b: i32, %q: !llvm.ptr<6>, %n: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.tcgen05.alloc %q, %n : !llvm.ptr<6>, i32
  return %d : i32
}
func.func @registers(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.setmaxregister increase 232
  return %d : i32
}
func.func @grids(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.griddepcontrol wait
  return %d : i32
}
func.func @dma(%a: i32, %b: i32, %t: memref<1xi32>, %n: index) -> i32 {
  %d = arith.divui %a, %b : i32
  %c0 = arith.constant 0 : index
  memref.dma_wait %t[%c0], %n : memref<1xi32>
  return %d : i32
}
func.func @affine_dma(%a: i32, %b: i32, %t: memref<1xi32>, %n: index) -> i32 {
  %d = arith.divui %a, %b : i32
  %c0 = arith.constant 0 : index
  affine.dma_wait %t[%c0], %n : memref<1xi32>
  return %d : i32
}
func.func @breakpoint(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.breakpoint
  return %d : i32
}
func.func @count(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  rocdl.s.wait.dscnt 0
  return %d : i32
}
func.func @phase(%a: i32, %b: i32, %q: !llvm.ptr, %n: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.mbarrier.try_wait.parity %q, %n, %n : !llvm.ptr, i32, i32
  return %d : i32
}
func.func @copies_later(%a: i32, %b: i32, %s: memref<16xf32>, %m: memref<16xf32, 3>) -> i32 {
  %d = arith.divui %a, %b : i32
  %c0 = arith.constant 0 : index
  %t = nvgpu.device_async_copy %s[%c0], %m[%c0], 4 : memref<16xf32> to memref<16xf32, 3>
  return %d : i32
}
func.func @barrier_made(%a: i32, %b: i32, %q: !llvm.ptr, %n: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.mbarrier.init %q, %n : !llvm.ptr, i32
  return %d : i32
}
func.func @stored(%a: i32, %b: i32, %q: !llvm.ptr, %n: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  llvm.store %n, %q : i32, !llvm.ptr
  return %d : i32
}
func.func @sleeps(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  rocdl.s.sleep 1
  return %d : i32
}
