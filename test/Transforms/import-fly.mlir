// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

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
  // CHECK: [[#@LINE+1]]:{{.*}} error: layout is not injective: coordinates 16 and 32 both give 16
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

// CHECK: remark: fly.make_tiled_mma is left alone: who holds what in !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>> is not known
// CHECK: remark: fly.slice is left alone: {{.*}} is no layout that is read
// CHECK: remark: left 2 of 6 fly operations on layouts alone: make_tiled_mma (1), slice (1)
func.func @tiled(%atom: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, %m: !fly.memref<f32, global, (8,16):(16,1)>, %i: !fly.int_tuple<?>, %mma: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>>, %deep: !fly.composed_layout<32:2 o 5 o [32:1 o 8 o 8:4]>, %c: !fly.int_tuple<(1,*)>) {
  %0 = "fly.make_tiled_copy"(%atom) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>) -> !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<((4,4),4):((16,1),4)>, !fly.tile<[4|16]>>
  %1 = "fly.tiled_copy.partition_src"(%0, %m, %i) : (!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<((4,4),4):((16,1),4)>, !fly.tile<[4|16]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),2,1):((1,0),64,0)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 64 and 32
  %2 = "fly.tiled_copy.partition_src"(%0, %m, %i) : (!fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<((4,4),4):((16,1),4)>, !fly.tile<[4|16]>>, !fly.memref<f32, global, (8,16):(16,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),2,1):((1,0),32,0)>
  %3 = "fly.make_fragment_like"(%1) : (!fly.memref<f32, global, ((4,1),2,1):((1,0),64,0)>) -> !fly.memref<f32, register, ((4,1),2,1):((1,0),4,0)>
  %4 = "fly.make_tiled_mma"(%mma) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16>>, !fly.layout<(1,1,1):(0,0,0)>>
  %5 = "fly.slice"(%deep, %c) : (!fly.composed_layout<32:2 o 5 o [32:1 o 8 o 8:4]>, !fly.int_tuple<(1,*)>) -> !fly.layout<8:4>
  return
}

// -----

// CHECK: remark: found no fly operations
func.func @none() {
  return
}
