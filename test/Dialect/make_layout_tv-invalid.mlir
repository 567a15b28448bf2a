// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @numbers_with_gaps() {
  %t = layout.constant #layout.cute<4:2>
  %v = layout.constant #layout.cute<2:8>
  // expected-error @+1 {{there is no make_layout_tv(4:2, 2:8): ((2,4)):((32,2)) is not onto its size: no coordinate has offset 1}}
  %tile, %tv = layout.make_layout_tv %t, %v
  return
}

// -----

func.func @no_modes() {
  %t = layout.constant #layout.cute<():()>
  %v = layout.constant #layout.cute<():()>
  // expected-error @+1 {{there is no make_layout_tv(():(), ():())}}
  %tile, %tv = layout.make_layout_tv %t, %v
  return
}
