// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @flatten_c1() {
  %a = layout.constant #layout.tile<[4;8]>
  // expected-remark @+1 {{unsupported: flatten([4;8]): [4;8] is not a layout}}
  %r = layout.flatten %a
  return
}
