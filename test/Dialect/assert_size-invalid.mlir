// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_size_c2() {
  // expected-note @+1 {{(4,6):(3,1) has size 24}}
  %a = layout.constant #layout.cute<(4,6):(3,1)>
  // expected-error @+1 {{layout has size 24, not 25}}
  layout.assert_size %a, 25
  return
}

// -----

func.func @assert_size_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  layout.assert_size %a, -1
  return
}

// -----

func.func @tiler() {
  %a = layout.constant #layout.tile<[4;8]>
  // expected-remark @+1 {{unknown whether layout has size 32: the size of [4;8] is not a number}}
  layout.assert_size %a, 32
  return
}
