// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s

// Each operation of the table about atoms, threads and what they hold, right and wrong.

func.func @atom_set_value(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %b: i32) {
  %0 = "fly.atom.set_value"(%a, %b) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, i32) -> !fly.copy_atom<!fly.universal_copy<128>, 32>
  // CHECK: [[#@LINE+1]]:{{.*}} error: fly.atom.set_value is wrong: its result is !fly.copy_atom<!fly.universal_copy<64>, 32>, and its operand !fly.copy_atom<!fly.universal_copy<128>, 32>
  %1 = "fly.atom.set_value"(%a, %b) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, i32) -> !fly.copy_atom<!fly.universal_copy<64>, 32>
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

func.func @gemm(%a: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %b: !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, %c: !fly.memref<f32, register, (1,2,5):(0,1,2)>, %d: !fly.memref<f32, register, (1,3,5):(0,1,3)>, %e: !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, %w3: !fly.memref<f32, register, (1,3,4):(0,1,3)>) {
  "fly.gemm"(%a, %b, %c, %d, %e) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, !fly.memref<f32, register, (1,2,5):(0,1,2)>, !fly.memref<f32, register, (1,3,5):(0,1,3)>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>) -> ()
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 16: 4 and 5
  "fly.gemm"(%a, %b, %c, %w3, %e) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>, !fly.memref<f32, register, (1,2,5):(0,1,2)>, !fly.memref<f32, register, (1,3,4):(0,1,3)>, !fly.memref<f32, register, ((4,1),2,3):((1,0),4,8)>) -> ()
  return
}

// -----

func.func @make_fragment_layout_like(%a: !fly.layout<(4,8):(16,1)>) {
  %0 = "fly.make_fragment_layout_like"(%a) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(1,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 1 and 16
  %1 = "fly.make_fragment_layout_like"(%a) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(16,1)>
  return
}

// -----

func.func @make_fragment_like(%a: !fly.memref<f32, global, (4,8):(8,1)>) {
  %0 = "fly.make_fragment_like"(%a) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.memref<f32, register, (4,8):(1,4)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 1 and 8
  %1 = "fly.make_fragment_like"(%a) : (!fly.memref<f32, global, (4,8):(8,1)>) -> !fly.memref<f32, register, (4,8):(8,1)>
  return
}

// -----

func.func @make_tiled_copy(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %b: !fly.layout<((4,16),4):((64,1),16)>, %c: !fly.tile<[16|16]>, %d: !fly.layout<((4,16),4):((64,1),32)>) {
  %0 = "fly.make_tiled_copy"(%a, %b, %c) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>>
  // CHECK: [[#@LINE+1]]:{{.*}} error: offset 256 at coordinate 131 is outside [0, 256)
  %1 = "fly.make_tiled_copy"(%a, %d, %c) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),32)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),32)>, !fly.tile<[16|16]>>
  return
}

// -----

func.func @made_of_others(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %b: !fly.layout<((4,16),4):((64,1),16)>, %c: !fly.tile<[16|16]>) {
  // Another arrangement of as many threads, and another tile.
  // CHECK: [[#@LINE+1]]:{{.*}} error: fly.make_tiled_copy is wrong: its result is not made of !fly.layout<((4, 16), 4):((64, 1), 16)>
  %2 = "fly.make_tiled_copy"(%a, %b, %c) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((16,4),4):((1,64),16)>, !fly.tile<[16|16]>>
  // CHECK: [[#@LINE+1]]:{{.*}} error: fly.make_tiled_copy is wrong: its result is not made of !fly.tile<[16|16]>
  %3 = "fly.make_tiled_copy"(%a, %b, %c) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,16),4):((64,1),16)>, !fly.tile<[32|8]>>
  return
}

// -----

func.func @make_tiled_mma(%a: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, %b: !fly.layout<(2,2,1):(1,2,0)>, %c: !fly.layout<(2,2,1):(1,3,0)>) {
  %0 = "fly.make_tiled_mma"(%a, %b) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
  // CHECK: [[#@LINE+1]]:{{.*}} error: offset 4 at coordinate 3 is outside [0, 4)
  %1 = "fly.make_tiled_mma"(%a, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,3,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,3,0)>>
  return
}

// -----

func.func @mma_made_of_others(%a: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, %b: !fly.layout<(2,2,1):(1,2,0)>) {
  // CHECK: [[#@LINE+1]]:{{.*}} error: fly.make_tiled_mma is wrong: its result is not made of !fly.layout<(2, 2, 1):(1, 2, 0)>
  %2 = "fly.make_tiled_mma"(%a, %b) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>) -> !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(4,1,1):(1,0,0)>>
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

// The values of the atom are next to each other, whatever is next to each other in memory.

func.func @mma_make_fragment_of_rows(%a: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>, !fly.layout<(1,1,1):(1,1,0)>>, %b: !fly.memref<f32, global, (32,32):(32,1)>) {
  %0 = "fly.mma.make_fragment"(%a, %b) <{operand_id = #fly<mma_operand c>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>, !fly.layout<(1,1,1):(1,1,0)>>, !fly.memref<f32, global, (32,32):(32,1)>) -> !fly.memref<f32, register, (8,2,2):(1,16,8)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 1 and 2
  %1 = "fly.mma.make_fragment"(%a, %b) <{operand_id = #fly<mma_operand c>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>, !fly.layout<(1,1,1):(1,1,0)>>, !fly.memref<f32, global, (32,32):(32,1)>) -> !fly.memref<f32, register, (8,2,2):(2,16,1)>
  return
}

// -----

// A tensor of one place is where the atom begins: its size is no claim. One of two is too short.

func.func @copy_from_one_place(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %one: !fly.memref<f32, global, 1:0>, %two: !fly.memref<f32, global, 2:1>, %d: !fly.memref<f32, register, 4:1>) {
  "fly.copy"(%a, %one, %d) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 1:0>, !fly.memref<f32, register, 4:1>) -> ()
  // CHECK: [[#@LINE+1]]:3: error: fly.copy is wrong: a thread has 4 values of the atom, and the first mode of 2:1 has 2
  "fly.copy"(%a, %two, %d) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 2:1>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

// What the other tensor has for one vector is next to each other all the same.

func.func @copy_to_one_place(%a: !fly.copy_atom<!fly.universal_copy<128>, 32>, %gaps: !fly.memref<f32, global, 4:2>, %one: !fly.memref<f32, register, 1:0>) {
  // CHECK: [[#@LINE+1]]:3: error: layouts differ at coordinate 1: 2 and 1
  "fly.copy"(%a, %gaps, %one) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:2>, !fly.memref<f32, register, 1:0>) -> ()
  return
}

// -----

// The 16 columns of an atom are those of one tile: B has twice as many as A has rows.
func.func @tiled_mma_partition_shape_of_b(%a: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,1,1):(1,2,0)>>, %b: !fly.int_tuple<(64,8)>) {
  %0 = "fly.tiled_mma.partition_shape"(%a, %b) <{operand_id = #fly<mma_operand b>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,1,1):(1,2,0)>>, !fly.int_tuple<(64,8)>) -> !fly.int_tuple<(1,4,2)>
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 4 and 2
  %1 = "fly.tiled_mma.partition_shape"(%a, %b) <{operand_id = #fly<mma_operand b>}> : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, !fly.layout<(2,1,1):(1,2,0)>>, !fly.int_tuple<(64,8)>) -> !fly.int_tuple<(1,2,2)>
  return
}
