// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify=report=true --split-input-file --verify-diagnostics -o /dev/null
// expected-remark @-1 {{cute operations on layouts alone}}

// Every operation on static layouts, and on the layouts of memrefs, is decided.

"test.composition"() ({
^bb0(%m: !cute.memref<f32, gmem, align<16>, "(8,16):(16,1)">, %f: !cute.layout<"((4,2),8):((2,1),8)">):
  // expected-remark @+3 {{proved by offset range: composition stays inside its left layout}}
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{proved by comparison of shapes: shapes are compatible}}
  %0 = "cute.composition"(%m, %f) : (!cute.memref<f32, gmem, align<16>, "(8,16):(16,1)">, !cute.layout<"((4,2),8):((2,1),8)">) -> !cute.memref<f32, gmem, align<16>, "((4,2),8):((32,16),1)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// The same function, but a coordinate of the right operand is not one of the result.
"test.shape"() ({
^bb0(%g: !cute.layout<"8:3">, %f: !cute.layout<"(2,4):(1,2)">):
  // expected-remark @+3 {{proved by offset range: composition stays inside its left layout}}
  // expected-remark @+2 {{proved by canonical form: layouts are equal}}
  // expected-error @+1 {{shape (2,4) is not compatible with 8}}
  %0 = "cute.composition"(%g, %f) : (!cute.layout<"8:3">, !cute.layout<"(2,4):(1,2)">) -> !cute.layout<"8:3">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.complement"() ({
^bb0(%a: !cute.layout<"(2,2):(1,5)">, %n: !cute.shape<"20">):
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  %0 = "cute.complement"(%a, %n) : (!cute.layout<"(2,2):(1,5)">, !cute.shape<"20">) -> !cute.layout<"(2,2):(2,10)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.parts"() ({
^bb0(%m: !cute.memref<f16, smem, align<128>, S<2,4,3>, "((4,8),6):((1,4),32)">, %i: !cute.ptr<f16, smem>, %l: !cute.layout<"(4,6):(6,1)">, %one: !cute.layout<"1:0">):
  %c = "cute.make_coord"() : () -> !cute.coord<"((_,?),_)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.slice"(%m, %c) : (!cute.memref<f16, smem, align<128>, S<2,4,3>, "((4,8),6):((1,4),32)">, !cute.coord<"((_,?),_)">) -> !cute.memref<f16, smem, align<128>, S<2,4,3>, "(4,6):(1,32)">
  // expected-error @+4 {{layouts differ at coordinate 4: 32 and 4}}
  // expected-note @+3 {{slice(((4,8),6):((1,4),32), ((_,0),_)) gives 32}}
  // expected-note @+2 {{(4,6):(1,4) gives 4}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.slice"(%m, %c) : (!cute.memref<f16, smem, align<128>, S<2,4,3>, "((4,8),6):((1,4),32)">, !cute.coord<"((_,?),_)">) -> !cute.memref<f16, smem, align<128>, S<2,4,3>, "(4,6):(1,4)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %2 = "cute.get_layout"(%m) : (!cute.memref<f16, smem, align<128>, S<2,4,3>, "((4,8),6):((1,4),32)">) -> !cute.layout<"((4,8),6):((1,4),32)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %3 = "cute.make_view"(%i, %l) : (!cute.ptr<f16, smem>, !cute.layout<"(4,6):(6,1)">) -> !cute.memref<f16, smem, "(4,6):(6,1)">
  // What is written alike needs no obligation.
  %4 = "cute.get_shape"(%l) : (!cute.layout<"(4,6):(6,1)">) -> !cute.shape<"(4,6)">
  %5 = "cute.get_stride"(%l) : (!cute.layout<"(4,6):(6,1)">) -> !cute.stride<"(6,1)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %6 = "cute.make_layout"(%4, %5) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,6)">, !cute.stride<"(6,1)">) -> !cute.layout<"(4,6):(6,1)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %7 = "cute.make_layout"(%4) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(4,6)">) -> !cute.layout<"(4,6):(1,4)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %8 = "cute.append_to_rank"(%l, %one) <{rank = 3 : si32}> : (!cute.layout<"(4,6):(6,1)">, !cute.layout<"1:0">) -> !cute.layout<"(4,6,1):(6,1,0)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %9 = "cute.group_modes"(%8) <{begin = 1 : i32, end = 3 : i32}> : (!cute.layout<"(4,6,1):(6,1,0)">) -> !cute.layout<"(4,(6,1)):(6,(1,0))">
  // expected-remark @+1 {{layout has size 6}}
  %10 = "cute.size"(%m) <{mode = array<i32: 1>}> : (!cute.memref<f16, smem, align<128>, S<2,4,3>, "((4,8),6):((1,4),32)">) -> !cute.int_tuple<"6">
  // expected-remark @+1 {{layout has size 8}}
  %11 = "cute.size"(%m) <{mode = array<i32: 0, 1>}> : (!cute.memref<f16, smem, align<128>, S<2,4,3>, "((4,8),6):((1,4),32)">) -> !cute.int_tuple<"8">
  // expected-remark @+1 {{layout has size 24}}
  %12 = "cute.size"(%4) <{mode = array<i32>}> : (!cute.shape<"(4,6)">) -> !cute.int_tuple<"24">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %13 = "cute.make_layout_like"(%l) : (!cute.layout<"(4,6):(6,1)">) -> !cute.layout<"(4,6):(6,1)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.offset"() ({
^bb0(%l: !cute.layout<"(4,6):(6,1)">):
  %c = "cute.make_coord"() : () -> !cute.coord<"(2,3)">
  // expected-remark @+2 {{composition stays inside}}
  // expected-remark @+1 {{layouts are equal}}
  %0 = "cute.crd2idx"(%c, %l) : (!cute.coord<"(2,3)">, !cute.layout<"(4,6):(6,1)">) -> !cute.int_tuple<"15">
  // expected-remark @+4 {{composition stays inside}}
  // expected-error @+3 {{layouts differ at coordinate 0: 15 and 16}}
  // expected-note @+2 {{(4,6):(6,1) o S<0,4,3> o 14 o 1:0 gives 15}}
  // expected-note @+1 {{S<0,4,3> o 16 o 1:0 gives 16}}
  %1 = "cute.crd2idx"(%c, %l) : (!cute.coord<"(2,3)">, !cute.layout<"(4,6):(6,1)">) -> !cute.int_tuple<"16">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.tiles"() ({
^bb0(%m: !cute.memref<f32, gmem, "(32,12):(12,1)">, %t: !cute.tile<"[8:1;4:1]">, %c: !cute.coord<"(?,_)">, %l: !cute.layout<"(4,8):(8,1)">):
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.local_tile"(%m, %t, %c) : (!cute.memref<f32, gmem, "(32,12):(12,1)">, !cute.tile<"[8:1;4:1]">, !cute.coord<"(?,_)">) -> !cute.memref<f32, gmem, "(8,4,3):(12,1,4)">
  %s = "cute.make_swizzle"() : () -> !cute.swizzle<"S<1,2,3>">
  %z = "cute.make_int_tuple"() : () -> !cute.int_tuple<"0">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.make_composed_layout"(%s, %z, %l) : (!cute.swizzle<"S<1,2,3>">, !cute.int_tuple<"0">, !cute.layout<"(4,8):(8,1)">) -> !cute.composed_layout<"S<1,2,3> o 0 o (4,8):(8,1)">
  %2 = "cute.composed_get_outer"(%1) : (!cute.composed_layout<"S<1,2,3> o 0 o (4,8):(8,1)">) -> !cute.layout<"(4,8):(8,1)">
  %n = "cute.make_shape"() : () -> !cute.shape<"(8,16)">
  %o = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(0,1)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %3 = "cute.tile_to_shape"(%1, %n, %o) : (!cute.composed_layout<"S<1,2,3> o 0 o (4,8):(8,1)">, !cute.shape<"(8,16)">, !cute.int_tuple<"(0,1)">) -> !cute.composed_layout<"S<1,2,3> o 0 o ((4,2),(8,2)):((8,32),(1,64))">
}) : () -> ()

// -----

// What is not read is left alone and named.
// expected-remark @+1 {{left 3 of 4 cute operations on layouts alone: coalesce (1), recast_layout (2)}}
module {
  "test.left"() ({
  ^bb0(%l: !cute.layout<"(4,?):(1,4)">, %m: !cute.layout<"(?,8):(1,?)">, %k: !cute.layout<"8:1">):
    // expected-remark @+1 {{proved by canonical form: layouts are equal}}
    %0 = "cute.coalesce"(%l) : (!cute.layout<"(4,?):(1,4)">) -> !cute.layout<"?:1">
    // expected-remark @+1 {{cute.coalesce is left alone: (d0_0,8):(1,d0_1) has no form like its result}}
    %3 = "cute.coalesce"(%m) : (!cute.layout<"(?,8):(1,?)">) -> !cute.layout<"?:1">
    // expected-remark @+1 {{cute.recast_layout is left alone: its bits are not read}}
    %1 = "cute.recast_layout"(%k) : (!cute.layout<"8:1">) -> !cute.layout<"4:1">
    // expected-remark @+1 {{cute.recast_layout is left alone: its bits are not read}}
    %2 = "cute.recast_layout"(%k) : (!cute.layout<"8:1">) -> !cute.layout<"4:1">
  }) : () -> ()
}
