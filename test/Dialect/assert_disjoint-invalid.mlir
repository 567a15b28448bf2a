// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_disjoint_c1() {
  // expected-note @+1 {{4:1 gives 2 at coordinate 2}}
  %a = layout.constant #layout.cute<4:1>
  // expected-note @+1 {{gives 2 at coordinate 0}}
  %b = layout.constant #layout.composed<S<0,0,0> o 2 o 4:1>
  // expected-error @+1 {{layouts are not disjoint: coordinate 2 of the left and coordinate 0 of the right both give 2}}
  layout.assert_disjoint %a, %b
  return
}

// -----

func.func @relations() {
  // expected-note @+1 {{gives 1 at coordinate 1}}
  %a = layout.constant #layout.relation<"[N] -> { [i] -> [i] : 0 <= i <= N }">
  // expected-note @+1 {{gives 1 at coordinate 0}}
  %b = layout.constant #layout.relation<"[N] -> { [i] -> [i + N] : 0 <= i < N }">
  // expected-error @+1 {{layouts are not disjoint: coordinate 1 of the left and coordinate 0 of the right both give 1 for N = 1}}
  layout.assert_disjoint %a, %b
  return
}

// -----

func.func @other_positions() {
  // expected-note @+1 {{4:1@0 gives (0,0) at coordinate 0}}
  %a = layout.constant #layout.cute<4:1@0>
  // expected-note @+1 {{4:1@1 gives (0,0) at coordinate 0}}
  %b = layout.constant #layout.cute<4:1@1>
  // expected-error @+1 {{layouts are not disjoint: coordinate 0 of the left and coordinate 0 of the right both give (0,0)}}
  layout.assert_disjoint %a, %b
  return
}

// -----

func.func @numbers_and_positions() {
  %a = layout.constant #layout.cute<4:1@0>
  %b = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unknown whether layouts are disjoint: the offsets of 4:1@0 and 4:1 are not of the same kind}}
  layout.assert_disjoint %a, %b
  return
}
