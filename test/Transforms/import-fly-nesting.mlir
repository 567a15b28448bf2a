// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone" --implicit-check-not="{{[a-z]}} nests its result"

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

// -----

// A mode that a coordinate picks alone is that mode; `*` takes what there is as it is. The first result of
// each is FlyDSL's own inference.

func.func @of_picked(%a: !fly.int_tuple<(8,9)>, %b: !fly.int_tuple<((8,9),4)>, %c: !fly.int_tuple<((8),9,3)>, %d: !fly.layout<((8,9),4):((1,8),72)>, %e: !fly.int_tuple<(8)>, %one: !fly.int_tuple<(*,1)>, %in: !fly.int_tuple<((*,1),1)>, %mid: !fly.int_tuple<(*,1,*)>, %all: !fly.int_tuple<*>) {
  %0 = "fly.slice"(%a, %one) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(*,1)>) -> !fly.int_tuple<8>
  // CHECK: [[#@LINE+1]]:8: remark: fly.slice nests its result otherwise: (8), not 8
  %1 = "fly.slice"(%a, %one) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(*,1)>) -> !fly.int_tuple<(8)>
  %2 = "fly.slice"(%b, %one) : (!fly.int_tuple<((8,9),4)>, !fly.int_tuple<(*,1)>) -> !fly.int_tuple<(8,9)>
  %3 = "fly.slice"(%b, %in) : (!fly.int_tuple<((8,9),4)>, !fly.int_tuple<((*,1),1)>) -> !fly.int_tuple<8>
  %4 = "fly.slice"(%c, %mid) : (!fly.int_tuple<((8),9,3)>, !fly.int_tuple<(*,1,*)>) -> !fly.int_tuple<((8),3)>
  // CHECK: [[#@LINE+1]]:8: remark: fly.slice nests its result otherwise: (8,3), not ((8),3)
  %5 = "fly.slice"(%c, %mid) : (!fly.int_tuple<((8),9,3)>, !fly.int_tuple<(*,1,*)>) -> !fly.int_tuple<(8,3)>
  %6 = "fly.slice"(%d, %in) : (!fly.layout<((8,9),4):((1,8),72)>, !fly.int_tuple<((*,1),1)>) -> !fly.layout<8:1>
  // CHECK: [[#@LINE+1]]:8: remark: fly.slice nests its result otherwise: (8), not 8
  %7 = "fly.slice"(%d, %in) : (!fly.layout<((8,9),4):((1,8),72)>, !fly.int_tuple<((*,1),1)>) -> !fly.layout<(8):(1)>
  %8 = "fly.slice"(%e, %all) : (!fly.int_tuple<(8)>, !fly.int_tuple<*>) -> !fly.int_tuple<(8)>
  %9 = "fly.dice"(%a, %one) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(*,1)>) -> !fly.int_tuple<9>
  // CHECK: [[#@LINE+1]]:9: error: layouts differ at coordinate 1: 9 and 8
  %10 = "fly.dice"(%a, %one) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(*,1)>) -> !fly.int_tuple<8>
  // CHECK: [[#@LINE+1]]:9: error: layouts differ at coordinate 1: 8 and 9
  %11 = "fly.slice"(%a, %one) : (!fly.int_tuple<(8,9)>, !fly.int_tuple<(*,1)>) -> !fly.int_tuple<9>
  return
}

// -----

// What is appended to becomes a tuple, also where there is nothing to append.

func.func @of_padded(%a: !fly.int_tuple<2>, %b: !fly.int_tuple<4>, %c: !fly.layout<2:1>, %d: !fly.layout<4:6>, %e: !fly.layout<(2,3):(1,2)>) {
  %0 = "fly.append"(%a, %b) <{n = 1 : i32}> : (!fly.int_tuple<2>, !fly.int_tuple<4>) -> !fly.int_tuple<(2)>
  // CHECK: [[#@LINE+1]]:8: remark: fly.append nests its result otherwise: 2, not (2)
  %1 = "fly.append"(%a, %b) <{n = 1 : i32}> : (!fly.int_tuple<2>, !fly.int_tuple<4>) -> !fly.int_tuple<2>
  %2 = "fly.append"(%c, %d) <{n = 1 : i32}> : (!fly.layout<2:1>, !fly.layout<4:6>) -> !fly.layout<(2):(1)>
  // CHECK: [[#@LINE+1]]:8: remark: fly.append nests its result otherwise: 2, not (2)
  %3 = "fly.append"(%c, %d) <{n = 1 : i32}> : (!fly.layout<2:1>, !fly.layout<4:6>) -> !fly.layout<2:1>
  %4 = "fly.prepend"(%c, %d) <{n = 1 : i32}> : (!fly.layout<2:1>, !fly.layout<4:6>) -> !fly.layout<(2):(1)>
  %5 = "fly.append"(%e, %d) <{n = 2 : i32}> : (!fly.layout<(2,3):(1,2)>, !fly.layout<4:6>) -> !fly.layout<(2,3):(1,2)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 1 and 2
  %6 = "fly.append"(%c, %d) <{n = 1 : i32}> : (!fly.layout<2:1>, !fly.layout<4:6>) -> !fly.layout<(2):(2)>
  return
}

// -----

// A composition has no tuples of one mode, and may have those of the right layout.
func.func @composition(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<((2),(2)):((1),(4))>) {
  %0 = "fly.composition"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<((2),(2)):((1),(4))>) -> !fly.layout<(2,2):(1,4)>
  %1 = "fly.composition"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<((2),(2)):((1),(4))>) -> !fly.layout<((2),(2)):((1),(4))>
  // CHECK: [[#@LINE+1]]:8: remark: fly.composition nests its result otherwise: (2,(2)), not ((2),(2))
  %2 = "fly.composition"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<((2),(2)):((1),(4))>) -> !fly.layout<(2,(2)):(1,(4))>
  return
}

// -----

// A number is one for the first mode, and -1 as the end of a range is the rank.
func.func @numbers(%a: !fly.int_tuple<((7,3),24)>, %n: !fly.int_tuple<12>, %l: !fly.layout<(8,(2,8),3):(8,(0,1),512)>, %one: !fly.layout<64:1>) {
  %0 = "fly.int_tuple_mul"(%a, %n) : (!fly.int_tuple<((7,3),24)>, !fly.int_tuple<12>) -> !fly.int_tuple<((84,3),24)>
  %1 = "fly.int_tuple_sub"(%a, %n) : (!fly.int_tuple<((7,3),24)>, !fly.int_tuple<12>) -> !fly.int_tuple<((-5,3),24)>
  %2 = "fly.group"(%l) <{begin = 1 : i32, end = -1 : i32}> : (!fly.layout<(8,(2,8),3):(8,(0,1),512)>) -> !fly.layout<(8,((2,8),3)):(8,((0,1),512))>
  %3 = "fly.group"(%one) <{begin = 0 : i32, end = 1 : i32}> : (!fly.layout<64:1>) -> !fly.layout<64:1>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 3 and 36
  %4 = "fly.int_tuple_mul"(%a, %n) : (!fly.int_tuple<((7,3),24)>, !fly.int_tuple<12>) -> !fly.int_tuple<((84,36),24)>
  return
}
