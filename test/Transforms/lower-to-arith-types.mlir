// RUN: layout-opt %s --split-input-file --layout-lower-to-arith="type=i32 verify=true" | FileCheck %s --check-prefixes=CHECK,I32
// RUN: layout-opt %s --split-input-file --layout-lower-to-arith="type=i64 verify=true" | FileCheck %s --check-prefixes=CHECK,I64

// Every number fits in 32 bits, because the layout has no offset outside its domain.
// CHECK-LABEL: @fits(
// CHECK-SAME: %[[LANE:.*]]: index
// I32: %[[X:.*]] = arith.index_cast %[[LANE]] : index to i32
// I32: %[[H:.*]] = arith.shrui %[[X]], %{{.*}} : i32
// I32: %[[M:.*]] = arith.andi %[[X]], %{{.*}} : i32
// I32: %[[S:.*]] = arith.shli %[[M]], %{{.*}} overflow<nsw, nuw> : i32
// I32: %[[O:.*]] = arith.addi %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
// I32: %[[R:.*]] = arith.index_cast %[[O]] : i32 to index
// I32: return %[[R]]
// I64: arith.addi %{{.*}}, %{{.*}} overflow<nsw, nuw> : i64
func.func @fits(%lane: index) -> index {
  %l = layout.constant #layout.linear<{lane = [[4], [8], [1], [2]]}>
  %o = layout.apply %l(%lane) : index
  return %o : index
}

// -----

// Of this coordinate nothing is known: in 32 bits the offset might wrap.
// CHECK-LABEL: @may_not_fit(
// I32: arith.shrui %{{.*}}, %{{.*}} : index
// I32: arith.addi %{{.*}}, %{{.*}} : index
// I64: %[[Y:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
// I64: arith.index_cast %[[Y]] : i64 to index
func.func @may_not_fit(%c: index) -> index {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

// A difference may be negative on the way, so it says nothing of unsigned numbers.
// CHECK-LABEL: @negative(
// I32: arith.subi %{{.*}}, %{{.*}} overflow<nsw> : i32
// I64: arith.subi %{{.*}}, %{{.*}} overflow<nsw> : i64
func.func @negative() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %l = layout.constant #layout.cute<(3,5):(5,-7)>
  %sum = scf.for %c = %c0 to %c15 step %c1 iter_args(%before = %c0) -> index {
    %o = layout.apply %l(%c) : index
    %after = arith.addi %before, %o : index
    scf.yield %after : index
  }
  return %sum : index
}
