// What an operation gives that is not read may not depend on each of its operands: only where it does
// are two results other ones.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @lanes: unknown: result 0 is a result of vector.outerproduct before and a result of vector.outerproduct after
// CHECK-NEXT: @parts: unknown: result 0 is a result of complex.re before and a result of complex.re after
// CHECK-NEXT: @tensor: unknown: result 0 is a result of tensor.extract before and a result of tensor.extract after
// CHECK-NEXT: @wide: unknown: result 0 is a result of arith.andi before and a result of arith.andi after
// CHECK-NEXT: @power: unknown: result 0 is a result of math.powf before and a result of math.powf after
// CHECK-NEXT: @many_cases: unknown: result 0 is one of more than 4096 cases
// CHECK-NEXT: @sum: refuted at (any): before gives a result of arith.addf of argument 0, argument 1 as result 0, after gives a result of arith.addf of argument 0, argument 2
// CHECK-NEXT: @fast: unknown: result 0 is a result of arith.subf before and a result of arith.subf after
// CHECK-NEXT: 8 functions: 0 proved, 1 refuted, 7 unknown

//--- before.mlir
func.func @lanes(%a: f32, %b: f32, %c: f32) -> f32 {
  %z = vector.from_elements %a, %b : vector<2xf32>
  %r = vector.outerproduct %z, %z : vector<2xf32>, vector<2xf32>
  %s = vector.extract %r[0, 0] : f32 from vector<2x2xf32>
  return %s : f32
}
func.func @parts(%a: f32, %b: f32, %c: f32) -> f32 {
  %z = complex.create %a, %b : complex<f32>
  %r = complex.re %z : complex<f32>
  return %r : f32
}
func.func @tensor(%a: f32, %b: f32, %c: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %z = tensor.from_elements %a, %b : tensor<2xf32>
  %r = tensor.extract %z[%c0] : tensor<2xf32>
  return %r : f32
}
func.func @wide(%a: i128, %b: i128) -> i128 {
  %z = arith.constant 0 : i128
  %r = arith.andi %a, %z : i128
  return %r : i128
}
func.func @power(%a: f32, %b: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = math.powf %a, %z : f32
  return %r : f32
}
func.func @many_cases(%a: f32, %b: f32, %c0: i1, %c1: i1, %c2: i1, %c3: i1, %c4: i1, %c5: i1, %c6: i1, %c7: i1, %c8: i1, %c9: i1) -> f32 {
  %x0 = arith.addf %a, %b : f32
  %p0 = arith.negf %x0 : f32
  %q0 = math.absf %x0 : f32
  %x1 = arith.select %c0, %p0, %q0 : f32
  %p1 = arith.negf %x1 : f32
  %q1 = math.absf %x1 : f32
  %x2 = arith.select %c1, %p1, %q1 : f32
  %p2 = arith.negf %x2 : f32
  %q2 = math.absf %x2 : f32
  %x3 = arith.select %c2, %p2, %q2 : f32
  %p3 = arith.negf %x3 : f32
  %q3 = math.absf %x3 : f32
  %x4 = arith.select %c3, %p3, %q3 : f32
  %p4 = arith.negf %x4 : f32
  %q4 = math.absf %x4 : f32
  %x5 = arith.select %c4, %p4, %q4 : f32
  %p5 = arith.negf %x5 : f32
  %q5 = math.absf %x5 : f32
  %x6 = arith.select %c5, %p5, %q5 : f32
  %p6 = arith.negf %x6 : f32
  %q6 = math.absf %x6 : f32
  %x7 = arith.select %c6, %p6, %q6 : f32
  %p7 = arith.negf %x7 : f32
  %q7 = math.absf %x7 : f32
  %x8 = arith.select %c7, %p7, %q7 : f32
  %p8 = arith.negf %x8 : f32
  %q8 = math.absf %x8 : f32
  %x9 = arith.select %c8, %p8, %q8 : f32
  %p9 = arith.negf %x9 : f32
  %q9 = math.absf %x9 : f32
  %x10 = arith.select %c9, %p9, %q9 : f32
  return %x10 : f32
}
func.func @sum(%a: f32, %b: f32, %c: f32, %m: memref<1xf32>) -> f32 {
  %r = arith.addf %a, %b : f32
  return %r : f32
}
func.func @fast(%a: f32, %b: f32, %m: memref<1xf32>) -> f32 {
  %r = arith.subf %a, %a fastmath<fast> : f32
  return %r : f32
}

//--- after.mlir
func.func @lanes(%a: f32, %b: f32, %c: f32) -> f32 {
  %z = vector.from_elements %a, %c : vector<2xf32>
  %r = vector.outerproduct %z, %z : vector<2xf32>, vector<2xf32>
  %s = vector.extract %r[0, 0] : f32 from vector<2x2xf32>
  return %s : f32
}
func.func @parts(%a: f32, %b: f32, %c: f32) -> f32 {
  %z = complex.create %a, %c : complex<f32>
  %r = complex.re %z : complex<f32>
  return %r : f32
}
func.func @tensor(%a: f32, %b: f32, %c: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %z = tensor.from_elements %a, %c : tensor<2xf32>
  %r = tensor.extract %z[%c0] : tensor<2xf32>
  return %r : f32
}
func.func @wide(%a: i128, %b: i128) -> i128 {
  %z = arith.constant 0 : i128
  %r = arith.andi %b, %z : i128
  return %r : i128
}
func.func @power(%a: f32, %b: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = math.powf %b, %z : f32
  return %r : f32
}
func.func @many_cases(%a: f32, %b: f32, %c0: i1, %c1: i1, %c2: i1, %c3: i1, %c4: i1, %c5: i1, %c6: i1, %c7: i1, %c8: i1, %c9: i1) -> f32 {
  %x0 = arith.addf %b, %a : f32
  %p0 = arith.negf %x0 : f32
  %q0 = math.absf %x0 : f32
  %x1 = arith.select %c0, %p0, %q0 : f32
  %p1 = arith.negf %x1 : f32
  %q1 = math.absf %x1 : f32
  %x2 = arith.select %c1, %p1, %q1 : f32
  %p2 = arith.negf %x2 : f32
  %q2 = math.absf %x2 : f32
  %x3 = arith.select %c2, %p2, %q2 : f32
  %p3 = arith.negf %x3 : f32
  %q3 = math.absf %x3 : f32
  %x4 = arith.select %c3, %p3, %q3 : f32
  %p4 = arith.negf %x4 : f32
  %q4 = math.absf %x4 : f32
  %x5 = arith.select %c4, %p4, %q4 : f32
  %p5 = arith.negf %x5 : f32
  %q5 = math.absf %x5 : f32
  %x6 = arith.select %c5, %p5, %q5 : f32
  %p6 = arith.negf %x6 : f32
  %q6 = math.absf %x6 : f32
  %x7 = arith.select %c6, %p6, %q6 : f32
  %p7 = arith.negf %x7 : f32
  %q7 = math.absf %x7 : f32
  %x8 = arith.select %c7, %p7, %q7 : f32
  %p8 = arith.negf %x8 : f32
  %q8 = math.absf %x8 : f32
  %x9 = arith.select %c8, %p8, %q8 : f32
  %p9 = arith.negf %x9 : f32
  %q9 = math.absf %x9 : f32
  %x10 = arith.select %c9, %p9, %q9 : f32
  return %x10 : f32
}
func.func @sum(%a: f32, %b: f32, %c: f32, %m: memref<1xf32>) -> f32 {
  %r = arith.addf %a, %c : f32
  return %r : f32
}
func.func @fast(%a: f32, %b: f32, %m: memref<1xf32>) -> f32 {
  %r = arith.subf %b, %b fastmath<fast> : f32
  return %r : f32
}
