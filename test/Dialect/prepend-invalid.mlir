// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @linear() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.cute<2:1>
  // expected-remark @+1 {{is no CuTe layout}}
  %r = layout.prepend %a, %b
  return
}
