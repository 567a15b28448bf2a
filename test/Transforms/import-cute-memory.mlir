// RUN: not layout-opt %s --split-input-file --allow-unregistered-dialect --layout-import-cute --layout-verify -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: "

// A part of a tensor has its elements, its space and its swizzle, and is aligned to what the tensor's
// beginning and the offset of the part are multiples of. What is not known of an offset claims nothing; a
// type without an alignment is aligned to an element.

// CHECK-DAG: [[#@LINE+7]]:{{.*}} error: cute.slice is wrong: its result is aligned to 128 bytes, and begins 16 bits after its operand, which is aligned to 128
// CHECK-DAG: [[#@LINE+9]]:{{.*}} error: cute.slice is wrong: its result is aligned to 256 bytes, and its operand to 128
// CHECK-DAG: [[#@LINE+9]]:{{.*}} error: cute.slice is wrong: its result is in gmem, and its operand is in smem
// CHECK-DAG: [[#@LINE+9]]:{{.*}} error: cute.slice is wrong: its result has elements of bf16, and its operand has elements of f16
!t = !cute.memref<f16, smem, align<128>, S<3,4,3>, "(64,8):(1,64)">
func.func @slices(%t: !t, %c: !cute.coord<"(_,1)">, %u: !cute.coord<"(1,_)">, %q: !cute.coord<"(_,?)">) {
  %0 = "cute.slice"(%t, %c) : (!t, !cute.coord<"(_,1)">) -> !cute.memref<f16, smem, align<128>, S<3,4,3>, "(64):(1)">
  %1 = "cute.slice"(%t, %u) : (!t, !cute.coord<"(1,_)">) -> !cute.memref<f16, smem, align<128>, S<3,4,3>, "(8):(64)">
  %2 = "cute.slice"(%t, %u) : (!t, !cute.coord<"(1,_)">) -> !cute.memref<f16, smem, align<2>, S<3,4,3>, "(8):(64)">
  %3 = "cute.slice"(%t, %q) : (!t, !cute.coord<"(_,?)">) -> !cute.memref<f16, smem, align<128>, S<3,4,3>, "(64):(1)">
  %4 = "cute.slice"(%t, %q) : (!t, !cute.coord<"(_,?)">) -> !cute.memref<f16, smem, align<256>, S<3,4,3>, "(64):(1)">
  %5 = "cute.slice"(%t, %q) : (!t, !cute.coord<"(_,?)">) -> !cute.memref<f16, gmem, align<128>, S<3,4,3>, "(64):(1)">
  %6 = "cute.slice"(%t, %q) : (!t, !cute.coord<"(_,?)">) -> !cute.memref<bf16, smem, align<128>, S<3,4,3>, "(64):(1)">
  %7 = "cute.slice"(%t, %q) : (!t, !cute.coord<"(_,?)">) -> !cute.memref<f16, smem, S<3,4,3>, "(64):(1)">
  return
}

// -----

// A tile, and a pointer.
// CHECK-DAG: [[#@LINE+8]]:{{.*}} error: cute.local_tile is wrong: its result is aligned to 64 bytes, and begins 256 bits after its operand, which is aligned to 128
// CHECK-DAG: [[#@LINE+10]]:{{.*}} error: cute.add_offset is wrong: its result is aligned to 16 bytes, and begins 64 bits after its operand, which is aligned to 16
// CHECK-DAG: [[#@LINE+12]]:{{.*}} error: cute.add_offset is wrong: its result is aligned to 1024 bytes, and its operand to 8
// CHECK-DAG: [[#@LINE+12]]:{{.*}} error: cute.add_offset is wrong: its result is aligned to 16 bytes, and begins 64 bits after its operand, which is aligned to 16
// CHECK-DAG: [[#@LINE+13]]:{{.*}} error: cute.local_partition is wrong: its result is aligned to 128 bytes, and begins 16 bits after its operand, which is aligned to 128
// CHECK-DAG: [[#@LINE+13]]:{{.*}} error: cute.make_view is wrong: its result has elements of f32, and its operand has elements of f16
func.func @tiles_and_pointers(%t: !cute.memref<f16, gmem, align<128>, "64:1">, %s: !cute.tile<"[16:1]">, %one: !cute.coord<"(1)">, %l: !cute.layout<"8:1">, %p: !cute.ptr<f16, gmem, align<16>>, %b: !cute.ptr<i64, smem>, %of_one: !cute.int_tuple<"(4)">, %bits: !cute.ptr<i1, rmem, align<4>>, %one_bit: !cute.int_tuple<"1">, %m: !cute.memref<f16, gmem, align<128>, "(64,64):(1,64)">, %threads: !cute.layout<"(4,8):(8,1)">, %at: !cute.coord<"8">) {
  %0 = "cute.local_tile"(%t, %s, %one) : (!cute.memref<f16, gmem, align<128>, "64:1">, !cute.tile<"[16:1]">, !cute.coord<"(1)">) -> !cute.memref<f16, gmem, align<32>, "(16):(1)">
  %1 = "cute.local_tile"(%t, %s, %one) : (!cute.memref<f16, gmem, align<128>, "64:1">, !cute.tile<"[16:1]">, !cute.coord<"(1)">) -> !cute.memref<f16, gmem, align<64>, "(16):(1)">
  %four = "cute.make_int_tuple"() : () -> !cute.int_tuple<"4">
  %2 = "cute.add_offset"(%p, %four) : (!cute.ptr<f16, gmem, align<16>>, !cute.int_tuple<"4">) -> !cute.ptr<f16, gmem, align<8>>
  %3 = "cute.add_offset"(%p, %four) : (!cute.ptr<f16, gmem, align<16>>, !cute.int_tuple<"4">) -> !cute.ptr<f16, gmem, align<16>>
  %4 = "cute.make_view"(%p, %l) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"8:1">) -> !cute.memref<f16, gmem, align<16>, "8:1">
  %6 = "cute.add_offset"(%b, %four) : (!cute.ptr<i64, smem>, !cute.int_tuple<"4">) -> !cute.ptr<i64, smem>
  %7 = "cute.add_offset"(%b, %four) : (!cute.ptr<i64, smem>, !cute.int_tuple<"4">) -> !cute.ptr<i64, smem, align<1024>>
  %8 = "cute.add_offset"(%p, %of_one) : (!cute.ptr<f16, gmem, align<16>>, !cute.int_tuple<"(4)">) -> !cute.ptr<f16, gmem, align<16>>
  %9 = "cute.add_offset"(%bits, %one_bit) : (!cute.ptr<i1, rmem, align<4>>, !cute.int_tuple<"1">) -> !cute.ptr<i1, rmem, align<1>>
  %10 = "cute.local_partition"(%m, %threads, %at) : (!cute.memref<f16, gmem, align<128>, "(64,64):(1,64)">, !cute.layout<"(4,8):(8,1)">, !cute.coord<"8">) -> !cute.memref<f16, gmem, align<128>, "(16,8):(4,512)">
  %5 = "cute.make_view"(%p, %l) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"8:1">) -> !cute.memref<f32, gmem, align<16>, "8:1">
  return
}

// -----

// The part of a thread is swizzled as the tensor.
// CHECK-DAG: [[#@LINE+5]]:{{.*}} error: layouts differ at coordinate 64: 72 and 64
// CHECK-DAG: [[#@LINE+5]]:{{.*}} error: cute.tiled.copy.partition_S is wrong: its result is in gmem, and its operand is in smem
!copy = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>
func.func @parts(%c: !copy, %g: !cute.memref<f32, smem, align<16>, S<3,3,3>, "(48,64):(64,1)">, %t: !cute.coord<"?">) {
  %0 = "cute.tiled.copy.partition_S"(%c, %g, %t) : (!copy, !cute.memref<f32, smem, align<16>, S<3,3,3>, "(48,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, smem, align<16>, S<3,3,3>, "((4,1),3,4):((1,0),1024,16)">
  %1 = "cute.tiled.copy.partition_S"(%c, %g, %t) : (!copy, !cute.memref<f32, smem, align<16>, S<3,3,3>, "(48,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, smem, align<16>, "((4,1),3,4):((1,0),1024,16)">
  %2 = "cute.tiled.copy.partition_S"(%c, %g, %t) : (!copy, !cute.memref<f32, smem, align<16>, S<3,3,3>, "(48,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, S<3,3,3>, "((4,1),3,4):((1,0),1024,16)">
  return
}

// -----

// An atom of a copy of boxes keeps its instruction, its elements and its blocks, and all that its type says
// where it stays of the same kind.
// CHECK-DAG: [[#@LINE+12]]:{{.*}} error: cute_nvgpu.atom.set_value is wrong: its result is !cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = im2col
// CHECK-DAG: [[#@LINE+6]]:{{.*}} error: cute_nvgpu.atom.set_value is wrong: it copies f32, and its operand f16
// CHECK-DAG: [[#@LINE+6]]:{{.*}} error: cute_nvgpu.atom.set_value is wrong: its number of blocks is 1, and that of its operand 2
// CHECK-DAG: [[#@LINE+7]]:{{.*}} error: cute_nvgpu.atom.make_exec_tma is wrong: its number of blocks is 1, and that of its operand 2
// CHECK-DAG: [[#@LINE+7]]:{{.*}} error: cute_nvgpu.atom.make_exec_tma is wrong: its result is a tma_store, and its operand a tma_load
!load = !cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = tiled, num_cta = 2, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>
func.func @atoms(%a: !load, %b: !cute.ptr<i64, smem, align<8>>, %n: !cute_nvgpu.atom.non_exec_tiled_tma_load<sm_100_2sm, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>) {
  %0 = "cute_nvgpu.atom.set_value"(%a, %b) : (!load, !cute.ptr<i64, smem, align<8>>) -> !cute_nvgpu.atom.tma_load<f32, copy_bits = 8192, mode = tiled, num_cta = 2, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>
  %1 = "cute_nvgpu.atom.set_value"(%a, %b) : (!load, !cute.ptr<i64, smem, align<8>>) -> !cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = tiled, num_cta = 1, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>
  %2 = "cute_nvgpu.atom.make_exec_tma"(%n) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_100_2sm, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>) -> !load
  %3 = "cute_nvgpu.atom.make_exec_tma"(%n) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_100_2sm, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>) -> !cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = tiled, num_cta = 1, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>
  %4 = "cute_nvgpu.atom.make_exec_tma"(%n) : (!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_100_2sm, f16, copy_bits = 8192, tma_gbasis = <"(64,8):(1@1,1@0)">, tma_format = F16_RN>) -> !cute_nvgpu.atom.tma_store<f16, copy_bits = 8192, mode = tiled, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>
  %5 = "cute_nvgpu.atom.set_value"(%a, %b) : (!load, !cute.ptr<i64, smem, align<8>>) -> !cute_nvgpu.atom.tma_load<f16, copy_bits = 8192, mode = im2col, num_cta = 2, g_stride = <"()"> tma_gbasis = <"(64,8):(1@1,1@0)">>
  return
}
