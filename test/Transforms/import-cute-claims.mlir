// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify=promotion=allow --split-input-file 2>&1 | FileCheck %s
// expected-remark @-2 {{cute operations on layouts alone}}

// A claim that is wrong in one point of what is to be proved of its operation is refuted, whatever is
// said of promotions.

// CHECK: error: layouts have different sizes: 3 and 2

"test.right_inverse"() ({
^bb0(%b: !cute.layout<"3:1">):
  // A shorter one is a right inverse, and not CuTe's.
  // expected-error @+3 {{layouts have different sizes: 3 and 2}}
  // expected-note @+2 {{right_inverse(3:1) has size 3}}
  // expected-note @+1 {{2:1 has size 2}}
  %0 = "cute.right_inverse"(%b) : (!cute.layout<"3:1">) -> !cute.layout<"2:1">
  // The offsets 3 and 4 are not coordinates.
  // expected-error @+3 {{layouts have different sizes: 3 and 5}}
  // expected-note @+2 {{right_inverse(3:1) has size 3}}
  // expected-note @+1 {{5:1 has size 5}}
  %1 = "cute.right_inverse"(%b) : (!cute.layout<"3:1">) -> !cute.layout<"5:1">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.left_inverse"() ({
^bb0(%a: !cute.layout<"(2,2):(2,3)">, %b: !cute.layout<"(4,2):(0,1)">, %c: !cute.layout<"4:1">):
  // We have no inverse of strides that do not divide each other: of what is claimed the offset 3 is 1 too.
  // expected-error @+3 {{layouts differ at coordinate 2: 1 and 2}}
  // expected-note @+2 {{gives 1}}
  // expected-note @+1 {{gives 2}}
  %0 = "cute.left_inverse"(%a) : (!cute.layout<"(2,2):(2,3)">) -> !cute.layout<"(2,3):(0,1)">
  // The condition is the error, and not what follows from it.
  // expected-error @+2 {{layout is not injective: coordinates 0 and 1 both give 0}}
  // expected-note @+1 {{(4,2):(0,1) gives 0 at both}}
  %1 = "cute.left_inverse"(%b) : (!cute.layout<"(4,2):(0,1)">) -> !cute.layout<"2:4">
  // The offsets 2 and 3 are not coordinates of what is claimed.
  // expected-error @+3 {{layouts have different sizes: 4 and 2}}
  // expected-note @+2 {{left_inverse(4:1) has size 4}}
  // expected-note @+1 {{2:1 has size 2}}
  %2 = "cute.left_inverse"(%c) : (!cute.layout<"4:1">) -> !cute.layout<"2:1">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.composition"() ({
^bb0(%a: !cute.layout<"(4,6):(6,1)">, %b: !cute.layout<"(2,3):(1,8)">, %t: !cute.tile<"[2:1;3:2]">):
  // Another size, another function, and the same function in another shape.
  // expected-error @+4 {{layouts have different sizes: 6 and 4}}
  // expected-note @+3 {{(4,6):(6,1) o (2,3):(1,8) has size 6}}
  // expected-note @+2 {{(2,2):(6,2) has size 4}}
  // expected-error @+1 {{shape (2,3) is not compatible with (2,2)}}
  %0 = "cute.composition"(%a, %b) : (!cute.layout<"(4,6):(6,1)">, !cute.layout<"(2,3):(1,8)">) -> !cute.layout<"(2,2):(6,2)">
  // expected-error @+3 {{layouts differ at coordinate 2: 2 and 3}}
  // expected-note @+2 {{(4,6):(6,1) o (2,3):(1,8) gives 2}}
  // expected-note @+1 {{(2,3):(6,3) gives 3}}
  %1 = "cute.composition"(%a, %b) : (!cute.layout<"(4,6):(6,1)">, !cute.layout<"(2,3):(1,8)">) -> !cute.layout<"(2,3):(6,3)">
  // expected-error @+1 {{shape (2,3) is not compatible with ((2),3,1)}}
  %2 = "cute.composition"(%a, %b) : (!cute.layout<"(4,6):(6,1)">, !cute.layout<"(2,3):(1,8)">) -> !cute.layout<"((2),3,1):((6),2,0)">
  // expected-error @+1 {{shape (2,3) is not compatible with (2,1,3)}}
  %3 = "cute.composition"(%a, %t) : (!cute.layout<"(4,6):(6,1)">, !cute.tile<"[2:1;3:2]">) -> !cute.layout<"(2,1,3):(6,0,2)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.complement"() ({
^bb0(%a: !cute.layout<"4:1">, %n: !cute.shape<"(2,?)">):
  // expected-error @+3 {{layouts differ at coordinate 1: 4 and 3}}
  // expected-note @+2 {{6:4 gives 4}}
  // expected-note @+1 {{6:3 gives 3}}
  %0 = "cute.complement"(%a, %n) : (!cute.layout<"4:1">, !cute.shape<"(2,?)">) -> !cute.layout<"6:3">
  // expected-error @+3 {{layouts differ at coordinate 1: 4 and 12}}
  // expected-note @+2 {{6:4 gives 4}}
  // expected-note @+1 {{(2,3):(12,4) gives 12}}
  %1 = "cute.complement"(%a, %n) : (!cute.layout<"4:1">, !cute.shape<"(2,?)">) -> !cute.layout<"(2,3):(12,4)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.simplifications"() ({
^bb0(%a: !cute.layout<"(2,(3,4)):(0,(1,3))">):
  // expected-error @+3 {{layouts have different sizes: 24 and 12}}
  // expected-note @+2 {{coalesce((2,(3,4)):(0,(1,3))) has size 24}}
  // expected-note @+1 {{12:1 has size 12}}
  %0 = "cute.coalesce"(%a) : (!cute.layout<"(2,(3,4)):(0,(1,3))">) -> !cute.layout<"12:1">
  // expected-error @+3 {{layouts differ at coordinate 2: 1 and 0}}
  // expected-note @+2 {{flatten((2,(3,4)):(0,(1,3))) gives 1}}
  // expected-note @+1 {{(3,2,4):(0,1,3) gives 0}}
  %1 = "cute.flatten"(%a) : (!cute.layout<"(2,(3,4)):(0,(1,3))">) -> !cute.layout<"(3,2,4):(0,1,3)">
  // expected-error @+3 {{layouts differ at coordinate 1: 1 and 2}}
  // expected-note @+2 {{filter((2,(3,4)):(0,(1,3))) gives 1}}
  // expected-note @+1 {{12:2 gives 2}}
  %2 = "cute.filter"(%a) : (!cute.layout<"(2,(3,4)):(0,(1,3))">) -> !cute.layout<"12:2">
  // expected-error @+2 {{shape (2,(3,4)) is not compatible with (2,3,4)}}
  // expected-error @+1 {{shape (2,3,4) is not compatible with (2,(3,4))}}
  %3 = "cute.group_modes"(%a) <{begin = 1 : si32, end = 2 : si32}> : (!cute.layout<"(2,(3,4)):(0,(1,3))">) -> !cute.layout<"(2,3,4):(0,1,3)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.tilings"() ({
^bb0(%a: !cute.layout<"24:1">, %t: !cute.layout<"4:1">, %n: !cute.layout<"2:1">):
  %0 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"24:1">, !cute.layout<"4:1">) -> !cute.layout<"(4,6):(1,4)">
  // The same function, but no tile and rest.
  // expected-error @+1 {{shape (4,6) is not compatible with 24}}
  %1 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"24:1">, !cute.layout<"4:1">) -> !cute.layout<"24:1">
  // expected-error @+1 {{shape (4,6) is not compatible with (8,3)}}
  %2 = "cute.logical_divide"(%a, %t) : (!cute.layout<"24:1">, !cute.layout<"4:1">) -> !cute.layout<"(8,3):(1,8)">
  // expected-error @+1 {{shape (4,2) is not compatible with (2,4)}}
  %3 = "cute.logical_product"(%t, %n) : (!cute.layout<"4:1">, !cute.layout<"2:1">) -> !cute.layout<"(2,4):(1,2)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.parts"() ({
^bb0(%a: !cute.layout<"(4,(2,3)):(1,(4,8))">, %c: !cute.coord<"(1,_)">, %s: !cute.shape<"(8,6)">, %o: !cute.int_tuple<"(0,1)">, %b: !cute.layout<"(4,3):(1,4)">):
  // expected-error @+1 {{shape (2,3) is not compatible with 6}}
  %0 = "cute.slice"(%a, %c) : (!cute.layout<"(4,(2,3)):(1,(4,8))">, !cute.coord<"(1,_)">) -> !cute.layout<"(6):(4)">
  %1 = "cute.recast_layout"(%a) <{new_type_bits = 32 : i32, old_type_bits = 16 : i32}> : (!cute.layout<"(4,(2,3)):(1,(4,8))">) -> !cute.layout<"(2,(2,3)):(1,(2,4))">
  // expected-error @+1 {{shape (2,(2,3)) is not compatible with (2,6)}}
  %2 = "cute.recast_layout"(%a) <{new_type_bits = 32 : i32, old_type_bits = 16 : i32}> : (!cute.layout<"(4,(2,3)):(1,(4,8))">) -> !cute.layout<"(2,6):(1,2)">
  // expected-error @+3 {{layouts differ at coordinate 2: 2 and 4}}
  // expected-note @+2 {{recast((4,(2,3)):(1,(4,8)), 16, 32) gives 2}}
  // expected-note @+1 {{(2,(2,3)):(1,(4,8)) gives 4}}
  %3 = "cute.recast_layout"(%a) <{new_type_bits = 32 : i32, old_type_bits = 16 : i32}> : (!cute.layout<"(4,(2,3)):(1,(4,8))">) -> !cute.layout<"(2,(2,3)):(1,(4,8))">
  // expected-error @+2 {{shape ((4,2),(3,2)) is not compatible with (4,2,3,2)}}
  // expected-error @+1 {{shape (4,2,3,2) is not compatible with ((4,2),(3,2))}}
  %4 = "cute.tile_to_shape"(%b, %s, %o) : (!cute.layout<"(4,3):(1,4)">, !cute.shape<"(8,6)">, !cute.int_tuple<"(0,1)">) -> !cute.layout<"(4,2,3,2):(1,12,4,24)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.numbers"() ({
^bb0(%a: !cute.layout<"(4,3):(3,1)">, %c: !cute.coord<"(1,2)">):
  // expected-error @+2 {{layout has size 12, not 11}}
  // expected-note @+1 {{has size 12}}
  %0 = "cute.size"(%a) : (!cute.layout<"(4,3):(3,1)">) -> !cute.int_tuple<"11">
  // expected-error @+2 {{layout has cosize 12, not 13}}
  // expected-note @+1 {{has cosize 12}}
  %1 = "cute.cosize"(%a) : (!cute.layout<"(4,3):(3,1)">) -> !cute.int_tuple<"13">
  %2 = "cute.layout_eval"(%c, %a) : (!cute.coord<"(1,2)">, !cute.layout<"(4,3):(3,1)">) -> !cute.int_tuple<"5">
  // expected-error @+3 {{layouts differ at coordinate 0: 5 and 6}}
  // expected-note @+2 {{(4,3):(3,1) o S<0,4,3> o 9 o 1:0 gives 5}}
  // expected-note @+1 {{S<0,4,3> o 6 o 1:0 gives 6}}
  %3 = "cute.layout_eval"(%c, %a) : (!cute.coord<"(1,2)">, !cute.layout<"(4,3):(3,1)">) -> !cute.int_tuple<"6">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// The modes of the tiler and the coordinate under _ in the projection are dropped first.

"test.local_tile"() ({
^bb0(%m: !cute.memref<f32, gmem, "(64,48):(1,64)">, %t: !cute.tile<"[16:1;8:1;4:1]">, %c: !cute.coord<"(?,?,_)">):
  %0 = "cute.local_tile"(%m, %t, %c) <{proj = #cute.coord<"(1,_,1)">}> : (!cute.memref<f32, gmem, "(64,48):(1,64)">, !cute.tile<"[16:1;8:1;4:1]">, !cute.coord<"(?,?,_)">) -> !cute.memref<f32, gmem, "(16,4,12):(1,64,256)">
  %1 = "cute.local_tile"(%m, %t, %c) <{proj = #cute.coord<"(_,1,1)">}> : (!cute.memref<f32, gmem, "(64,48):(1,64)">, !cute.tile<"[16:1;8:1;4:1]">, !cute.coord<"(?,?,_)">) -> !cute.memref<f32, gmem, "(8,4,12):(1,64,256)">
  // expected-error @+5 {{layouts have different sizes: 768 and 384}}
  // expected-note @+4 {{slice(zipped_divide((64,48):(1,64), [16:1;4:1]), ((_,_),(0,_))) has size 768}}
  // expected-note @+3 {{(8,4,12):(1,64,256) has size 384}}
  // expected-error @+2 {{shape (16,4,12) is not compatible with (8,4,12)}}
  // expected-error @+1 {{shape (8,4,12) is not compatible with (16,4,12)}}
  %2 = "cute.local_tile"(%m, %t, %c) <{proj = #cute.coord<"(1,_,1)">}> : (!cute.memref<f32, gmem, "(64,48):(1,64)">, !cute.tile<"[16:1;8:1;4:1]">, !cute.coord<"(?,?,_)">) -> !cute.memref<f32, gmem, "(8,4,12):(1,64,256)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// A mode that the tiler takes whole is one tile. What splits it is read as it is meant.

"test.whole"() ({
^bb0(%a: !cute.layout<"(12,(4,8)):(7,(1,30))">, %t: !cute.tile<"[2:1;_]">):
  %0 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"(12,(4,8)):(7,(1,30))">, !cute.tile<"[2:1;_]">) -> !cute.layout<"((2,(4,8)),(6,1)):((7,(1,30)),(14,0))">
  // expected-remark @+1 {{cute.zipped_divide splits mode 1, which [2:1;_] takes whole, into tile and rest}}
  %1 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"(12,(4,8)):(7,(1,30))">, !cute.tile<"[2:1;_]">) -> !cute.layout<"((2,4),(6,8)):((7,1),(14,30))">
  // expected-remark @+4 {{cute.zipped_divide splits mode 1, which [2:1;_] takes whole, into tile and rest}}
  // expected-error @+3 {{layouts differ at coordinate 2: 1 and 2}}
  // expected-note @+2 {{zipped_divide((12,(4,8)):(7,(1,30)), [2:1;4]) gives 1}}
  // expected-note @+1 {{((2,4),(6,8)):((7,2),(14,30)) gives 2}}
  %2 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"(12,(4,8)):(7,(1,30))">, !cute.tile<"[2:1;_]">) -> !cute.layout<"((2,4),(6,8)):((7,2),(14,30))">
}) : () -> ()
