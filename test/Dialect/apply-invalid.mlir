// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @offset_of_no_number(%x: !layout.layout, %i: i16) {
  // expected-error @+1 {{'layout.apply' op operand #1 must be variadic of index, i32, i64 or a vector of these, but got 'i16'}}
  %0 = layout.apply %x(%i) : i16
  return
}

// -----

func.func @tensor(%x: !layout.layout, %i: tensor<4xi32>) {
  // expected-error @+1 {{'layout.apply' op operand #1 must be variadic of index, i32, i64 or a vector of these, but got 'tensor<4xi32>'}}
  %0 = layout.apply %x(%i) : tensor<4xi32>
  return
}

// -----

func.func @apply_c7(%x: !layout.layout, %i: i32) {
  // expected-error @+1 {{'layout.apply' op has a result of type 'i64' and a coordinate of type 'i32'}}
  %0 = "layout.apply"(%x, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!layout.layout, i32) -> i64
  return
}

// -----

func.func @results_of_two_types(%x: !layout.layout, %i: i32) {
  // expected-error @+1 {{'layout.apply' op has a result of type 'i32' and one of type 'i64'}}
  %0:2 = layout.apply %x(%i) : i32, i64
  return
}

// -----

func.func @lanes_of_two_shapes(%x: !layout.layout, %v: vector<4xi32>, %w: vector<8xi32>) {
  // expected-error @+1 {{'layout.apply' op has a result of type 'vector<4xi32>' and a coordinate of type 'vector<8xi32>'}}
  %0 = "layout.apply"(%x, %v, %w) <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (!layout.layout, vector<4xi32>, vector<8xi32>) -> vector<4xi32>
  return
}

// -----

func.func @symbol_of_another_type(%x: !layout.layout, %v: vector<4xi32>, %m: index) {
  // expected-error @+1 {{'layout.apply' op binds 'M' to a value of type 'index', not 'i32'}}
  %0 = "layout.apply"(%x, %v, %m) <{operandSegmentSizes = array<i32: 1, 1, 1>, symbols = ["M"]}> : (!layout.layout, vector<4xi32>, index) -> vector<4xi32>
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
  // expected-error @+1 {{'layout.apply' op applies [4;8], a tiler, which is not a function}}
  %0 = layout.apply %l(%i, %i) : index
  return
}

// -----

func.func @apply_c8(%i: i32) {
  // expected-note @+1 {{(65536,2):(65536,1) gives 2147483648}}
  %l = layout.constant #layout.cute<(65536,2):(65536,1)>
  // expected-error @+1 {{offset 2147483648 at coordinate 32768 does not fit in i32}}
  %0 = layout.apply %l(%i) : i32
  return
}
