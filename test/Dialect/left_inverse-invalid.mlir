// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

// What needs the result says no more.

func.func @not_injective() {
  %a = layout.constant #layout.cute<(2,2):(0,1)>
  // expected-error @+1 {{there is no left_inverse((2,2):(0,1)): (2,2):(0,1) is not injective: coordinates 0 and 1 both have offset 0}}
  %r = layout.left_inverse %a
  %s = layout.coalesce %r
  layout.assert_equivalent %s, %a
  return
}

// -----

func.func @swizzle() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-remark @+1 {{unsupported: left_inverse(S<1,0,1>): S<1,0,1> is no CuTe layout}}
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
