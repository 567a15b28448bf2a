// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @tiler() {
  %a = layout.constant #layout.cute<(4,2):(1,2)>
  %b = layout.constant #layout.tile<[4]>
  // expected-remark @+1 {{unsupported: blocked_product((4,2):(1,2), [4]): [4] is no CuTe layout}}
  %r = layout.blocked_product %a, %b
  return
}

// -----

func.func @block_that_is_not_injective() {
  %a = layout.constant #layout.cute<(4,2):(1,2)>
  %b = layout.constant #layout.cute<2:1>
  // expected-error @+1 {{(4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2}}
  %r = layout.blocked_product %a, %b
  return
}

// -----

func.func @basis() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<2:1@0>
  // expected-remark @+1 {{unsupported: blocked_product(4:1, 2:1@0): 2:1@0 is not a layout of integers}}
  %r = layout.blocked_product %a, %b
  return
}
