// RUN: layout-opt %s --layout-verify=max-operations=10 --verify-diagnostics
// RUN: not layout-opt %s --layout-verify="max-operations=10 unknown=error" 2>&1 | FileCheck %s

// CHECK: error: unknown whether layout is injective: a layout is not known statically
// CHECK: error: unknown whether layouts are equal: stride K of mode 0 is symbolic
// CHECK: error: unknown whether layouts are equal: isl did not decide it within 10 operations

func.func @not_decided(%argument: !layout.layout) {
  // expected-remark @+1 {{unknown whether layout is injective: a layout is not known statically}}
  layout.assert_injective %argument
  %k = layout.constant #layout.composed<S<0,4,3> o 0 o (4,2):(K,4*K)>
  %one = layout.constant #layout.cute<8:K>
  // expected-remark @+1 {{unknown whether layouts are equal: stride K of mode 0 is symbolic: its product with a coordinate is not Presburger}}
  layout.assert_equivalent %k, %one
  %tile = layout.constant #layout.cute<(8,M):(1,8)>
  %all = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < 8M }">
  // expected-remark @+1 {{unknown whether layouts are equal: isl did not decide it within 10 operations}}
  layout.assert_equivalent %tile, %all
  return
}
