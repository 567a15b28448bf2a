// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_increasing_c1() {
  // expected-note @+1 {{(3,2):(2,3) gives 4 and then 3}}
  %a = layout.constant #layout.cute<(3,2):(2,3)>
  // expected-error @+1 {{layout does not increase at coordinate 3: 3 after 4}}
  layout.assert_increasing %a
  return
}

// -----

func.func @stride_zero() {
  // expected-note @+1 {{gives 1 and then 0}}
  %a = layout.constant #layout.cute<(2,2):(1,0)>
  // expected-error @+1 {{layout does not increase at coordinate 2: 0 after 1}}
  layout.assert_increasing %a
  return
}
