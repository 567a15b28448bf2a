// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s

// Each operation of the table that claims numbers or coordinates, right and wrong.

func.func @add_offset(%a: !fly.int_tuple<(0,4)>, %b: !fly.int_tuple<(2,3)>) {
  %0 = "fly.add_offset"(%a, %b) : (!fly.int_tuple<(0,4)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(2,7)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 7 and 8
  %1 = "fly.add_offset"(%a, %b) : (!fly.int_tuple<(0,4)>, !fly.int_tuple<(2,3)>) -> !fly.int_tuple<(2,8)>
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

func.func @get(%a: !fly.int_tuple<(4,(8,2))>) {
  %0 = "fly.get"(%a) <{mode = array<i32: 1>}> : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<(8,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.get"(%a) <{mode = array<i32: 1>}> : (!fly.int_tuple<(4,(8,2))>) -> !fly.int_tuple<(8,3)>
  return
}

// -----

func.func @get_1d_coord(%a: !fly.int_tuple<9>, %b: !fly.layout<(4,8):(8,1)>) {
  %0 = "fly.get_1d_coord"(%a, %b) : (!fly.int_tuple<9>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<5>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 5 and 9
  %1 = "fly.get_1d_coord"(%a, %b) : (!fly.int_tuple<9>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<9>
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

func.func @coshape(%a: !fly.layout<(2,3,4):(1E0,2E1,2E0)>) {
  %0 = "fly.coshape"(%a) : (!fly.layout<(2,3,4):(1E0,2E1,2E0)>) -> !fly.int_tuple<(8,5)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 5 and 6
  %1 = "fly.coshape"(%a) : (!fly.layout<(2,3,4):(1E0,2E1,2E0)>) -> !fly.int_tuple<(8,6)>
  return
}

// -----

func.func @coprofile(%a: !fly.layout<(2,3):(1E0,1E2)>) {
  %0 = "fly.coprofile"(%a) : (!fly.layout<(2,3):(1E0,1E2)>) -> !fly.int_tuple<(0,0,0)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts have different sizes: 8 and 4
  %1 = "fly.coprofile"(%a) : (!fly.layout<(2,3):(1E0,1E2)>) -> !fly.int_tuple<(0,0)>
  return
}

// -----

func.func @int_tuple_div(%a: !fly.int_tuple<(8,9,5)>, %b: !fly.int_tuple<(3,4)>) {
  %0 = "fly.int_tuple_div"(%a, %b) : (!fly.int_tuple<(8,9,5)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(2,2,5)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.int_tuple_div"(%a, %b) : (!fly.int_tuple<(8,9,5)>, !fly.int_tuple<(3,4)>) -> !fly.int_tuple<(2,3,5)>
  return
}

// -----

func.func @int_tuple_product_like(%a: !fly.int_tuple<((2,3),(4,5))>, %b: !fly.int_tuple<(1,1)>) {
  %0 = "fly.int_tuple_product_like"(%a, %b) : (!fly.int_tuple<((2,3),(4,5))>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<(6,20)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 6 and 5
  %1 = "fly.int_tuple_product_like"(%a, %b) : (!fly.int_tuple<((2,3),(4,5))>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<(5,20)>
  return
}
