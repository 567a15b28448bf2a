// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @flat_divide_c5() {
  %a = layout.constant #layout.cute<(32,2):(1,256)>
  %b = layout.constant #layout.cute<3:1>
  // expected-error @+1 {{there is no flat_divide((32,2):(1,256), 3:1): no layout equals (32,2):(1,256) o (3,22):(1,3): none agrees with it up to coordinate 32}}
  %r = layout.flat_divide %a, %b
  return
}

// -----

func.func @flat_divide_c3() {
  %a = layout.constant #layout.cute<8:1>
  %b = layout.constant #layout.cute<(2,2):(1,1)>
  // expected-error @+1 {{there is no flat_divide(8:1, (2,2):(1,1)): (2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1}}
  %r = layout.flat_divide %a, %b
  return
}

// -----

func.func @flat_divide_c4() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  %b = layout.constant #layout.tile<[2;2;2]>
  // expected-error @+1 {{there is no flat_divide((4,2):(1,4), [2;2;2]): 3 modes are given for (4,2):(1,4), which has 2}}
  %r = layout.flat_divide %a, %b
  return
}

// -----

func.func @flat_divide_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.cute<2:1>
  // expected-remark @+1 {{unsupported: flat_divide({lane = [[1],[2]]}, 2:1): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.flat_divide %a, %b
  return
}

// -----

func.func @flat_divide_c2() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: flat_divide(4:1, {lane = [[1],[2]]}): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.flat_divide %a, %b
  return
}
