// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone"

// Parts of a thread that are not static. Of two operations alike the first is right.

// A part takes coordinates, whatever the stride of a row is: the next tile is 16 rows down.
// CHECK: remark: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 12 for d0_0 = 0: 16 and 8
func.func @symbolic_stride(%copy: !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, %g: !cute.memref<f32, gmem, align<16>, "(48,64):(?{div=8},1)">, %t: !cute.coord<"?">) {
  %0 = "cute.tiled.copy.partition_S"(%copy, %g, %t) : (!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, !cute.memref<f32, gmem, align<16>, "(48,64):(?{div=8},1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, "((4,1),3,4):((1,0),?{div=128},16)">
  %1 = "cute.tiled.copy.partition_S"(%copy, %g, %t) : (!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, !cute.memref<f32, gmem, align<16>, "(48,64):(?{div=8},1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, "((4,1),3,4):((1,0),?{div=128},8)">
  return
}

// -----

// The swizzle moves bits 3 to 5, so that the peer splits the mode of 4 steps of 16 and has a `?` for each.
// CHECK: remark: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 8: 4096 and 2048
func.func @swizzled(%mma: !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(4,1,1):(1,0,0)">, permutation_MNK = <"[64:1;16:1;16:1]">>, %s: !cute.memref<f16, smem, align<16>, "S<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))">, %t: !cute.coord<"?">) {
  %0 = "cute.tiled.mma.partition"(%mma, %s, %t) <{operand_id = 0 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(4,1,1):(1,0,0)">, permutation_MNK = <"[64:1;16:1;16:1]">>, !cute.memref<f16, smem, align<16>, "S<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))">, !cute.coord<"?">) -> !cute.memref<f16, smem, align<4>, "((2,2,2),2,((2,2),2)):((1,512,?{div=8}),4096,((?{div=16},?{div=32}),8192))">
  %1 = "cute.tiled.mma.partition"(%mma, %s, %t) <{operand_id = 0 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(4,1,1):(1,0,0)">, permutation_MNK = <"[64:1;16:1;16:1]">>, !cute.memref<f16, smem, align<16>, "S<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))">, !cute.coord<"?">) -> !cute.memref<f16, smem, align<4>, "((2,2,2),2,((2,2),2)):((1,512,?{div=8}),2048,((?{div=16},?{div=32}),8192))">
  return
}

// -----

// A tile of the modes of a mode.
// CHECK: remark: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 128: 16 and 8
func.func @nested_tile(%l: !cute.layout<"((8,32),3):((64,1),1024)">, %t: !cute.tile<"[[8:1;16:1]]">) {
  %0 = "cute.zipped_divide"(%l, %t) : (!cute.layout<"((8,32),3):((64,1),1024)">, !cute.tile<"[[8:1;16:1]]">) -> !cute.layout<"(((8,16)),((1,2),3)):(((64,1)),((0,16),1024))">
  %1 = "cute.zipped_divide"(%l, %t) : (!cute.layout<"((8,32),3):((64,1),1024)">, !cute.tile<"[[8:1;16:1]]">) -> !cute.layout<"(((8,16)),((1,2),3)):(((64,1)),((0,8),1024))">
  return
}

// -----

// Fifteen threads do not divide the 64 rows that the permutation has: their part is not a layout.
// CHECK: [[#@LINE+2]]:{{.*}} error: the type !cute.tiled_mma<{{.*}}> is wrong: mode 0: no layout equals {{.*}}: none agrees with it up to coordinate
func.func @no_part(%mma: !cute.tiled_mma<!cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >, atom_layout_MNK = <"(15,16,1):(16,1,0)">, permutation_MNK = <"[(16,4):(4,1);(16,4):(4,1);_]">>, %s: !cute.memref<f32, smem, align<16>, "(128,8):(1,128)">, %t: !cute.coord<"?">) {
  %0 = "cute.tiled.mma.partition"(%mma, %s, %t) <{operand_id = 0 : i32}> : (!cute.tiled_mma<!cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >, atom_layout_MNK = <"(15,16,1):(16,1,0)">, permutation_MNK = <"[(16,4):(4,1);(16,4):(4,1);_]">>, !cute.memref<f32, smem, align<16>, "(128,8):(1,128)">, !cute.coord<"?">) -> !cute.memref<f32, smem, align<16>, "(1,(4,2),8):(0,(1,64),128)">
  return
}
