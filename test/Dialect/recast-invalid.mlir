// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @recast_c3() {
  %a = layout.constant #layout.cute<(2,6):(1,3)>
  // expected-error @+1 {{there is no recast((2,6):(1,3), 8, 16): stride 3 of (2,6):(1,3) neither divides 2 nor is a multiple of it}}
  %r = layout.recast %a from 8 to 16
  return
}

// -----

func.func @recast_c4() {
  %a = layout.constant #layout.composed<S<2,0,3> o 0 o 16:1>
  // expected-error @+1 {{S<2,0,3> moves offsets within 2 elements that become one}}
  %r = layout.recast %a from 8 to 16
  return
}

// -----

func.func @recast_c2() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'old_bits' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = layout.recast %a from 0 to 16
  return
}

// -----

func.func @recast_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: recast({lane = [[1],[2]]}, 16, 8): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.recast %a from 16 to 8
  return
}
