// RUN: layout-opt %s --split-input-file --layout-lower-to-arith=verify=true | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-lower-to-arith=leave-obligations=true --canonicalize --cse --layout-verify-lowering="report=true unknown=error" -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER

// Applies in i32, i64 and vectors are computed in their types.

// AFTER-COUNT-9: remark: proved by
// AFTER-NOT:     {{error|unknown}}

// Sums and products may wrap around on the way: an offset that fits is right.

// CHECK-LABEL: @wraps(
// CHECK-SAME:    %[[I:.*]]: i32, %[[J:.*]]: i32
// CHECK:         %[[C64:.*]] = arith.constant 6 : i32
// CHECK:         %[[ROW:.*]] = arith.shli %[[I]], %[[C64]] : i32
// CHECK:         %[[O:.*]] = arith.addi %[[ROW]], %[[J]] : i32
// CHECK:         return %[[O]] : i32
func.func @wraps(%i: i32, %j: i32) -> i32 {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %o = layout.apply %l(%i, %j) : i32
  return %o : i32
}

// -----

// A coordinate is a number of 32 bits, and so are its digits.

// CHECK-LABEL: @digits(
// CHECK-NOT:     i64
// CHECK:         arith.shrui %{{.*}}, %{{.*}} : i32
// CHECK:         arith.andi %{{.*}}, %{{.*}} : i32
// CHECK:         return
func.func @digits(%c: i32) -> i32 {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %o = layout.apply %l(%c) : i32
  return %o : i32
}

// -----

// What is divided may not fit in 32 bits: (c * 2^20) mod 7 of it matters.

// CHECK-LABEL: @divided(
// CHECK:         arith.extsi %{{.*}} : i32 to i64
// CHECK:         %[[O:.*]] = arith.{{.*}} : i64
// CHECK:         arith.trunci %{{.*}} : i64 to i32
func.func @divided(%c: i32) -> i32 {
  %l = layout.constant #layout.composed<(7,1048576):(1,1) o 0 o 1048576:1048576>
  %o = layout.apply %l(%c) : i32
  return %o : i32
}

// -----

// CHECK-LABEL: @long(
// CHECK:         arith.shli %{{.*}}, %{{.*}} : i64
// CHECK-NOT:     index
// CHECK:         return
func.func @long(%i: i64, %j: i64) -> i64 {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %o = layout.apply %l(%i, %j) : i64
  return %o : i64
}

// -----

// In each lane.

// CHECK-LABEL: @lanes(
// CHECK:         %[[MASK:.*]] = arith.constant dense<{{.*}}> : vector<4xi32>
// CHECK:         arith.andi %{{.*}}, %{{.*}} : vector<4xi32>
// CHECK:         arith.xori %{{.*}}, %{{.*}} : vector<4xi32>
func.func @lanes(%row: vector<4xi32>, %column: vector<4xi32>) -> vector<4xi32> {
  %l = layout.constant #layout.composed<S<3,3,3> o 0 o (8,64):(64,1)>
  %o = layout.apply %l(%row, %column) : vector<4xi32>
  return %o : vector<4xi32>
}

// -----

// The lanes are 0 to 3, so that no remainder is left.

// CHECK-LABEL: @known_lanes(
// CHECK:         %[[STEP:.*]] = vector.step : vector<4xindex>
// CHECK:         %[[O:.*]] = arith.shli %[[STEP]], %{{.*}} overflow<nsw, nuw> : vector<4xindex>
// CHECK-NEXT:    return %[[O]]
func.func @known_lanes() -> vector<4xindex> {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %lanes = vector.step : vector<4xindex>
  %o = layout.apply %l(%lanes) : vector<4xindex>
  return %o : vector<4xindex>
}

// -----

// The value of a symbol is the same in all lanes.

// CHECK-LABEL: @symbol(
// CHECK-SAME:    %[[I:.*]]: vector<4xi32>, %[[J:.*]]: vector<4xi32>, %[[D:.*]]: i32
// CHECK:         %[[ALL:.*]] = vector.broadcast %[[D]] : i32 to vector<4xi32>
// CHECK:         arith.muli %[[I]], %[[ALL]] : vector<4xi32>
func.func @symbol(%i: vector<4xi32>, %j: vector<4xi32>, %d: i32) -> vector<4xi32> {
  %l = layout.constant #layout.cute<(8,64):(D,1)>
  %o = layout.apply %l(%i, %j) symbols(D = %d) : vector<4xi32>
  return %o : vector<4xi32>
}

// -----

// An input as it is, and a constant.

// CHECK-LABEL: @nothing_to_compute(
// CHECK-SAME:    %[[C:.*]]: vector<2xi64>
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0> : vector<2xi64>
// CHECK:         return %[[C]], %[[ZERO]]
func.func @nothing_to_compute(%c: vector<2xi64>) -> (vector<2xi64>, vector<2xi64>) {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%c) : vector<2xi64>
  %z = layout.constant #layout.cute<8:0>
  %p = layout.apply %z(%c) : vector<2xi64>
  return %o, %p : vector<2xi64>, vector<2xi64>
}
