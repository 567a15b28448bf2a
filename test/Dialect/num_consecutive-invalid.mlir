// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @num_consecutive_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: num_consecutive(4:1): 4:1 is not a linear layout}}
  %r = layout.num_consecutive %a
  return
}
