// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @swizzle() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-error @+1 {{there is no filter_zeros(S<1,0,1>): S<1,0,1> is no CuTe layout}}
  %r = layout.filter_zeros %a
  return
}
