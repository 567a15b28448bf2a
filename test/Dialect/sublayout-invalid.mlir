// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @sublayout_c3() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{there is no out-dim dim1}}
  %r = layout.sublayout %a outs [dim1]
  return
}

// -----

func.func @sublayout_c2() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{'layout.sublayout' op ins '[lane = 2]' is not read: expected ',' or ']' but found '='}}
  %r = layout.sublayout %a ins [lane = 2]
  return
}

// -----

func.func @number() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{expected valid keyword}}
  %r = layout.sublayout %a ins [2]
  return
}

// -----

func.func @sublayout_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: sublayout(4:1, ins [lane]): 4:1 is not a linear layout}}
  %r = layout.sublayout %a ins [lane]
  return
}
