// RUN: %driver %s --split-input-file --layout-lower-to-arith | FileCheck %s
// RUN: %driver %s --split-input-file --layout-lower-to-arith=report=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// Nothing is known of the coordinate, so nothing says that it does not wrap.
// CHECK-LABEL: @rows(
// CHECK-SAME: %[[C:.*]]: index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[ROW:.*]] = arith.shrui %[[C]], %[[C3]] : index
// CHECK-DAG: %[[COLUMN:.*]] = arith.andi %[[C]], %[[C7]] : index
// CHECK-DAG: %[[MOVED:.*]] = arith.shli %[[COLUMN]], %[[C6]] overflow<nsw, nuw> : index
// CHECK: %[[O:.*]] = arith.addi %[[ROW]], %[[MOVED]] : index
// CHECK-NEXT: return %[[O]]
// REPORT: remark: lowered to 4 operations
func.func @rows(%c: index) -> index {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

// The bounds of the loops drop the remainder, and the layout that is composed goes.
// CHECK-LABEL: @in_loops(
// CHECK-NOT: layout.
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[SHIFT:.*]] = arith.constant 6 : index
// CHECK-NEXT: %[[O:.*]] = arith.shli %[[I]], %[[SHIFT]] overflow<nsw, nuw> : index
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[O]]]
// REPORT: remark: lowered to 1 operation{{$}}
func.func @in_loops(%buffer: memref<512xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %id = layout.constant #layout.cute<512:1>
  %m = layout.compose %l, %id
  scf.for %i = %c0 to %c8 step %c1 {
    %o = layout.apply %m(%i) : index
    memref.store %v, %buffer[%o] : memref<512xf32>
  }
  return
}

// -----

// A linear layout has no value outside its domain, so the bits above it need no mask.
// CHECK-LABEL: @linear(
// CHECK-COUNT-8: arith.{{andi|shli|shrui|addi}}
// CHECK: return
// REPORT: remark: lowered to 8 operations
func.func @linear(%register: index, %lane: index) -> (index, index) {
  %l = layout.constant #layout.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]}>
  %o:2 = layout.apply %l(%register, %lane) : index, index
  return %o#0, %o#1 : index, index
}

// -----

// CHECK-LABEL: @symbol(
// CHECK-SAME: %[[I:.*]]: index, %[[J:.*]]: index, %[[M:.*]]: index
// CHECK-NEXT: %[[SCALED:.*]] = arith.muli %[[I]], %[[M]] : index
// CHECK-NEXT: %[[O:.*]] = arith.addi %[[SCALED]], %[[J]] : index
// CHECK-NEXT: return %[[O]]
// REPORT: remark: lowered to 2 operations
func.func @symbol(%i: index, %j: index, %m: index) -> index {
  %l = layout.constant #layout.cute<(8,M):(M,1)>
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  return %o : index
}

// -----

// A constant offset and the coordinate itself are not an operation.
// CHECK-LABEL: @nothing(
// CHECK-SAME: %[[I:.*]]: index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: return %[[I]], %[[ZERO]]
// REPORT-COUNT-2: remark: lowered to 0 operations
func.func @nothing(%i: index) -> (index, index) {
  %l = layout.constant #layout.cute<(4,8)>
  %o = layout.apply %l(%i) : index
  %z = layout.constant #layout.cute<8:0>
  %p = layout.apply %z(%i) : index
  return %o, %p : index, index
}

// -----

// A relation of two coordinates. As a layout of one it is (8,4):(1,0), whose modes lie across both.
// CHECK-LABEL: @two_coordinates(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index
// CHECK:         %[[ONE:.*]] = arith.constant 1
// CHECK:         %[[ODD:.*]] = arith.andi %[[J]], %[[ONE]]
// CHECK:         %[[TWO:.*]] = arith.constant 2
// CHECK:         %[[FOUR:.*]] = arith.shli %[[ODD]], %[[TWO]]
// CHECK:         arith.addi %[[I]], %[[FOUR]]
func.func @two_coordinates(%i: index, %j: index) -> index {
  %l = layout.constant #layout.relation<"{ [i, j] -> [(i + 4j) mod 8] : 0 <= i < 4 and 0 <= j < 8 }">
  %o = layout.apply %l(%i, %j) : index
  return %o : index
}

// -----

// What a vector has in a lane is not known.
// CHECK-LABEL: @lane(
// CHECK:         %[[I:.*]] = vector.extract
// CHECK:         arith.shrui %[[I]]
// CHECK:         arith.andi %[[I]]
func.func @lane(%v: vector<4xindex>) -> index {
  %l = layout.constant #layout.cute<(8,8):(8,1)>
  %i = vector.extract %v[1] : index from vector<4xindex>
  %o = layout.apply %l(%i) : index
  return %o : index
}
