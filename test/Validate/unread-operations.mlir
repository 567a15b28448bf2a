// Operations that are not read are told apart by all that they say: their flags, which operands they have of each
// kind, and what is in the memory that they are given. Some are undefined for some operands, or not the same twice.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @flag: unknown: result 0 may be poison after
// CHECK-NEXT: @pointer: unknown: result 0 is a result of llvm.getelementptr before and a result of llvm.getelementptr after
// CHECK-NEXT: @segments: unknown: it does test.op before where it does test.op after
// CHECK-NEXT: @launch: unknown: it does gpu.launch_func before where it does gpu.launch_func after
// CHECK-NEXT: @element: unknown: it does test.op before where it does test.op after
// CHECK-NEXT: @divided: refuted at (0, 0): before gives defined behavior, after gives undefined behavior (llvm.udiv divides by 0)
// CHECK-NEXT: @added: refuted at (0, 0): before gives defined behavior, after gives undefined behavior (llvm.sdiv divides by 0)
// CHECK-NEXT: @extracted: unknown: tensor.extract is not seen to be defined; it holds for 6 of the arguments that were tried
// CHECK-NEXT: @power: unknown: math.ipowi is not seen to be defined
// CHECK-NEXT: @same: proved by canonical form
// CHECK-NEXT: @frozen: unknown: result 1 may be poison after; it holds for 7 of the arguments that were tried
// CHECK-NEXT: @frozen_once: proved by canonical form
// CHECK-NEXT: @inside: proved by canonical form
// CHECK-NEXT: @by_a_constant: proved by canonical form
// CHECK-NEXT: 14 functions: 4 proved, 2 refuted, 8 unknown

//--- before.mlir
module attributes {gpu.container_module} {
gpu.binary @m [#gpu.object<#nvvm.target, "x">]
func.func @flag(%a: i32, %b: i32) -> i32 {
  %r = llvm.add %a, %b : i32
  return %r : i32
}
func.func @pointer(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %r = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  return %r : !llvm.ptr
}
func.func @segments(%a: i32, %b: i32) -> i32 {
  %r = "test.op"(%a, %b) {operandSegmentSizes = array<i32: 1, 1>} : (i32, i32) -> i32
  return %r : i32
}
func.func @launch(%g: index, %s: i32, %x: i32) {
  gpu.launch_func @m::@k blocks in (%g, %g, %g) threads in (%g, %g, %g) dynamic_shared_memory_size %s args(%x : i32)
  return
}
func.func @element() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %r = "test.op"(%m) : (memref<4xi32>) -> i32
  return %r : i32
}
func.func @divided(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %b, %z : i32
  %r = scf.if %c -> i32 {
    %q = llvm.udiv %a, %b : i32
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @added(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
func.func @extracted(%t: tensor<4xf32>, %i: index, %c: i1, %x: f32) -> f32 {
  %r = scf.if %c -> f32 {
    %e = tensor.extract %t[%i] : tensor<4xf32>
    scf.yield %e : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}
func.func @power(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
func.func @same(%a: i32, %b: i32, %t: tensor<4xf32>, %i: index) -> (i32, f32) {
  %q = llvm.udiv %a, %b : i32
  %e = tensor.extract %t[%i] : tensor<4xf32>
  return %q, %e : i32, f32
}
func.func @frozen(%a: i32, %s: i32) -> (i32, i32) {
  %p = arith.shli %a, %s : i32
  %r = llvm.freeze %p : i32
  return %r, %r : i32, i32
}
func.func @frozen_once(%x: f32, %a: i32, %b: i32) -> (f32, i32) {
  %f = llvm.freeze %x : f32
  %s = arith.addi %a, %b : i32
  return %f, %s : f32, i32
}
func.func @inside(%t: tensor<4xf32>, %c: i1, %x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  %r = scf.if %c -> f32 {
    %e = tensor.extract %t[%c3] : tensor<4xf32>
    scf.yield %e : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}
func.func @by_a_constant(%a: i32, %c: i1, %x: i32) -> i32 {
  %four = llvm.mlir.constant(4 : i32) : i32
  %r = scf.if %c -> i32 {
    %q = llvm.udiv %a, %four : i32
    scf.yield %q : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
}
//--- after.mlir
module attributes {gpu.container_module} {
gpu.binary @m [#gpu.object<#nvvm.target, "x">]
func.func @flag(%a: i32, %b: i32) -> i32 {
  %r = llvm.add %a, %b overflow<nsw> : i32
  return %r : i32
}
func.func @pointer(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %r = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  return %r : !llvm.ptr
}
func.func @segments(%a: i32, %b: i32) -> i32 {
  %r = "test.op"(%a, %b) {operandSegmentSizes = array<i32: 2, 0>} : (i32, i32) -> i32
  return %r : i32
}
func.func @launch(%g: index, %s: i32, %x: i32) {
  gpu.launch_func @m::@k blocks in (%g, %g, %g) threads in (%g, %g, %g) args(%s : i32, %x : i32)
  return
}
func.func @element() -> i32 {
  %m = memref.alloc() : memref<4xi8>
  %r = "test.op"(%m) : (memref<4xi8>) -> i32
  return %r : i32
}
func.func @divided(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c = arith.cmpi ne, %b, %z : i32
  %q = llvm.udiv %a, %b : i32
  %r = arith.select %c, %q, %z : i32
  return %r : i32
}
func.func @added(%a: i32, %b: i32) -> i32 {
  %q = llvm.sdiv %a, %b : i32
  return %a : i32
}
func.func @extracted(%t: tensor<4xf32>, %i: index, %c: i1, %x: f32) -> f32 {
  %e = tensor.extract %t[%i] : tensor<4xf32>
  %r = arith.select %c, %e, %x : f32
  return %r : f32
}
func.func @power(%a: i32, %b: i32) -> i32 {
  %q = math.ipowi %a, %b : i32
  return %a : i32
}
func.func @same(%a: i32, %b: i32, %t: tensor<4xf32>, %i: index) -> (i32, f32) {
  %e = tensor.extract %t[%i] : tensor<4xf32>
  %q = llvm.udiv %a, %b : i32
  return %q, %e : i32, f32
}
func.func @frozen(%a: i32, %s: i32) -> (i32, i32) {
  %p = arith.shli %a, %s : i32
  %r = llvm.freeze %p : i32
  %o = llvm.freeze %p : i32
  return %r, %o : i32, i32
}
func.func @frozen_once(%x: f32, %a: i32, %b: i32) -> (f32, i32) {
  %f = llvm.freeze %x : f32
  %s = arith.addi %b, %a : i32
  return %f, %s : f32, i32
}
func.func @inside(%t: tensor<4xf32>, %c: i1, %x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  %e = tensor.extract %t[%c3] : tensor<4xf32>
  %r = arith.select %c, %e, %x : f32
  return %r : f32
}
func.func @by_a_constant(%a: i32, %c: i1, %x: i32) -> i32 {
  %four = llvm.mlir.constant(4 : i32) : i32
  %q = llvm.udiv %a, %four : i32
  %r = arith.select %c, %q, %x : i32
  return %r : i32
}
}
