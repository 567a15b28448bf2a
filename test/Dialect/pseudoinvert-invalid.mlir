// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @pseudoinvert_c2() {
  %a = layout.constant #layout.linear<{lane = [[2]]}>
  // expected-error @+1 {{layout is not surjective: nothing is sent to [1]}}
  %r = layout.pseudoinvert %a
  return
}

// -----

func.func @pseudoinvert_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: pseudoinvert(4:1): 4:1 is not a linear layout}}
  %r = layout.pseudoinvert %a
  return
}
