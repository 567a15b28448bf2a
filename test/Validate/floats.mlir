// Zeros of both signs are other values, and so are constants that are written otherwise.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @sign: refuted at (any): before gives 0.000000e+00 : f32 as element [0] of argument 0, after gives -0.000000e+00 : f32
// CHECK-NEXT: @returned: refuted at (any): before gives 1.000000e+00 : f64 as result 0, after gives 2.000000e+00 : f64
// CHECK-NEXT: @under_condition: refuted at (0): before gives 1.000000e+00 : f32 as result 0, after gives 2.000000e+00 : f32
// CHECK-NEXT: @operand: unknown: result 0 is 1.000000e+00 : f32 before and 2.000000e+00 : f32 after
// CHECK-NEXT: @no_number: unknown
// CHECK-NEXT: 5 functions: 0 proved, 3 refuted, 2 unknown

//--- before.mlir
func.func @sign(%m: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0.0 : f32
  memref.store %k, %m[%c0] : memref<1xf32>
  return
}
func.func @returned(%m: memref<1xf32>) -> f64 {
  %k = arith.constant 1.0 : f64
  return %k : f64
}
func.func @under_condition(%m: memref<1xf32>, %c: i1) -> f32 {
  %k = arith.constant 1.0 : f32
  %r = scf.if %c -> f32 {
    scf.yield %k : f32
  } else {
    scf.yield %k : f32
  }
  return %r : f32
}
func.func @operand(%m: memref<1xf32>, %x: f32) -> f32 {
  %k = arith.constant 1.0 : f32
  %r = arith.minimumf %x, %k : f32
  return %r : f32
}
func.func @no_number(%m: memref<1xf32>) -> f32 {
  %k = arith.constant 0x7FC00000 : f32
  return %k : f32
}

//--- after.mlir
func.func @sign(%m: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant -0.0 : f32
  memref.store %k, %m[%c0] : memref<1xf32>
  return
}
func.func @returned(%m: memref<1xf32>) -> f64 {
  %k = arith.constant 2.0 : f64
  return %k : f64
}
func.func @under_condition(%m: memref<1xf32>, %c: i1) -> f32 {
  %k = arith.constant 1.0 : f32
  %l = arith.constant 2.0 : f32
  %r = scf.if %c -> f32 {
    scf.yield %k : f32
  } else {
    scf.yield %l : f32
  }
  return %r : f32
}
func.func @operand(%m: memref<1xf32>, %x: f32) -> f32 {
  %k = arith.constant 2.0 : f32
  %r = arith.minimumf %x, %k : f32
  return %r : f32
}
func.func @no_number(%m: memref<1xf32>) -> f32 {
  %k = arith.constant 0x7FC00001 : f32
  return %k : f32
}
