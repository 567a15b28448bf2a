// A constant global has the values that it is given; what is in it is never refuted if these are not read.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @splat: proved by execution
// CHECK-NEXT: @splat_anywhere: proved by
// CHECK-NEXT: @list: proved by execution
// CHECK-NEXT: @part: proved by execution
// CHECK-NEXT: @float: proved by execution
// CHECK-NEXT: @truth: proved by execution
// CHECK-NEXT: @wrong: refuted at (): before gives 3 as result 0, after gives 4
// CHECK-NEXT: @same_twice: proved by execution
// CHECK-NEXT: @other: refuted at (): before gives 1 as result 0, after gives 2
// Elements that are not read may be equal.
// CHECK-NEXT: @anywhere: unknown: {{.*}}
// CHECK-NEXT: @anywhere_twice: proved by
// CHECK-NEXT: @bytes: unknown: {{.*}}
// CHECK-NEXT: @bytes_twice: unknown: {{.*}}
// CHECK-NEXT: @not_here: unknown: {{.*}}
// Others may have written what is not constant.
// CHECK-NEXT: @variable: refuted at (0 is read): before gives 0 as result 0, after gives 5
// What a global begins with is not seen by a function that may run at any time.
// CHECK-NEXT: @of_own: global: it begins with other values after
// CHECK-NEXT: @of_bytes: global: what it begins with is not read
// CHECK-NEXT: 15 functions: 8 proved, 3 refuted, 4 unknown; 2 globals may differ

//--- before.mlir
memref.global "private" constant @of_five : memref<4xi32> = dense<5>
memref.global "private" constant @of_list : memref<2x3xi8> = dense<[[1, 2, 3], [4, 5, -6]]>
memref.global "private" constant @of_floats : memref<3xf32> = dense<[1.0, 2.5, 2.5]>
memref.global "private" constant @of_truths : memref<2xi1> = dense<[true, false]>
memref.global "private" constant @of_own : memref<i32> = dense<1>
memref.global "private" constant @of_pairs : memref<4xi32> = dense<[1, 1, 2, 2]>
memref.global "private" constant @of_bytes : memref<4xi8> = dense_resource<given>
memref.global constant @of_there : memref<4xi32>
memref.global @of_variable : memref<4xi32> = dense<5>
func.func @splat() -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @of_five : memref<4xi32>
  %x = memref.load %g[%c0] : memref<4xi32>
  return %x : i32
}
func.func @splat_anywhere(%i: index) -> i32 {
  %g = memref.get_global @of_five : memref<4xi32>
  %x = memref.load %g[%i] : memref<4xi32>
  return %x : i32
}
func.func @list() -> (i8, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %g = memref.get_global @of_list : memref<2x3xi8>
  %x = memref.load %g[%c1, %c2] : memref<2x3xi8>
  %y = memref.load %g[%c0, %c1] : memref<2x3xi8>
  return %x, %y : i8, i8
}
func.func @part() -> i8 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @of_list : memref<2x3xi8>
  %p = memref.subview %g[1, 0] [1, 2] [1, 1] : memref<2x3xi8> to memref<2xi8, strided<[1], offset: 3>>
  %x = memref.load %p[%c1] : memref<2xi8, strided<[1], offset: 3>>
  return %x : i8
}
func.func @float() -> f32 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @of_floats : memref<3xf32>
  %x = memref.load %g[%c1] : memref<3xf32>
  return %x : f32
}
func.func @truth() -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = memref.get_global @of_truths : memref<2xi1>
  %x = memref.load %g[%c0] : memref<2xi1>
  %y = memref.load %g[%c1] : memref<2xi1>
  return %x, %y : i1, i1
}
func.func @wrong() -> i8 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %g = memref.get_global @of_list : memref<2x3xi8>
  %x = memref.load %g[%c0, %c2] : memref<2x3xi8>
  return %x : i8
}
func.func @same_twice() -> f32 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @of_floats : memref<3xf32>
  %x = memref.load %g[%c1] : memref<3xf32>
  return %x : f32
}
func.func @other() -> i32 {
  %g = memref.get_global @of_own : memref<i32>
  %x = memref.load %g[] : memref<i32>
  return %x : i32
}
func.func @anywhere(%i: index) -> i32 {
  %g = memref.get_global @of_pairs : memref<4xi32>
  %x = memref.load %g[%i] : memref<4xi32>
  return %x : i32
}
func.func @anywhere_twice(%i: index, %m: memref<?xi32>) -> i32 {
  %g = memref.get_global @of_pairs : memref<4xi32>
  %x = memref.load %g[%i] : memref<4xi32>
  memref.store %x, %m[%i] : memref<?xi32>
  return %x : i32
}
func.func @bytes() -> i8 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @of_bytes : memref<4xi8>
  %x = memref.load %g[%c0] : memref<4xi8>
  return %x : i8
}
func.func @bytes_twice() -> i8 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @of_bytes : memref<4xi8>
  %x = memref.load %g[%c0] : memref<4xi8>
  return %x : i8
}
func.func @not_here() -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @of_there : memref<4xi32>
  %x = memref.load %g[%c0] : memref<4xi32>
  return %x : i32
}
func.func @variable() -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @of_variable : memref<4xi32>
  %x = memref.load %g[%c0] : memref<4xi32>
  return %x : i32
}

{-#
  dialect_resources: { builtin: { given: "0x0400000001020304" } }
#-}

//--- after.mlir
memref.global "private" constant @of_floats : memref<3xf32> = dense<[1.0, 2.5, 2.5]>
memref.global "private" constant @of_own : memref<i32> = dense<2>
memref.global "private" constant @of_pairs : memref<4xi32> = dense<[1, 1, 2, 2]>
memref.global "private" constant @of_bytes : memref<4xi8> = dense_resource<given>
func.func @splat() -> i32 {
  %x = arith.constant 5 : i32
  return %x : i32
}
func.func @splat_anywhere(%i: index) -> i32 {
  %x = arith.constant 5 : i32
  return %x : i32
}
func.func @list() -> (i8, i8) {
  %x = arith.constant -6 : i8
  %y = arith.constant 2 : i8
  return %x, %y : i8, i8
}
func.func @part() -> i8 {
  %x = arith.constant 5 : i8
  return %x : i8
}
func.func @float() -> f32 {
  %x = arith.constant 2.5 : f32
  return %x : f32
}
func.func @truth() -> (i1, i1) {
  %x = arith.constant true
  %y = arith.constant false
  return %x, %y : i1, i1
}
func.func @wrong() -> i8 {
  %x = arith.constant 4 : i8
  return %x : i8
}
func.func @same_twice() -> f32 {
  %c2 = arith.constant 2 : index
  %g = memref.get_global @of_floats : memref<3xf32>
  %x = memref.load %g[%c2] : memref<3xf32>
  return %x : f32
}
func.func @other() -> i32 {
  %g = memref.get_global @of_own : memref<i32>
  %x = memref.load %g[] : memref<i32>
  return %x : i32
}
func.func @anywhere(%i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %j = arith.xori %i, %c1 : index
  %g = memref.get_global @of_pairs : memref<4xi32>
  %x = memref.load %g[%j] : memref<4xi32>
  return %x : i32
}
func.func @anywhere_twice(%i: index, %m: memref<?xi32>) -> i32 {
  %g = memref.get_global @of_pairs : memref<4xi32>
  %x = memref.load %g[%i] : memref<4xi32>
  memref.store %x, %m[%i] : memref<?xi32>
  return %x : i32
}
func.func @bytes() -> i8 {
  %x = arith.constant 1 : i8
  return %x : i8
}
func.func @bytes_twice() -> i8 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @of_bytes : memref<4xi8>
  %x = memref.load %g[%c1] : memref<4xi8>
  return %x : i8
}
func.func @not_here() -> i32 {
  %x = arith.constant 5 : i32
  return %x : i32
}
func.func @variable() -> i32 {
  %x = arith.constant 5 : i32
  return %x : i32
}

{-#
  dialect_resources: { builtin: { given: "0x0400000001020304" } }
#-}
