// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_surjective_c2() {
  // expected-note @+1 {{(2,2):(1,5) leaves out 2}}
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  // expected-error @+1 {{layout is not surjective: no coordinate gives 2}}
  layout.assert_surjective %a
  return
}

// -----

func.func @too_short() {
  // expected-note @+1 {{(4,8):(8,1) leaves out 32}}
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  // expected-error @+1 {{layout is not surjective: no coordinate gives 32}}
  layout.assert_surjective %a, 33
  return
}

// -----

func.func @symbols() {
  // expected-note @+1 {{leaves out 1}}
  %a = layout.constant #layout.relation<"[N] -> { [i] -> [2i] : 0 <= i < N }">
  // expected-error @+1 {{layout is not surjective: no coordinate gives 1 for N = 2}}
  layout.assert_surjective %a
  return
}

// -----

func.func @parts() {
  // expected-note @+1 {{leaves out (0,2)}}
  %a = layout.constant #layout.cute<(4,2,2):(1@0,3@1,1@1)>
  // expected-error @+1 {{layout is not surjective: no coordinate gives (0,2)}}
  layout.assert_surjective %a
  return
}

// -----

func.func @assert_surjective_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  layout.assert_surjective %a, -1
  return
}
