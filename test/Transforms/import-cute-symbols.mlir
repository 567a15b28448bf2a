// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone" --implicit-check-not="{{[0-9]}}: remark: unknown"

// Operations on layouts of which some numbers are not known: what is static is claimed, right and wrong.

func.func @blocked_product(%a: !cute.layout<"(3,4):(4,1)">, %b: !cute.layout<"(?,?):(1,2)">) {
  %0 = "cute.blocked_product"(%a, %b) : (!cute.layout<"(3,4):(4,1)">, !cute.layout<"(?,?):(1,2)">) -> !cute.layout<"((3,?),(4,?)):((4,12),(1,24))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 12 for d0_0 = 1, d0_1 = 2: 24 and 25
  %1 = "cute.blocked_product"(%a, %b) : (!cute.layout<"(3,4):(4,1)">, !cute.layout<"(?,?):(1,2)">) -> !cute.layout<"((3,?),(4,?)):((4,12),(1,25))">
  return
}

// -----

func.func @flat_product(%a: !cute.composed_layout<"S<2,0,3> o ? o (5,4):(4,1)">, %b: !cute.layout<"(?,?):(?,1)">) {
  %0 = "cute.flat_product"(%a, %b) : (!cute.composed_layout<"S<2,0,3> o ? o (5,4):(4,1)">, !cute.layout<"(?,?):(?,1)">) -> !cute.composed_layout<"S<2,0,3> o ? o (5,4,?,?):(4,1,?,20)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 20 for d0_0 = 0, d1_0 = 1, d1_1 = 2, d1_2 = 0: 22 and 18
  %1 = "cute.flat_product"(%a, %b) : (!cute.composed_layout<"S<2,0,3> o ? o (5,4):(4,1)">, !cute.layout<"(?,?):(?,1)">) -> !cute.composed_layout<"S<2,0,3> o ? o (5,4,?,?):(4,1,?,16)">
  return
}

// -----

func.func @ordered(%a: !cute.shape<"(4,3,?,2)">, %b: !cute.int_tuple<"(0,1,2,3)">) {
  %0 = "cute.make_ordered_layout"(%a, %b) : (!cute.shape<"(4,3,?,2)">, !cute.int_tuple<"(0,1,2,3)">) -> !cute.layout<"(4,3,?,2):(1,4,12,?)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 12 for n1 = 2: 12 and 16
  %1 = "cute.make_ordered_layout"(%a, %b) : (!cute.shape<"(4,3,?,2)">, !cute.int_tuple<"(0,1,2,3)">) -> !cute.layout<"(4,3,?,2):(1,4,16,?)">
  return
}

// -----

func.func @like(%a: !cute.layout<"(?,4):(?,1)">) {
  %0 = "cute.make_layout_like"(%a) : (!cute.layout<"(?,4):(?,1)">) -> !cute.layout<"(?,4):(4,1)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for d0_0 = 2: 4 and 8
  %1 = "cute.make_layout_like"(%a) : (!cute.layout<"(?,4):(?,1)">) -> !cute.layout<"(?,4):(8,1)">
  return
}

// -----

func.func @tile_to_shape(%a: !cute.layout<"(3,2):(1,3)">, %b: !cute.shape<"(?,?)">, %c: !cute.int_tuple<"(1,0)">) {
  %0 = "cute.tile_to_shape"(%a, %b, %c) : (!cute.layout<"(3,2):(1,3)">, !cute.shape<"(?,?)">, !cute.int_tuple<"(1,0)">) -> !cute.layout<"((3,?),(2,?)):((1,?),(3,6))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 6 for n1 = 1, n2 = 2: 6 and 8
  %1 = "cute.tile_to_shape"(%a, %b, %c) : (!cute.layout<"(3,2):(1,3)">, !cute.shape<"(?,?)">, !cute.int_tuple<"(1,0)">) -> !cute.layout<"((3,?),(2,?)):((1,?),(3,8))">
  return
}

// -----

func.func @recast(%a: !cute.layout<"(32,?):(1,?)">) {
  %0 = "cute.recast_layout"(%a) <{new_type_bits = 32 : i32, old_type_bits = 8 : i32}> : (!cute.layout<"(32,?):(1,?)">) -> !cute.layout<"(8,?):(1,?)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for d0_0 = 1, u1 = 0: 1 and 2
  %1 = "cute.recast_layout"(%a) <{new_type_bits = 32 : i32, old_type_bits = 8 : i32}> : (!cute.layout<"(32,?):(1,?)">) -> !cute.layout<"(8,?):(2,?)">
  return
}

// -----

func.func @symbolic_tile(%a: !cute.layout<"(?,?):(1,?)">, %b: !cute.tile<"[?:1;?:1]">) {
  %0 = "cute.zipped_divide"(%a, %b) : (!cute.layout<"(?,?):(1,?)">, !cute.tile<"[?:1;?:1]">) -> !cute.layout<"((?,?),(?,?)):((1,?),(?,?))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for d0_2 = 0, d1_0 = 2, d1_1 = 1, r0 = 1, r1 = 1: 1 and 2
  %1 = "cute.zipped_divide"(%a, %b) : (!cute.layout<"(?,?):(1,?)">, !cute.tile<"[?:1;?:1]">) -> !cute.layout<"((?,?),(?,?)):((2,?),(?,?))">
  return
}

// -----

func.func @first_modes(%a: !cute.layout<"((32,4,?),(32,4,?)):((16,4,?),(0,1,512))">, %b: !cute.tile<"[128:1;32:1]">) {
  %0 = "cute.tiled_divide"(%a, %b) : (!cute.layout<"((32,4,?),(32,4,?)):((16,4,?),(0,1,512))">, !cute.tile<"[128:1;32:1]">) -> !cute.layout<"(((32,4),32),?,(4,?)):(((16,4),0),?,(1,512))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 32 for d0_0 = 1, d0_1 = 1, d0_2 = 0: 4 and 8
  %1 = "cute.tiled_divide"(%a, %b) : (!cute.layout<"((32,4,?),(32,4,?)):((16,4,?),(0,1,512))">, !cute.tile<"[128:1;32:1]">) -> !cute.layout<"(((32,4),32),?,(4,?)):(((16,8),0),?,(1,512))">
  return
}

// -----

func.func @tile_of_shape(%a: !cute.composed_layout<"S<3,5,4> o 0 o ?:?">, %b: !cute.tile<"[4:1]">) {
  %0 = "cute.composition"(%a, %b) : (!cute.composed_layout<"S<3,5,4> o 0 o ?:?">, !cute.tile<"[4:1]">) -> !cute.composed_layout<"S<3,5,4> o 0 o (4):(?)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for d0_1 = -1: none and 0
  %1 = "cute.composition"(%a, %b) : (!cute.composed_layout<"S<3,5,4> o 0 o ?:?">, !cute.tile<"[4:1]">) -> !cute.composed_layout<"S<3,5,4> o 0 o (4):(0)">
  return
}

// -----

// What is taken from a view has the numbers of the layout that the view was made with.
func.func @layout_of_a_view(%p: !cute.ptr<f16, smem>, %l: !cute.layout<"(?,4):(4,1)">, %m: !cute.layout<"(?,4):(4,1)">) {
  %v = "cute.make_view"(%p, %l) : (!cute.ptr<f16, smem>, !cute.layout<"(?,4):(4,1)">) -> !cute.memref<f16, smem, "(?,4):(4,1)">
  %g = "cute.get_layout"(%v) : (!cute.memref<f16, smem, "(?,4):(4,1)">) -> !cute.layout<"(?,4):(4,1)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 8 for d0_0 = 2: 4 and 8
  %0 = "cute.append_to_rank"(%l, %g) <{rank = 3 : i32}> : (!cute.layout<"(?,4):(4,1)">, !cute.layout<"(?,4):(4,1)">) -> !cute.layout<"(?,4,(?,4)):(4,1,(8,1))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 4 for d0_0 = 1, d1_0 = 2: 4 and 8
  %1 = "cute.append_to_rank"(%l, %m) <{rank = 3 : i32}> : (!cute.layout<"(?,4):(4,1)">, !cute.layout<"(?,4):(4,1)">) -> !cute.layout<"(?,4,(?,4)):(4,1,(8,1))">
  return
}
