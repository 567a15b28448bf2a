// RUN: layout-opt %s --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s

// MLIR's folding and the pass give the same constants.

// CHECK-LABEL: func.func @numbers
func.func @numbers() -> (index, index, index, index) {
  %l = layout.constant #layout.cute<(4,(2,2)):(2,(1,9))>
  // 4 * 2 * 2 coordinates; the greatest offset is 3*2 + 1*1 + 1*9.
  // CHECK-DAG: %[[SIZE:.*]] = arith.constant 16 : index
  %n = layout.size %l
  // CHECK-DAG: %[[COSIZE:.*]] = arith.constant 17 : index
  %k = layout.cosize %l
  %c2 = arith.constant 2 : index
  // 11 is (3,(0,1)): 3*2 + 0*1 + 1*9.
  // CHECK-DAG: %[[INTEGRAL:.*]] = arith.constant 15 : index
  %c11 = arith.constant 11 : index
  %o = layout.apply %l(%c11) : index
  // (2,2) is (2,(0,1)): 2*2 + 0*1 + 1*9.
  // CHECK-DAG: %[[TOP_LEVEL:.*]] = arith.constant 13 : index
  %p = layout.apply %l(%c2, %c2) : index
  // CHECK: return %[[SIZE]], %[[COSIZE]], %[[INTEGRAL]], %[[TOP_LEVEL]]
  return %n, %k, %o, %p : index, index, index, index
}

// Lane 1 and register 3 are (0,2) xor (0,1) xor (8,0).

// CHECK-LABEL: func.func @several_results
func.func @several_results() -> (index, index) {
  %l = layout.constant #layout.linear<{register = [[0,1],[8,0]], lane = [[0,2]], block = []}>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %o:2 = layout.apply %l(%c3, %c1) : index, index
  // CHECK-DAG: %[[ROW:.*]] = arith.constant 8 : index
  // CHECK-DAG: %[[COLUMN:.*]] = arith.constant 3 : index
  // CHECK:     return %[[ROW]], %[[COLUMN]]
  return %o#0, %o#1 : index, index
}

// CHECK-LABEL: func.func @symbols
// CHECK-SAME:    (%[[M:.*]]: index)
func.func @symbols(%m: index) -> (index, index, index) {
  %l = layout.constant #layout.cute<(M,4):(1,K) where M mod 8 = 0>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  // 9 is (1,1) if M is 8: 1*1 + 1*K with K = 9.
  // CHECK-DAG: %[[TEN:.*]] = arith.constant 10 : index
  %o = layout.apply %l(%c9) symbols(M = %c8, K = %c9) : index
  // The extent of the first mode does not matter to (2,1), so M need not be known.
  // CHECK-DAG: %[[ELEVEN:.*]] = arith.constant 11 : index
  %p = layout.apply %l(%c2, %c1) symbols(M = %m, K = %c9) : index
  // M = 9 contradicts the fact: nothing is claimed.
  // CHECK: %[[KEPT:.*]] = layout.apply %{{.*}}(%{{.*}}) symbols(M = %{{.*}}, K = %{{.*}}) : index
  %q = layout.apply %l(%c9) symbols(M = %c9, K = %c9) : index
  // CHECK: return %[[TEN]], %[[ELEVEN]], %[[KEPT]]
  return %o, %p, %q : index, index, index
}

// The composition that CuTe gets wrong is no layout; the one that it refuses is 3:9.

// CHECK-LABEL: func.func @compositions
func.func @compositions() {
  %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  %f = layout.constant #layout.cute<6:3>
  %h = layout.compose %g, %f
  // CHECK-DAG: %[[RELATION:.*]] = layout.constant #layout.relation<
  // CHECK-DAG: %[[EXACT:.*]] = layout.constant #layout.cute<3:9>
  %p = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %q = layout.constant #layout.cute<3:3>
  %r = layout.compose %p, %q
  // CHECK: layout.assert_injective %[[RELATION]]
  layout.assert_injective %h
  // CHECK: layout.assert_injective %[[EXACT]]
  layout.assert_injective %r
  return
}

// (4,3):(3,1) ends at 12. Extended, its last mode has 6 coordinates; without
// promotion the coordinates from 12 on have no offset.

// CHECK-LABEL: func.func @promotion
func.func @promotion() -> (index, index) {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  // CHECK-DAG: %[[EXTENDED:.*]] = layout.constant #layout.cute<(4,6):(3,1)>
  %h = layout.compose %g, %f
  // CHECK-DAG: %[[HOLES:.*]] = layout.constant #layout.relation<
  %r = layout.compose %g, %f {promotion = none}
  // CHECK-DAG: %[[OFFSET:.*]] = arith.constant 7 : index
  %c6 = arith.constant 6 : index
  // 6 is (2,1): 2*3 + 1*1.
  %o = layout.apply %r(%c6) : index
  // CHECK: layout.apply %[[HOLES]]
  %c12 = arith.constant 12 : index
  %p = layout.apply %r(%c12) : index
  // CHECK: layout.assert_injective %[[EXTENDED]]
  layout.assert_injective %h
  // CHECK: return %[[OFFSET]],
  return %o, %p : index, index
}
