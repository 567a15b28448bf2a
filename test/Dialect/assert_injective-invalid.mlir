// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_injective_c1() {
  // expected-note @+1 {{(2,2):(0,1) gives 0 at both}}
  %a = layout.constant #layout.cute<(2,2):(0,1)>
  // expected-error @+1 {{layout is not injective: coordinates 0 and 1 both give 0}}
  layout.assert_injective %a
  return
}

// -----

func.func @linear() {
  // expected-note @+1 {{gives 1 at both}}
  %a = layout.constant #layout.linear<{lane = [[1],[1]]}>
  // expected-error @+1 {{layout is not injective: coordinates 1 and 2 both give 1}}
  layout.assert_injective %a
  return
}
