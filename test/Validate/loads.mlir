// Integers that are read of the same element, with nothing done between, are the same, in whatever order
// they are read; what was stored there last is what is read.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @swapped: proved by canonical form
// CHECK-NEXT: @swapped_anywhere: proved by canonical form
// CHECK-NEXT: @read_once: proved by canonical form
// CHECK-NEXT: @dead: proved by canonical form
// CHECK-NEXT: @read_twice: proved by canonical form
// CHECK-NEXT: @forwarded: proved by canonical form
// CHECK-NEXT: @stored_between: refuted at (0, 0, 0; size 0 of argument 0 is 1; -1 is read): before gives 0 as result 1, after gives -1
// CHECK-NEXT: @other_element: refuted at (2, 3; -1 is read; 0 is read): before gives -1 as result 0, after gives 0
// CHECK-NEXT: @flag: proved by canonical form
// CHECK-NEXT: 9 functions: 7 proved, 2 refuted, 0 unknown

//--- before.mlir
func.func @swapped(%m: memref<8xi32>) -> (i32) {
  %i = arith.constant 0 : index
  %j = arith.constant 1 : index
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%j] : memref<8xi32>
  %s = arith.subi %q, %r : i32
  return %s : i32
}
func.func @swapped_anywhere(%m: memref<?xi32>, %i: index, %j: index) -> (i32, i32) {
  %q = memref.load %m[%i] : memref<?xi32>
  %r = memref.load %m[%j] : memref<?xi32>
  return %q, %r : i32, i32
}
func.func @read_once(%m: memref<8xi32>, %i: index) -> (i32, i32) {
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%i] : memref<8xi32>
  return %q, %r : i32, i32
}
func.func @dead(%m: memref<8xi32>, %i: index) -> index {
  %q = memref.load %m[%i] : memref<8xi32>
  return %i : index
}
func.func @read_twice(%m: memref<8xi32>, %i: index) -> i32 {
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%i] : memref<8xi32>
  %s = arith.addi %q, %r : i32
  return %s : i32
}
func.func @forwarded(%m: memref<?xi32>, %o: memref<?xf32>, %i: index, %v: i32, %x: f32) -> i32 {
  memref.store %v, %m[%i] : memref<?xi32>
  memref.store %x, %o[%i] : memref<?xf32>
  %r = memref.load %m[%i] : memref<?xi32>
  return %r : i32
}
func.func @stored_between(%m: memref<?xi32>, %i: index, %j: index, %v: i32) -> (i32, i32) {
  %q = memref.load %m[%i] : memref<?xi32>
  memref.store %v, %m[%j] : memref<?xi32>
  %r = memref.load %m[%i] : memref<?xi32>
  return %q, %r : i32, i32
}
func.func @other_element(%m: memref<?xi32>, %i: index, %j: index) -> (i32, i32) {
  %q = memref.load %m[%i] : memref<?xi32>
  %r = memref.load %m[%j] : memref<?xi32>
  return %q, %r : i32, i32
}
func.func @flag(%m: memref<8xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %r = memref.load %m[%j] : memref<8xi32>
  %q = memref.load %m[%i] : memref<8xi32>
  %s = arith.subi %q, %r : i32
  return %s : i32
}

//--- after.mlir
func.func @swapped(%m: memref<8xi32>) -> (i32) {
  %i = arith.constant 0 : index
  %j = arith.constant 1 : index
  %r = memref.load %m[%j] : memref<8xi32>
  %q = memref.load %m[%i] : memref<8xi32>
  %s = arith.subi %q, %r : i32
  return %s : i32
}
func.func @swapped_anywhere(%m: memref<?xi32>, %i: index, %j: index) -> (i32, i32) {
  %r = memref.load %m[%j] : memref<?xi32>
  %q = memref.load %m[%i] : memref<?xi32>
  return %q, %r : i32, i32
}
func.func @read_once(%m: memref<8xi32>, %i: index) -> (i32, i32) {
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%i] : memref<8xi32>
  return %q, %q : i32, i32
}
func.func @dead(%m: memref<8xi32>, %i: index) -> index {
  return %i : index
}
func.func @read_twice(%m: memref<8xi32>, %i: index) -> i32 {
  %q = memref.load %m[%i] : memref<8xi32>
  %s = arith.addi %q, %q : i32
  return %s : i32
}
func.func @forwarded(%m: memref<?xi32>, %o: memref<?xf32>, %i: index, %v: i32, %x: f32) -> i32 {
  memref.store %v, %m[%i] : memref<?xi32>
  memref.store %x, %o[%i] : memref<?xf32>
  return %v : i32
}
func.func @stored_between(%m: memref<?xi32>, %i: index, %j: index, %v: i32) -> (i32, i32) {
  %q = memref.load %m[%i] : memref<?xi32>
  memref.store %v, %m[%j] : memref<?xi32>
  return %q, %q : i32, i32
}
func.func @other_element(%m: memref<?xi32>, %i: index, %j: index) -> (i32, i32) {
  %q = memref.load %m[%j] : memref<?xi32>
  %r = memref.load %m[%j] : memref<?xi32>
  return %q, %r : i32, i32
}
func.func @flag(%m: memref<8xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 overflow<nsw, nuw> : index
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%j] : memref<8xi32>
  %s = arith.subi %q, %r : i32
  return %s : i32
}
