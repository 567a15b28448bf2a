// Numbers that say which element is accessed wrap as their operations say.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @wide: refuted at (134217728, 0; size 0 of argument 2 is 127): before gives element 0 in access 0, after gives element 137438953472
// CHECK-NEXT: @load: refuted at (-2147483648, -2147483648): before gives element 0 in access 0, after gives element -4294967296
// CHECK-NEXT: @halved: refuted at (-2147483647; size 0 of argument 1 is 3): before gives element 1 in access 0, after gives element -2147483647
// CHECK-NEXT: @promised: proved by canonical form
// CHECK-NEXT: @rows: proved by canonical form
// CHECK-NEXT: 5 functions: 2 proved, 3 refuted, 0 unknown

//--- before.mlir
func.func @wide(%bid: i32, %tid: i32, %m: memref<?xf32>, %v: f32) {
  %c = arith.constant 1024 : i32
  %s = arith.muli %bid, %c : i32
  %t = arith.addi %s, %tid : i32
  %j = arith.index_cast %t : i32 to index
  memref.store %v, %m[%j] : memref<?xf32>
  return
}
func.func @load(%a: i32, %b: i32, %m: memref<8xf32>) -> f32 {
  %s = arith.addi %a, %b : i32
  %i = arith.index_cast %s : i32 to index
  %v = memref.load %m[%i] : memref<8xf32>
  return %v : f32
}
func.func @halved(%a: i32, %m: memref<?xf32>, %v: f32) {
  %c2 = arith.constant 2 : i32
  %d = arith.muli %a, %c2 : i32
  %h = arith.divsi %d, %c2 : i32
  %i = arith.index_cast %h : i32 to index
  memref.store %v, %m[%i] : memref<?xf32>
  return
}
func.func @promised(%bid: i32, %tid: i32, %m: memref<?xf32>, %v: f32) {
  %c = arith.constant 1024 : i32
  %s = arith.muli %bid, %c overflow<nsw> : i32
  %t = arith.addi %s, %tid overflow<nsw> : i32
  %j = arith.index_cast %t : i32 to index
  memref.store %v, %m[%j] : memref<?xf32>
  return
}
func.func @rows(%a: index, %b: index, %m: memref<?x16xf32>, %v: f32) {
  %c2 = arith.constant 2 : index
  %s = arith.addi %a, %b : index
  %t = arith.muli %s, %c2 : index
  memref.store %v, %m[%t, %b] : memref<?x16xf32>
  return
}
//--- after.mlir
func.func @wide(%bid: i32, %tid: i32, %m: memref<?xf32>, %v: f32) {
  %c = arith.constant 1024 : index
  %b = arith.index_cast %bid : i32 to index
  %t = arith.index_cast %tid : i32 to index
  %s = arith.muli %b, %c : index
  %j = arith.addi %s, %t : index
  memref.store %v, %m[%j] : memref<?xf32>
  return
}
func.func @load(%a: i32, %b: i32, %m: memref<8xf32>) -> f32 {
  %x = arith.index_cast %a : i32 to index
  %y = arith.index_cast %b : i32 to index
  %i = arith.addi %x, %y : index
  %v = memref.load %m[%i] : memref<8xf32>
  return %v : f32
}
func.func @halved(%a: i32, %m: memref<?xf32>, %v: f32) {
  %i = arith.index_cast %a : i32 to index
  memref.store %v, %m[%i] : memref<?xf32>
  return
}
func.func @promised(%bid: i32, %tid: i32, %m: memref<?xf32>, %v: f32) {
  %c = arith.constant 1024 : index
  %b = arith.index_cast %bid : i32 to index
  %t = arith.index_cast %tid : i32 to index
  %s = arith.muli %b, %c : index
  %j = arith.addi %s, %t : index
  memref.store %v, %m[%j] : memref<?xf32>
  return
}
func.func @rows(%a: index, %b: index, %m: memref<?x16xf32>, %v: f32) {
  %c2 = arith.constant 2 : index
  %x = arith.muli %a, %c2 : index
  %y = arith.muli %b, %c2 : index
  %t = arith.addi %x, %y : index
  memref.store %v, %m[%t, %b] : memref<?x16xf32>
  return
}
