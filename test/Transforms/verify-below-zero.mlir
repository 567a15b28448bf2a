// A swizzle has no value below 0, and neither has a layout: what is composed with a negative number
// has no offset there, for every obligation and every pass.

// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics

// CuTe computes in two's complement and gives -2 at 0.
func.func @twos_complement() {
  // expected-note @below {{S<1,0,3> o -1 o (8):(1) gives nothing}}
  %l = layout.constant #layout.composed<S<1,0,3> o -1 o (8):(1)>
  // expected-note @below {{1 <= c < 8 } gives -2}}
  %r = layout.constant #layout.relation<"{ [c] -> [-2] : c = 0; [c] -> [c - 1] : 1 <= c < 8 }">
  // expected-error @below {{layouts differ at coordinate 0: none and -2}}
  layout.assert_equivalent %l, %r
  return
}

func.func @none() {
  // expected-note @below {{S<1,0,3> o -1 o (8):(1) applies S<1,0,3> to -1 at coordinate 0}}
  %l = layout.constant #layout.composed<S<1,0,3> o -1 o (8):(1)>
  %r = layout.constant #layout.relation<"{ [c] -> [c - 1] : 1 <= c < 8 }">
  // expected-remark @below {{proved by enumeration of 8 coordinates: layouts are equal}}
  layout.assert_equivalent %l, %r
  // expected-remark @below {{proved by enumeration of 8 coordinates: layout is injective}}
  layout.assert_injective %l
  // expected-remark @below {{proved by evaluation: layout has size 8}}
  layout.assert_size %l, 8
  // expected-error @below {{there is no offset at coordinate 0: S<1,0,3> has no value at -1}}
  layout.assert_in_bounds %l, 7
  // expected-error @below {{there is no offset at coordinate 0: S<1,0,3> has no value at -1}}
  layout.assert_bijective %l, 7
  return
}

// Holes at the end, where the pairs are those of a smaller layout.
func.func @at_the_end() {
  %l = layout.constant #layout.composed<S<2,0,-2> o 0 o (2):(-1)>
  %r = layout.constant #layout.relation<"{ [c] -> [0] : c = 0 }">
  // expected-remark @below {{proved by enumeration of 2 coordinates: layouts are equal}}
  layout.assert_equivalent %l, %r
  return
}

// The same after a layout, and with a symbol.
func.func @others() {
  // expected-note @below {{(4,2):(1,8) o -1 o (8):(1) applies (4,2):(1,8) to -1 at coordinate 0}}
  %a = layout.constant #layout.composed<(4,2):(1,8) o -1 o (8):(1)>
  // expected-error @below {{there is no offset at coordinate 0: (4,2):(1,8) has no value at -1}}
  layout.assert_in_bounds %a, 64
  // expected-note @below {{applies S<1,0,3> to -1 at coordinate 0 for k = -1}}
  %b = layout.constant #layout.composed<S<1,0,3> o k o (8):(1) where k in [-1,0]>
  // expected-error @below {{there is no offset at coordinate 0 for k = -1: S<1,0,3> has no value at -1}}
  layout.assert_in_bounds %b, 8
  return
}

func.func @natural() {
  %c = layout.constant #layout.composed<S<1,0,3> o k o (8):(1) where k in [0,1]>
  // expected-remark @below {{proved by offset range: layout stays in [0, 10)}}
  layout.assert_in_bounds %c, 10
  // A swizzle of no bits is the identity, also below 0.
  // expected-note @below {{S<0,4,3> o -1 o (8):(1) gives -1 at coordinate 0}}
  %d = layout.constant #layout.composed<S<0,4,3> o -1 o (8):(1)>
  // expected-error @below {{offset -1 at coordinate 0 is outside [0, 7)}}
  layout.assert_in_bounds %d, 7
  %e = layout.constant #layout.relation<"{ [c] -> [c - 1] : 0 <= c < 8 }">
  // expected-remark @below {{proved by enumeration of 8 coordinates: layouts are equal}}
  layout.assert_equivalent %d, %e
  return
}
