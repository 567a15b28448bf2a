// A thread may wait at a barrier for ever: what is only done behind it says nothing of what is done before it.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @gpu: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @nvvm: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @named: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @warp: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @rocdl: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @amdgpu: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @under_a_condition: unknown: arith.divui is not seen to be by another number than 0: it differs where it may be undefined before the pass; it holds for 9 of the arguments that were tried
// CHECK-NEXT: @added_load: refuted at (8): before gives defined behavior, after gives undefined behavior (memref.load out of bounds)
// CHECK-NEXT: @sunk: proved by canonical form
// CHECK-NEXT: 9 functions: 1 proved, 1 refuted, 7 unknown

//--- before.mlir
func.func @gpu(%a: i32, %b: i32) -> i32 {
  gpu.barrier
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @nvvm(%a: i32, %b: i32) -> i32 {
  nvvm.barrier0
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @named(%a: i32, %b: i32) -> i32 {
  nvvm.barrier id = %a number_of_threads = %b
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @warp(%a: i32, %b: i32) -> i32 {
  nvvm.bar.warp.sync %a : i32
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @rocdl(%a: i32, %b: i32) -> i32 {
  rocdl.s.barrier
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @amdgpu(%a: i32, %b: i32) -> i32 {
  amdgpu.lds_barrier
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @under_a_condition(%a: i32, %b: i32, %c: i1) -> i32 {
  scf.if %c { gpu.barrier }
  %d = arith.divui %a, %b : i32
  return %d : i32
}
func.func @added_load(%m: memref<4xf32, 1>, %i: index) {
  gpu.barrier
  return
}
func.func @sunk(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  gpu.barrier
  return %d : i32
}

//--- after.mlir
func.func @gpu(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  gpu.barrier
  return %d : i32
}
func.func @nvvm(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.barrier0
  return %d : i32
}
func.func @named(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.barrier id = %a number_of_threads = %b
  return %d : i32
}
func.func @warp(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  nvvm.bar.warp.sync %a : i32
  return %d : i32
}
func.func @rocdl(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  rocdl.s.barrier
  return %d : i32
}
func.func @amdgpu(%a: i32, %b: i32) -> i32 {
  %d = arith.divui %a, %b : i32
  amdgpu.lds_barrier
  return %d : i32
}
func.func @under_a_condition(%a: i32, %b: i32, %c: i1) -> i32 {
  %d = arith.divui %a, %b : i32
  scf.if %c { gpu.barrier }
  return %d : i32
}
func.func @added_load(%m: memref<4xf32, 1>, %i: index) {
  %q = memref.load %m[%i] : memref<4xf32, 1>
  gpu.barrier
  return
}
func.func @sunk(%a: i32, %b: i32) -> i32 {
  gpu.barrier
  %d = arith.divui %a, %b : i32
  return %d : i32
}
