// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @transpose_c4() {
  %a = layout.constant #layout.linear<{lane = [[1]], warp = [[2]]}>
  // expected-error @+1 {{in-dim warp is missing}}
  %r = layout.transpose %a ins [lane]
  return
}

// -----

func.func @transpose_c5() {
  %a = layout.constant #layout.linear<{lane = [[1]], warp = [[2]]}>
  // expected-error @+1 {{in-dim lane is named twice}}
  %r = layout.transpose %a ins [lane, lane]
  return
}

// -----

func.func @transpose_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: transpose(4:1, ins [lane]): 4:1 is not a linear layout}}
  %r = layout.transpose %a ins [lane]
  return
}

// -----

func.func @transpose_c2() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{'layout.transpose' op ins '[lane = 2]' is not read: expected ',' or ']' but found '='}}
  %r = layout.transpose %a ins [lane = 2]
  return
}

// -----

func.func @transpose_c3() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{there is no transpose({lane = [[1],[2]]}, ins [lane, warp]): there is no in-dim warp}}
  %r = layout.transpose %a ins [lane, warp]
  return
}
