// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @constant_c1() {
  // expected-error @+1 {{'layout.constant' op attribute 'value' failed to satisfy constraint: layout attribute}}
  %0 = layout.constant 3 : i32
  return
}

// -----

func.func @two_layouts() {
  // expected-error @+1 {{duplicate key 'value'}}
  %0 = layout.constant #layout.cute<(4,6):(1,4)> {value = #layout.cute<4:1>}
  return
}

// -----

func.func @more_than_a_layout() {
  // expected-error @+1 {{expected the end but found 'x'}}
  %0 = layout.constant #layout.cute<(4,6):(1,4) x>
  return
}
