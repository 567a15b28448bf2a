// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @right_inverse_c1() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-remark @+1 {{unsupported: right_inverse(S<1,0,1>): S<1,0,1> is not a CuTe layout}}
  %r = layout.right_inverse %a
  return
}

// -----

func.func @symbols() {
  %a = layout.constant #layout.cute<(M,2):(1,M)>
  // expected-remark @+1 {{unknown whether right_inverse has a value: (M,2):(1,M) has symbols, of which the condition is not decided}}
  %r = layout.right_inverse %a
  return
}

// -----

func.func @right_inverse_c2() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.right_inverse' op attribute 'flavour' failed to satisfy constraint: flavor, which can only be 'cute' or 'paper'}}
  %r = layout.right_inverse %a {flavor = sweet}
  return
}
