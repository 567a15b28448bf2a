// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @reshape_c4() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{the new in-dims have size 8 together but the old ones 4}}
  %r = layout.reshape %a ins [a = 8]
  return
}

// -----

func.func @reshape_c3() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{in-dim a has size 3, which is not a power of two}}
  %r = layout.reshape %a ins [a = 3]
  return
}

// -----

func.func @reshape_c2() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{'layout.reshape' op ins '[a]' is not read: expected '=' but found ']'}}
  %r = layout.reshape %a ins [a]
  return
}

// -----

func.func @reshape_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: reshape(4:1, ins [a = 4]): 4:1 is not a linear layout}}
  %r = layout.reshape %a ins [a = 4]
  return
}

// -----

func.func @reshape_c5() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{there is no reshape({lane = [[1],[2]]}, ins [a = 2, a = 2]): in-dim a is named twice}}
  %r = layout.reshape %a ins [a = 2, a = 2]
  return
}
