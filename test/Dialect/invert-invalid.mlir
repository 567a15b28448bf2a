// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @invert_c2() {
  %a = layout.constant #layout.linear<{lane = [[1],[0]]}>
  // expected-error @+1 {{layout is not injective: [0] and [2] are sent to the same values}}
  %r = layout.invert %a
  return
}

// -----

func.func @invert_c3() {
  %a = layout.constant #layout.linear<{lane = [[2]]}>
  // expected-error @+1 {{layout is not surjective: nothing is sent to [1]}}
  %r = layout.invert %a
  return
}

// -----

func.func @invert_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: invert(4:1): 4:1 is not a linear layout}}
  %r = layout.invert %a
  return
}
