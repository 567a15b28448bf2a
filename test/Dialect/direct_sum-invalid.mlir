// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @cute() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.cute<2:1>
  // expected-remark @+1 {{2:1 is no linear layout}}
  %r = layout.direct_sum %a, %b
  return
}
