// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_bijective_c2() {
  // expected-note @+1 {{(2,2):(1,1) gives 1 at both}}
  %a = layout.constant #layout.cute<(2,2):(1,1)>
  // expected-error @+1 {{layout is not injective: coordinates 1 and 2 both give 1}}
  layout.assert_bijective %a
  return
}

// -----

func.func @assert_bijective_c4() {
  // expected-note @+1 {{4:2 leaves out 1}}
  %a = layout.constant #layout.cute<4:2>
  // expected-error @+1 {{layout is not surjective: no coordinate gives 1}}
  layout.assert_bijective %a
  return
}

// -----

func.func @assert_bijective_c3() {
  // expected-note @+1 {{4:1 gives 3 at coordinate 3}}
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{offset 3 at coordinate 3 is outside [0, 3)}}
  layout.assert_bijective %a, 3
  return
}

// -----

func.func @assert_bijective_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  layout.assert_bijective %a, -1
  return
}
