// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @is_weakly_congruent_c1() {
  %a = layout.constant #layout.tile<[4;8]>
  %b = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: is_weakly_congruent([4;8], 4:1): [4;8] is not a CuTe layout}}
  %r = layout.is_weakly_congruent %a, %b
  return
}
