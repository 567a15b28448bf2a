// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @invert_and_compose_c3() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.linear<{offset = [[1],[1]]} -> [dim0 = 4]>
  // expected-error @+1 {{the first layout sends [2] to [2], where the second sends nothing}}
  %r = layout.invert_and_compose %a, %b
  return
}

// -----

func.func @invert_and_compose_c2() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{lane = [[1]]} -> [y = 2]>
  // expected-error @+1 {{out-dim}}
  %r = layout.invert_and_compose %a, %b
  return
}

// -----

func.func @invert_and_compose_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: invert_and_compose(4:1, {lane = [[1],[2]]}): 4:1 is not a linear layout}}
  %r = layout.invert_and_compose %a, %b
  return
}
