// Threads that have ended take no part in what is between threads.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @below_an_exit: unknown: what access 0 writes may be poison after; it holds for 10 of the arguments that were tried
// CHECK-NEXT: @above_an_exit: unknown: what access 0 writes may be poison after; it holds for 10 of the arguments that were tried
// CHECK-NEXT: @below_code: unknown: what access 0 writes may be poison after
// CHECK-NEXT: @below_a_call: unknown: what access 0 writes may be poison after
// CHECK-NEXT: @below_an_assertion: proved by canonical form
// CHECK-NEXT: @below_a_trap: proved by canonical form
// CHECK-NEXT: @below_a_barrier: proved by canonical form
// CHECK-NEXT: @below_a_store: proved by canonical form
// CHECK-NEXT: @kept: proved by canonical form
// CHECK-NEXT: 9 functions: 5 proved, 0 refuted, 4 unknown

//--- before.mlir
func.func @below_an_exit(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  scf.if %c { nvvm.exit }
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @above_an_exit(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  scf.if %c { nvvm.exit }
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_code(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  nvvm.inline_ptx "exit;"
  memref.store %x, %m[] : memref<i32>
  return
}
func.func private @g()
func.func @below_a_call(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  func.call @g() : () -> ()
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_an_assertion(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  cf.assert %c, "x"
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_a_trap(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  scf.if %c { llvm.intr.trap }
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_a_barrier(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  gpu.barrier
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_a_store(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  llvm.store %a, %q : i32, !llvm.ptr
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @kept(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  scf.if %c { nvvm.exit }
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}

//--- after.mlir
func.func @below_an_exit(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  scf.if %c { nvvm.exit }
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @above_an_exit(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  scf.if %c { nvvm.exit }
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_code(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  nvvm.inline_ptx "exit;"
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func private @g()
func.func @below_a_call(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  func.call @g() : () -> ()
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_an_assertion(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  cf.assert %c, "x"
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_a_trap(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  scf.if %c { llvm.intr.trap }
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_a_barrier(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  gpu.barrier
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @below_a_store(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  llvm.store %a, %q : i32, !llvm.ptr
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @kept(%a: i32, %c: i1, %q: !llvm.ptr, %m: memref<i32>) {
  scf.if %c { nvvm.exit }
  %w = arith.constant 32 : i32
  %o = arith.constant 1 : i32
  %x, %p = gpu.shuffle xor %a, %o, %w : i32
  memref.store %x, %m[] : memref<i32>
  return
}
