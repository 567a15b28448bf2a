// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @concat_c3() {
  %a = layout.constant #layout.cute<4:1@0>
  %b = layout.constant #layout.cute<2:1>
  // expected-remark @+1 {{unsupported: concat(4:1@0, 2:1): 2:1 is not a layout with basis strides}}
  %r = layout.concat %a, %b
  return
}

// -----

func.func @concat_c2() {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o 4:1>
  // expected-remark @+1 {{unsupported: concat(S<1,0,1> o 0 o 4:1): S<1,0,1> o 0 o 4:1 is not a CuTe layout}}
  %r = layout.concat %a
  return
}

// -----

func.func @concat_c1() {
  // expected-error @+1 {{there is no concat(): it takes at least 1 layout, not 0}}
  %r = "layout.concat"() : () -> !layout.layout
  return
}

// -----

func.func @concat_c4() {
  // expected-error @+1 {{the cosize of 2:9223372036854775807 does not fit in 64 bits}}
  %a = layout.constant #layout.cute<2:9223372036854775807>
  %b = layout.constant #layout.cute<2:1>
  %r = layout.concat %a, %b
  return
}
