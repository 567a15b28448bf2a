// An alignment that is promised after has to be promised before.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @loaded: unknown: an alignment of 64 is promised only after
// CHECK-NEXT: @stored: unknown: an alignment of 64 is promised only after
// CHECK-NEXT: @assumed: unknown: an alignment of 64 is promised only after
// CHECK-NEXT: @other_element: unknown: {{.*}}
// CHECK-NEXT: @greater: unknown: an alignment of 64 is promised only after
// CHECK-NEXT: @same: proved by
// CHECK-NEXT: @less: proved by
// CHECK-NEXT: @told_otherwise: proved by
// CHECK-NEXT: @from_assumption: proved by
// CHECK-NEXT: @dropped: proved by
// CHECK-NEXT: 10 functions: 5 proved, 0 refuted, 5 unknown

//--- before.mlir
func.func @loaded(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] : memref<8xf32>
  return %x : f32
}
func.func @stored(%m: memref<8xf32>, %i: index, %x: f32) {
  memref.store %x, %m[%i] : memref<8xf32>
  return
}
func.func @assumed(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] : memref<8xf32>
  return %x : f32
}
func.func @other_element(%m: memref<8xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] {alignment = 64} : memref<8xf32>
  %y = memref.load %m[%i] : memref<8xf32>
  %s = arith.addf %x, %y : f32
  return %s : f32
}
func.func @greater(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 32} : memref<8xf32>
  return %x : f32
}
func.func @same(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 64} : memref<8xf32>
  return %x : f32
}
func.func @less(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 64} : memref<8xf32>
  return %x : f32
}
func.func @told_otherwise(%m: memref<8xf32>, %i: index) -> f32 {
  %s = memref.subview %m[%i] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
  %c0 = arith.constant 0 : index
  %x = memref.load %s[%c0] {alignment = 64} : memref<1xf32, strided<[1], offset: ?>>
  return %x : f32
}
func.func @from_assumption(%m: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.assume_alignment %m, 64 : memref<8xf32>
  %x = memref.load %a[%c0] : memref<8xf32>
  return %x : f32
}
func.func @dropped(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 64} : memref<8xf32>
  return %x : f32
}

//--- after.mlir
func.func @loaded(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 64} : memref<8xf32>
  return %x : f32
}
func.func @stored(%m: memref<8xf32>, %i: index, %x: f32) {
  memref.store %x, %m[%i] {alignment = 64} : memref<8xf32>
  return
}
func.func @assumed(%m: memref<8xf32>, %i: index) -> f32 {
  %a = memref.assume_alignment %m, 64 : memref<8xf32>
  %x = memref.load %m[%i] : memref<8xf32>
  return %x : f32
}
func.func @other_element(%m: memref<8xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<8xf32>
  %y = memref.load %m[%i] {alignment = 64} : memref<8xf32>
  %s = arith.addf %x, %y : f32
  return %s : f32
}
func.func @greater(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 64} : memref<8xf32>
  return %x : f32
}
func.func @same(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 64} : memref<8xf32>
  return %x : f32
}
func.func @less(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] {alignment = 16} : memref<8xf32>
  return %x : f32
}
func.func @told_otherwise(%m: memref<8xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %d = arith.addi %i, %i : index
  %j = arith.subi %d, %i : index
  %x = memref.load %m[%j] {alignment = 64} : memref<8xf32>
  return %x : f32
}
func.func @from_assumption(%m: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] {alignment = 64} : memref<8xf32>
  return %x : f32
}
func.func @dropped(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] : memref<8xf32>
  return %x : f32
}
