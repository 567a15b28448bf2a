// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @offset_of_another_type(%x: !layout.layout, %i: index) {
  // expected-error @+1 {{'layout.apply' op result #0 must be variadic of index, but got 'i32'}}
  %0 = layout.apply %x(%i) : i32
  return
}

// -----

func.func @apply_c4(%x: !layout.layout, %i: index) {
  // expected-error @+1 {{'layout.apply' op binds 0 values to 1 symbols}}
  %0 = "layout.apply"(%x, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>, symbols = ["M"]}> : (!layout.layout, index) -> index
  return
}

// -----

func.func @apply_c5(%x: !layout.layout, %i: index) {
  // expected-error @+1 {{'layout.apply' op binds 'a.b', which is not a name}}
  %0 = layout.apply %x(%i) symbols(a.b = %i) : index
  return
}

// -----

func.func @apply_c6(%x: !layout.layout, %i: index) {
  // expected-error @+1 {{'layout.apply' op binds symbol 'M' twice}}
  %0 = layout.apply %x(%i) symbols(M = %i, N = %i, M = %i) : index
  return
}

// -----

func.func @apply_c2(%i: index) {
  %l = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // expected-error @+1 {{'layout.apply' op has 4 coordinates, but (4,(2,2)):(2,(1,8)) takes 1 or 2 or 3}}
  %0 = layout.apply %l(%i, %i, %i, %i) : index
  return
}

// -----

// The in-dims warp and block have size 1 and may be left out, lane may not.

func.func @too_few_coordinates(%i: index) {
  %l = layout.constant #layout.linear<{register = [[1]], lane = [[2]], warp = [], block = []}>
  // expected-error @+1 {{'layout.apply' op has 1 coordinates, but {register = [[1]], lane = [[2]], warp = [], block = []} takes 2 or 3 or 4}}
  %0 = layout.apply %l(%i) : index
  return
}

// -----

func.func @apply_c3(%i: index) {
  %l = layout.constant #layout.cute<(4,8):(1@0,1@1)>
  // expected-error @+1 {{'layout.apply' op has 1 results, but an offset of (4,8):(1@0,1@1) has 2}}
  %0 = layout.apply %l(%i) : index
  return
}

// -----

func.func @apply_c1(%i: index) {
  %l = layout.constant #layout.tile<[4;8]>
  // expected-error @+1 {{'layout.apply' op applies [4;8], a tiler, which is no function}}
  %0 = layout.apply %l(%i, %i) : index
  return
}
