// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics

// What an operation makes of a layout with symbols may have no notation. A claim about it is decided for each value
// of the symbols, if there are few, and refuted by one of many.

func.func @few_values() {
  // expected-note @+1 {{(4,M):(1,5) where M in [1,9] gives 5}}
  %wrong = layout.constant #layout.cute<(4,M):(1,5) where M in [1,9]>
  %l = layout.constant #layout.cute<(4,M):(1,4) where M in [1,9]>
  // expected-note @+2 {{coalesce((4,M):(1,4) where M in [1,9], profile 1) gives 4}}
  // expected-note @+1 {{coalesce((4,M):(1,4) where M in [1,9], profile 1) has size 4}}
  %c = layout.coalesce %l by 1
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
  // expected-note @+1 {{coalesce((4,M):(1,4), profile 1) gives 4}}
  %c = layout.coalesce %l by 1
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

// The same of layouts with symbols themselves, where no notation has the composition. What is undefined for one
// value is so, whatever is left for another.
func.func @compositions_of_symbols() {
  %a = layout.constant #layout.cute<(M,8):(M,-1) where M in [3,3]>
  // expected-error @+2 {{composition is undefined at coordinate 3 for M = 3}}
  // expected-note @+1 {{(M,8):(M,-1) where M in [3,3] gives -1, and no layout has a value below 0}}
  %r = layout.compose %a, %a
  %b = layout.constant #layout.cute<(N,8):(8,N) where N in [3,3]>
  // expected-warning @+2 {{composition leaves the domain of (N,8):(8,N) where N in [3,3] at coordinate 11 for N = 3}}
  // expected-note @+1 {{(N,8):(8,N) where N in [3,3] gives 25, and the left layout has size 24}}
  %s = layout.compose %b, %b
  %g = layout.constant #layout.cute<(2,P):(1,2) where P in [2,2]>
  %c = layout.coalesce %g
  %i = layout.constant #layout.cute<2:-1*K where K in [-9,1]>
  // expected-error @+2 {{composition is undefined at coordinate 1 for K = 1, P = 2}}
  // expected-note @+1 {{2:-1*K where K in [-9,1] gives -1, and no layout has a value below 0}}
  %t = layout.compose %c, %i
  return
}

// -----

func.func @divisions() {
  %a = layout.constant #layout.cute<(M):(1) where M in [10,11]>
  %c = layout.coalesce %a
  %b = layout.constant #layout.cute<3:1>
  // expected-warning @+2 {{division leaves the domain of coalesce((M):(1) where M in [10,11]) at coordinate 10 for M = 10}}
  // expected-note @+1 {{the division gives 10, and the left layout has size 10}}
  %d = layout.logical_divide %c, %b
  // expected-warning @+2 {{division leaves the domain of (M):(1) where M in [10,11] at coordinate 10 for M = 10}}
  // expected-note @+1 {{the division gives 10, and the left layout has size 10}}
  %e = layout.logical_divide %a, %b
  %two = layout.constant #layout.cute<(N):(1) where N in [8,10], N mod 2 = 0>
  %by = layout.constant #layout.cute<2:1>
  %f = layout.logical_divide %two, %by
  return
}

// -----

func.func @profile() {
  %a = layout.constant #layout.cute<(M):(1) where M in [10,11]>
  // expected-error @+1 {{there is no coalesce((M):(1) where M in [10,11], profile (1,1)) for M = 10: profile (1,1) does not fit (10)}}
  %c = layout.coalesce %a {profile = "(1,1)"}
  layout.assert_injective %c
  return
}

// -----

// What operations make of 8 values without success they are not asked for the others: 8191 values took minutes.
func.func @not_made() {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (4,4,M):(4,1,16) where M in [1,8191]>
  %b = layout.coalesce %a
  // expected-remark @+1 {{unknown whether some linear layout is the same function: a layout is not known statically}}
  %c = layout.convert %b to linear
  // expected-remark @+1 {{unknown whether layout is injective: a layout is not known statically}}
  layout.assert_injective %c
  return
}

// -----

// An anonymous number has no value that two uses share, so that nothing is made of it.
func.func @anonymous() {
  %l = layout.constant #layout.cute<(4,?):(1,4)>
  %c = layout.coalesce %l by 1
  // expected-remark @+1 {{unknown whether layouts are equal: a layout is not known statically}}
  layout.assert_equivalent %c, %l
  return
}

// -----

// Which modes merge does not depend on M: the result is a layout with symbols.
func.func @merged() {
  %l = layout.constant #layout.cute<(4,M):(1,4)>
  %c = layout.coalesce %l
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %c, %l
  // expected-error @+1 {{shape (4,1) is not compatible with 4 for M = 1}}
  layout.assert_compatible %l, %c
  %n = layout.constant #layout.cute<(M,N):(1,M)>
  %d = layout.constant #layout.cute<(4,4):(4,1)>
  // expected-warning @+2 {{composition leaves the domain of (M,N):(1,M) at coordinate 1 for M = 1, N = 1}}
  // expected-note @+1 {{(4,4):(4,1) gives 4, and the left layout has size 1}}
  %r = layout.compose %n, %d
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %r, %d
  return
}
