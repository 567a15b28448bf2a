// RUN: %driver %s --allow-unregistered-dialect --layout-import-cute --layout-verify=report=true --verify-diagnostics --split-input-file
// expected-remark @-1 {{cute operations on layouts alone}}

// A leaf that is not static is the number that the layout is made of: the same number on both sides.

func.func @made_and_taken_apart(%n: i32) {
  %shape = "cute.make_shape"(%n) : (i32) -> !cute.shape<"(?{div=8},8)">
  %stride = "cute.make_stride"(%n) : (i32) -> !cute.stride<"(1,?{div=8})">
  // expected-remark @below {{proved by canonical form: layouts are equal}}
  // expected-remark @below {{shapes are compatible}}
  %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?{div=8},8)">, !cute.stride<"(1,?{div=8})">) -> !cute.layout<"(?{div=8},8):(1,?{div=8})">
  %again = "cute.get_shape"(%layout) : (!cute.layout<"(?{div=8},8):(1,?{div=8})">) -> !cute.shape<"(?{div=8},8)">
  %strides = "cute.get_stride"(%layout) : (!cute.layout<"(?{div=8},8):(1,?{div=8})">) -> !cute.stride<"(1,?{div=8})">
  return
}

// -----
// expected-remark @above {{cute operations on layouts alone}}

// What the compiler says of the other leaves is compared.

func.func @a_wrong_leaf(%n: i32) {
  %shape = "cute.make_shape"(%n) : (i32) -> !cute.shape<"((?,2),8)">
  %stride = "cute.make_stride"() : () -> !cute.stride<"((16,8),1)">
  // expected-remark @below {{proved by canonical form: layouts are equal}}
  // expected-remark @below {{shapes are compatible}}
  %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"((?,2),8)">, !cute.stride<"((16,8),1)">) -> !cute.layout<"((?,2),8):((16,8),1)">
  // expected-remark @below {{proved by canonical form: layouts are equal}}
  %right = "cute.flatten"(%layout) : (!cute.layout<"((?,2),8):((16,8),1)">) -> !cute.layout<"(?,2,8):(16,8,1)">
  // expected-error @+3 {{layouts differ at coordinate 1 for d0 = 1: 8 and 4}}
  // expected-note @+2 {{flatten(((d0,2),8):((16,8),1)) gives 8}}
  // expected-note @+1 {{(d0,2,8):(16,4,1) gives 4}}
  %wrong = "cute.flatten"(%layout) : (!cute.layout<"((?,2),8):((16,8),1)">) -> !cute.layout<"(?,2,8):(16,4,1)">
  return
}

// -----

// What is not read says why, and how much of it there is.

// expected-remark @below {{left 1 of 2 cute operations on layouts alone: flatten (1)}}
module {
func.func @unknown(%layout: !cute.layout<"(?,8):(8,1)">) {
  // A size that is not static is not a claim.
  %size = "cute.size"(%layout) : (!cute.layout<"(?,8):(8,1)">) -> !cute.int_tuple<"?">
  // expected-remark @+1 {{cute.flatten is left alone: the form of our answer (d0_0,8):(8,1) is not that of (?,8,2):(8,1,1)}}
  %other = "cute.flatten"(%layout) : (!cute.layout<"(?,8):(8,1)">) -> !cute.layout<"(?,8,2):(8,1,1)">
  return
}
}
