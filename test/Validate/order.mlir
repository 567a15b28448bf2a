// What a load gives depends on where it is among what is done, for integers as for other data.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @order: refuted at (-1; 0 is read): before gives 0 as result 0, after gives -1
// CHECK-NEXT: @order_of_any_size: refuted at (0, 0; size 0 of argument 0 is 1; -1 is read): before gives -1 as result 0, after gives 0
// CHECK-NEXT: 2 functions: 0 proved, 2 refuted, 0 unknown

//--- before.mlir
func.func @order(%m: memref<4xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xi32>
  memref.store %v, %m[%c0] : memref<4xi32>
  return %x : i32
}
func.func @order_of_any_size(%m: memref<?xi32>, %i: index, %v: i32) -> i32 {
  %x = memref.load %m[%i] : memref<?xi32>
  memref.store %v, %m[%i] : memref<?xi32>
  return %x : i32
}

//--- after.mlir
func.func @order(%m: memref<4xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<4xi32>
  %x = memref.load %m[%c0] : memref<4xi32>
  return %x : i32
}
func.func @order_of_any_size(%m: memref<?xi32>, %i: index, %v: i32) -> i32 {
  memref.store %v, %m[%i] : memref<?xi32>
  %x = memref.load %m[%i] : memref<?xi32>
  return %x : i32
}
