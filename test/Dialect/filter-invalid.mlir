// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @filter_c1() {
  %a = layout.constant #layout.linear<{lane = [[0]]}>
  // expected-remark @+1 {{is not a CuTe layout}}
  %r = layout.filter %a
  return
}
