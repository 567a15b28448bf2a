// RUN: layout-opt %s --split-input-file --layout-verify=report=true --verify-diagnostics

// A name means one value within a function: what one layout says of it holds for the others.
func.func @a_fact_of_another_layout() {
  %said = layout.constant #layout.cute<(M,8):(8,1) where M in [1,4]>
  %b = layout.constant #layout.cute<(8,M):(1,8)>
  // expected-remark @+1 {{layout stays in [0, 32)}}
  layout.assert_in_bounds %b, 32
  return
}

// In another function it says nothing.
func.func @another_function() {
  // expected-note @+1 {{gives 32}}
  %b = layout.constant #layout.cute<(8,M):(1,8)>
  // expected-error @+1 {{M = 5}}
  layout.assert_in_bounds %b, 32
  return
}

// -----

// The fact comes after the question, and from a function in a module of its own.
module {
  func.func @later() {
    %b = layout.constant #layout.composed<S<1,0,1> o 0 o (8,M):(1,8)>
    // expected-remark @+1 {{layout stays in [0, 32)}}
    layout.assert_in_bounds %b, 32
    %said = layout.constant #layout.cute<M:1 where M in [1,4]>
    return
  }
}

// -----

func.func @contradiction() {
  // expected-note @+1 {{here it says M in [1,4]}}
  %a = layout.constant #layout.cute<(M,8):(8,1) where M in [1,4]>
  %b = layout.constant #layout.cute<(N,8):(8,1) where N mod 16 = 0>
  // expected-error @+1 {{M mod 16 = 0 contradicts what the function says of M}}
  %c = layout.constant #layout.cute<(M,2):(2,1) where M mod 16 = 0>
  return
}

// -----

// Each two of them have a common value, all three have none.
func.func @contradiction_of_three() {
  // expected-note @+1 {{here it says M mod 2 = 0}}
  %a = layout.constant #layout.cute<M:1 where M mod 2 = 0>
  // expected-note @+1 {{here it says M mod 3 = 0}}
  %b = layout.constant #layout.cute<M:2 where M mod 3 = 0>
  // expected-error @+1 {{M in [1,5] contradicts what the function says of M}}
  %c = layout.constant #layout.cute<M:3 where M in [1,5]>
  return
}

// -----

// An extent is at least 1, also one that another layout has, before or behind the fact.
func.func @contradiction_of_an_extent() {
  // expected-note @+1 {{here it says M in [1,9223372036854775807]}}
  %a = layout.constant #layout.cute<M:1>
  // expected-error @+1 {{M in [-8,0] contradicts what the function says of M}}
  %b = layout.constant #layout.cute<4:M where M in [-8,0]>
  // expected-note @+1 {{here it says N in [-8,0]}}
  %c = layout.constant #layout.cute<4:N where N in [-8,0]>
  // expected-error @+1 {{N in [1,9223372036854775807] contradicts what the function says of N}}
  %d = layout.constant #layout.cute<2*N:1>
  return
}

// -----

// What a type says of a symbol holds in the function, whether the value is a layout or memory.
func.func @in_a_type(%a: !layout.layout<#layout.cute<M:1 where M in [1,4]>>,
                     %m: memref<?xf32, #layout.cute<N:1 where N in [1,8]>>) {
  %b = layout.constant #layout.cute<M:1>
  // expected-remark @+1 {{layout stays in [0, 4)}}
  layout.assert_in_bounds %b, 4
  %c = layout.constant #layout.cute<N:1>
  // expected-remark @+1 {{layout stays in [0, 8)}}
  layout.assert_in_bounds %c, 8
  return
}

// -----

func.func @cast_to_a_type() {
  %k = layout.constant #layout.cute<M:1 where M in [1,4]>
  // expected-remark @+1 {{layout is M:1 where M in [1,4]}}
  %t = layout.cast %k : !layout.layout to !layout.layout<#layout.cute<M:1 where M in [1,4]>>
  %b = layout.constant #layout.cute<M:2>
  // expected-remark @+1 {{layout stays in [0, 7)}}
  layout.assert_in_bounds %b, 7
  return
}

// -----

// A symbol without a name has a value of its own at each use: what is written alike is not equal for
// that, not even where one value is used twice, which equal constants become.
func.func @anonymous() {
  // expected-note @+1 {{has size 8}}
  %a = layout.constant #layout.cute<(8,?):(1,8)>
  // expected-note @+1 {{has size 16}}
  %b = layout.constant #layout.cute<(8,?):(1,8)>
  // expected-error @+1 {{layouts have different sizes for _0 = 1, _1 = 2: 8 and 16}}
  layout.assert_equivalent %a, %b
  return
}

// -----

func.func @anonymous_twice() {
  // expected-note @+2 {{has size 8}}
  // expected-note @+1 {{has size 16}}
  %a = layout.constant #layout.cute<(8,?):(1,8)>
  // expected-error @+1 {{layouts have different sizes for _0 = 1, _1 = 2: 8 and 16}}
  layout.assert_equivalent %a, %a
  return
}

// -----

// Nor is a fact of one a fact of the other, and facts of two do not contradict each other.
func.func @anonymous_facts() {
  %said = layout.constant #layout.cute<(_0,8):(8,1) where _0 in [1,4]>
  %other = layout.constant #layout.cute<_0:1 where _0 in [5,9]>
  // expected-remark @+1 {{layout stays in [0, 9)}}
  layout.assert_in_bounds %other, 9
  // expected-note @+1 {{gives}}
  %b = layout.constant #layout.cute<(8,?):(1,8)>
  // expected-error @+1 {{_0 = 5}}
  layout.assert_in_bounds %b, 32
  // With a name they are facts of one value.
  %m = layout.constant #layout.cute<(8,M):(1,8)>
  // expected-remark @+1 {{layouts are equal}}
  layout.assert_equivalent %m, %m
  return
}
