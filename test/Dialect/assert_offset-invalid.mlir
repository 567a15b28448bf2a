// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @offset_of_another_type(%x: !layout.layout, %i: index, %o: f32) {
  // expected-error @+1 {{'layout.assert_offset' op operand #2 must be variadic of signless integer, index or a vector of numbers, but got 'f32'}}
  layout.assert_offset %x(%i) = %o : f32
  return
}

// -----

func.func @assert_offset_c4(%x: !layout.layout, %i: index) {
  // expected-error @+1 {{'layout.assert_offset' op binds 0 values to 1 symbols}}
  "layout.assert_offset"(%x, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>, symbols = ["M"]}> : (!layout.layout, index, index) -> ()
  return
}

// -----

func.func @assert_offset_c2(%i: index) {
  %l = layout.constant #layout.cute<(4,8):(1,4)>
  // expected-error @+1 {{'layout.assert_offset' op has 3 coordinates, but (4,8):(1,4) takes 1 or 2}}
  layout.assert_offset %l(%i, %i, %i) = %i : index
  return
}

// -----

func.func @assert_offset_c3(%i: index) {
  %l = layout.constant #layout.cute<(4,8):(1@0,1@1)>
  // expected-error @+1 {{'layout.assert_offset' op has 1 values, but an offset of (4,8):(1@0,1@1) has 2}}
  layout.assert_offset %l(%i) = %i : index
  return
}

// -----

func.func @assert_offset_c1() {
  %a = layout.constant #layout.tile<[4;8]>
  %c = arith.constant 1 : index
  // expected-error @+1 {{'layout.assert_offset' op applies [4;8], a tiler, which is not a function}}
  layout.assert_offset %a(%c) = %c : index
  return
}

// -----

func.func @assert_offset_c5() {
  %a = layout.constant #layout.cute<4:1>
  %c = arith.constant 1 : index
  // expected-error @+1 {{'layout.assert_offset' op binds 'a.b', which is not a name}}
  "layout.assert_offset"(%a, %c, %c, %c) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, symbols = ["a.b"]}> : (!layout.layout, index, index, index) -> ()
  return
}

// -----

func.func @assert_offset_c6() {
  %a = layout.constant #layout.cute<4:1>
  %c = arith.constant 1 : index
  // expected-error @+1 {{'layout.assert_offset' op binds symbol 'M' twice}}
  layout.assert_offset %a(%c) symbols(M = %c, M = %c) = %c : index
  return
}

// -----

func.func @value_of_another_type(%a: !layout.layout, %t: i32, %o: i64) {
  // expected-error @+1 {{'layout.assert_offset' op has a value of type 'i64' and a coordinate of type 'i32'}}
  layout.assert_offset %a(%t) = %o : i64 at i32
  return
}

// -----

func.func @coordinates_of_two_types(%a: !layout.layout, %t: i32, %c: index, %o: i32) {
  // expected-error @+1 {{'layout.assert_offset' op has a value of type 'i32' and a coordinate of type 'index'}}
  "layout.assert_offset"(%a, %t, %c, %o) <{operandSegmentSizes = array<i32: 1, 2, 0, 1>}> : (!layout.layout, i32, index, i32) -> ()
  return
}
