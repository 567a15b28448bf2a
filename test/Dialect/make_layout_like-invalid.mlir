// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @make_layout_like_c1() {
  %a = layout.constant #layout.cute<4:1@0>
  // expected-remark @+1 {{unsupported: make_layout_like(4:1@0): 4:1@0 is not a layout of integers}}
  %r = layout.make_layout_like %a
  return
}
