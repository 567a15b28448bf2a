// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @unsqueeze_c4() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{in-dim lane has size 2, not 1}}
  %r = layout.unsqueeze %a ins [lane]
  return
}

// -----

func.func @unsqueeze_c3() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{there is no in-dim block}}
  %r = layout.unsqueeze %a ins [block]
  return
}

// -----

func.func @unsqueeze_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: unsqueeze(4:1, ins [lane]): 4:1 is not a linear layout}}
  %r = layout.unsqueeze %a ins [lane]
  return
}

// -----

func.func @unsqueeze_c2() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{'layout.unsqueeze' op ins '[lane = 1]' is not read: expected ',' or ']' but found '='}}
  %r = layout.unsqueeze %a ins [lane = 1]
  return
}
