// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD
// RUN: layout-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
func.func @example(%h: !layout.layout, %ll: !layout.layout, %dyn: !layout.layout, %c: index, %reg: index, %lane: index, %warp: index, %i: index, %j: index, %m: index, %thread: i32, %lanes: vector<4xi32>) {
  // CHECK: layout.apply %{{.*}}(%{{.*}}) : index{{$}}
  %o = layout.apply %h(%c) : index
  // CHECK: layout.apply %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}) : index, index{{$}}
  %q:2 = layout.apply %ll(%reg, %lane, %warp) : index, index
  // CHECK: layout.apply %{{.*}}(%{{.*}}, %{{.*}}) symbols(M = %{{.*}}) : index{{$}}
  %s = layout.apply %dyn(%i, %j) symbols(M = %m) : index
  // CHECK: layout.apply %{{.*}}(%{{.*}}) : i32{{$}}
  %t = layout.apply %h(%thread) : i32
  // CHECK: layout.apply %{{.*}}(%{{.*}}) : vector<4xi32>{{$}}
  %v = layout.apply %h(%lanes) : vector<4xi32>
  return
}

// The type of the results is known: only the number of offsets is written.

// CHECK-LABEL: func.func @assembly
// CHECK-SAME:    (%[[X:.*]]: !layout.layout, %[[I:.*]]: index, %[[M:.*]]: index)
func.func @assembly(%x: !layout.layout, %i: index, %m: index) -> index {
  // CHECK: %[[N:.*]] = layout.size %[[X]]{{$}}
  %n = layout.size %x
  // CHECK: layout.cosize %[[X]]{{$}}
  %k = layout.cosize %x
  // CHECK: layout.apply %[[X]](%[[I]]) : index{{$}}
  %o = layout.apply %x(%i) : index
  // CHECK: layout.apply %[[X]](%[[I]], %[[N]]) : index, index{{$}}
  %p:2 = layout.apply %x(%i, %n) : index, index
  // CHECK: layout.apply %[[X]](%[[I]]) symbols(M = %[[M]], none = %[[N]]) : index{{$}}
  %q = layout.apply %x(%i) symbols(M = %m, none = %n) : index
  // CHECK: layout.apply %[[X]](%[[I]]) {note} : index{{$}}
  %r = layout.apply %x(%i) symbols() {note} : index
  // CHECK: layout.apply %[[X]]() : index{{$}}
  %s = layout.apply %x() : index
  return %o : index
}

// MLIR's folding and the pass give the same constants.

// FOLD-LABEL: func.func @numbers
func.func @numbers() -> (index, index, index, index) {
  %l = layout.constant #layout.cute<(4,(2,2)):(2,(1,9))>
  // 4 * 2 * 2 coordinates; the greatest offset is 3*2 + 1*1 + 1*9.
  // FOLD-DAG: %[[SIZE:.*]] = arith.constant 16 : index
  %n = layout.size %l
  // FOLD-DAG: %[[COSIZE:.*]] = arith.constant 17 : index
  %k = layout.cosize %l
  %c2 = arith.constant 2 : index
  // 11 is (3,(0,1)): 3*2 + 0*1 + 1*9.
  // FOLD-DAG: %[[INTEGRAL:.*]] = arith.constant 15 : index
  %c11 = arith.constant 11 : index
  %o = layout.apply %l(%c11) : index
  // (2,2) is (2,(0,1)): 2*2 + 0*1 + 1*9.
  // FOLD-DAG: %[[TOP_LEVEL:.*]] = arith.constant 13 : index
  %p = layout.apply %l(%c2, %c2) : index
  // FOLD: return %[[SIZE]], %[[COSIZE]], %[[INTEGRAL]], %[[TOP_LEVEL]]
  return %n, %k, %o, %p : index, index, index, index
}

// Lane 1 and register 3 are (0,2) xor (0,1) xor (8,0).

// FOLD-LABEL: func.func @several_results
func.func @several_results() -> (index, index) {
  %l = layout.constant #layout.linear<{register = [[0,1],[8,0]], lane = [[0,2]], block = []}>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %o:2 = layout.apply %l(%c3, %c1) : index, index
  // FOLD-DAG: %[[ROW:.*]] = arith.constant 8 : index
  // FOLD-DAG: %[[COLUMN:.*]] = arith.constant 3 : index
  // FOLD:     return %[[ROW]], %[[COLUMN]]
  return %o#0, %o#1 : index, index
}

// FOLD-LABEL: func.func @symbols
// FOLD-SAME:    (%[[M:.*]]: index)
func.func @symbols(%m: index) -> (index, index, index) {
  %l = layout.constant #layout.cute<(M,4):(1,K) where M mod 8 = 0>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  // 9 is (1,1) if M is 8: 1*1 + 1*K with K = 9.
  // FOLD-DAG: %[[TEN:.*]] = arith.constant 10 : index
  %o = layout.apply %l(%c9) symbols(M = %c8, K = %c9) : index
  // The extent of the first mode does not matter to (2,1), so M need not be known.
  // FOLD-DAG: %[[ELEVEN:.*]] = arith.constant 11 : index
  %p = layout.apply %l(%c2, %c1) symbols(M = %m, K = %c9) : index
  // M = 9 contradicts the fact: nothing is claimed.
  // FOLD: %[[KEPT:.*]] = layout.apply %{{.*}}(%{{.*}}) symbols(M = %{{.*}}, K = %{{.*}}) : index
  %q = layout.apply %l(%c9) symbols(M = %c9, K = %c9) : index
  // FOLD: return %[[TEN]], %[[ELEVEN]], %[[KEPT]]
  return %o, %p, %q : index, index, index
}

// The coordinates are of the type of the results, and the values of symbols of that of its elements.

// CHECK-LABEL: func.func @other_types(
func.func @other_types(%x: !layout.layout, %i: i32, %j: i64, %m: i32, %v: vector<4xi32>, %w: vector<2x[4]xindex>, %z: vector<i64>) {
  // CHECK: layout.apply %{{.*}}(%{{.*}}) : i32{{$}}
  %a = layout.apply %x(%i) : i32
  // CHECK: layout.apply %{{.*}}(%{{.*}}, %{{.*}}) : i64, i64{{$}}
  %b:2 = layout.apply %x(%j, %j) : i64, i64
  // CHECK: layout.apply %{{.*}}(%{{.*}}) symbols(M = %{{.*}}) : vector<4xi32>{{$}}
  %c = layout.apply %x(%v) symbols(M = %m) : vector<4xi32>
  // CHECK: layout.apply %{{.*}}(%{{.*}}, %{{.*}}) : vector<2x[4]xindex>{{$}}
  %d = layout.apply %x(%w, %w) : vector<2x[4]xindex>
  // CHECK: layout.apply %{{.*}}(%{{.*}}) : vector<i64>{{$}}
  %e = layout.apply %x(%z) : vector<i64>
  // CHECK: layout.apply %{{.*}}() : i32{{$}}
  %f = layout.apply %x() : i32
  return
}

// Each lane is an apply by itself: 11 is (3,(0,1)), 3*2 + 0*1 + 1*9.

// FOLD-LABEL: func.func @lanes
func.func @lanes() -> (i32, i64, vector<4xi32>, vector<4xindex>, vector<2x2xi64>) {
  %l = layout.constant #layout.cute<(4,(2,2)):(2,(1,9))>
  // FOLD-DAG: %[[I32:.*]] = arith.constant 15 : i32
  %c11 = arith.constant 11 : i32
  %a = layout.apply %l(%c11) : i32
  // FOLD-DAG: %[[I64:.*]] = arith.constant 15 : i64
  %d11 = arith.constant 11 : i64
  %b = layout.apply %l(%d11) : i64
  // FOLD-DAG: %[[LANES:.*]] = arith.constant dense<[0, 2, 4, 15]> : vector<4xi32>
  %some = arith.constant dense<[0, 1, 2, 11]> : vector<4xi32>
  %c = layout.apply %l(%some) : vector<4xi32>
  // FOLD-DAG: %[[SPLAT:.*]] = arith.constant dense<15> : vector<4xindex>
  %all = arith.constant dense<11> : vector<4xindex>
  %d = layout.apply %l(%all) : vector<4xindex>
  // Row 2 and columns 0 to 3: 2*2 + 0, 1, 9 and 10.
  // FOLD-DAG: %[[ROW:.*]] = arith.constant dense<{{\[\[}}4, 5], [13, 14]]> : vector<2x2xi64>
  %row = arith.constant dense<2> : vector<2x2xi64>
  %columns = arith.constant dense<[[0, 1], [2, 3]]> : vector<2x2xi64>
  %e = layout.apply %l(%row, %columns) : vector<2x2xi64>
  // FOLD: return %[[I32]], %[[I64]], %[[LANES]], %[[SPLAT]], %[[ROW]]
  return %a, %b, %c, %d, %e : i32, i64, vector<4xi32>, vector<4xindex>, vector<2x2xi64>
}

// 2 * 2^30 does not fit in 32 bits: the apply is poison there, and stays for layout-verify to refute.

// FOLD-LABEL: func.func @does_not_fit
func.func @does_not_fit() -> (i32, vector<2xi32>, i64) {
  %l = layout.constant #layout.cute<4:1073741824>
  %c2 = arith.constant 2 : i32
  // FOLD: layout.apply %{{.*}}(%{{.*}}) : i32
  %a = layout.apply %l(%c2) : i32
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  // FOLD: layout.apply %{{.*}}(%{{.*}}) : vector<2xi32>
  %b = layout.apply %l(%v) : vector<2xi32>
  // FOLD-NOT: layout.apply
  %d2 = arith.constant 2 : i64
  %c = layout.apply %l(%d2) : i64
  return %a, %b, %c : i32, vector<2xi32>, i64
}
