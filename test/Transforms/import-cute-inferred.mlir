// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone" --implicit-check-not="{{[a-z]}} nests its result"

// The results are those that CUTLASS DSL 4.8.1 infers; the last operation of each function is a wrong one.

// The first mode of a fragment is compact, whatever its strides are.
func.func @fragments(%a: !cute.layout<"((4,2,2),(8,64),(8,5)):((16,0,8),(64,2560),(1,512))">, %b: !cute.layout<"(3,12,8):(12,0,0)">, %c: !cute.layout<"(4,?,128):(1024,4096,8)">, %d: !cute.layout<"(128,128,2):(256,1,?{i64 div=16})">, %e: !cute.layout<"(2,(8,5),2):(1@0,(1@0@1,1@1@1),1@2)">, %f: !cute.layout<"5:0">) {
  %0 = "cute.make_fragment_like"(%a) : (!cute.layout<"((4,2,2),(8,64),(8,5)):((16,0,8),(64,2560),(1,512))">) -> !cute.layout<"((4,2,2),(8,64),(8,5)):((1,0,4),(64,2560),(8,512))">
  %1 = "cute.make_fragment_like"(%b) : (!cute.layout<"(3,12,8):(12,0,0)">) -> !cute.layout<"(3,12,8):(1,3,3)">
  %2 = "cute.make_fragment_like"(%c) : (!cute.layout<"(4,?,128):(1024,4096,8)">) -> !cute.layout<"(4,?,128):(1,4,?)">
  %3 = "cute.make_fragment_like"(%d) : (!cute.layout<"(128,128,2):(256,1,?{i64 div=16})">) -> !cute.layout<"(128,128,2):(1,128,16384)">
  %4 = "cute.make_fragment_like"(%e) : (!cute.layout<"(2,(8,5),2):(1@0,(1@0@1,1@1@1),1@2)">) -> !cute.layout<"(2,(8,5),2):(1,(2,16),80)">
  %5 = "cute.make_fragment_like"(%f) : (!cute.layout<"5:0">) -> !cute.layout<"5:1">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 4 for d0_0 = 2: 4 and 8
  %6 = "cute.make_fragment_like"(%c) : (!cute.layout<"(4,?,128):(1024,4096,8)">) -> !cute.layout<"(4,?,128):(1,8,?)">
  return
}

// -----

// Modes of the same place have the same stride.
func.func @orders(%s: !cute.shape<"((8,4,4),8)">, %o: !cute.int_tuple<"((1,3,4),4)">, %t: !cute.shape<"(64,?,2)">, %p: !cute.int_tuple<"(0,2,0)">, %l: !cute.layout<"((8,4,16),2):((8,1,1),64)">) {
  %0 = "cute.make_ordered_layout"(%s, %o) : (!cute.shape<"((8,4,4),8)">, !cute.int_tuple<"((1,3,4),4)">) -> !cute.layout<"((8,4,4),8):((1,8,32),32)">
  %1 = "cute.make_ordered_layout"(%t, %p) : (!cute.shape<"(64,?,2)">, !cute.int_tuple<"(0,2,0)">) -> !cute.layout<"(64,?,2):(1,128,1)">
  %2 = "cute.make_layout_like"(%l) : (!cute.layout<"((8,4,16),2):((8,1,1),64)">) -> !cute.layout<"((8,4,16),2):((64,1,1),512)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 128: 32 and 128
  %3 = "cute.make_ordered_layout"(%s, %o) : (!cute.shape<"((8,4,4),8)">, !cute.int_tuple<"((1,3,4),4)">) -> !cute.layout<"((8,4,4),8):((1,8,32),128)">
  return
}

// -----

// A number divides one mode after the other, and what a tuple lacks changes nothing.
func.func @tuples(%a: !cute.int_tuple<"((16,100,32),24)">, %b: !cute.shape<"(100,7)">, %c: !cute.int_tuple<"(16,1)">, %d: !cute.int_tuple<"(24,8,12)">, %e: !cute.int_tuple<"(100,12)">, %f: !cute.shape<"(4,(4,7,12))">, %g: !cute.int_tuple<"((7,?,0),?)">) {
  %0 = "cute.ceil_div"(%a, %b) : (!cute.int_tuple<"((16,100,32),24)">, !cute.shape<"(100,7)">) -> !cute.int_tuple<"((1,15,32),4)">
  %1 = "cute.tuple_mul"(%c, %d) : (!cute.int_tuple<"(16,1)">, !cute.int_tuple<"(24,8,12)">) -> !cute.int_tuple<"(384,8,12)">
  %2 = "cute.ceil_div"(%e, %f) : (!cute.int_tuple<"(100,12)">, !cute.shape<"(4,(4,7,12))">) -> !cute.int_tuple<"(25,1)">
  %3 = "cute.tuple_div"(%d, %c) : (!cute.int_tuple<"(24,8,12)">, !cute.int_tuple<"(16,1)">) -> !cute.int_tuple<"(1,8,12)">
  %4 = "cute.tuple_product"(%g) : (!cute.int_tuple<"((7,?,0),?)">) -> !cute.int_tuple<"0">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 15 and 16
  %5 = "cute.ceil_div"(%a, %b) : (!cute.int_tuple<"((16,100,32),24)">, !cute.shape<"(100,7)">) -> !cute.int_tuple<"((1,16,32),4)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 1 and 2
  %6 = "cute.tuple_div"(%d, %c) : (!cute.int_tuple<"(24,8,12)">, !cute.int_tuple<"(16,1)">) -> !cute.int_tuple<"(2,8,12)">
  return
}

// -----

// The range to -1 is without the last mode, and the only mode becomes a tuple.
func.func @groups(%a: !cute.layout<"(8,(2,8),3):(8,(0,1),512)">, %b: !cute.layout<"64:1">) {
  %0 = "cute.group_modes"(%a) <{begin = 0 : i32, end = -1 : i32}> : (!cute.layout<"(8,(2,8),3):(8,(0,1),512)">) -> !cute.layout<"((8,(2,8)),3):((8,(0,1)),512)">
  %1 = "cute.group_modes"(%b) <{begin = 0 : i32, end = 1 : i32}> : (!cute.layout<"64:1">) -> !cute.layout<"(64):(1)">
  // CHECK: [[#@LINE+2]]:8: error: shape ((8,(2,8)),3) is not compatible with (8,((2,8),3))
  // CHECK: [[#@LINE+1]]:8: error: shape (8,((2,8),3)) is not compatible with ((8,(2,8)),3)
  %2 = "cute.group_modes"(%a) <{begin = 0 : i32, end = -1 : i32}> : (!cute.layout<"(8,(2,8),3):(8,(0,1),512)">) -> !cute.layout<"(8,((2,8),3)):(8,((0,1),512))">
  return
}

// -----

// A number divides the whole layout, not its first mode.
func.func @whole(%a: !cute.layout<"(5,16):(3,15)">, %n: !cute.shape<"3">, %m: !cute.layout<"(8,(12,16,1)):(1,(8,96,1536))">, %k: !cute.shape<"4">) {
  %0 = "cute.logical_divide"(%a, %n) : (!cute.layout<"(5,16):(3,15)">, !cute.shape<"3">) -> !cute.layout<"(3,27):(3,9)">
  %1 = "cute.logical_divide"(%m, %k) : (!cute.layout<"(8,(12,16,1)):(1,(8,96,1536))">, !cute.shape<"4">) -> !cute.layout<"(4,384):(1,4)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 4: 4 and 5
  %2 = "cute.logical_divide"(%m, %k) : (!cute.layout<"(8,(12,16,1)):(1,(8,96,1536))">, !cute.shape<"4">) -> !cute.layout<"(4,384):(1,5)">
  return
}

// -----

// Both functions of a composition are recast.
func.func @recasts(%a: !cute.composed_layout<"(4,5):(1,4) o 2 o (8,4):(1,8)">, %b: !cute.composed_layout<"S<3,5,4> o 0 o (32,?):(1,?)">) {
  %0 = "cute.recast_layout"(%a) <{new_type_bits = 32 : i32, old_type_bits = 16 : i32}> : (!cute.composed_layout<"(4,5):(1,4) o 2 o (8,4):(1,8)">) -> !cute.composed_layout<"(2,5):(1,2) o 1 o (4,4):(1,4)">
  %1 = "cute.recast_layout"(%b) <{new_type_bits = 32 : i32, old_type_bits = 16 : i32}> : (!cute.composed_layout<"S<3,5,4> o 0 o (32,?):(1,?)">) -> !cute.composed_layout<"S<3,4,4> o 0 o (16,?):(1,?)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 0: 1 and 2
  %2 = "cute.recast_layout"(%a) <{new_type_bits = 32 : i32, old_type_bits = 16 : i32}> : (!cute.composed_layout<"(4,5):(1,4) o 2 o (8,4):(1,8)">) -> !cute.composed_layout<"(2,5):(1,2) o 2 o (4,4):(1,4)">
  return
}

// -----

// The outer layout of a composition is the operand, also where the function is the same.
func.func @composed(%a: !cute.layout<"(4,5):(1,4)">, %o: !cute.int_tuple<"?">, %b: !cute.layout<"(2,3):(1,2)">, %w: !cute.layout<"(4,6):(1,4)">) {
  %0 = "cute.make_composed_layout"(%a, %o, %b) : (!cute.layout<"(4,5):(1,4)">, !cute.int_tuple<"?">, !cute.layout<"(2,3):(1,2)">) -> !cute.composed_layout<"(4,5):(1,4) o ? o (2,3):(1,2)">
  // CHECK: [[#@LINE+3]]:8: error: layouts have different sizes: 24 and 20
  // CHECK: [[#@LINE+2]]:8: error: shape (4,6) is not compatible with (4,5)
  // CHECK: [[#@LINE+1]]:8: error: shape (4,5) is not compatible with (4,6)
  %1 = "cute.make_composed_layout"(%w, %o, %b) : (!cute.layout<"(4,6):(1,4)">, !cute.int_tuple<"?">, !cute.layout<"(2,3):(1,2)">) -> !cute.composed_layout<"(4,5):(1,4) o ? o (2,3):(1,2)">
  return
}

// -----

// What does not move has one place, whatever the other strides are.
func.func @filters(%a: !cute.layout<"(4,(5,?,?),4):(16,(16,0,?),0)">) {
  %0 = "cute.filter_zeros"(%a) : (!cute.layout<"(4,(5,?,?),4):(16,(16,0,?),0)">) -> !cute.layout<"(4,(5,1,?),1):(16,(16,0,?),0)">
  %1 = "cute.filter"(%a) : (!cute.layout<"(4,(5,?,?),4):(16,(16,0,?),0)">) -> !cute.layout<"(4,5,?):(16,16,?)">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes
  %2 = "cute.filter_zeros"(%a) : (!cute.layout<"(4,(5,?,?),4):(16,(16,0,?),0)">) -> !cute.layout<"(4,(5,1,?),4):(16,(16,0,?),0)">
  return
}

// -----

// A thread takes the rest of each tile, from its own place on.
func.func @local(%a: !cute.memref<f32, smem, align<32>, "(16,?):(1,16)">, %t: !cute.layout<"(2,4):(4,1)">, %c: !cute.coord_tensor<"(0,8)", "(16,32):(1@0,1@1)">, %i: i32, %five: !cute.coord<"5">) {
  %0 = "cute.local_partition"(%a, %t, %i) : (!cute.memref<f32, smem, align<32>, "(16,?):(1,16)">, !cute.layout<"(2,4):(4,1)">, i32) -> !cute.memref<f32, smem, align<4>, "(8,?):(2,64)">
  %1 = "cute.local_partition"(%c, %t, %five) : (!cute.coord_tensor<"(0,8)", "(16,32):(1@0,1@1)">, !cute.layout<"(2,4):(4,1)">, !cute.coord<"5">) -> !cute.coord_tensor<"(1,9)", "(8,8):(2@0,4@1)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for r1 = 1: 2 and 1
  %2 = "cute.local_partition"(%a, %t, %i) : (!cute.memref<f32, smem, align<32>, "(16,?):(1,16)">, !cute.layout<"(2,4):(4,1)">, i32) -> !cute.memref<f32, smem, align<4>, "(8,?):(1,64)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 1 and 0
  %3 = "cute.local_partition"(%c, %t, %five) : (!cute.coord_tensor<"(0,8)", "(16,32):(1@0,1@1)">, !cute.layout<"(2,4):(4,1)">, !cute.coord<"5">) -> !cute.coord_tensor<"(0,9)", "(8,8):(2@0,4@1)">
  return
}

// -----

// A coordinate past its mode goes on with the next one; what a type says less is kept.
func.func @next(%a: !cute.coord<"(0,2,(3,3))">, %s: !cute.shape<"(64,2,(16,4))">, %l: !cute.layout<"(4,8):(1,4)">, %i: i32) {
  %0 = "cute.increment_coord"(%a, %s) : (!cute.coord<"(0,2,(3,3))">, !cute.shape<"(64,2,(16,4))">) -> !cute.coord<"(1,0,(4,3))">
  %1 = "cute.derefine"(%l) : (!cute.layout<"(4,8):(1,4)">) -> !cute.layout<"(4,?):(1,4)">
  %2 = "cute.derefine"(%s) : (!cute.shape<"(64,2,(16,4))">) -> !cute.shape<"(64,?,(16,4))">
  %3 = "cute.get_integral_coord"(%i, %l) : (i32, !cute.layout<"(4,8):(1,4)">) -> !cute.coord<"?">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 4: 4 and 3
  %4 = "cute.increment_coord"(%a, %s) : (!cute.coord<"(0,2,(3,3))">, !cute.shape<"(64,2,(16,4))">) -> !cute.coord<"(1,0,(3,3))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 4: 4 and 5
  %5 = "cute.derefine"(%l) : (!cute.layout<"(4,8):(1,4)">) -> !cute.layout<"(4,?):(1,5)">
  return
}

// -----

// A tile that does not follow itself in a tensor with a stride that is not known, and a part of coordinates of
// which the last extent is not known.
!copy = !cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f16, cache = always, 128 b>, layout_copy_tv = <"((4,32),8):((256,1),32)">, tiler_mn = <"[32:1;32:1]">>
func.func @strides(%a: !cute.layout<"(64,128):(?,1)">, %t: !cute.tile<"[(4,2):(1,8);(8,4):(1,16)]">, %b: !cute.layout<"((4,2),(8,4)):((?,?),(1,16))">, %e: !cute.layout<"8:8">, %c: !copy, %s: !cute.coord_tensor<"(?{div=64},0)", "(64,32,?):(1@0,1@1,32@1)">, %i: !cute.coord<"?">, %n: !cute.layout<"?:?">, %four: !cute.shape<"4">) {
  %0 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"(64,128):(?,1)">, !cute.tile<"[(4,2):(1,8);(8,4):(1,16)]">) -> !cute.layout<"(((4,2),(8,4)),((2,4),(2,2))):(((?,?),(1,16)),((?,?),(8,64)))">
  %1 = "cute.logical_divide"(%b, %e) : (!cute.layout<"((4,2),(8,4)):((?,?),(1,16))">, !cute.layout<"8:8">) -> !cute.layout<"(8,((4,2),4)):(1,((?,?),16))">
  %2 = "cute.tiled.copy.partition_S"(%c, %s, %i) : (!copy, !cute.coord_tensor<"(?{div=64},0)", "(64,32,?):(1@0,1@1,32@1)">, !cute.coord<"?">) -> !cute.coord_tensor<"(?,?{div=8})", "((8,1),2,1,?):((1@1,0),32@0,0,32@1)">
  // CHECK: remark: cute.composition stays in d0_0:d0_1 if its extents are as large as 4:1 needs
  %3 = "cute.composition"(%n, %four) : (!cute.layout<"?:?">, !cute.shape<"4">) -> !cute.layout<"4:?">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 64 for d0_0 = 1: 16 and 32
  %4 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"(64,128):(?,1)">, !cute.tile<"[(4,2):(1,8);(8,4):(1,16)]">) -> !cute.layout<"(((4,2),(8,4)),((2,4),(2,2))):(((?,?),(1,32)),((?,?),(8,64)))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 8 for d0_0 = 1: (32,0) and (16,0)
  %5 = "cute.tiled.copy.partition_S"(%c, %s, %i) : (!copy, !cute.coord_tensor<"(?{div=64},0)", "(64,32,?):(1@0,1@1,32@1)">, !cute.coord<"?">) -> !cute.coord_tensor<"(?,?{div=8})", "((8,1),2,1,?):((1@1,0),16@0,0,32@1)">
  return
}
