// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @make_layout_tv_c2() {
  %t = layout.constant #layout.cute<4:2>
  %v = layout.constant #layout.cute<2:8>
  // expected-error @+1 {{there is no make_layout_tv(4:2, 2:8): ((2,4)):((32,2)) is not onto its size: no coordinate has offset 1}}
  %tile, %tv = layout.make_layout_tv %t, %v
  return
}

// -----

func.func @make_layout_tv_c3() {
  %t = layout.constant #layout.cute<():()>
  %v = layout.constant #layout.cute<():()>
  // expected-error @+1 {{there is no make_layout_tv(():(), ():())}}
  %tile, %tv = layout.make_layout_tv %t, %v
  return
}

// -----

func.func @make_layout_tv_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: make_layout_tv(4:1, {lane = [[1],[2]]}): {lane = [[1],[2]]} is not a CuTe layout}}
  %r, %s = layout.make_layout_tv %a, %b
  return
}
