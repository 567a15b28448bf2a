// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @flatten_outs_c1() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-remark @+1 {{unsupported: flatten_outs(S<1,0,1>): S<1,0,1> is not a linear layout}}
  %r = layout.flatten_outs %a
  return
}
