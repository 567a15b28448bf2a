// RUN: layout-opt %s --layout-insert-bounds --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT --implicit-check-not=remark

// The lanes of a gather that an apply on vectors gives: each has to be in the domain by itself.

// CHECK-LABEL: func.func @each_lane
// CHECK:         %[[END:.*]] = arith.constant dense<64> : vector<4xindex>
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %arg1, %[[END]] : vector<4xindex>
// CHECK:         %[[MASK:.*]] = arith.select %arg2, %[[IN]], %{{.*}} : vector<4xi1>, vector<4xi1>
// CHECK:         vector.gather %arg0[%{{.*}}] [%{{.*}}], %[[MASK]], %arg3
// REPORT: remark: guarded by 0 <= %arg1 < 64
func.func @each_lane(%m: memref<64xf32>, %t: vector<4xindex>, %mask: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %l = layout.constant #layout.cute<(8,8):(8,1)>
  %i = layout.apply %l(%t) : vector<4xindex>
  %v = vector.gather %m[%c0] [%i], %mask, %p : memref<64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// Of several results one is the element, and all coordinates are compared. The index is the same for all lanes.

// CHECK-LABEL: func.func @several_results
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[R:.*]] = arith.cmpi ult, %arg5, %[[C8]] : index
// CHECK-DAG:     arith.cmpi ult, %arg1, %{{.*}} : vector<4xindex>
// CHECK-DAG:     arith.cmpi ult, %arg2, %{{.*}} : vector<4xindex>
// CHECK-DAG:     vector.broadcast %[[R]] : i1 to vector<4xi1>
// REPORT: remark: guarded by 0 <= %arg5 < 8 and 0 <= %arg1 < 8 and 0 <= %arg2 < 8
func.func @several_results(%m: memref<8x64xf32>, %t: vector<4xindex>, %u: vector<4xindex>, %mask: vector<4xi1>, %p: vector<4xf32>, %r: index) -> vector<4xf32> {
  %l = layout.constant #layout.cute<(8,8):(1@1,1@0)>
  %i:2 = layout.apply %l(%t, %u) : vector<4xindex>, vector<4xindex>
  %v = vector.gather %m[%r, %r] [%i#1], %mask, %p : memref<8x64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// The value of a symbol is one for all lanes; the offset itself is compared where the size is not known.

// CHECK-LABEL: func.func @a_symbol
// CHECK:         %[[T:.*]] = arith.index_cast %arg1 : vector<4xi64> to vector<4xindex>
// CHECK:         %[[ROW:.*]] = arith.floordivsi %[[T]], %{{.*}} : vector<4xindex>
// CHECK:         arith.cmpi ult, %[[ROW]], %{{.*}} : vector<4xindex>
// REPORT: remark: guarded by 0 <= floor(%arg1/8) < %arg2 and 0 <= %arg5 + %1 < dim(%arg0, 0)
func.func @a_symbol(%m: memref<?xf32>, %t: vector<4xi64>, %n: i64, %mask: vector<4xi1>, %p: vector<4xf32>, %r: index) -> vector<4xf32> {
  %l = layout.constant #layout.cute<(8,N):(N,1)>
  %i = layout.apply %l(%t) symbols(N = %n) : vector<4xi64>
  %v = vector.gather %m[%r] [%i], %mask, %p : memref<?xf32>, vector<4xi64>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// Offset 64 of coordinate 71 is past the end.

// CHECK-LABEL: func.func @a_swizzle
// CHECK:         arith.cmpi ult, %arg1, %{{.*}} : vector<2x4xindex>
// REPORT: remark: guarded by 0 <= %arg1 < 71
func.func @a_swizzle(%m: memref<64xf32>, %t: vector<2x4xindex>, %mask: vector<2x4xi1>, %v: vector<2x4xf32>) {
  %c = arith.constant 0 : index
  %l = layout.constant #layout.composed<S<2,0,3> o 0 o (8,9):(8,1)>
  %i = layout.apply %l(%t) : vector<2x4xindex>
  vector.scatter %m[%c] [%i], %mask, %v : memref<64xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32>
  return
}

// -----

// All of these are inside.

// CHECK-LABEL: func.func @known
// CHECK:         vector.gather %arg0[%{{.*}}] [%{{.*}}], %arg1, %arg2
// REPORT: remark: proved in bounds
func.func @known(%m: memref<64xf32>, %mask: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<[0, 7, 8, 63]> : vector<4xindex>
  %l = layout.constant #layout.cute<(8,8):(8,1)>
  %i = layout.apply %l(%t) : vector<4xindex>
  %v = vector.gather %m[%c0] [%i], %mask, %p : memref<64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// None of these is.

// CHECK-LABEL: func.func @none
// CHECK:         %[[NO:.*]] = arith.constant false
// CHECK:         scf.if %[[NO]] -> (vector<2xf32>)
// REPORT: remark: guarded by false
func.func @none(%m: memref<128xf32>, %mask: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<[-3, -4]> : vector<2xindex>
  %l = layout.constant #layout.cute<(8,8):(1,8)>
  %i = layout.apply %l(%t) : vector<2xindex>
  %v = vector.gather %m[%c0] [%i], %mask, %p : memref<128xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %v : vector<2xf32>
}

// -----

// Through a view, through arithmetic, and in i32, where an offset that does not fit is poison, all lanes have to be
// inside.

// REPORT-COUNT-3: remark: unknown whether the access is in bounds: a coordinate of a layout.apply on vectors may be outside of its domain
func.func @not_by_lane(%m: memref<128xf32>, %t: vector<2xindex>, %s: vector<2xi32>, %mask: vector<2xi1>, %p: vector<2xf32>) {
  %c0 = arith.constant 0 : index
  %l = layout.constant #layout.cute<(8,8):(1,8)>
  %i = layout.apply %l(%t) : vector<2xindex>
  %j = layout.apply %l(%s) : vector<2xi32>
  %one = arith.constant dense<1> : vector<2xindex>
  %k = arith.addi %i, %one : vector<2xindex>
  %view = memref.subview %m[0] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1]>>
  %u = vector.gather %view[%c0] [%i], %mask, %p : memref<64xf32, strided<[1]>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %v = vector.gather %m[%c0] [%k], %mask, %p : memref<128xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %w = vector.gather %m[%c0] [%j], %mask, %p : memref<128xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return
}
