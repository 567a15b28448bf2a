// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @is_congruent_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-remark @+1 {{is not a CuTe layout}}
  %r = layout.is_congruent %a, %b
  return
}
