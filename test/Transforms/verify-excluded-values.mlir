// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --layout-verify=cross-check=true --split-input-file 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} disagree

// What a function says of a parameter of a relation excludes values. A claim is not refuted for one of these,
// for which the relation has no pairs: it is decided for the others, if they are few.

func.func @one_value() {
  %s = layout.constant #layout.cute<M:1 where M in [2,2]>
  // expected-note @+1 {{gives 1}}
  %f = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M }">
  %g = layout.constant #layout.cute<2:1>
  // expected-remark @+1 {{proved by enumeration of 1 value of symbols: layouts are equal}}
  layout.assert_equivalent %f, %g
  // expected-note @+1 {{2:2 gives 2}}
  %h = layout.constant #layout.cute<2:2>
  // expected-error @+1 {{layouts differ at coordinate 1 for M = 2: 1 and 2}}
  layout.assert_equivalent %f, %h
  return
}

// -----

func.func @few_values() {
  %s = layout.constant #layout.cute<M:1 where M in [20,30]>
  %f = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < 20 and c < M }">
  %g = layout.constant #layout.cute<20:1>
  // expected-remark @+1 {{proved by enumeration of 11 values of symbols: layouts are equal}}
  layout.assert_equivalent %f, %g
  return
}

// -----

func.func @many_values() {
  %s = layout.constant #layout.cute<M:1 where M in [20,1000000]>
  %f = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < 20 and c < M }">
  %g = layout.constant #layout.cute<20:1>
  // expected-remark @+1 {{unknown whether layouts are equal: it is refuted for values that the function excludes}}
  layout.assert_equivalent %f, %g
  return
}
