// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

// What needs the result says no more.

func.func @left_inverse_c3() {
  %a = layout.constant #layout.cute<(2,2):(0,1)>
  // expected-error @+1 {{there is no left_inverse((2,2):(0,1)): (2,2):(0,1) is not injective: coordinates 0 and 1 both have offset 0}}
  %r = layout.left_inverse %a
  %s = layout.coalesce %r
  layout.assert_equivalent %s, %a
  return
}

// -----

func.func @left_inverse_c1() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-remark @+1 {{unsupported: left_inverse(S<1,0,1>): S<1,0,1> is not a CuTe layout}}
  %r = layout.left_inverse %a
  return
}

// -----

func.func @symbols() {
  %a = layout.constant #layout.cute<(M,2):(1,M)>
  // expected-remark @+1 {{unknown whether left_inverse has a value: (M,2):(1,M) has symbols, of which the condition is not decided}}
  %r = layout.left_inverse %a
  return
}

// -----

func.func @left_inverse_c2() {
  %a = layout.constant #layout.cute<4:-1>
  // expected-error @+1 {{there is no left_inverse(4:-1): 4:-1 goes below 0: coordinate 1 has offset -1}}
  %r = layout.left_inverse %a
  return
}

// -----

func.func @left_inverse_c4() {
  %a = layout.constant #layout.cute<(2,2):(2,3)>
  // expected-error @+1 {{there is no left_inverse((2,2):(2,3)): (2,2):(0,2) does not invert (2,2):(2,3): it sends the offset of coordinate 1 to 2}}
  %r = layout.left_inverse %a
  return
}

// -----

func.func @left_inverse_c5() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.left_inverse' op attribute 'flavour' failed to satisfy constraint: flavor, which can only be 'cute' or 'paper'}}
  %r = layout.left_inverse %a {flavor = sweet}
  return
}
