// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics

// Compositions of composed and linear layouts on a few coordinates are looked at everywhere.

func.func @composed_after_cute() {
  %a = layout.constant #layout.composed<S<1,1,2> o 5 o (2,4,3,1):(20,3,2,24)>
  %b = layout.constant #layout.cute<(4,3,(1)):(3,1,(24))>
  %r = layout.compose %a, %b
  layout.assert_in_bounds %r, 100
  layout.assert_in_bounds %r, 40
  return
}

func.func @linear_after_composed() {
  %a = layout.constant #layout.linear<{register = [[2, 1]], lane = [[1, 0], [0, 1], [2, 3]], warp = [[1, 0], [2, 0]]} -> [dim0 = 4, dim1 = 4]>
  %b = layout.constant #layout.composed<S<2,2,-2> o 8 o (3,4,2):(2,3,12)>
  %r = layout.compose %a, %b
  layout.assert_in_bounds %r, 16
  layout.assert_injective %r
  return
}

func.func @cute_after_composed() {
  %a = layout.constant #layout.cute<(8,6):(-1,-12)>
  %b = layout.constant #layout.composed<S<3,0,3> o 1 o (4,3,2,4):(5,9,7,3)>
  %r = layout.compose %a, %b
  layout.assert_in_bounds %r, 1000
  return
}

func.func @composed_after_composed() {
  %a = layout.constant #layout.composed<S<3,1,-4> o 0 o 1:7>
  %b = layout.constant #layout.composed<S<1,0,-3> o 5 o (4,3,(4)):(24,1,(9))>
  %r = layout.compose %a, %b
  layout.assert_in_bounds %r, 100000
  return
}
