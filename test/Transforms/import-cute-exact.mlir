// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone"

// Of several layouts that have a property the peer's is the one that its operation gives.

// The last complement is one of 10 by 20, whose modes are rounded up one after the other.
// CHECK: left 0 of 4 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts have different sizes: 6 and 5
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts have different sizes: 1 and 2
func.func @complements(%a: !cute.layout<"4:1">, %b: !cute.layout<"(4,2):(1,10)">, %c: !cute.layout<"3:2">, %s: !cute.shape<"24">, %l: !cute.layout<"6:1">, %t: !cute.shape<"(10,20)">) {
  %0 = "cute.complement"(%a, %s) : (!cute.layout<"4:1">, !cute.shape<"24">) -> !cute.layout<"5:4">
  %1 = "cute.complement"(%a) : (!cute.layout<"4:1">) -> !cute.layout<"2:4">
  %2 = "cute.complement"(%c, %l) : (!cute.layout<"3:2">, !cute.layout<"6:1">) -> !cute.layout<"2:1">
  %3 = "cute.complement"(%a, %t) : (!cute.layout<"4:1">, !cute.shape<"(10,20)">) -> !cute.layout<"60:4">
  return
}

// -----

// Both lead back, and are longer or shorter than CuTe's.
// CHECK: left 0 of 4 cute operations on layouts alone
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts have different sizes: 32 and 48
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts have different sizes: 12 and 11
func.func @inverses(%a: !cute.layout<"(4,2):(1,16)">, %b: !cute.layout<"(4,3):(1,4)">) {
  %0 = "cute.left_inverse"(%a) : (!cute.layout<"(4,2):(1,16)">) -> !cute.layout<"(16,2):(1,4)">
  %1 = "cute.left_inverse"(%a) : (!cute.layout<"(4,2):(1,16)">) -> !cute.layout<"(16,3):(1,4)">
  %2 = "cute.right_inverse"(%b) : (!cute.layout<"(4,3):(1,4)">) -> !cute.layout<"11:1">
  %3 = "cute.right_inverse"(%b) : (!cute.layout<"(4,3):(1,4)">) -> !cute.layout<"12:1">
  return
}

// -----

// The modes have the sizes of ours, and are divided otherwise: the function is the same.
// CHECK: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: shape ((3,2),(4,2)) is not compatible with ((2,3),(4,2))
func.func @parts(%a: !cute.layout<"(6,8):(8,1)">, %t: !cute.shape<"(3,4)">) {
  %0 = "cute.logical_divide"(%a, %t) : (!cute.layout<"(6,8):(8,1)">, !cute.shape<"(3,4)">) -> !cute.layout<"((3,2),(4,2)):((8,24),(1,4))">
  %1 = "cute.logical_divide"(%a, %t) : (!cute.layout<"(6,8):(8,1)">, !cute.shape<"(3,4)">) -> !cute.layout<"((2,3),(4,2)):((8,16),(1,4))">
  return
}

// -----

// Of a stride that is not known at a position, the position is claimed.
// CHECK: left 0 of 4 cute operations on layouts alone
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 1 for d0_0 = -1: (-1,0) and (0,-1)
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 1: (1,0) and (0,1)
func.func @positions(%s: !cute.shape<"(4,3)">, %d: !cute.stride<"(?@0,1@1)">, %l: !cute.layout<"(?,3):(?@0,1@1)">) {
  %0 = "cute.make_layout"(%s, %d) : (!cute.shape<"(4,3)">, !cute.stride<"(?@0,1@1)">) -> !cute.layout<"(4,3):(?@0,1@1)">
  %1 = "cute.make_layout"(%s, %d) : (!cute.shape<"(4,3)">, !cute.stride<"(?@0,1@1)">) -> !cute.layout<"(4,3):(?@1,1@1)">
  %2 = "cute.get_stride"(%l) : (!cute.layout<"(?,3):(?@0,1@1)">) -> !cute.stride<"(?@1,1@1)">
  %3 = "cute.get_stride"(%l) : (!cute.layout<"(?,3):(?@0,1@1)">) -> !cute.stride<"(?@0,1@1)">
  return
}

// -----

// The first mode is the tile, and the others are the rest, whatever their strides are.
// CHECK: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 2 for {{.*}}: 1024 and 1025
func.func @first_mode(%a: !cute.layout<"((2,2),4,2):((1,1024),?,64)">, %t: !cute.layout<"2:1">) {
  %0 = "cute.logical_divide"(%a, %t) : (!cute.layout<"((2,2),4,2):((1,1024),?,64)">, !cute.layout<"2:1">) -> !cute.layout<"(2,(2,4,2)):(1,(1024,?,64))">
  %1 = "cute.logical_divide"(%a, %t) : (!cute.layout<"((2,2),4,2):((1,1024),?,64)">, !cute.layout<"2:1">) -> !cute.layout<"(2,(2,4,2)):(1,(1025,?,64))">
  return
}

// -----

// A tensor of coordinates begins where it began, however it is divided.
// CHECK: left 0 of 3 cute operations on layouts alone
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 2: 4 and 5
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 1: 0 and 1
func.func @begins(%a: !cute.coord_tensor<"(0,4)", "(8,16):(1@0,1@1)">, %t: !cute.tile<"[4:1;8:1]">) {
  %0 = "cute.flat_divide"(%a, %t) : (!cute.coord_tensor<"(0,4)", "(8,16):(1@0,1@1)">, !cute.tile<"[4:1;8:1]">) -> !cute.coord_tensor<"(0,4)", "(4,8,2,2):(1@0,1@1,4@0,8@1)">
  %1 = "cute.flat_divide"(%a, %t) : (!cute.coord_tensor<"(0,4)", "(8,16):(1@0,1@1)">, !cute.tile<"[4:1;8:1]">) -> !cute.coord_tensor<"(0,5)", "(4,8,2,2):(1@0,1@1,4@0,8@1)">
  %2 = "cute.coalesce"(%a) : (!cute.coord_tensor<"(0,4)", "(8,16):(1@0,1@1)">) -> !cute.coord_tensor<"(1,4)", "(8,16):(1@0,1@1)">
  return
}

// -----

// A tiler without brackets divides the whole, and a composed layout whose swizzle and offset do nothing is
// written as the layout inside.
// CHECK: left 0 of 5 cute operations on layouts alone
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 4: 4 and 5
// CHECK: [[#@LINE+5]]:{{.*}} error: layouts differ at coordinate 1: 64 and 63
func.func @written_as_layouts(%a: !cute.composed_layout<"(8,64):(64,1)">, %b: !cute.layout<"(8,6):(1,8)">, %t: !cute.tile<"4:1">, %c: !cute.coord<"(_,2)">) {
  %0 = "cute.logical_divide"(%b, %t) : (!cute.layout<"(8,6):(1,8)">, !cute.tile<"4:1">) -> !cute.layout<"(4,(2,6)):(1,(4,8))">
  %1 = "cute.logical_divide"(%b, %t) : (!cute.layout<"(8,6):(1,8)">, !cute.tile<"4:1">) -> !cute.layout<"(4,12):(1,5)">
  %2 = "cute.composition"(%a, %t) : (!cute.composed_layout<"(8,64):(64,1)">, !cute.tile<"4:1">) -> !cute.composed_layout<"4:64">
  %3 = "cute.composition"(%a, %t) : (!cute.composed_layout<"(8,64):(64,1)">, !cute.tile<"4:1">) -> !cute.composed_layout<"4:63">
  %4 = "cute.slice"(%a, %c) : (!cute.composed_layout<"(8,64):(64,1)">, !cute.coord<"(_,2)">) -> !cute.composed_layout<"(8):(64)">
  return
}

// -----

// A tiler that is a tuple of extents divides mode by mode.
// CHECK: left 0 of 6 cute operations on layouts alone
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 4: 8 and 4
// CHECK: [[#@LINE+3]]:{{.*}} error: shape ((4,2),(2,3)) is not compatible with ((4,2),6)
func.func @extents(%b: !cute.layout<"(8,6):(1,8)">, %t: !cute.tile<"(4,2)">, %u: !cute.tile<"(4,_)">) {
  %0 = "cute.zipped_divide"(%b, %t) : (!cute.layout<"(8,6):(1,8)">, !cute.tile<"(4,2)">) -> !cute.layout<"((4,2),(2,3)):((1,8),(4,16))">
  %1 = "cute.zipped_divide"(%b, %t) : (!cute.layout<"(8,6):(1,8)">, !cute.tile<"(4,2)">) -> !cute.layout<"((4,2),6):((1,4),8)">
  %2 = "cute.logical_divide"(%b, %t) : (!cute.layout<"(8,6):(1,8)">, !cute.tile<"(4,2)">) -> !cute.layout<"((4,2),(2,3)):((1,4),(8,16))">
  %3 = "cute.logical_divide"(%b, %u) : (!cute.layout<"(8,6):(1,8)">, !cute.tile<"(4,_)">) -> !cute.layout<"((4,2),6):((1,4),8)">
  %4 = "cute.composition"(%b, %t) : (!cute.layout<"(8,6):(1,8)">, !cute.tile<"(4,2)">) -> !cute.layout<"(4,2):(1,8)">
  %5 = "cute.get_shape"(%t) : (!cute.tile<"(4,2)">) -> !cute.shape<"(4,2)">
  return
}

// -----

// A slice of a composed layout that loses the swizzle is another function, unless the swizzle does nothing, and
// one of a layout by itself may be written with the offset.
// CHECK: remark: cute.slice is left alone: its result S<3,4,3> o (8):(64) is not composed
// CHECK: left 1 of 6 cute operations on layouts alone: slice (1)
// CHECK: [[#@LINE+5]]:{{.*}} error: layouts differ at coordinate 2: 144 and 128
// CHECK: [[#@LINE+7]]:{{.*}} error: layouts differ at coordinate 0: 2 and 3
// CHECK: [[#@LINE+7]]:{{.*}} error: layouts differ at coordinate 1: 66 and 65
func.func @slices_of_composed_layouts(%a: !cute.composed_layout<"(8,64):(64,1)">, %s: !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, %z: !cute.composed_layout<"S<0,4,3> o 0 o (8,64):(64,1)">, %c: !cute.coord<"(_,2)">) {
  %0 = "cute.slice"(%z, %c) : (!cute.composed_layout<"S<0,4,3> o 0 o (8,64):(64,1)">, !cute.coord<"(_,2)">) -> !cute.composed_layout<"(8):(64)">
  %1 = "cute.slice"(%s, %c) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, !cute.coord<"(_,2)">) -> !cute.composed_layout<"(8):(64)">
  %2 = "cute.slice"(%s, %c) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, !cute.coord<"(_,2)">) -> !cute.composed_layout<"S<3,4,3> o (8):(64)">
  %3 = "cute.slice"(%a, %c) : (!cute.composed_layout<"(8,64):(64,1)">, !cute.coord<"(_,2)">) -> !cute.composed_layout<"S<0,4,3> o 2 o (8):(64)">
  %4 = "cute.slice"(%a, %c) : (!cute.composed_layout<"(8,64):(64,1)">, !cute.coord<"(_,2)">) -> !cute.composed_layout<"S<0,4,3> o 3 o (8):(64)">
  %5 = "cute.slice"(%a, %c) : (!cute.composed_layout<"(8,64):(64,1)">, !cute.coord<"(_,2)">) -> !cute.composed_layout<"S<0,4,3> o 2 o (8):(63)">
  return
}
