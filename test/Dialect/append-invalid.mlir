// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @append_c2() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<2:1@1>
  // expected-remark @+1 {{unsupported: append(4:1, 2:1@1): 4:1 is not a layout with basis strides}}
  %r = layout.append %a, %b
  return
}

// -----

func.func @append_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.tile<[4;8]>
  // expected-remark @+1 {{unsupported: append(4:1, [4;8]): [4;8] is not a CuTe layout}}
  %r = layout.append %a, %b
  return
}
