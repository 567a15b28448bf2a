// RUN: layout-opt %s --layout-insert-bounds=mode=report --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-insert-bounds | FileCheck %s

// An index is a number that somebody computed. It is compared as it is where its sum could pass 64
// bits, and where the sum from the coordinates would take more operations.

// CHECK-LABEL: func.func @quotient
// CHECK:         %[[Q:.*]] = affine.apply
// CHECK:         arith.cmpi ult, %[[Q]], %c7
func.func @quotient(%b: memref<7xf32>, %i: index, %j: index, %v: f32) {
  %l = layout.constant #layout.cute<(6):(1)>
  %o = layout.apply %l(%i) : index
  %q = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 3)>(%o, %j)
  // expected-remark @below {{guarded by 0 <= %arg1 < 6 and 0 <= floor((%1 + %arg2)/3) < 7}}
  memref.store %v, %b[%q] : memref<7xf32>
  return
}

// CHECK-LABEL: func.func @swizzled
// CHECK:         %[[O:.*]] = layout.apply
// CHECK-NOT:     arith.muli
// CHECK-NOT:     arith.floordivsi
// CHECK:         arith.cmpi slt, %[[O]], %c300
func.func @swizzled(%b: memref<300xf32>, %i: index, %j: index, %v: f32) {
  %l = layout.constant #layout.composed<S<2,3,3> o 0 o (16,32):(32,1)>
  %o = layout.apply %l(%i, %j) : index
  // expected-remark @below {{guarded by 0 <= %arg2 < 32 and 0 <= %arg1 < 10 and %1 < 300}}
  memref.store %v, %b[%o] : memref<300xf32>
  return
}

// The map of an access is not a value: its sum is computed as it wraps around.

// CHECK-LABEL: func.func @mapped
// CHECK:         arith.cmpi ult, %{{.*}}, %c22
func.func @mapped(%b: memref<?x22xi64>, %i: index, %j: index, %v: i64) {
  %l = layout.constant #layout.composed<S<2,0,2> o 4 o (4,(5,2)):(1,(4,1))>
  %o = layout.apply %l(%i, %j) : index
  // expected-remark @below {{guarded by 0 <= %arg1 < 4 and 0 <= %arg2 < 10 and %arg1 < dim(%arg0, 0) and 0 <= 2*%1 - 1 < 22}}
  affine.store %v, %b[%i, %o * 2 - 1] : memref<?x22xi64>
  return
}

// A lower bound is no lower than 0 where a remainder refuses what is below.

func.func @remainder(%b: memref<20xf32>, %v: f32, %i: index) {
  %l = layout.constant #layout.relation<"{ [c] -> [c + 1] : 0 <= c < 9 and c mod 4 <= 2 }">
  %o = layout.apply %l(%i) : index
  // expected-remark @below {{guarded by 0 <= %arg2 < 9 and %arg2 mod 4 < 3}}
  memref.store %v, %b[%o] : memref<20xf32>
  return
}
