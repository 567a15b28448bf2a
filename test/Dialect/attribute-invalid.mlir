// RUN: not layout-opt %s --split-input-file 2>&1 | FileCheck %s

// Each error is at the column of the character that is wrong.

// CHECK: :[[#@LINE+1]]:39: error: expected one of cute, swizzle, composed, linear, tile, relation but found 'cutest'
module attributes {layout.a = #layout.cutest<4:1>} {}

// -----

// CHECK: :[[#@LINE+1]]:39: error: expected one of cute, swizzle, composed, linear, tile, relation but found '"'
module attributes {layout.a = #layout<"cute<4:1>">} {}

// -----

// CHECK: :[[#@LINE+1]]:43: error: expected '<' but the text ends here
module attributes {layout.a = #layout.cute} {}

// -----

// CHECK: :[[#@LINE+1]]:48: error: a layout attribute has no type
module attributes {layout.a = #layout.cute<4:1> : i32} {}

// -----

// CHECK: :[[#@LINE+1]]:43: error: unbalanced '(' character in pretty dialect name
module attributes {layout.a = #layout.cute<(4,8:1>} {}

// -----

// CHECK: :[[#@LINE+1]]:52: error: expected the end but found 'x'
module attributes {layout.a = #layout.cute<(4):(1) x>} {}

// -----

// CHECK: :[[#@LINE+1]]:50: error: shape (4,8) has 2 modes but stride (2) has 1
module attributes {layout.a = #layout.cute<(4,8):(2)>} {}

// -----

// CHECK: :[[#@LINE+2]]:4: error: extent 0 is less than 1
module attributes {layout.a = #layout.cute<(4,
   0):(1,4)>} {}

// -----

// CHECK: :[[#@LINE+1]]:47: error: number 9223372036854775808 does not fit in 64 bits
module attributes {layout.a = #layout.cute<(4,9223372036854775808)>} {}

// -----

// CHECK: :[[#@LINE+1]]:44: error: the size of shape (4294967296,4294967296) does not fit in 64 bits
module attributes {layout.a = #layout.cute<(4294967296,4294967296)>} {}

// -----

// CHECK: :[[#@LINE+1]]:53: error: fields of 3 bits overlap at a shift of 2: S<B,M,S> needs B <= |S|
module attributes {layout.a = #layout.swizzle<S<3,4,2>>} {}

// -----

// CHECK: :[[#@LINE+1]]:60: error: expected 'o' but the text ends here
module attributes {layout.a = #layout.composed<S<3,4,3> o 0>} {}

// -----

// CHECK: :[[#@LINE+1]]:58: error: in-dim a is named twice
module attributes {layout.a = #layout.linear<{a = [[3]], a = [[1]]}>} {}

// -----

// CHECK: :[[#@LINE+1]]:45: error: extent 0 is less than 1
module attributes {layout.a = #layout.tile<[0]>} {}

// -----

// CHECK: :[[#@LINE+1]]:48: error: expected a quoted relation but found '{'
module attributes {layout.a = #layout.relation<{ [i] -> [i] }>} {}

// -----

// An escape is three characters in the file and one in the relation.

// CHECK: :[[#@LINE+1]]:70: error: expected an expression but found '}'
module attributes {layout.a = #layout.relation<"{ [i] -> [o]\20: o = }">} {}
