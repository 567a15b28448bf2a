// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @flatten_ins_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: flatten_ins(4:1): 4:1 is not a linear layout}}
  %r = layout.flatten_ins %a
  return
}
