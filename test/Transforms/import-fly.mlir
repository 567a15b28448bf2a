// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: "

// FlyDSL writes CuTe's algebra in other brackets. Of two operations alike the first is right.

// CHECK: remark: left 0 of 14 fly operations on layouts alone
func.func @algebra(%a: !fly.layout<(4,8):(1,4)>, %b: !fly.layout<(2,4):(1,2)>, %t: !fly.tile<[2|4:2]>, %c: !fly.int_tuple<(2,*)>, %n: !fly.int_tuple<64>) {
  %0 = "fly.composition"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4):(1,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 2 and 3
  %1 = "fly.composition"(%a, %b) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4):(1,3)>
  %2 = "fly.zipped_divide"(%a, %t) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,4),(2,2)):((1,8),(2,4))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 4
  %3 = "fly.zipped_divide"(%a, %t) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|4:2]>) -> !fly.layout<((2,4),(2,2)):((1,4),(2,16))>
  %4 = "fly.slice"(%a, %c) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(2,*)>) -> !fly.layout<(8):(4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 4 and 1
  %5 = "fly.slice"(%a, %c) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(2,*)>) -> !fly.layout<(8):(1)>
  %6 = "fly.complement"(%a, %n) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<64>) -> !fly.layout<2:32>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 32 and 16
  %7 = "fly.complement"(%a, %n) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<64>) -> !fly.layout<2:16>
  %8 = "fly.right_inverse"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<32:1>
  %9 = "fly.size"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layout has size 32, not 16
  %10 = "fly.size"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<16>
  %11 = "fly.get_shape"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(4,8)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 7
  %12 = "fly.get_shape"(%a) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(4,7)>
  %13 = "fly.static"() : () -> !fly.int_tuple<(4,8)>
  %14 = "fly.int_tuple_product_each"(%13) : (!fly.int_tuple<(4,8)>) -> !fly.int_tuple<(4,8)>
  return
}

// -----

// CHECK: remark: left 0 of 6 fly operations on layouts alone
func.func @coordinates(%i: !fly.layout<(4,8):(1E0,1E1)>, %x: !fly.coord_tensor<(0,0), (4,8,3):(1E0,1E1,4E0)>, %c: !fly.int_tuple<(*,*,2)>, %s: !fly.int_tuple<(4,8)>, %n: !fly.int_tuple<13>, %a: !fly.layout<(4,8):(1,4)>) {
  %0 = "fly.make_identity_layout"(%s) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E0,1E1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: (1,0) and (0,1)
  %1 = "fly.make_identity_layout"(%s) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E1,1E0)>
  %2 = "fly.slice"(%x, %c) : (!fly.coord_tensor<(0,0), (4,8,3):(1E0,1E1,4E0)>, !fly.int_tuple<(*,*,2)>) -> !fly.coord_tensor<(8,0), (4,8):(1E0,1E1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 8 and 4
  %3 = "fly.slice"(%x, %c) : (!fly.coord_tensor<(0,0), (4,8,3):(1E0,1E1,4E0)>, !fly.int_tuple<(*,*,2)>) -> !fly.coord_tensor<(4,0), (4,8):(1E0,1E1)>
  %4 = "fly.idx2crd"(%n, %a) : (!fly.int_tuple<13>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,3)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 3 and 4
  %5 = "fly.idx2crd"(%n, %a) : (!fly.int_tuple<13>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(1,4)>
  return
}

// -----

// A copy through a buffer descriptor is by one thread as any other.

// CHECK: remark: the type !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>>, !fly.layout<(1,1,1):(0,0,0)>> is not checked by itself: who holds what in !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>> is not known
// CHECK: remark: fly.slice is left alone: {{.*}} is not a layout that is read
// CHECK: remark: left 1 of 6 fly operations on layouts alone: slice (1)
func.func @tiled(%atom: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, %m: !fly.memref<f32, global, (8,16):(16,1)>, %i: !fly.int_tuple<?>, %mma: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>>, %deep: !fly.composed_layout<CS<3,0,[1],0,[2]> o 5 o 8:4>, %c: !fly.int_tuple<(1,*)>) {
  %0 = "fly.make_tiled_copy"(%atom) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>) -> !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<((4,4),4):((16,1),4)>, !fly.tile<[4|16]>>
  %1 = "fly.tiled_copy.partition_src"(%0, %m, %i) : (!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<((4,4),4):((16,1),4)>, !fly.tile<[4|16]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),2,1):((1,0),64,0)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 64 and 32
  %2 = "fly.tiled_copy.partition_src"(%0, %m, %i) : (!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<((4,4),4):((16,1),4)>, !fly.tile<[4|16]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),2,1):((1,0),32,0)>
  %3 = "fly.make_fragment_like"(%1) : (!fly.memref<f32, global, ((4,1),2,1):((1,0),64,0)>) -> !fly.memref<f32, register, ((4,1),2,1):((1,0),4,0)>
  %4 = "fly.make_tiled_mma"(%mma) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>>, !fly.layout<(1,1,1):(0,0,0)>>
  %5 = "fly.slice"(%deep, %c) : (!fly.composed_layout<CS<3,0,[1],0,[2]> o 5 o 8:4>, !fly.int_tuple<(1,*)>) -> !fly.layout<8:4>
  return
}

// -----

// A thread of a wave has four rows of A next to each other in K, and of the result four rows of a column.

// CHECK: remark: left 0 of 5 fly operations on layouts alone
func.func @products(%atom: !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, %x: !fly.coord_tensor<(0,0), (64,64):(1E0,1E1)>, %i: !fly.int_tuple<0>, %wave: !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>) {
  %0 = "fly.make_tiled_mma"(%atom) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>
  %1 = "fly.tiled_mma.partition"(%0, %x, %i) <{operand_id = #fly<mma_operand a>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.coord_tensor<(0,0), (64,64):(1E0,1E1)>, !fly.int_tuple<0>) -> !fly.coord_tensor<(0,0), (4,2,8):(1E1,32E0,8E1)>
  %2 = "fly.tiled_mma.partition"(%0, %x, %i) <{operand_id = #fly<mma_operand d>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.coord_tensor<(0,0), (64,64):(1E0,1E1)>, !fly.int_tuple<0>) -> !fly.coord_tensor<(0,0), ((4,4),2,2):((1E0,8E0),32E0,32E1)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: (8,0) and (4,0)
  %3 = "fly.tiled_mma.partition"(%0, %x, %i) <{operand_id = #fly<mma_operand c>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.coord_tensor<(0,0), (64,64):(1E0,1E1)>, !fly.int_tuple<0>) -> !fly.coord_tensor<(0,0), ((4,4),2,2):((1E0,4E0),32E0,32E1)>
  // Both halves of a wave hold all of A; the numbers of two waves have a gap.
  // CHECK: [[#@LINE+1]]:{{.*}} error: offset 2 at coordinate 1 is outside [0, 2)
  %4 = "fly.make_tiled_mma"(%wave) : (!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>, !fly.layout<(2,1,1):(2,0,0)>>
  return
}

// -----

// CHECK: remark: found no fly operations
func.func @none() {
  return
}

// -----

// Of several positions the outermost is the first.
func.func @positions(%a: !fly.int_tuple<(4,(2,3))>) {
  %0 = "fly.make_identity_layout"(%a) : (!fly.int_tuple<(4,(2,3))>) -> !fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: (0,0,1,0) and (0,1,0,0)
  %1 = "fly.make_identity_layout"(%a) : (!fly.int_tuple<(4,(2,3))>) -> !fly.layout<(4,(2,3)):(1E0,(1E0E1,1E1E1))>
  return
}
