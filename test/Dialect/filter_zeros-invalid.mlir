// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @filter_zeros_c1() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-remark @+1 {{unsupported: filter_zeros(S<1,0,1>): S<1,0,1> is not a CuTe layout}}
  %r = layout.filter_zeros %a
  return
}
