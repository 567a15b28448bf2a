// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @not_divisible() {
  %a = layout.constant #layout.cute<(8,16):(16,1)>
  // expected-error @+1 {{there is no tile_to_shape((8,16):(16,1), (20,64)): mode 0 of the target has extent 20, which is no multiple of the block}}
  %r = layout.tile_to_shape %a, (20,64)
  return
}

// -----

func.func @order_that_does_not_fit() {
  %a = layout.constant #layout.cute<8:1>
  // expected-error @+1 {{there is no tile_to_shape(8:1, (16,2), order (0,1,2)): order (0,1,2) does not fit (2,2)}}
  %r = layout.tile_to_shape %a, (16,2) order (0,1,2)
  return
}

// -----

func.func @too_many_modes() {
  %a = layout.constant #layout.cute<(8,4,3):(1,8,32)>
  // expected-error @+1 {{3 modes are given for (16,64), which has 2}}
  %r = layout.tile_to_shape %a, (16,64)
  return
}
