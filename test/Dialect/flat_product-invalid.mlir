// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @flat_product_c3() {
  %a = layout.constant #layout.cute<(4,2):(1,2)>
  %b = layout.constant #layout.cute<2:1>
  // expected-error @+1 {{(4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2}}
  %r = layout.flat_product %a, %b
  return
}

// -----

func.func @flat_product_c2() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<2:1@0>
  // expected-remark @+1 {{unsupported: flat_product(4:1, 2:1@0): 2:1@0 is not a layout of integers}}
  %r = layout.flat_product %a, %b
  return
}

// -----

func.func @flat_product_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.cute<2:1>
  // expected-remark @+1 {{unsupported: flat_product({lane = [[1],[2]]}, 2:1): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.flat_product %a, %b
  return
}

// -----

func.func @flat_product_c4() {
  %a = layout.constant #layout.cute<2:2>
  %b = layout.constant #layout.cute<3:1>
  // expected-error @+1 {{there is no flat_product(2:2, 3:1): no layout equals (2,2):(1,4) o 3:1: none agrees with it up to coordinate 2}}
  %r = layout.flat_product %a, %b
  return
}
