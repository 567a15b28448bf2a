// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s

// Each operation of the table that claims something, right and wrong. A unit test of the importer asks for all of them.

func.func @add_offset(%a: !fly.int_tuple<(0,4)>, %b: !fly.int_tuple<(2,3)>) {
  %0 = "fly.add_offset"(%a, %b) : (!fly.int_tuple<(0,4)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(2,7)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 7 and 8
  %1 = "fly.add_offset"(%a, %b) : (!fly.int_tuple<(0,4)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(2,8)>
  return
}

// -----

func.func @append_to_rank(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<1:0>) {
  %0 = "fly.append_to_rank"(%a, %b) <{rank = 3 : i32}> : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(4,8,1):(1,4,0)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts have different sizes: 32 and 64
  %1 = "fly.append_to_rank"(%a, %b) <{rank = 3 : i32}> : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<(4,8,2):(1,4,0)>
  return
}

// -----

func.func @atom_set_value(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %b: i32) {
  %0 = "fly.atom.set_value"(%a, %b) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, i32) -> !fly.copy_atom<!fly.universal_copy<128>, 32>
  // CHECK: [[#@LINE+1]]:{{.*}} error: fly.atom.set_value is wrong: its result is !fly.copy_atom<!fly.universal_copy<64>, 32>, and its operand !fly.copy_atom<!fly.universal_copy<128>, 32>
  %1 = "fly.atom.set_value"(%a, %b) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, i32) -> !fly.copy_atom<!fly.universal_copy<64>, 32>
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

func.func @ceil_div(%a: !fly.int_tuple<(8,9)>, %b: !fly.int_tuple<(3,4)>) {
  %0 = "fly.ceil_div"(%a, %b) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(3,3)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 3 and 2
  %1 = "fly.ceil_div"(%a, %b) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(3,2)>
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
  // CHECK: [[#@LINE+1]]:{{.*}} error: layout is not injective: coordinates 2 and 8 both give 4
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

func.func @copy(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %b: !fly.memref<f32, global, ((4,1),3):((1,0),4)>, %c: !fly.memref<f32, register, ((4,1),3):((1,0),8)>, %w2: !fly.memref<f32, register, ((4,1),2):((1,0),8)>) {
  "fly.copy"(%a, %b, %c) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, ((4,1),3):((1,0),4)>, !fly.memref<f32, register, ((4,1),3):((1,0),8)>) -> ()
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 3 and 2
  "fly.copy"(%a, %b, %w2) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, ((4,1),3):((1,0),4)>, !fly.memref<f32, register, ((4,1),2):((1,0),8)>) -> ()
  return
}

// -----

func.func @cosize(%a: !fly.layout<(4,8):(1,5)>) {
  %0 = "fly.cosize"(%a) : (!fly.layout<(4,8):(1,5)>) -> !fly.int_tuple<39>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layout has cosize 39, not 40
  %1 = "fly.cosize"(%a) : (!fly.layout<(4,8):(1,5)>) -> !fly.int_tuple<40>
  return
}

// -----

func.func @crd2idx(%a: !fly.int_tuple<(2,3)>, %b: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.crd2idx"(%a, %b) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<14>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 0: 14 and 15
  %1 = "fly.crd2idx"(%a, %b) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<15>
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

func.func @gemm(%a: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %b: !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, %c: !fly.memref<f32, register, (1,2,5):(0,1,2)>, %d: !fly.memref<f32, register, (1,3,5):(0,1,3)>, %e: !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, %w3: !fly.memref<f32, register, (1,3,4):(0,1,3)>) {
  "fly.gemm"(%a, %b, %c, %d, %e) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, !fly.memref<f32, register, (1,2,5):(0,1,2)>, !fly.memref<f32, register, (1,3,5):(0,1,3)>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>) -> ()
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 16: 4 and 5
  "fly.gemm"(%a, %b, %c, %w3, %e) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, !fly.memref<f32, register, (1,2,5):(0,1,2)>, !fly.memref<f32, register, (1,3,4):(0,1,3)>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>) -> ()
  return
}

// -----

func.func @get(%a: !fly.int_tuple<(4,(8,2))>) {
  %0 = "fly.get"(%a) <{mode = array<i32: 1>}> : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<(8,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.get"(%a) <{mode = array<i32: 1>}> : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<(8,3)>
  return
}

// -----

func.func @get_1d_coord(%a: !fly.int_tuple<(2,3)>, %b: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.get_1d_coord"(%a, %b) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<14>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 14 and 11
  %1 = "fly.get_1d_coord"(%a, %b) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<11>
  return
}

// -----

func.func @get_flat_coord(%a: !fly.int_tuple<14>, %b: !fly.layout<(4,(2,4)):(1,(4,8))>) {
  %0 = "fly.get_flat_coord"(%a, %b) : (!fly.int_tuple<14>, !fly.layout<(4,(2,4)):(1,(4,8))>) -> !fly.int_tuple<(2,3)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 3 and 4
  %1 = "fly.get_flat_coord"(%a, %b) : (!fly.int_tuple<14>, !fly.layout<(4,(2,4)):(1,(4,8))>) -> !fly.int_tuple<(2,4)>
  return
}

// -----

func.func @get_iter(%a: !fly.coord_tensor<(3,5), (4,8):(1E0,1E1)>) {
  %0 = "fly.get_iter"(%a) : (!fly.coord_tensor<(3,5), (4,8):(1E0,1E1)>) -> !fly.int_tuple<(3,5)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 5 and 6
  %1 = "fly.get_iter"(%a) : (!fly.coord_tensor<(3,5), (4,8):(1E0,1E1)>) -> !fly.int_tuple<(3,6)>
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

func.func @get_leaves(%a: !fly.int_tuple<(4,(8,2))>) {
  %0:3 = "fly.get_leaves"(%a) : (!fly.int_tuple<(4,(8,2))>) -> (!fly.int_tuple<4>, !fly.int_tuple<8>, !fly.int_tuple<2>)
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 9
  %1:3 = "fly.get_leaves"(%a) : (!fly.int_tuple<(4,(8,2))>) -> (!fly.int_tuple<4>, !fly.int_tuple<9>, !fly.int_tuple<2>)
  return
}

// -----

func.func @get_shape(%a: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.get_shape"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(4,8)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 7
  %1 = "fly.get_shape"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(4,7)>
  return
}

// -----

func.func @get_stride(%a: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.get_stride"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 4 and 5
  %1 = "fly.get_stride"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,5)>
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

func.func @idx2crd(%a: !fly.int_tuple<13>, %b: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.idx2crd"(%a, %b) : (!fly.int_tuple<13>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,3)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 3 and 4
  %1 = "fly.idx2crd"(%a, %b) : (!fly.int_tuple<13>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,4)>
  return
}

// -----

func.func @int_tuple_add(%a: !fly.int_tuple<(1,2)>, %b: !fly.int_tuple<(3,4)>) {
  %0 = "fly.int_tuple_add"(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(4,6)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 6 and 7
  %1 = "fly.int_tuple_add"(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(4,7)>
  return
}

// -----

func.func @int_tuple_ceil_div(%a: !fly.int_tuple<(8,9)>, %b: !fly.int_tuple<(3,4)>) {
  %0 = "fly.int_tuple_ceil_div"(%a, %b) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(3,3)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 3 and 2
  %1 = "fly.int_tuple_ceil_div"(%a, %b) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(3,2)>
  return
}

// -----

func.func @int_tuple_mod(%a: !fly.int_tuple<(9,7)>, %b: !fly.int_tuple<(4,5)>) {
  %0 = "fly.int_tuple_mod"(%a, %b) : (!fly.int_tuple<(9,7)>, !fly.int_tuple<(4,5)>) -> !fly.int_tuple<(1,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.int_tuple_mod"(%a, %b) : (!fly.int_tuple<(9,7)>, !fly.int_tuple<(4,5)>) -> !fly.int_tuple<(1,3)>
  return
}

// -----

func.func @int_tuple_mul(%a: !fly.int_tuple<(1,2)>, %b: !fly.int_tuple<(3,4)>) {
  %0 = "fly.int_tuple_mul"(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(3,8)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 9
  %1 = "fly.int_tuple_mul"(%a, %b) : (!fly.int_tuple<(1,2)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(3,9)>
  return
}

// -----

func.func @int_tuple_product(%a: !fly.int_tuple<(4,(8,2))>) {
  %0 = "fly.int_tuple_product"(%a) : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<64>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 64 and 65
  %1 = "fly.int_tuple_product"(%a) : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<65>
  return
}

// -----

func.func @int_tuple_product_each(%a: !fly.int_tuple<(4,(8,2))>) {
  %0 = "fly.int_tuple_product_each"(%a) : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<(4,16)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 16 and 17
  %1 = "fly.int_tuple_product_each"(%a) : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<(4,17)>
  return
}

// -----

func.func @int_tuple_sub(%a: !fly.int_tuple<(9,7)>, %b: !fly.int_tuple<(4,5)>) {
  %0 = "fly.int_tuple_sub"(%a, %b) : (!fly.int_tuple<(9,7)>, !fly.int_tuple<(4,5)>) -> !fly.int_tuple<(5,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.int_tuple_sub"(%a, %b) : (!fly.int_tuple<(9,7)>, !fly.int_tuple<(4,5)>) -> !fly.int_tuple<(5,3)>
  return
}

// -----

func.func @left_inverse(%a: !fly.layout<(4,8):(8,1)>) {
  %0 = "fly.left_inverse"(%a) : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(8,4):(4,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 2 and 1
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

func.func @make_fragment_layout_like(%a: !fly.layout<(4,8):(16,1)>) {
  %0 = "fly.make_fragment_layout_like"(%a) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(8,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 8 and 16
  %1 = "fly.make_fragment_layout_like"(%a) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(16,1)>
  return
}

// -----

func.func @make_fragment_like(%a: !fly.memref<f32, global, (4,8):(8,1)>) {
  %0 = "fly.make_fragment_like"(%a) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.memref<f32, register, (4,8):(8,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 1 and 2
  %1 = "fly.make_fragment_like"(%a) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.memref<f32, register, (4,8):(8,2)>
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

func.func @make_tiled_copy(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %b: !fly.layout<((4,16),4):((64,1),16)>, %c: !fly.tile<[16|16]>) {
  %0 = "fly.make_tiled_copy"(%a, %b, %c) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>
  // CHECK: [[#@LINE+1]]:{{.*}} error: offset 256 at coordinate 131 is outside [0, 256)
  %1 = "fly.make_tiled_copy"(%a, %b, %c) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),32)>, !fly.tile<[16|16]>>
  return
}

// -----

func.func @make_tiled_mma(%a: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, %b: !fly.layout<(2,2,1):(1,2,0)>) {
  %0 = "fly.make_tiled_mma"(%a, %b) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
  // CHECK: [[#@LINE+1]]:{{.*}} error: offset 4 at coordinate 3 is outside [0, 4)
  %1 = "fly.make_tiled_mma"(%a, %b) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,3,0)>>
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

func.func @mma_make_fragment(%a: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %b: !fly.memref<f32, global, (64,8):(8,1)>) {
  %0 = "fly.mma.make_fragment"(%a, %b) <{operand_id = #fly<mma_operand a>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, global, (64,8):(8,1)>) -> !fly.memref<f32, register, (1,2,2):(0,2,1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 1 and 3
  %1 = "fly.mma.make_fragment"(%a, %b) <{operand_id = #fly<mma_operand a>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, global, (64,8):(8,1)>) -> !fly.memref<f32, register, (1,2,2):(0,2,3)>
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
  // CHECK: [[#@LINE+1]]:{{.*}} error: offset 32 at coordinate 23 is outside [0, 32)
  %1 = "fly.right_inverse"(%a) : (!fly.layout<(4,8):(8,1)>) -> !fly.layout<(8,4):(4,2)>
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

func.func @shape_div(%a: !fly.int_tuple<(8,6)>, %b: !fly.int_tuple<(2,3)>) {
  %0 = "fly.shape_div"(%a, %b) : (!fly.int_tuple<(8,6)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(4,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.shape_div"(%a, %b) : (!fly.int_tuple<(8,6)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(4,3)>
  return
}

// -----

func.func @size(%a: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.size"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layout has size 32, not 16
  %1 = "fly.size"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<16>
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

func.func @tile_to_shape(%a: !fly.layout<(2,2):(2,1)>, %b: !fly.int_tuple<(4,6)>, %c: !fly.int_tuple<(0,1)>) {
  %0 = "fly.tile_to_shape"(%a, %b, %c) : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<(4,6)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((2,2),(2,3)):((2,4),(1,8))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8: 8 and 12
  %1 = "fly.tile_to_shape"(%a, %b, %c) : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<(4,6)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((2,2),(2,3)):((2,4),(1,12))>
  return
}

// -----

func.func @tiled_copy_partition_dst(%a: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, %b: !fly.memref<f32, global, (48,64):(64,1)>, %c: !fly.int_tuple<?>) {
  %0 = "fly.tiled_copy.partition_dst"(%a, %b, %c) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f32, global, (48,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),3,4):((1,0),1024,16)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 1024 and 512
  %1 = "fly.tiled_copy.partition_dst"(%a, %b, %c) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f32, global, (48,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),3,4):((1,0),512,16)>
  return
}

// -----

func.func @tiled_copy_partition_src(%a: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, %b: !fly.memref<f32, global, (48,64):(64,1)>, %c: !fly.int_tuple<?>) {
  %0 = "fly.tiled_copy.partition_src"(%a, %b, %c) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f32, global, (48,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),3,4):((1,0),1024,16)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 12: 16 and 32
  %1 = "fly.tiled_copy.partition_src"(%a, %b, %c) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f32, global, (48,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),3,4):((1,0),1024,32)>
  return
}

// -----

func.func @tiled_copy_retile(%a: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, %b: !fly.memref<f32, register, (4,3,4):(1,16,4)>) {
  %0 = "fly.tiled_copy.retile"(%a, %b) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f32, register, (4,3,4):(1,16,4)>) -> !fly.memref<f32, register, ((4,1),3,4):((1,0),16,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 16 and 8
  %1 = "fly.tiled_copy.retile"(%a, %b) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>, !fly.memref<f32, register, (4,3,4):(1,16,4)>) -> !fly.memref<f32, register, ((4,1),3,4):((1,0),8,4)>
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

func.func @tiled_mma_partition(%a: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %b: !fly.coord_tensor<(0,0), (64,8):(1E0,1E1)>, %c: !fly.int_tuple<?>) {
  %0 = "fly.tiled_mma.partition"(%a, %b, %c) <{operand_id = #fly<mma_operand a>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.coord_tensor<(0,0), (64,8):(1E0,1E1)>, !fly.int_tuple<?>) -> !fly.coord_tensor<(?,?), (1,2,2):(0,32E0,4E1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: (0,4) and (0,8)
  %1 = "fly.tiled_mma.partition"(%a, %b, %c) <{operand_id = #fly<mma_operand a>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.coord_tensor<(0,0), (64,8):(1E0,1E1)>, !fly.int_tuple<?>) -> !fly.coord_tensor<(?,?), (1,2,2):(0,32E0,8E1)>
  return
}

// -----

func.func @tiled_mma_partition_shape(%a: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %b: !fly.int_tuple<(64,8)>) {
  %0 = "fly.tiled_mma.partition_shape"(%a, %b) <{operand_id = #fly<mma_operand a>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.int_tuple<(64,8)>) -> !fly.int_tuple<(1,2,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 2 and 4
  %1 = "fly.tiled_mma.partition_shape"(%a, %b) <{operand_id = #fly<mma_operand a>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.int_tuple<(64,8)>) -> !fly.int_tuple<(1,2,4)>
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
