// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @size_c1() {
  %a = layout.constant #layout.tile<[4;8]>
  // expected-remark @+1 {{unsupported: size([4;8]): [4;8] is not a layout}}
  %r = layout.size %a
  return
}
