// MLIR's own passes on applies in i32, i64 and vectors.

// RUN: layout-opt %s --split-input-file --inline='default-pipeline=' | FileCheck %s --check-prefix=INLINE
// RUN: layout-opt %s --split-input-file --sccp | FileCheck %s --check-prefix=SCCP
// RUN: layout-opt %s --split-input-file --canonicalize | FileCheck %s --check-prefix=SCCP
// RUN: layout-opt %s --split-input-file --cse | FileCheck %s --check-prefix=CSE
// RUN: layout-opt %s --split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: layout-opt %s --split-input-file --int-range-optimizations | FileCheck %s --check-prefix=RANGE

// INLINE-LABEL: func.func @caller(
// INLINE-NOT:     call
// INLINE:         layout.apply %{{.*}}(%{{.*}}) : vector<4xi32>
func.func private @callee(%l: !layout.layout, %v: vector<4xi32>) -> vector<4xi32> {
  %o = layout.apply %l(%v) : vector<4xi32>
  return %o : vector<4xi32>
}
func.func @caller(%v: vector<4xi32>) -> vector<4xi32> {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %o = call @callee(%l, %v) : (!layout.layout, vector<4xi32>) -> vector<4xi32>
  return %o : vector<4xi32>
}

// -----

// 5 is (1,1), 1*8 + 1 = 9.

// SCCP-LABEL: func.func @known(
// SCCP-DAG:     %[[NUMBER:.*]] = arith.constant 9 : i32
// SCCP-DAG:     %[[LANES:.*]] = arith.constant dense<[0, 9]> : vector<2xi64>
// SCCP:         return %[[NUMBER]], %[[LANES]]
func.func @known() -> (i32, vector<2xi64>) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c5 = arith.constant 5 : i32
  %a = layout.apply %l(%c5) : i32
  %v = arith.constant dense<[0, 5]> : vector<2xi64>
  %b = layout.apply %l(%v) : vector<2xi64>
  return %a, %b : i32, vector<2xi64>
}

// -----

// Equal applies are one; those of two types are two.

// CSE-LABEL: func.func @equal(
// CSE:         %[[A:.*]] = layout.apply %{{.*}}(%{{.*}}) : i32
// CSE-NEXT:    %[[B:.*]] = layout.apply %{{.*}}(%{{.*}}) : i64
// CSE-NEXT:    return %[[A]], %[[A]], %[[B]]
func.func @equal(%l: !layout.layout, %i: i32, %j: i64) -> (i32, i32, i64) {
  %a = layout.apply %l(%i) : i32
  %b = layout.apply %l(%i) : i32
  %c = layout.apply %l(%j) : i64
  return %a, %b, %c : i32, i32, i64
}

// -----

// LICM-LABEL: func.func @invariant(
// LICM:         layout.apply
// LICM:         scf.for
func.func @invariant(%i: vector<4xi32>, %n: index, %buffer: memref<?xvector<4xi32>>) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %o = layout.apply %l(%i) : vector<4xi32>
    memref.store %o, %buffer[%k] : memref<?xvector<4xi32>>
  }
  return
}

// -----

// Rows 0 to 3 and columns 0 to 7: no offset is above 31.

// RANGE-LABEL: func.func @in_loops(
// RANGE:         %[[TRUE:.*]] = arith.constant true
// RANGE-NOT:     arith.cmpi
// RANGE:         memref.store %[[TRUE]]
func.func @in_loops(%buffer: memref<i1>) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  scf.for %row = %c0 to %c4 step %c1 : i32 {
    scf.for %column = %c0 to %c8 step %c1 : i32 {
      %o = layout.apply %l(%row, %column) : i32
      %inside = arith.cmpi ult, %o, %c32 : i32
      memref.store %inside, %buffer[] : memref<i1>
    }
  }
  return
}

// -----

// Of an offset that may not fit nothing is known.

// RANGE-LABEL: func.func @may_not_fit(
// RANGE:         arith.cmpi
func.func @may_not_fit(%buffer: memref<i1>) {
  %l = layout.constant #layout.cute<4:1073741824>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    %o = layout.apply %l(%i) : i32
    %natural = arith.cmpi sge, %o, %c0 : i32
    memref.store %natural, %buffer[] : memref<i1>
  }
  return
}
