// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @max_common_vector_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<4:1@0>
  // expected-remark @+1 {{unsupported: max_common_vector(4:1, 4:1@0): 4:1@0 is not a layout of integers}}
  %r = layout.max_common_vector %a, %b
  return
}
