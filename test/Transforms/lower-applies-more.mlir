// RUN: layout-opt %s --split-input-file --layout-lower-to-arith=verify=true | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-lower-to-arith=leave-obligations=true --canonicalize --cse --layout-verify-lowering="report=true unknown=error" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: layout-opt %s --split-input-file --layout-lower-to-arith="verify=true leave-obligations=true" | FileCheck %s --check-prefix=KEPT

// A name that is bound to a constant is that number.
// CHECK-LABEL: @bound_to_a_constant(
// CHECK-SAME: %[[I:.*]]: index, %[[J:.*]]: index
// CHECK: %[[S:.*]] = {{arith.shli|arith.muli}} %[[I]], %{{.*}} : index
// CHECK-NEXT: %[[O:.*]] = arith.addi %[[S]], %[[J]]
// CHECK-NOT: layout.
// REPORT: remark: proved by canonical form: the code gives the offset of (8,M):(M,1)
// KEPT-LABEL: @bound_to_a_constant(
// KEPT: layout.assert_offset %{{.*}}(%{{.*}}, %{{.*}}) symbols(M = %{{.*}}) = %{{.*}} : index
func.func @bound_to_a_constant(%i: index, %j: index) -> index {
  %m = arith.constant 16 : index
  %l = layout.constant #layout.cute<(8,M):(M,1)>
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  return %o : index
}

// -----

// isl says what the output is; it is not an expression in the text.
// CHECK-LABEL: @implicit(
// CHECK-NOT: layout.
// REPORT: remark: proved by {{.*}}: the code gives the offset of { [c] -> [o] : 2o = c and 0 <= c < 100000 }
func.func @implicit(%c: index) -> index {
  %l = layout.constant #layout.relation<"{ [c] -> [o] : 2o = c and 0 <= c < 100000 }">
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

// Inputs of relations may be negative.
// CHECK-LABEL: @negative_inputs(
// CHECK: arith.shrsi
// CHECK: arith.floordivsi
// CHECK-NOT: layout.
// REPORT: remark: proved by canonical form: the code gives the offset of { [c] -> [floor(c/2) + (c mod 3)] }
func.func @negative_inputs(%c: index) -> index {
  %l = layout.constant #layout.relation<"{ [c] -> [floor(c/2) + (c mod 3)] }">
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

// A layout after a layout, with a name.
// CHECK-LABEL: @layout_outer(
// CHECK-NOT: layout.
// REPORT: remark: proved by {{.*}}: the code gives the offset of (16,13):(1,0) o 0 o 16:13
func.func @layout_outer(%c: index) -> index {
  %l = layout.constant #layout.composed<(16,13):(1,0) o 0 o 16:13>
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

// An exclusive or with a constant.
// CHECK-LABEL: @affine_over_f2(
// CHECK: arith.xori
// CHECK-NOT: layout.
// REPORT: remark: proved by {{.*}}: the code gives the offset of {lane = {{.*}} xor [2]
func.func @affine_over_f2(%lane: index) -> index {
  %l = layout.constant #layout.linear<{lane = [[3], [1]]} -> [dim0 = 4] xor [2]>
  %o = layout.apply %l(%lane) : index
  return %o : index
}
