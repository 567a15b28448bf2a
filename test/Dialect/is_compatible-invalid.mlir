// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @is_compatible_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.relation<"{ [i] -> [i] : 0 <= i < 4 }">
  // expected-remark @+1 {{is not a CuTe layout}}
  %r = layout.is_compatible %a, %b
  return
}
