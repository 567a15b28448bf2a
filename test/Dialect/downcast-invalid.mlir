// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @downcast_c3() {
  %a = layout.constant #layout.cute<(32):(64)>
  // expected-error @+1 {{there is no downcast((32):(64), 4): no mode of (32):(64) has stride 1, so its elements cannot be split}}
  %r = layout.downcast %a, 4
  return
}

// -----

func.func @downcast_c5() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{an offset of (4,2):(1,4) does not fit in 64 bits}}
  %r = layout.downcast %a, 9223372036854775807
  return
}

// -----

func.func @downcast_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: downcast({lane = [[1],[2]]}, 2): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.downcast %a, 2
  return
}

// -----

func.func @downcast_c2() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.downcast' op attribute 'factor' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = layout.downcast %a, 0
  return
}

// -----

func.func @downcast_c4() {
  %a = layout.constant #layout.cute<(2,2):(1,1)>
  // expected-error @+1 {{there is no downcast((2,2):(1,1), 2): several modes of (2,2):(1,1) step within 2 elements}}
  %r = layout.downcast %a, 2
  return
}
