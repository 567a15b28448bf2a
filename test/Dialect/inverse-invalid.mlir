// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @not_onto() {
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  // expected-error @+1 {{there is no inverse((2,2):(1,5)): (2,2):(1,5) is not onto its size: no coordinate has offset 2}}
  %r = layout.inverse %a
  return
}

// -----

func.func @not_injective() {
  %a = layout.constant #layout.cute<(2,2):(1,1)>
  // expected-error @+1 {{there is no inverse((2,2):(1,1)): (2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1}}
  %r = layout.inverse %a
  return
}

// -----

func.func @below_zero() {
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
