// What a function promises of its arguments, where it runs and how it is placed is compared, too.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @disjoint: unknown: that indices are disjoint is promised only after
// CHECK-NEXT: @another_disjoint: unknown: that indices are disjoint is promised only after
// CHECK-NEXT: @same_disjoint: proved by canonical form
// CHECK-NEXT: @argument: unknown: llvm.noalias = unit of argument 0 is promised only after
// CHECK-NEXT: @k: unknown: its gpu.kernel is another one after
// CHECK-NEXT: @returned_alignment: unknown: result 0 is aligned to 64 before and 1 after
// CHECK-NEXT: @lost_alignment: unknown: an alignment of 64 is no longer that of its buffer
// CHECK-NEXT: @shared: unknown: memrefs that it returns share a buffer on one side only
// CHECK-NEXT: @apart: unknown: memrefs that it returns share a buffer on one side only
// CHECK-NEXT: @barrier: unknown: it does other things after, or in another order
// CHECK-NEXT: @past_a_dimension: unknown: result 0 is lane 4 of argument 0 before and a result of vector.extract after
// CHECK-NEXT: @after_free: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @not_written: unknown: result 0: it depends on what is not read
// CHECK-NEXT: @cluster: unknown: its gpu.known_cluster_size is another one after
// CHECK-NEXT: @nvvm_block: unknown: nvvm.reqntid = array<i32: 64> is promised only after
// CHECK-NEXT: @rocdl_group: unknown: rocdl.reqd_work_group_size = array<i32: 64, 1, 1> is promised only after
// CHECK-NEXT: @grid_constant: unknown: nvvm.grid_constant = unit of argument 0 is promised only after
// CHECK-NEXT: @no_bound: proved by execution
// CHECK-NEXT: @passed_convergent: unknown: it is convergent only before
// CHECK-NEXT: @now_convergent: proved by execution
// CHECK-NEXT: 20 functions: 3 proved, 1 refuted, 16 unknown

//--- before.mlir
func.func @disjoint(%a: index, %b: index, %m: memref<32xf32>) -> index {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %r = affine.linearize_index [%c3, %c9] by (4, 8) : index
  return %r : index
}
func.func @another_disjoint(%a: index, %b: index) -> (index, index) {
  %r = affine.linearize_index disjoint [%a, %b] by (4, 4) : index
  %s = affine.linearize_index [%b, %a] by (4, 4) : index
  return %r, %s : index, index
}
func.func @same_disjoint(%a: index, %b: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %t = arith.addi %b, %c1 : index
  %r = affine.linearize_index disjoint [%a, %t] by (4, 4) : index
  %s = affine.linearize_index [%b, %a] by (4, 4) : index
  return %r, %s : index, index
}
func.func @argument(%a: memref<4xf32>, %b: memref<4xf32>) {
  return
}
gpu.module @a { gpu.func @k(%m: memref<4xf32>) kernel attributes {gpu.known_block_size = array<i32: 128, 1, 1>} { gpu.return } }
func.func @returned_alignment(%x: vector<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  return %a : memref<4xf32>
}
func.func @lost_alignment(%x: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  vector.store %x, %a[%c0] {alignment = 64 : i64} : memref<4xf32>, vector<4xf32>
  %r = vector.load %a[%c0] {alignment = 64 : i64} : memref<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
func.func @shared(%x: f32) -> (memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}
func.func @apart(%x: f32) -> (memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  memref.store %x, %b[%c0] : memref<4xf32>
  return %a, %b : memref<4xf32>, memref<4xf32>
}
func.func @barrier(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  memref.store %x, %a[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %r = memref.load %a[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
  return %r : f32
}
func.func @past_a_dimension(%v: vector<2x4xf32>) -> f32 {
  %r = vector.extract %v[1, 0] : f32 from vector<2x4xf32>
  return %r : f32
}
func.func @after_free(%x: f32, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %q = memref.load %m[%c0] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}
func.func @not_written(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  %q = memref.load %m[%c0] : memref<4xi32>
  return %q : i32
}
func.func @cluster(%x: f32) -> f32 { return %x : f32 }
func.func @nvvm_block(%x: f32) -> f32 attributes {nvvm.reqntid = array<i32: 32>} { return %x : f32 }
func.func @rocdl_group(%x: f32) -> f32 { return %x : f32 }
llvm.func @grid_constant(%x: !llvm.ptr {llvm.byval = !llvm.struct<(i32)>}) attributes {nvvm.kernel} { llvm.return }
func.func @no_bound(%x: f32) -> f32 attributes {nvvm.maxntid = array<i32: 32>} { return %x : f32 }
func.func @passed_convergent(%x: f32) -> f32 attributes {passthrough = ["convergent"]} { return %x : f32 }
func.func @now_convergent(%x: f32) -> f32 { return %x : f32 }

//--- after.mlir
func.func @disjoint(%a: index, %b: index, %m: memref<32xf32>) -> index {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %r = affine.linearize_index disjoint [%c3, %c9] by (4, 8) : index
  return %r : index
}
func.func @another_disjoint(%a: index, %b: index) -> (index, index) {
  %r = affine.linearize_index [%a, %b] by (4, 4) : index
  %s = affine.linearize_index disjoint [%b, %a] by (4, 4) : index
  return %r, %s : index, index
}
func.func @same_disjoint(%a: index, %b: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %t = arith.addi %b, %c1 : index
  %r = affine.linearize_index disjoint [%a, %t] by (4, 4) : index
  %s = affine.linearize_index [%b, %a] by (4, 4) : index
  return %r, %s : index, index
}
func.func @argument(%a: memref<4xf32> {llvm.noalias}, %b: memref<4xf32> {llvm.align = 64 : i32}) attributes {no_inline} {
  return
}
gpu.module @a { gpu.func @k(%m: memref<4xf32>) attributes {gpu.known_block_size = array<i32: 4, 1, 1>} { gpu.return } }
func.func @returned_alignment(%x: vector<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
func.func @lost_alignment(%x: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  vector.store %x, %a[%c0] {alignment = 64 : i64} : memref<4xf32>, vector<4xf32>
  %r = vector.load %a[%c0] {alignment = 64 : i64} : memref<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
func.func @shared(%x: f32) -> (memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  memref.store %x, %b[%c0] : memref<4xf32>
  return %a, %b : memref<4xf32>, memref<4xf32>
}
func.func @apart(%x: f32) -> (memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}
func.func @barrier(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  gpu.barrier
  return %x : f32
}
func.func @past_a_dimension(%v: vector<2x4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %r = vector.extract %v[0, %c4] : f32 from vector<2x4xf32>
  return %r : f32
}
func.func @after_free(%x: f32, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  memref.dealloc %m : memref<4xf32>
  %q = memref.load %m[%c0] : memref<4xf32>
  return
}
func.func @not_written(%x: i32) -> i32 { return %x : i32 }
func.func @cluster(%x: f32) -> f32 attributes {gpu.known_cluster_size = array<i32: 2, 1, 1>} { return %x : f32 }
func.func @nvvm_block(%x: f32) -> f32 attributes {nvvm.reqntid = array<i32: 64>} { return %x : f32 }
func.func @rocdl_group(%x: f32) -> f32 attributes {rocdl.reqd_work_group_size = array<i32: 64, 1, 1>} { return %x : f32 }
llvm.func @grid_constant(%x: !llvm.ptr {llvm.byval = !llvm.struct<(i32)>, nvvm.grid_constant}) attributes {nvvm.kernel} { llvm.return }
func.func @no_bound(%x: f32) -> f32 { return %x : f32 }
func.func @passed_convergent(%x: f32) -> f32 { return %x : f32 }
func.func @now_convergent(%x: f32) -> f32 attributes {passthrough = ["convergent"]} { return %x : f32 }
