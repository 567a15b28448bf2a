// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_in_bounds_c2() {
  // expected-note @+1 {{(4,6):(3,1) gives 12 at coordinate 15}}
  %a = layout.constant #layout.cute<(4,6):(3,1)>
  // expected-error @+1 {{offset 12 at coordinate 15 is outside [0, 12)}}
  layout.assert_in_bounds %a, 12
  return
}

// -----

func.func @assert_in_bounds_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.assert_in_bounds' op attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  layout.assert_in_bounds %a, -1
  return
}
