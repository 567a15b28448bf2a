// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @remove_zero_bases_c3() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{there is no in-dim warp}}
  %r = layout.remove_zero_bases %a ins [warp]
  return
}

// -----

func.func @remove_zero_bases_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: remove_zero_bases(4:1, [lane]): 4:1 is not a linear layout}}
  %r = layout.remove_zero_bases %a ins [lane]
  return
}

// -----

func.func @remove_zero_bases_c2() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{'layout.remove_zero_bases' op ins '[lane = 1]' is not read: expected ',' or ']' but found '='}}
  %r = layout.remove_zero_bases %a ins [lane = 1]
  return
}
