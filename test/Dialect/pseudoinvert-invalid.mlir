// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @not_surjective() {
  %a = layout.constant #layout.linear<{lane = [[2]]}>
  // expected-error @+1 {{layout is not surjective: nothing is sent to [1]}}
  %r = layout.pseudoinvert %a
  return
}
