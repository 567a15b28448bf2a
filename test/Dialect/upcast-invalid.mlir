// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @upcast_c4() {
  %a = layout.constant #layout.cute<(4,4):(1,1)>
  // expected-error @+1 {{there is no upcast((4,4):(1,1), 2): several modes of (4,4):(1,1) step within 2 elements}}
  %r = layout.upcast %a, 2
  return
}

// -----

func.func @upcast_c5() {
  %a = layout.constant #layout.cute<4:-1>
  // expected-error @+1 {{there is no upcast(4:-1, 2): 4:-1 goes below 0: coordinate 1 has offset -1}}
  %r = layout.upcast %a, 2
  return
}

// -----

func.func @upcast_c2() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'factor' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = layout.upcast %a, 0
  return
}

// -----

func.func @upcast_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: upcast({lane = [[1],[2]]}, 2): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.upcast %a, 2
  return
}

// -----

func.func @upcast_c3() {
  %a = layout.constant #layout.cute<4:3>
  // expected-error @+1 {{there is no upcast(4:3, 2): stride 3 of 4:3 neither divides 2 nor is a multiple of it}}
  %r = layout.upcast %a, 2
  return
}
