// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @past_the_rank() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{there is no select((2,4):(1,2), [2]): (2,4):(1,2) has 2 modes and no mode 2}}
  %r = layout.select %a, [2]
  return
}

// -----

func.func @negative() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{'layout.select' op modes hold -1, which is no mode}}
  %r = layout.select %a, [-1]
  return
}
