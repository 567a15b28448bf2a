// A promise that is made after has to be made before wherever it is made after. A buffer takes the shape that
// its layout has, and no other.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @under_a_condition: unknown: an alignment of 64 is promised only after; it holds for 3 of the arguments that were tried
// CHECK-NEXT: @under_its_opposite: unknown: an alignment of 64 is promised only after; it holds for 3 of the arguments that were tried
// CHECK-NEXT: @before_a_call: unknown: an alignment of 64 is promised only after
// CHECK-NEXT: @too_large: unknown: it takes (memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, index, index) before and (memref<100x1000xf32>, index, index) after
// CHECK-NEXT: @returned: unknown: it takes (memref<4xf32, strided<[2]>>) before and (memref<100x100xf32>) after
// CHECK-NEXT: @returned_twice: unknown: it takes (memref<4xf32, strided<[2]>>) before and (memref<100x100xf32>) after
// CHECK-NEXT: @allocated: unknown: it returns (memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>) before and (memref<1xf32>) after
// CHECK-NEXT: @of_two_results: unknown: it takes (i32, memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>) before and (i32, memref<9x9xf32>) after
// CHECK-NEXT: @result: unknown: llvm.range = #llvm.constant_range<i32, 0, 5> of result 0 is promised only after
// CHECK-NEXT: @sign: unknown: llvm.signext = unit of result 0 is promised only after
// CHECK-NEXT: 10 functions: 0 proved, 0 refuted, 10 unknown

//--- before.mlir
func.func @under_a_condition(%m: memref<8xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> f32 {
    %a = memref.load %m[%c0] {alignment = 64 : i64} : memref<8xf32>
    scf.yield %a : f32
  } else {
    %a = memref.load %m[%c0] : memref<8xf32>
    scf.yield %a : f32
  }
  return %r : f32
}
func.func @under_its_opposite(%m: memref<8xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> f32 {
    %a = memref.load %m[%c0] {alignment = 64 : i64} : memref<8xf32>
    scf.yield %a : f32
  } else {
    %a = memref.load %m[%c0] : memref<8xf32>
    scf.yield %a : f32
  }
  return %r : f32
}
func.func private @g()
func.func @before_a_call(%m: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  func.call @g() : () -> ()
  %a = memref.load %m[%c0] {alignment = 64 : i64} : memref<8xf32>
  return %a : f32
}
func.func @too_large(%m: memref<4x4xf32, affine_map<(i,j)->(j,i)>>, %i: index, %j: index) -> f32 {
  %a = memref.load %m[%i, %j] : memref<4x4xf32, affine_map<(i,j)->(j,i)>>
  return %a : f32
}
func.func @returned(%m: memref<4xf32, strided<[2]>>) -> memref<4xf32, strided<[2]>> {
  %c0 = arith.constant 0 : index
  %a = memref.load %m[%c0] : memref<4xf32, strided<[2]>>
  return %m : memref<4xf32, strided<[2]>>
}
func.func @returned_twice(%m: memref<4xf32, strided<[2]>>) -> memref<4xf32, strided<[2]>> {
  return %m : memref<4xf32, strided<[2]>>
}
func.func @allocated() -> memref<4x4xf32, affine_map<(i,j)->(j,i)>> {
  %q = memref.alloc() : memref<4x4xf32, affine_map<(i,j)->(j,i)>>
  return %q : memref<4x4xf32, affine_map<(i,j)->(j,i)>>
}
func.func @of_two_results(%a: i32, %m: memref<4xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>>) -> f32 {
  %c3 = arith.constant 3 : index
  %v = memref.load %m[%c3] : memref<4xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>>
  return %v : f32
}
func.func @result(%m: memref<4xf32>, %i: i32) -> i32 { return %i : i32 }
func.func @sign(%m: memref<4xf32>, %i: i32) -> i32 { return %i : i32 }

//--- after.mlir
func.func @under_a_condition(%m: memref<8xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.load %m[%c0] {alignment = 64 : i64} : memref<8xf32>
  return %a : f32
}
func.func @under_its_opposite(%m: memref<8xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = scf.if %n -> f32 {
    %a = memref.load %m[%c0] {alignment = 64 : i64} : memref<8xf32>
    scf.yield %a : f32
  } else {
    %a = memref.load %m[%c0] : memref<8xf32>
    scf.yield %a : f32
  }
  return %r : f32
}
func.func private @g()
func.func @before_a_call(%m: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %b = memref.load %m[%c0] {alignment = 64 : i64} : memref<8xf32>
  func.call @g() : () -> ()
  %a = memref.load %m[%c0] : memref<8xf32>
  return %a : f32
}
func.func @too_large(%m: memref<100x1000xf32>, %i: index, %j: index) -> f32 {
  %a = memref.load %m[%j, %i] : memref<100x1000xf32>
  return %a : f32
}
func.func @returned(%m: memref<100x100xf32>) -> memref<7x1xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.load %m[%c0, %c0] : memref<100x100xf32>
  %q = memref.alloc() : memref<7x1xf32>
  return %q : memref<7x1xf32>
}
func.func @returned_twice(%m: memref<100x100xf32>) -> memref<100x100xf32> {
  return %m : memref<100x100xf32>
}
func.func @allocated() -> memref<1xf32> {
  %q = memref.alloc() : memref<1xf32>
  return %q : memref<1xf32>
}
func.func @of_two_results(%a: i32, %m: memref<9x9xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c1, %c1] : memref<9x9xf32>
  return %v : f32
}
func.func @result(%m: memref<4xf32>, %i: i32) -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 5>}) { return %i : i32 }
func.func @sign(%m: memref<4xf32>, %i: i32) -> (i32 {llvm.signext}) attributes {llvm.readnone} { return %i : i32 }
