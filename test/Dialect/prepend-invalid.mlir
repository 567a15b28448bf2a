// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @prepend_c1() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.cute<2:1>
  // expected-remark @+1 {{is not a CuTe layout}}
  %r = layout.prepend %a, %b
  return
}

// -----

func.func @prepend_c2() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<2:1@1>
  // expected-remark @+1 {{unsupported: prepend(4:1, 2:1@1): 4:1 is not a layout with basis strides}}
  %r = layout.prepend %a, %b
  return
}
