// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics -o /dev/null

// What is promised of the value of a symbol holds of the symbol.

func.func @promised(%m: index, %i: index, %j: index) {
  layout.assume %m in [1, 8], mod 4 = 0
  %l = layout.constant #layout.cute<(M,8):(8,1)>
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  // expected-remark @below {{proved by offset range: layout stays in [0, 64)}}
  layout.assert_in_bounds %l, 64
  return
}

// -----

// A promise under a condition is not kept in the whole function.

func.func @under_a_condition(%m: index, %i: index, %j: index, %b: i1) {
  scf.if %b {
    layout.assume %m in [1, 8]
  }
  // expected-note @below {{(M,8):(8,1) gives 64}}
  %l = layout.constant #layout.cute<(M,8):(8,1)>
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  // expected-error @below {{offset 64 at coordinate 8 for M = 9 is outside [0, 64)}}
  layout.assert_in_bounds %l, 64
  return
}

// -----

func.func @binding(%i: index, %j: index) {
  // expected-note @below {{here it says M mod 16 = 0}}
  %l = layout.constant #layout.cute<(M,8):(8,1) where M mod 16 = 0>
  %c24 = arith.constant 24 : index
  // expected-error @below {{M in [24,24] contradicts what the function says of M}}
  %o = layout.apply %l(%i, %j) symbols(M = %c24) : index
  return
}

// -----

func.func @broken() {
  %c5 = arith.constant 5 : index
  // expected-error @below {{broken promise: 5 is not in [6,7]}}
  layout.assume %c5 in [6, 7]
  // expected-error @below {{broken promise: 5 mod 4 = 0 does not hold}}
  layout.assume %c5 mod 4 = 0
  %b = arith.constant false
  scf.if %b {
    layout.assume %c5 in [6, 7]
  }
  return
}
