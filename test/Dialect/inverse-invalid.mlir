// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @inverse_c4() {
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  // expected-error @+1 {{there is no inverse((2,2):(1,5)): (2,2):(1,5) is not onto its size: no coordinate has offset 2}}
  %r = layout.inverse %a
  return
}

// -----

func.func @inverse_c3() {
  %a = layout.constant #layout.cute<(2,2):(1,1)>
  // expected-error @+1 {{there is no inverse((2,2):(1,1)): (2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1}}
  %r = layout.inverse %a
  return
}

// -----

func.func @inverse_c2() {
  %a = layout.constant #layout.cute<(2,2):(1,-1)>
  // expected-error @+1 {{there is no inverse((2,2):(1,-1)): (2,2):(1,-1) goes below 0: coordinate 2 has offset -1}}
  %r = layout.inverse %a
  return
}

// -----

func.func @linear() {
  %a = layout.constant #layout.linear<{lane = [[1],[0]]}>
  // expected-error @+1 {{layout is not injective: [0] and [2] are sent to the same values}}
  %r = layout.inverse %a
  return
}

// -----

func.func @inverse_c1() {
  %a = layout.constant #layout.tile<[4;8]>
  // expected-remark @+1 {{unsupported: inverse([4;8]): [4;8] is not a CuTe layout}}
  %r = layout.inverse %a
  return
}

// -----

func.func @inverse_c5() {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o (3,4):(4,1)>
  // expected-error @+1 {{there is no inverse(S<1,0,1> o 0 o (3,4):(4,1)): the inverse of S<1,0,1> o 0 o (3,4):(4,1) is not a swizzle after a layout}}
  %r = layout.inverse %a
  return
}

// -----

func.func @inverse_c6() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.inverse' op attribute 'flavour' failed to satisfy constraint: flavor, which can only be 'cute' or 'paper'}}
  %r = layout.inverse %a {flavor = sweet}
  return
}
