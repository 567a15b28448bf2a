// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s

// Each operation of the table that claims something of layouts, right and wrong. A unit test of the importer asks for
// all operations that claim something; those on numbers and those on threads are in the files beside this one.

func.func @append_to_rank(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<1:0>) {
  %0 = "fly.append_to_rank"(%a, %b) <{rank = 3 : i32}> : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(4,8,1):(1,4,0)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts have different sizes: 32 and 64
  %1 = "fly.append_to_rank"(%a, %b) <{rank = 3 : i32}> : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(4,8,2):(1,4,0)>
  return
}

// -----

func.func @blocked_product(%a: !fly.layout<(2,5):(5,1)>, %b: !fly.layout<(3,4):(1,3)>) {
  %0 = "fly.blocked_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,3),(5,4)):((5,10),(1,30))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 30: 30 and 31
  %1 = "fly.blocked_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,3),(5,4)):((5,10),(1,31))>
  return
}

// -----

func.func @coalesce(%a: !fly.layout<(3,1,9):(1,9,3)>) {
  %0 = "fly.coalesce"(%a) : (!fly.layout<(3,1,9):(1,9,3)>) -> !fly.layout<27:1>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 1 and 2
  %1 = "fly.coalesce"(%a) : (!fly.layout<(3,1,9):(1,9,3)>) -> !fly.layout<27:2>
  return
}

// -----

func.func @complement(%a: !fly.layout<4:2>, %b: !fly.int_tuple<24>) {
  %0 = "fly.complement"(%a, %b) : (!fly.layout<4:2>, !fly.int_tuple<24>) -> !fly.layout<(2,3):(1,8)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 4
  %1 = "fly.complement"(%a, %b) : (!fly.layout<4:2>, !fly.int_tuple<24>) -> !fly.layout<(2,3):(1,4)>
  return
}

// -----

func.func @composed_get_inner(%a: !fly.composed_layout<S<2,0,3> o 0 o (8,8):(8,1)>) {
  %0 = "fly.composed_get_inner"(%a) : (!fly.composed_layout<S<2,0,3> o 0 o (8,8):(8,1)>) -> !fly.swizzle<S<2,0,3>>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 16: 18 and 16
  %1 = "fly.composed_get_inner"(%a) : (!fly.composed_layout<S<2,0,3> o 0 o (8,8):(8,1)>) -> !fly.swizzle<S<1,0,3>>
  return
}

// -----

func.func @composed_get_offset(%a: !fly.composed_layout<S<2,0,3> o 16 o (8,8):(8,1)>) {
  %0 = "fly.composed_get_offset"(%a) : (!fly.composed_layout<S<2,0,3> o 16 o (8,8):(8,1)>) -> !fly.int_tuple<16>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 16 and 8
  %1 = "fly.composed_get_offset"(%a) : (!fly.composed_layout<S<2,0,3> o 16 o (8,8):(8,1)>) -> !fly.int_tuple<8>
  return
}

// -----

func.func @composed_get_outer(%a: !fly.composed_layout<S<2,0,3> o 0 o (8,8):(8,1)>) {
  %0 = "fly.composed_get_outer"(%a) : (!fly.composed_layout<S<2,0,3> o 0 o (8,8):(8,1)>) -> !fly.layout<(8,8):(8,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8: 1 and 2
  %1 = "fly.composed_get_outer"(%a) : (!fly.composed_layout<S<2,0,3> o 0 o (8,8):(8,1)>) -> !fly.layout<(8,8):(8,2)>
  return
}

// -----

func.func @composition(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<(2,4):(1,2)>) {
  %0 = "fly.composition"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4):(1,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.composition"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4):(1,3)>
  return
}

// -----

func.func @dice(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.int_tuple<(2,*)>) {
  %0 = "fly.dice"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(2,*)>) -> !fly.layout<(4):(1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 1 and 2
  %1 = "fly.dice"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(2,*)>) -> !fly.layout<(4):(2)>
  return
}

// -----

func.func @filter(%a: !fly.layout<(2,4):(0,1)>) {
  %0 = "fly.filter"(%a) : (!fly.layout<(2,4):(0,1)>) -> !fly.layout<4:1>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 1 and 2
  %1 = "fly.filter"(%a) : (!fly.layout<(2,4):(0,1)>) -> !fly.layout<4:2>
  return
}

// -----

func.func @filter_zeros(%a: !fly.layout<(2,4):(0,1)>) {
  %0 = "fly.filter_zeros"(%a) : (!fly.layout<(2,4):(0,1)>) -> !fly.layout<(1,4):(0,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 1 and 2
  %1 = "fly.filter_zeros"(%a) : (!fly.layout<(2,4):(0,1)>) -> !fly.layout<(1,4):(0,2)>
  return
}

// -----

func.func @flat_divide(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.tile<[2|4:2]>) {
  %0 = "fly.flat_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<(2,4,2,2):(1,8,2,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 16: 4 and 16
  %1 = "fly.flat_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<(2,4,2,2):(1,8,2,16)>
  return
}

// -----

func.func @flat_product(%a: !fly.layout<(2,5):(5,1)>, %b: !fly.layout<(3,4):(1,3)>) {
  %0 = "fly.flat_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<(2,5,3,4):(5,1,10,30)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 30: 30 and 40
  %1 = "fly.flat_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<(2,5,3,4):(5,1,10,40)>
  return
}

// -----

func.func @flatten(%a: !fly.layout<((2,3),4):((1,2),6)>) {
  %0 = "fly.flatten"(%a) : (!fly.layout<((2,3),4):((1,2),6)>) -> !fly.layout<(2,3,4):(1,2,6)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.flatten"(%a) : (!fly.layout<((2,3),4):((1,2),6)>) -> !fly.layout<(2,3,4):(1,3,6)>
  return
}

// -----

func.func @get_layout(%a: !fly.memref<f32, global, (4,8):(8,1)>) {
  %0 = "fly.get_layout"(%a) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.layout<(4,8):(8,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 1 and 2
  %1 = "fly.get_layout"(%a) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.layout<(4,8):(8,2)>
  return
}

// -----

func.func @group(%a: !fly.layout<(2,3,5):(1,2,6)>) {
  %0 = "fly.group"(%a) <{begin = 0 : i32, end = 2 : i32}> : (!fly.layout<(2,3,5):(1,2,6)>) -> !fly.layout<((2,3),5):((1,2),6)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.group"(%a) <{begin = 0 : i32, end = 2 : i32}> : (!fly.layout<(2,3,5):(1,2,6)>) -> !fly.layout<((2,3),5):((1,3),6)>
  return
}

// -----

func.func @left_inverse(%a: !fly.layout<(4,8):(8,1)>) {
  %0 = "fly.left_inverse"(%a) : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(8,4):(4,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8: 1 and 2
  %1 = "fly.left_inverse"(%a) : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(8,4):(4,2)>
  return
}

// -----

func.func @logical_divide(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.tile<[2|4:2]>) {
  %0 = "fly.logical_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,2),(4,2)):((1,2),(8,4))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 8 and 4
  %1 = "fly.logical_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,2),(4,2)):((1,2),(4,16))>
  return
}

// -----

func.func @logical_product(%a: !fly.layout<4:1>, %b: !fly.layout<3:1>) {
  %0 = "fly.logical_product"(%a, %b) : (!fly.layout<4:1>, !fly.layout<3:1>) -> !fly.layout<(4,3):(1,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 4 and 5
  %1 = "fly.logical_product"(%a, %b) : (!fly.layout<4:1>, !fly.layout<3:1>) -> !fly.layout<(4,3):(1,5)>
  return
}

// -----

func.func @make_composed_layout(%a: !fly.swizzle<S<2,0,3>>, %b: !fly.int_tuple<0>, %c: !fly.layout<(8,8):(8,1)>) {
  %0 = "fly.make_composed_layout"(%a, %b, %c) : (!fly.swizzle<S<2,0,3>>, !fly.int_tuple<0>, !fly.layout<(8,8):(8,1)>) -> !fly.composed_layout<S<2,0,3> o 0 o (8,8):(8,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 18 and 16
  %1 = "fly.make_composed_layout"(%a, %b, %c) : (!fly.swizzle<S<2,0,3>>, !fly.int_tuple<0>, !fly.layout<(8,8):(8,1)>) -> !fly.composed_layout<S<1,0,3> o 0 o (8,8):(8,1)>
  return
}

// -----

func.func @make_identity_layout(%a: !fly.int_tuple<(4,8)>) {
  %0 = "fly.make_identity_layout"(%a) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E0,1E1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: (1,0) and (0,1)
  %1 = "fly.make_identity_layout"(%a) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E1,1E0)>
  return
}

// -----

func.func @make_layout(%a: !fly.int_tuple<(4,8)>, %b: !fly.int_tuple<(1,4)>) {
  %0 = "fly.make_layout"(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 4 and 5
  %1 = "fly.make_layout"(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,8):(1,5)>
  return
}

// -----

func.func @make_layout_like(%a: !fly.layout<(4,8):(16,1)>) {
  %0 = "fly.make_layout_like"(%a) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(8,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 8 and 16
  %1 = "fly.make_layout_like"(%a) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(16,1)>
  return
}

// -----

func.func @make_ordered_layout(%a: !fly.int_tuple<(4,8)>, %b: !fly.int_tuple<(1,0)>) {
  %0 = "fly.make_ordered_layout"(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,0)>) -> !fly.layout<(4,8):(8,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 8 and 1
  %1 = "fly.make_ordered_layout"(%a, %b) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,0)>) -> !fly.layout<(4,8):(1,4)>
  return
}

// -----

func.func @make_view(%a: !fly.int_tuple<(1,2)>, %b: !fly.layout<(4,8):(1E0,1E1)>) {
  %0 = "fly.make_view"(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.coord_tensor<(1,2), (4,8):(1E0,1E1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: (0,1) and (0,2)
  %1 = "fly.make_view"(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.coord_tensor<(1,2), (4,8):(1E0,2E1)>
  return
}

// -----

func.func @prepend_to_rank(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<1:0>) {
  %0 = "fly.prepend_to_rank"(%a, %b) <{rank = 3 : i32}> : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(1,4,8):(0,1,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 4 and 5
  %1 = "fly.prepend_to_rank"(%a, %b) <{rank = 3 : i32}> : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(1,4,8):(0,1,5)>
  return
}

// -----

func.func @raked_product(%a: !fly.layout<(2,5):(5,1)>, %b: !fly.layout<(3,4):(1,3)>) {
  %0 = "fly.raked_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((3,2),(4,5)):((10,5),(30,1))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 6: 30 and 40
  %1 = "fly.raked_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((3,2),(4,5)):((10,5),(40,1))>
  return
}

// -----

func.func @recast_layout(%a: !fly.layout<(4,8):(8,1)>) {
  %0 = "fly.recast_layout"(%a) <{new_type_bits = 16 : i32, old_type_bits = 32 : i32}> : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(4,16):(16,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 16 and 8
  %1 = "fly.recast_layout"(%a) <{new_type_bits = 16 : i32, old_type_bits = 32 : i32}> : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(4,16):(8,1)>
  return
}

// -----

func.func @right_inverse(%a: !fly.layout<(4,8):(8,1)>) {
  %0 = "fly.right_inverse"(%a) : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(8,4):(4,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8: 1 and 2
  %1 = "fly.right_inverse"(%a) : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(8,4):(4,2)>
  return
}

// -----

// A mode whose extent is a symbol is passed over, which CuTe takes.
func.func @right_inverse_of_symbols(%a: !fly.layout<(4,?,8):(8,1,1)>, %b: !fly.layout<(?,4):(1,?)>) {
  %0 = "fly.right_inverse"(%a) : (!fly.layout<(4,?,8):(8,1,1)>) -> !fly.layout<(8,4):(?{div=4},1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8 for d0_0 = {{[0-9]+}}: 1 and 2
  %1 = "fly.right_inverse"(%a) : (!fly.layout<(4,?,8):(8,1,1)>) -> !fly.layout<(8,4):(?{div=4},2)>
  %2 = "fly.right_inverse"(%b) : (!fly.layout<(?,4):(1,?)>) -> !fly.layout<1:0>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts have different sizes: 1 and 4
  %3 = "fly.right_inverse"(%b) : (!fly.layout<(?,4):(1,?)>) -> !fly.layout<4:0>
  return
}

// -----

func.func @select(%a: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.select"(%a) <{mode = array<i32: 1>}> : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<(8):(4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 4 and 1
  %1 = "fly.select"(%a) <{mode = array<i32: 1>}> : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<(8):(1)>
  return
}

// -----

func.func @slice(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.int_tuple<(2,*)>) {
  %0 = "fly.slice"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(2,*)>) -> !fly.layout<(8):(4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 4 and 1
  %1 = "fly.slice"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(2,*)>) -> !fly.layout<(8):(1)>
  return
}

// -----

// A slice of a composition is one of its innermost layout, whose offset moves.

func.func @nested_slice(%a: !fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, %deep: !fly.composed_layout<9:3 o 1 o [32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]]>, %c: !fly.int_tuple<(1,*)>) {
  %0 = "fly.slice"(%a, %c) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<32:2 o 5 o [32:1 o 8 o 8:4]>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 0: 8 and 9
  %1 = "fly.slice"(%a, %c) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<32:2 o 5 o [32:1 o 9 o 8:4]>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 12 and 11
  %2 = "fly.slice"(%a, %c) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<32:2 o 5 o [32:1 o 8 o 8:3]>
  %5 = "fly.slice"(%deep, %c) : (!fly.composed_layout<9:3 o 1 o [32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<9:3 o 1 o [32:2 o 5 o [32:1 o 8 o 8:4]]>
  return
}

// -----

func.func @nested_slice_around(%j: !fly.int_tuple<(?,*)>, %a: !fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, %deep: !fly.composed_layout<9:3 o 1 o [32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]]>, %c: !fly.int_tuple<(1,*)>) {
  // An offset that is not known claims nothing.
  // CHECK: [[#@LINE+1]]:{{.*}} remark: fly.slice is left alone: its offset is not a number
  %7 = "fly.slice"(%a, %j) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(?,*)>) -> !fly.composed_layout<32:2 o 5 o [32:1 o ? o 8:4]>
  // CHECK: [[#@LINE+1]]:{{.*}} error: {{.*}}its result begins with 32:2 o 6, not 32:2 o 5
  %3 = "fly.slice"(%a, %c) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<32:2 o 6 o [32:1 o 8 o 8:4]>
  // CHECK: [[#@LINE+1]]:{{.*}} error: {{.*}}its result 32:1 o 8 o 8:4 loses 32:2 o 5
  %4 = "fly.slice"(%a, %c) : (!fly.composed_layout<32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<32:1 o 8 o 8:4>
  // CHECK: [[#@LINE+1]]:{{.*}} error: {{.*}}its result begins with 32:3 o 5, not 32:2 o 5
  %6 = "fly.slice"(%deep, %c) : (!fly.composed_layout<9:3 o 1 o [32:2 o 5 o [32:1 o 7 o (4,8):(1,4)]]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<9:3 o 1 o [32:3 o 5 o [32:1 o 8 o 8:4]]>
  return
}

// -----

func.func @tile_to_shape(%a: !fly.layout<(2,2):(2,1)>, %b: !fly.int_tuple<(4,6)>, %c: !fly.int_tuple<(0,1)>) {
  %0 = "fly.tile_to_shape"(%a, %b, %c) : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<(4,6)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((2,2),(2,3)):((2,4),(1,8))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8: 8 and 12
  %1 = "fly.tile_to_shape"(%a, %b, %c) : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<(4,6)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((2,2),(2,3)):((2,4),(1,12))>
  return
}

// -----

func.func @tiled_divide(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.tile<[2|4:2]>) {
  %0 = "fly.tiled_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,4),2,2):((1,8),2,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 16: 4 and 16
  %1 = "fly.tiled_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,4),2,2):((1,8),2,16)>
  return
}

// -----

func.func @tiled_product(%a: !fly.layout<(2,5):(5,1)>, %b: !fly.layout<(3,4):(1,3)>) {
  %0 = "fly.tiled_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,5),3,4):((5,1),10,30)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 30: 30 and 40
  %1 = "fly.tiled_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,5),3,4):((5,1),10,40)>
  return
}

// -----

func.func @zipped_divide(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.tile<[2|4:2]>) {
  %0 = "fly.zipped_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,4),(2,2)):((1,8),(2,4))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 4
  %1 = "fly.zipped_divide"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,4),(2,2)):((1,4),(2,16))>
  return
}

// -----

func.func @zipped_product(%a: !fly.layout<(2,5):(5,1)>, %b: !fly.layout<(3,4):(1,3)>) {
  %0 = "fly.zipped_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,5),(3,4)):((5,1),(10,30))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 30: 30 and 40
  %1 = "fly.zipped_product"(%a, %b) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,5),(3,4)):((5,1),(10,40))>
  return
}

// -----

func.func @append(%a: !fly.layout<(2,3):(1,2)>, %b: !fly.layout<4:6>) {
  %0 = "fly.append"(%a, %b) <{n = 4 : i32}> : (!fly.layout<(2,3):(1,2)>, !fly.layout<4:6>) -> !fly.layout<(2,3,4,4):(1,2,6,6)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 24: 6 and 7
  %1 = "fly.append"(%a, %b) <{n = 4 : i32}> : (!fly.layout<(2,3):(1,2)>, !fly.layout<4:6>) -> !fly.layout<(2,3,4,4):(1,2,6,7)>
  return
}

// -----

func.func @prepend(%a: !fly.layout<2:1>, %b: !fly.layout<4:6>) {
  %0 = "fly.prepend"(%a, %b) : (!fly.layout<2:1>, !fly.layout<4:6>) -> !fly.layout<(4,2):(6,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 6 and 1
  %1 = "fly.prepend"(%a, %b) : (!fly.layout<2:1>, !fly.layout<4:6>) -> !fly.layout<(2,4):(1,6)>
  return
}

// -----

func.func @take(%a: !fly.layout<(2,3,(4,5)):(1,2,(6,24))>) {
  %0 = "fly.take"(%a) <{begin = 1 : i32, end = 3 : i32}> : (!fly.layout<(2,3,(4,5)):(1,2,(6,24))>) -> !fly.layout<(3,(4,5)):(2,(6,24))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 12: 24 and 25
  %1 = "fly.take"(%a) <{begin = 1 : i32, end = 3 : i32}> : (!fly.layout<(2,3,(4,5)):(1,2,(6,24))>) -> !fly.layout<(3,(4,5)):(2,(6,25))>
  return
}

// -----

func.func @decomposition(%a: !fly.memref<f32, shared, S<2,0,3> o 0 o (8,8):(1,8)>) {
  %0 = "fly.decomposition"(%a) : (!fly.memref<f32, shared, S<2,0,3> o 0 o (8,8):(1,8)>) -> !fly.memref<f32, shared, (8,8):(1,8)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8: 8 and 9
  %1 = "fly.decomposition"(%a) : (!fly.memref<f32, shared, S<2,0,3> o 0 o (8,8):(1,8)>) -> !fly.memref<f32, shared, (8,8):(1,9)>
  return
}

// -----

// A mode of an unknown extent by a whole layout: the tile, and as many as it takes.

func.func @divide_extent(%a: !fly.layout<?:1>, %one: !fly.layout<1:1>, %t: !fly.layout<8:1>) {
  %0 = "fly.logical_divide"(%a, %one) : (!fly.layout<?:1>, !fly.layout<1:1>) -> !fly.layout<(1,?):(0,1)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at {{.*}}: 1 and 2
  %1 = "fly.logical_divide"(%a, %one) : (!fly.layout<?:1>, !fly.layout<1:1>) -> !fly.layout<(1,?):(0,2)>
  %2 = "fly.logical_divide"(%a, %t) : (!fly.layout<?:1>, !fly.layout<8:1>) -> !fly.layout<(8,?):(1,8)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at {{.*}}: 8 and 9
  %3 = "fly.logical_divide"(%a, %t) : (!fly.layout<?:1>, !fly.layout<8:1>) -> !fly.layout<(8,?):(1,9)>
  return
}

// -----

// A slice of a composition moves its offset.

func.func @slice_composed(%a: !fly.composed_layout<32:2 o 5 o [64:1 o 7 o (4,8):(1,4)]>, %b: !fly.composed_layout<64:2 o 7 o (4,8):(1,4)>, %c: !fly.int_tuple<(1,*)>) {
  %0 = "fly.slice"(%a, %c) : (!fly.composed_layout<32:2 o 5 o [64:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<32:2 o 5 o [64:1 o 8 o 8:4]>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 0: 8 and 7
  %1 = "fly.slice"(%a, %c) : (!fly.composed_layout<32:2 o 5 o [64:1 o 7 o (4,8):(1,4)]>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<32:2 o 5 o [64:1 o 7 o 8:4]>
  %2 = "fly.slice"(%b, %c) : (!fly.composed_layout<64:2 o 7 o (4,8):(1,4)>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<64:2 o 8 o 8:4>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 0: 16 and 14
  %3 = "fly.slice"(%b, %c) : (!fly.composed_layout<64:2 o 7 o (4,8):(1,4)>, !fly.int_tuple<(1,*)>) -> !fly.composed_layout<64:2 o 7 o 8:4>
  return
}
