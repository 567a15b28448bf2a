// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @offset_of_another_type(%x: !layout.layout, %i: index, %o: f32) {
  // expected-error @+1 {{'layout.assert_offset' op operand #2 must be variadic of signless integer or index, but got 'f32'}}
  layout.assert_offset %x(%i) = %o : f32
  return
}

// -----

func.func @symbol_without_value(%x: !layout.layout, %i: index) {
  // expected-error @+1 {{'layout.assert_offset' op binds 0 values to 1 symbols}}
  "layout.assert_offset"(%x, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>, symbols = ["M"]}> : (!layout.layout, index, index) -> ()
  return
}

// -----

func.func @too_many_coordinates(%i: index) {
  %l = layout.constant #layout.cute<(4,8):(1,4)>
  // expected-error @+1 {{'layout.assert_offset' op has 3 coordinates, but (4,8):(1,4) takes 1 or 2}}
  layout.assert_offset %l(%i, %i, %i) = %i : index
  return
}

// -----

func.func @too_few_values(%i: index) {
  %l = layout.constant #layout.cute<(4,8):(1@0,1@1)>
  // expected-error @+1 {{'layout.assert_offset' op has 1 values, but an offset of (4,8):(1@0,1@1) has 2}}
  layout.assert_offset %l(%i) = %i : index
  return
}
