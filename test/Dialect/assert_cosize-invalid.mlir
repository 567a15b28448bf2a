// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_cosize_c2() {
  // expected-note @+1 {{(4,6):(3,1) has cosize 15}}
  %a = layout.constant #layout.cute<(4,6):(3,1)>
  // expected-error @+1 {{layout has cosize 15, not 14}}
  layout.assert_cosize %a, 14
  return
}

// -----

func.func @assert_cosize_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  layout.assert_cosize %a, -1
  return
}
