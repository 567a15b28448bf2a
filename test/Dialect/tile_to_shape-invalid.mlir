// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @tile_to_shape_c4() {
  %a = layout.constant #layout.cute<(8,16):(16,1)>
  // expected-error @+1 {{there is no tile_to_shape((8,16):(16,1), (20,64)): mode 0 of the target has extent 20, which is not a multiple of the block}}
  %r = layout.tile_to_shape %a, (20,64)
  return
}

// -----

func.func @tile_to_shape_c5() {
  %a = layout.constant #layout.cute<8:1>
  // expected-error @+1 {{there is no tile_to_shape(8:1, (16,2), order (0,1,2)): order (0,1,2) does not fit (2,2)}}
  %r = layout.tile_to_shape %a, (16,2) order (0,1,2)
  return
}

// -----

func.func @tile_to_shape_c3() {
  %a = layout.constant #layout.cute<(8,4,3):(1,8,32)>
  // expected-error @+1 {{3 modes are given for (16,64), which has 2}}
  %r = layout.tile_to_shape %a, (16,64)
  return
}

// -----

func.func @tile_to_shape_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: tile_to_shape({lane = [[1],[2]]}, (16)): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.tile_to_shape %a, (16)
  return
}

// -----

func.func @tile_to_shape_c2() {
  %a = layout.constant #layout.cute<8:1>
  // expected-error @+1 {{'layout.tile_to_shape' op shape '(_)' is not read: expected an integer but found '_'}}
  %r = layout.tile_to_shape %a, (_)
  return
}

// -----

func.func @tile_to_shape_c6() {
  %a = layout.constant #layout.cute<(4,2):(1,2)>
  // expected-error @+1 {{there is no tile_to_shape((4,2):(1,2), (8,8)): (4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2}}
  %r = layout.tile_to_shape %a, (8,8)
  return
}
