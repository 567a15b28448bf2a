// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @element_shared() {
  %a = layout.constant #layout.cute<(4,4):(1,1)>
  // expected-error @+1 {{there is no upcast((4,4):(1,1), 2): several modes of (4,4):(1,1) step within 2 elements}}
  %r = layout.upcast %a, 2
  return
}

// -----

func.func @below_zero() {
  %a = layout.constant #layout.cute<4:-1>
  // expected-error @+1 {{there is no upcast(4:-1, 2): 4:-1 goes below 0: coordinate 1 has offset -1}}
  %r = layout.upcast %a, 2
  return
}

// -----

func.func @factor_zero() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'factor' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = layout.upcast %a, 0
  return
}
