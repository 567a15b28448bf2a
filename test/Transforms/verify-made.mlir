// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics

// What an operation makes of a layout with symbols has no notation. A claim about it is decided for each value
// of the symbols, if there are few, and refuted by one of many.

func.func @few_values() {
  // expected-note @+1 {{(4,M):(1,5) where M in [1,9] gives 5}}
  %wrong = layout.constant #layout.cute<(4,M):(1,5) where M in [1,9]>
  %l = layout.constant #layout.cute<(4,M):(1,4) where M in [1,9]>
  // expected-note @+2 {{coalesce((4,M):(1,4) where M in [1,9]) gives 4}}
  // expected-note @+1 {{coalesce((4,M):(1,4) where M in [1,9]) has size 4}}
  %c = layout.coalesce %l
  // expected-remark @+1 {{proved by enumeration of 9 values of symbols: layouts are equal}}
  layout.assert_equivalent %c, %l
  // expected-error @+1 {{layouts differ at coordinate 4 for M = 2: 4 and 5}}
  layout.assert_equivalent %c, %wrong
  // expected-remark @+1 {{proved by enumeration of 9 values of symbols: layout stays in [0, 36)}}
  layout.assert_in_bounds %c, 36
  // expected-error @+1 {{layout has size 4, not 16 for M = 1}}
  layout.assert_size %c, 16
  // expected-error @+1 {{shape (4,1) is not compatible with 4 for M = 1}}
  layout.assert_compatible %l, %c
  return
}

// -----

func.func @many_values() {
  %l = layout.constant #layout.cute<(4,M):(1,4)>
  // expected-note @+1 {{(4,M):(1,5) gives 5}}
  %wrong = layout.constant #layout.cute<(4,M):(1,5)>
  // expected-note @+1 {{coalesce((4,M):(1,4)) gives 4}}
  %c = layout.coalesce %l
  // expected-remark @+1 {{unknown whether layouts are equal: a layout is not known statically}}
  layout.assert_equivalent %c, %l
  // expected-error @+1 {{layouts differ at coordinate 4 for M = 2: 4 and 5}}
  layout.assert_equivalent %c, %wrong
  return
}

// -----

// An operation has a value for each value of the symbols, or the first one is shown for which it has none; what
// is made of that is not reported again.
func.func @existence() {
  %l = layout.constant #layout.cute<(4,M):(1,S) where M in [1,4], S in [0,8]>
  // expected-error @+1 {{there is no left_inverse((4,M):(1,S) where M in [1,4], S in [0,8]) for M = 2, S = 0: (4,2):(1,0) is not injective: coordinates 0 and 4 both have offset 0}}
  %i = layout.left_inverse %l
  %c = layout.coalesce %i
  layout.assert_injective %c
  %a = layout.constant #layout.cute<(2,N):(1,2) where N in [1,16], N mod 2 = 0>
  %b = layout.constant #layout.cute<(4,2):(2,1)>
  %p = layout.logical_product %a, %b
  // expected-remark @+1 {{proved by enumeration of 8 values of symbols: layout is injective}}
  layout.assert_injective %p
  return
}

// -----

func.func @composition() {
  %l = layout.constant #layout.cute<(4,M):(M,1) where M in [1,9]>
  %c = layout.coalesce %l
  %b = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{proved by enumeration of 9 values of symbols: composition stays inside its left layout}}
  %d = layout.compose %c, %b
  %e = layout.constant #layout.cute<6:2>
  // expected-warning @+2 {{composition leaves the domain of coalesce((4,M):(M,1) where M in [1,9]) at coordinate 2 for M = 1}}
  // expected-note @+1 {{6:2 gives 4, and the left layout has size 4}}
  %f = layout.compose %c, %e
  return
}

// -----

// An anonymous number has no value that two uses share, so that nothing is made of it.
func.func @anonymous() {
  %l = layout.constant #layout.cute<(4,?):(1,4)>
  %c = layout.coalesce %l
  // expected-remark @+1 {{unknown whether layouts are equal: a layout is not known statically}}
  layout.assert_equivalent %c, %l
  return
}
