// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @assert_computes_c1(%i: i32) {
  // expected-error @+1 {{'layout.assert_computes' op has a definition that is not one at column 14: there is no %1 before}}
  layout.assert_computes "%0: i32; give %1"(%i) = %i : (i32) -> i32
  return
}

// -----

func.func @assert_computes_c2(%i: i64, %r: i32) {
  // expected-error @+1 {{'layout.assert_computes' op has inputs of widths 64, but the definition takes 32}}
  layout.assert_computes "%0: i32; give %0"(%i) = %r : (i64) -> i32
  return
}

// -----

func.func @assert_computes_c3(%i: i32, %r: i32) {
  // expected-error @+1 {{'layout.assert_computes' op has values of widths 32, but the definition gives 32, 32}}
  layout.assert_computes "%0: i32; give %0, %0"(%i) = %r : (i32) -> i32
  return
}

// -----

func.func @a_value_of_another_type(%i: i32, %r: f32) {
  // expected-error @+1 {{'layout.assert_computes' op operand #1 must be variadic of signless integer or index, but got 'f32'}}
  layout.assert_computes "%0: i32; give %0"(%i) = %r : (i32) -> f32
  return
}
