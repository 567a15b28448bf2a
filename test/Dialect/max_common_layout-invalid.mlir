// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @max_common_layout_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.tile<[4;8]>
  // expected-remark @+1 {{unsupported: max_common_layout(4:1, [4;8]): [4;8] is not a CuTe layout}}
  %r = layout.max_common_layout %a, %b
  return
}
