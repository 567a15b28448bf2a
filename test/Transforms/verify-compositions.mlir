// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics

// Compositions of composed and linear layouts on a few coordinates are looked at everywhere.

func.func @composed_after_cute() {
  %a = layout.constant #layout.composed<S<1,1,2> o 5 o (2,4,3,1):(20,3,2,24)>
  %b = layout.constant #layout.cute<(4,3,(1)):(3,1,(24))>
  // expected-remark @+1 {{proved by offset range: composition stays inside its left layout}}
  %r = layout.compose %a, %b
  // expected-remark @+1 {{proved by enumeration of 12 coordinates: layout stays in [0, 100)}}
  layout.assert_in_bounds %r, 100
  // expected-remark @+1 {{proved by enumeration of 12 coordinates: layout stays in [0, 40)}}
  layout.assert_in_bounds %r, 40
  return
}

func.func @linear_after_composed() {
  %a = layout.constant #layout.linear<{register = [[2, 1]], lane = [[1, 0], [0, 1], [2, 3]], warp = [[1, 0], [2, 0]]} -> [dim0 = 4, dim1 = 4]>
  %b = layout.constant #layout.composed<S<2,2,-2> o 8 o (3,4,2):(2,3,12)>
  // expected-remark @+2 {{proved by enumeration of 24 coordinates: composition stays inside its left layout}}
  // expected-note @+1 {{ane = [[1,0],[0,1],[2,3]], warp = [[1,0],[2,0]]} o S<2,2,-2> o 8 o (3,4,2):(2,3,12) gives 13 at both}}
  %r = layout.compose %a, %b
  // expected-remark @+1 {{proved by enumeration of 24 coordinates: layout stays in [0, 16)}}
  layout.assert_in_bounds %r, 16
  // expected-error @+1 {{layout is not injective: coordinates 1 and 14 both give 13}}
  layout.assert_injective %r
  return
}

func.func @cute_after_composed() {
  %a = layout.constant #layout.cute<(8,6):(-1,-12)>
  %b = layout.constant #layout.composed<S<3,0,3> o 1 o (4,3,2,4):(5,9,7,3)>
  // expected-warning @+3 {{composition leaves the domain of (8,6):(-1,-12) at coordinate 95}}
  // expected-note @+2 {{S<3,0,3> o 1 o (4,3,2,4):(5,9,7,3) gives 52, and the left layout has size 48}}
  // expected-note @+1 {{(8,6):(-1,-12) o S<3,0,3> o 1 o (4,3,2,4):(5,9,7,3) gives -1 at coordinate 0}}
  %r = layout.compose %a, %b
  // expected-error @+1 {{offset -1 at coordinate 0 is outside [0, 1000)}}
  layout.assert_in_bounds %r, 1000
  return
}

func.func @composed_after_composed() {
  %a = layout.constant #layout.composed<S<3,1,-4> o 0 o 1:7>
  %b = layout.constant #layout.composed<S<1,0,-3> o 5 o (4,3,(4)):(24,1,(9))>
  // expected-warning @+2 {{composition leaves the domain of S<3,1,-4> o 0 o 1:7 at coordinate 0}}
  // expected-note @+1 {{S<1,0,-3> o 5 o (4,3,(4)):(24,1,(9)) gives 13, and the left layout has size 1}}
  %r = layout.compose %a, %b
  // expected-remark @+1 {{proved by enumeration of 48 coordinates: layout stays in [0, 100000)}}
  layout.assert_in_bounds %r, 100000
  return
}
