// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @group_c4() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{there is no group((2,4):(1,2), [0, 3]): (2,4):(1,2) has 2 modes and none from 0 to 3}}
  %r = layout.group %a, [0, 3]
  return
}

// -----

func.func @end_before_beginning() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{there is no group((2,4):(1,2), [1, 0]): (2,4):(1,2) has 2 modes and none from 1 to 0}}
  %r = layout.group %a, [1, 0]
  return
}

// -----

func.func @group_c2() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{'layout.group' op modes hold 3 numbers, not the beginning and the end}}
  %r = layout.group %a, [0, 1, 2]
  return
}

// -----

func.func @group_c3() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{'layout.group' op modes hold -1, which is not a mode}}
  %r = layout.group %a, [-1, 1]
  return
}

// -----

func.func @group_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: group({lane = [[1],[2]]}, [0, 1]): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.group %a, [0, 1]
  return
}
