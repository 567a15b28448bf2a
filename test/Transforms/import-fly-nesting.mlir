// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone"

// Of a tuple the nesting is a part of the answer: each result here has the right numbers.

func.func @of_a_layout(%a: !fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>, %at: !fly.int_tuple<(1,(1,2))>) {
  %0 = "fly.coprofile"(%a) : (!fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<(0,(0,0))>
  // CHECK: [[#@LINE+1]]:8: error: fly.coprofile is wrong: (0,0,0) is nested otherwise than (0,(0,0))
  %1 = "fly.coprofile"(%a) : (!fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<(0,0,0)>
  %2 = "fly.coshape"(%a) : (!fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<(4,(2,3))>
  // CHECK: [[#@LINE+1]]:8: error: fly.coshape is wrong: ((4,2),3) is nested otherwise than (4,(2,3))
  %3 = "fly.coshape"(%a) : (!fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<((4,2),3)>
  %4 = "fly.get_shape"(%a) : (!fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<(4,(2,3))>
  // CHECK: [[#@LINE+1]]:8: error: fly.get_shape is wrong: (4,2,3) is nested otherwise than (4,(2,3))
  %5 = "fly.get_shape"(%a) : (!fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<(4,2,3)>
  %6 = "fly.crd2idx"(%at, %a) : (!fly.int_tuple<(1,(1,2))>, !fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<(1,(1,2))>
  // CHECK: [[#@LINE+1]]:8: error: fly.crd2idx is wrong: (1,1,2) is nested otherwise than (1,(1,2))
  %7 = "fly.crd2idx"(%at, %a) : (!fly.int_tuple<(1,(1,2))>, !fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>) -> !fly.int_tuple<(1,1,2)>
  return
}

// -----

// A tuple of one mode is another tuple as its mode.

func.func @of_one_mode(%a: !fly.layout<((4),8):((1),4)>) {
  %0 = "fly.get_stride"(%a) : (!fly.layout<((4),8):((1),4)>) -> !fly.int_tuple<((1),4)>
  // CHECK: [[#@LINE+1]]:8: error: fly.get_stride is wrong: (1,4) is nested otherwise than ((1),4)
  %1 = "fly.get_stride"(%a) : (!fly.layout<((4),8):((1),4)>) -> !fly.int_tuple<(1,4)>
  return
}

// -----

// What is not known is nested as well.

func.func @of_unknown(%a: !fly.layout<(?,(2,3)):(1,(?,8))>) {
  %0 = "fly.get_shape"(%a) : (!fly.layout<(?,(2,3)):(1,(?,8))>) -> !fly.int_tuple<(?,(2,3))>
  // CHECK: [[#@LINE+1]]:8: error: fly.get_shape is wrong: (?,2,3) is nested otherwise than (?,(2,3))
  %1 = "fly.get_shape"(%a) : (!fly.layout<(?,(2,3)):(1,(?,8))>) -> !fly.int_tuple<(?,2,3)>
  return
}

// -----

func.func @of_a_tuple(%a: !fly.int_tuple<(2,3,(4,5))>) {
  %0 = "fly.take"(%a) <{begin = 1 : i32, end = 3 : i32}> : (!fly.int_tuple<(2,3,(4,5))>) -> !fly.int_tuple<(3,(4,5))>
  // CHECK: [[#@LINE+1]]:8: error: fly.take is wrong: (3,4,5) is nested otherwise than (3,(4,5))
  %1 = "fly.take"(%a) <{begin = 1 : i32, end = 3 : i32}> : (!fly.int_tuple<(2,3,(4,5))>) -> !fly.int_tuple<(3,4,5)>
  // One mode is itself, and one number has one product.
  %2 = "fly.select"(%a) <{indices = array<i32: 2>}> : (!fly.int_tuple<(2,3,(4,5))>) -> !fly.int_tuple<(4,5)>
  %3 = "fly.take"(%a) <{begin = 2 : i32, end = -1 : i32}> : (!fly.int_tuple<(2,3,(4,5))>) -> !fly.int_tuple<(4,5)>
  %4 = "fly.get"(%a) <{mode = array<i32: 1>}> : (!fly.int_tuple<(2,3,(4,5))>) -> !fly.int_tuple<3>
  %5 = "fly.int_tuple_product_each"(%4) : (!fly.int_tuple<3>) -> !fly.int_tuple<3>
  return
}

// -----

// A range of modes, or a mode, that there is not.

func.func @of_no_modes(%a: !fly.layout<(4,8,3):(1,4,32)>) {
  // CHECK: [[#@LINE+1]]:8: error: fly.take is wrong: (4,8,3):(1,4,32) has no modes from -1 to 2
  %0 = "fly.take"(%a) <{begin = -1 : i32, end = 2 : i32}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<8:4>
  // CHECK: [[#@LINE+1]]:8: error: fly.take is wrong: (4,8,3):(1,4,32) has no modes from 1 to 4
  %1 = "fly.take"(%a) <{begin = 1 : i32, end = 4 : i32}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<8:4>
  // CHECK: [[#@LINE+1]]:8: error: fly.take is wrong: (4,8,3):(1,4,32) has no modes from 2 to 1
  %2 = "fly.take"(%a) <{begin = 2 : i32, end = 1 : i32}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<8:4>
  // CHECK: [[#@LINE+1]]:8: error: fly.take is wrong: from mode 1 to 1 there is none
  %3 = "fly.take"(%a) <{begin = 1 : i32, end = 1 : i32}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<8:4>
  // CHECK: [[#@LINE+1]]:8: error: fly.take is wrong: (4,8,3):(1,4,32) has no modes from 0 to -2
  %4 = "fly.take"(%a) <{begin = 0 : i32, end = -2 : i32}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<8:4>
  // CHECK: [[#@LINE+1]]:8: error: fly.group is wrong: (4,8,3):(1,4,32) has no modes from -1 to 2
  %5 = "fly.group"(%a) <{begin = -1 : i32, end = 2 : i32}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<((4,8),3):((1,4),32)>
  %6 = "fly.group"(%a) <{begin = 1 : i32, end = -1 : i32}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<(4,(8,3)):(1,(4,32))>
  // CHECK: [[#@LINE+1]]:8: error: fly.select is wrong: (4,8,3):(1,4,32) has no mode 3
  %7 = "fly.select"(%a) <{indices = array<i32: 0, 3>}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<(4,8):(1,4)>
  // CHECK: [[#@LINE+1]]:8: error: fly.select is wrong: (4,8,3):(1,4,32) has no mode -1
  %8 = "fly.select"(%a) <{indices = array<i32: -1>}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<8:4>
  // CHECK: [[#@LINE+1]]:8: error: fly.get is wrong: (4,8,3):(1,4,32) has no mode [-1]
  %9 = "fly.get"(%a) <{mode = array<i32: -1>}> : (!fly.layout<(4,8,3):(1,4,32)>) -> !fly.layout<8:4>
  return
}
