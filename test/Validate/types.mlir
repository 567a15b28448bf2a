// Types are part of what is compared: of arguments, results, operands, and of what ends a function.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @never_ends: unknown: ub.unreachable is not read
// CHECK-NEXT: @never_ends_llvm: unknown: llvm.unreachable is not read
// CHECK-NEXT: @element: unknown: it takes (memref<4xf32>, memref<4xf32>) before and (memref<4xf64>, memref<4xf64>) after
// CHECK-NEXT: @shape: unknown: it takes (memref<2x3xf32>) before and (memref<3x2xf32>) after
// CHECK-NEXT: @space: unknown: it takes (memref<2xf32>) before and (memref<100xf32, 3>) after
// CHECK-NEXT: @result: unknown: it returns (vector<4xf32>) before and (vector<2x2xf32>) after
// CHECK-NEXT: @result_scalar: unknown: it returns (i32) before and (vector<1xi32>) after
// CHECK-NEXT: @operand: unknown: it does vector.print before where it does vector.print after
// CHECK-NEXT: @outer_product: unknown: result 0 is a result of vector.outerproduct before and a result of vector.outerproduct after
// CHECK-NEXT: @masked_pass: unknown: vector.mask is not read
// CHECK-NEXT: @laid_out: proved by canonical form
// CHECK-NEXT: 11 functions: 1 proved, 0 refuted, 10 unknown

//--- before.mlir
func.func @never_ends(%m: memref<4xf32>) {
  return
}
func.func @never_ends_llvm(%m: memref<4xf32>) {
  return
}
func.func @element(%m: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<4xf32>
  memref.store %v, %o[%c0] : memref<4xf32>
  return
}
func.func @shape(%m: memref<2x3xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c0, %c1] : memref<2x3xf32>
  return %v : f32
}
func.func @space(%m: memref<2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<2xf32>
  return %v : f32
}
func.func @result(%m: memref<4xf32>) -> (vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0] : memref<4xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @result_scalar(%m: memref<4xf32>, %a: i32) -> i32 {
  return %a : i32
}
func.func @operand(%v: vector<4xf32>) {
  vector.print %v : vector<4xf32>
  return
}
func.func @outer_product(%v: vector<8xf32>) -> vector<12xf32> {
  %a = vector.extract_strided_slice %v {offsets=[0], sizes=[2], strides=[1]} : vector<8xf32> to vector<2xf32>
  %b = vector.extract_strided_slice %v {offsets=[2], sizes=[6], strides=[1]} : vector<8xf32> to vector<6xf32>
  %o = vector.outerproduct %a, %b : vector<2xf32>, vector<6xf32>
  %r = vector.shape_cast %o : vector<2x6xf32> to vector<12xf32>
  return %r : vector<12xf32>
}
func.func @masked_pass(%m: memref<8xf32>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %r = vector.mask %k, %p { vector.transfer_read %m[%c0], %pad {in_bounds=[true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %r : vector<4xf32>
}
func.func @laid_out(%m: memref<4x8xf32, affine_map<(i, j) -> (j, i)>>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%i, %j] : memref<4x8xf32, affine_map<(i, j) -> (j, i)>>
  return %x : f32
}

//--- after.mlir
func.func @never_ends(%m: memref<4xf32>) {
  ub.unreachable
}
func.func @never_ends_llvm(%m: memref<4xf32>) {
  llvm.unreachable
}
func.func @element(%m: memref<4xf64>, %o: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<4xf64>
  memref.store %v, %o[%c0] : memref<4xf64>
  return
}
func.func @shape(%m: memref<3x2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c0, %c1] : memref<3x2xf32>
  return %v : f32
}
func.func @space(%m: memref<100xf32, 3>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<100xf32, 3>
  return %v : f32
}
func.func @result(%m: memref<4xf32>) -> (vector<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0] : memref<4xf32>, vector<4xf32>
  %w = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  return %w : vector<2x2xf32>
}
func.func @result_scalar(%m: memref<4xf32>, %a: i32) -> vector<1xi32> {
  %v = vector.broadcast %a : i32 to vector<1xi32>
  return %v : vector<1xi32>
}
func.func @operand(%v: vector<4xf32>) {
  %w = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  vector.print %w : vector<2x2xf32>
  return
}
func.func @outer_product(%v: vector<8xf32>) -> vector<12xf32> {
  %a = vector.extract_strided_slice %v {offsets=[0], sizes=[6], strides=[1]} : vector<8xf32> to vector<6xf32>
  %b = vector.extract_strided_slice %v {offsets=[6], sizes=[2], strides=[1]} : vector<8xf32> to vector<2xf32>
  %o = vector.outerproduct %a, %b : vector<6xf32>, vector<2xf32>
  %r = vector.shape_cast %o : vector<6x2xf32> to vector<12xf32>
  return %r : vector<12xf32>
}
func.func @masked_pass(%m: memref<8xf32>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %r = vector.mask %k { vector.transfer_read %m[%c0], %pad {in_bounds=[true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %r : vector<4xf32>
}
func.func @laid_out(%m: memref<8x4xf32>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%j, %i] : memref<8x4xf32>
  return %x : f32
}
