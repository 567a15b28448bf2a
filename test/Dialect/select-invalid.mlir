// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @select_c3() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{there is no select((2,4):(1,2), [2]): (2,4):(1,2) has 2 modes and no mode 2}}
  %r = layout.select %a, [2]
  return
}

// -----

func.func @select_c2() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{'layout.select' op modes hold -1, which is not a mode}}
  %r = layout.select %a, [-1]
  return
}

// -----

func.func @select_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: select({lane = [[1],[2]]}, [0]): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.select %a, [0]
  return
}
