// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_equivalent_c1() {
  // expected-note @+1 {{4:1 has size 4}}
  %a = layout.constant #layout.cute<4:1>
  // expected-note @+1 {{(2,4):(1,2) has size 8}}
  %b = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{layouts have different sizes: 4 and 8}}
  layout.assert_equivalent %a, %b
  return
}

// -----

func.func @assert_equivalent_c2() {
  // expected-note @+1 {{(4,2):(2,1) gives 1}}
  %a = layout.constant #layout.cute<(4,2):(2,1)>
  // expected-note @+1 {{8:2 gives 8}}
  %b = layout.constant #layout.cute<8:2>
  // expected-error @+1 {{layouts differ at coordinate 4: 1 and 8}}
  layout.assert_equivalent %a, %b
  return
}
