// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @compose_c3(%x: !layout.layout) {
  // expected-error @+1 {{'layout.compose' op attribute 'promotion' failed to satisfy constraint: promotion, which can only be 'none'}}
  %0 = layout.compose %x, %x {promotion = some}
  return
}

// -----

func.func @option_twice(%x: !layout.layout) {
  // expected-error @+1 {{custom op 'layout.compose' duplicate key 'promotion'}}
  %0 = layout.compose %x, %x {promotion = none, promotion = none}
  return
}

// -----

func.func @operand_of_another_type(%i: index) {
  // expected-error @+2 {{use of value '%i' expects different type than prior uses: '!layout.layout' vs 'index'}}
  // expected-note @-2 {{prior use here}}
  %0 = layout.compose %i, %i
  return
}

// -----

// Below 0 no layout has a value, whatever promotion says.

func.func @compose_c2() {
  %g = layout.constant #layout.cute<(4,4):(4,1)>
  %f = layout.constant #layout.cute<4:-1>
  // expected-error @+2 {{composition is undefined at coordinate 1}}
  // expected-note @+1 {{4:-1 gives -1, and no layout has a value below 0}}
  %h = layout.compose %g, %f
  return
}

// -----

func.func @leaves_the_left_layout() {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  // expected-warning @+2 {{composition leaves the domain of (4,3):(3,1) at coordinate 12}}
  // expected-note @+1 {{24:1 gives 12, and the left layout has size 12}}
  %h = layout.compose %g, %f
  return
}

// -----

func.func @compose_c1() {
  %g = layout.constant #layout.tile<[4;8]>
  %f = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: composition [4;8] o 4:1: [4;8] is a tiler, which is not a function to compose}}
  %h = layout.compose %g, %f
  return
}
