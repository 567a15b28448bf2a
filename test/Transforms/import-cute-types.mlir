// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: "
// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-import-cute --split-input-file | FileCheck %s --check-prefix=ONCE

// What a type says by itself is asked once, at the first operation that says it.

// The fields of two bits overlap at a shift of one: offset 2^6 goes to 2^6 + 2^5, and from there not back.
// CHECK: [[#@LINE+6]]:{{.*}} remark: S<2,4,1> is not a swizzle of CuTe's: fields of 2 bits overlap at a shift of 1: S<B,M,S> needs B <= |S|
// CHECK: remark: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 64: 80 and 64
// ONCE-LABEL: @overlap
// ONCE-COUNT-1: layout.assert_equivalent
func.func @overlap(%p: !cute.ptr<f16, smem, align<128>, S<2,4,1>>, %l: !cute.layout<"(8,64):(64,1)">) {
  %0 = "cute.make_view"(%p, %l) : (!cute.ptr<f16, smem, align<128>, S<2,4,1>>, !cute.layout<"(8,64):(64,1)">) -> !cute.memref<f16, smem, align<128>, S<2,4,1>, "(8,64):(64,1)">
  %1 = "cute.get_iter"(%0) : (!cute.memref<f16, smem, align<128>, S<2,4,1>, "(8,64):(64,1)">) -> !cute.ptr<f16, smem, align<128>, S<2,4,1>>
  return
}

// -----

// 32 threads of four elements are 128 of the 256 places of the tile, and with a fifth element beside it.
// CHECK: remark: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+4]]:{{.*}} error: layout is not surjective: no coordinate gives 128
// CHECK: [[#@LINE+4]]:{{.*}} error: offset 128 at coordinate 16 is outside [0, 128)
// ONCE-LABEL: @tiles
func.func @tiles(%a: !cute_nvgpu.atom.universal_copy<f32, 128 b>) {
  %0 = "cute.make_tiled_copy"(%a) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>) -> !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"(32,4):(4,1)">, tiler_mn = <"[16:1;16:1]">>
  %1 = "cute.make_tiled_copy"(%a) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>) -> !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"(32,8):(8,1)">, tiler_mn = <"[8:1;16:1]">>
  return
}

// -----

// A box of 64 columns and 8 rows. The tile is in the order of shared memory: by rows, of which the
// coordinates in the tensor are its second ones first.
// CHECK: remark: cute_nvgpu.sm123.new is left alone: the operation is not known
// CHECK: remark: left 1 of 5 cute operations on layouts alone: cute_nvgpu.sm123.new (1)
// ONCE-LABEL: @boxes
func.func @boxes(%g: !cute.memref<f16, gmem, align<16>, "(128,256):(256,1)">, %s: !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, %m: !cute.layout<"(8,64):(1@0,1@1)">, %c: !cute.coord<"0">, %l: !cute.layout<"1:0">, %t: !cute.memref<f16, smem, align<128>, S<3,4,3>, "((8,64),2):((64,1),512)">, %x: !cute.coord_tensor<"(0,0)", "((8,64),16):((1@1,1@0),8@1)">) {
  %0:2 = "cute_nvgpu.atom.make_non_exec_tiled_tma_load"(%g, %s, %m) <{num_multicast = 1 : i32}> : (!cute.memref<f16, gmem, align<16>, "(128,256):(256,1)">, !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, !cute.layout<"(8,64):(1@0,1@1)">) -> (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>, !cute.coord_tensor<"(0,0)", "(128,256):(1@1,1@0)">)
  %1:2 = "cute_nvgpu.atom.tma_partition"(%0#0, %c, %l, %t, %x) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>, !cute.coord<"0">, !cute.layout<"1:0">, !cute.memref<f16, smem, align<128>, S<3,4,3>, "((8,64),2):((64,1),512)">, !cute.coord_tensor<"(0,0)", "((8,64),16):((1@1,1@0),8@1)">) -> (!cute.memref<f16, smem, align<128>, S<3,4,3>, "((512,1),2):((1,0),512)">, !cute.coord_tensor<"(0,0)", "(((64,8),1),16):(((1@0,1@1),0),8@1)">)
  %2 = "cute_nvgpu.atom.make_exec_tma"(%0#0) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>) -> !cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = tiled, num_cta = 1, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>
  %3 = "cute_nvgpu.atom.get_value"(%2) : (!cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = tiled, num_cta = 1, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>) -> i64
  %4 = "cute_nvgpu.arch.make_warp_uniform"(%3) : (i64) -> i64
  %5 = "cute_nvgpu.sm123.new"(%4) : (i64) -> !cute.layout<"4:1">
  %6 = "cute.get_layout"(%g) : (!cute.memref<f16, gmem, align<16>, "(128,256):(256,1)">) -> !cute.layout<"(128,256):(256,1)">
  return
}

// -----

// The box has its modes the other way round, the coordinates too, half the bits, and a swizzle of bytes
// that no TMA has.
// CHECK: [[#@LINE+9]]:{{.*}} error: layouts differ at coordinate 1: (1,0) and (0,1)
// CHECK: [[#@LINE+8]]:{{.*}} error: layouts differ at coordinate 1: 8192 and 4096
// CHECK: [[#@LINE+7]]:{{.*}} error: layouts differ at coordinate 1: (0,1) and (1,0)
// CHECK: [[#@LINE+7]]:{{.*}} error: layouts differ at coordinate 64: 64 and 72
// CHECK: [[#@LINE+6]]:{{.*}} error: layouts differ at coordinate 512: 512 and 500
// CHECK: [[#@LINE+5]]:{{.*}} error: layouts differ at coordinate 1: (1,0) and (2,0)
// CHECK: [[#@LINE+5]]:{{.*}} error: layouts differ at coordinate 1: (0,1) and (0,2)
// ONCE-LABEL: @wrong_boxes
func.func @wrong_boxes(%g: !cute.memref<f16, gmem, align<16>, "(128,256):(256,1)">, %s: !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, %m: !cute.layout<"(8,64):(1@0,1@1)">, %c: !cute.coord<"0">, %l: !cute.layout<"1:0">, %a: !cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>, %t: !cute.memref<f16, smem, align<128>, S<3,3,3>, "((8,64),2):((64,1),512)">, %x: !cute.coord_tensor<"(0,0)", "((8,64),16):((1@1,1@0),8@1)">) {
  %0:2 = "cute_nvgpu.atom.make_non_exec_tiled_tma_load"(%g, %s, %m) <{num_multicast = 1 : i32}> : (!cute.memref<f16, gmem, align<16>, "(128,256):(256,1)">, !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, !cute.layout<"(8,64):(1@0,1@1)">) -> (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 4096, tma_gbasis = <"(64,8):(1@0,1@1)">, tma_format = F16_RN>, !cute.coord_tensor<"(0,0)", "(128,256):(1@1,1@0)">)
  %1:2 = "cute_nvgpu.atom.tma_partition"(%a, %c, %l, %t, %x) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>, !cute.coord<"0">, !cute.layout<"1:0">, !cute.memref<f16, smem, align<128>, S<3,3,3>, "((8,64),2):((64,1),512)">, !cute.coord_tensor<"(0,0)", "((8,64),16):((1@1,1@0),8@1)">) -> (!cute.memref<f16, smem, align<128>, S<3,3,3>, "((512,1),2):((1,0),500)">, !cute.coord_tensor<"(0,0)", "(((64,8),1),16):(((2@0,1@1),0),8@1)">)
  %2 = "cute_nvgpu.atom.make_exec_tma"(%a) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>) -> !cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = tiled, num_cta = 1, g_stride = <"()"> tma_gbasis = <"(64,8):(2@1,1@0)">>
  return
}

// -----

// A swizzled tile begins with a row of 128 bytes.
// CHECK: [[#@LINE+2]]:{{.*}} error: cute_nvgpu.atom.tma_partition is wrong: its tile with S<3,4,3> is aligned to 64 bytes, and not to 128
func.func @rows_of_bytes(%a: !cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>, %c: !cute.coord<"0">, %l: !cute.layout<"1:0">, %t: !cute.memref<f16, smem, align<64>, S<3,4,3>, "((8,64),2):((64,1),512)">, %x: !cute.coord_tensor<"(0,0)", "((8,64),16):((1@1,1@0),8@1)">) {
  %1:2 = "cute_nvgpu.atom.tma_partition"(%a, %c, %l, %t, %x) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>, !cute.coord<"0">, !cute.layout<"1:0">, !cute.memref<f16, smem, align<64>, S<3,4,3>, "((8,64),2):((64,1),512)">, !cute.coord_tensor<"(0,0)", "((8,64),16):((1@1,1@0),8@1)">) -> (!cute.memref<f16, smem, align<64>, S<3,4,3>, "((512,1),2):((1,0),512)">, !cute.coord_tensor<"(0,0)", "(((64,8),1),16):(((1@0,1@1),0),8@1)">)
  return
}
