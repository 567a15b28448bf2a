// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: "

// What a composed tensor has behind its offset and its outer layout is looked at vector by vector, and an allocation
// is asked for all that the function reaches.
func.func @offset(%a: !cute_nvgpu.atom.universal_copy<f16, 128 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, %s: !cute.memref<f16, smem, align<16>, "S<3,3,3> o 4 o ((8,1),2):((1,0),64)">) {
  // CHECK: [[#@LINE+1]]:{{.*}} error: cute.copy is wrong: it takes 8 elements at a time, and those from coordinate 0 on begin at 4
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, !cute.memref<f16, smem, align<16>, "S<3,3,3> o 4 o ((8,1),2):((1,0),64)">) -> ()
  return
}

// -----

func.func @outer_layout(%a: !cute_nvgpu.atom.universal_copy<f16, 128 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, %s: !cute.memref<f16, smem, align<16>, "(4,64):(64,1) o 0 o ((8,1),2):((1,0),64)">) {
  // CHECK: [[#@LINE+1]]:{{.*}} error: cute.copy is wrong: it takes 8 elements at a time, and coordinate 1 is at 64, not at 1
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, !cute.memref<f16, smem, align<16>, "(4,64):(64,1) o 0 o ((8,1),2):((1,0),64)">) -> ()
  return
}

// -----

func.func @scalar(%a: !cute_nvgpu.atom.universal_copy<f32, 32 b>, %g: !cute.memref<f32, gmem, align<2>, "((1,1),2):((0,0),64)">, %s: !cute.memref<f32, smem, align<4>, "((1,1),2):((0,0),64)">) {
  // CHECK: [[#@LINE+1]]:{{.*}} error: cute.copy is wrong: it takes 32 bits at a time of a tensor that is aligned to 2 bytes
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.universal_copy<f32, 32 b>, !cute.memref<f32, gmem, align<2>, "((1,1),2):((0,0),64)">, !cute.memref<f32, smem, align<4>, "((1,1),2):((0,0),64)">) -> ()
  return
}

// -----

func.func @before(%l: !cute.layout<"80:1">, %p: !cute.int_tuple<"-16">) {
  %0 = "cute.memref.alloca"() : () -> !cute.memref<i8, smem, align<16>, "64:1">
  %1 = "cute.get_iter"(%0) : (!cute.memref<i8, smem, align<16>, "64:1">) -> !cute.ptr<i8, smem, align<16>>
  %2 = "cute.add_offset"(%1, %p) : (!cute.ptr<i8, smem, align<16>>, !cute.int_tuple<"-16">) -> !cute.ptr<i8, smem, align<16>>
  // CHECK: [[#@LINE+1]]:{{.*}} error: cute.make_view is wrong: it begins 16 bytes before its allocation
  %3 = "cute.make_view"(%2, %l) : (!cute.ptr<i8, smem, align<16>>, !cute.layout<"80:1">) -> !cute.memref<i8, smem, align<16>, "80:1">
  return
}

// -----

func.func @swizzled(%l: !cute.layout<"136:1">, %p: !cute.int_tuple<"-16">) {
  %0 = "cute.memref.alloca"() : () -> !cute.memref<i8, smem, align<1024>, "136:1">
  %1 = "cute.get_iter"(%0) : (!cute.memref<i8, smem, align<1024>, "136:1">) -> !cute.ptr<i8, smem, align<1024>>
  %2 = "cute.recast_iter"(%1) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<i8, smem, align<1024>, S<1,4,3>>
  // CHECK: [[#@LINE+2]]:{{.*}} error: offset 144 at coordinate 128 is outside [0, 136)
  // CHECK: [[#@LINE+1]]:{{.*}} note: S<1,4,3> o 0 o 136:1 gives 144 at coordinate 128
  %3 = "cute.make_view"(%2, %l) : (!cute.ptr<i8, smem, align<1024>, S<1,4,3>>, !cute.layout<"136:1">) -> !cute.memref<i8, smem, align<1024>, S<1,4,3>, "136:1">
  return
}

// -----

func.func @composed(%l: !cute.composed_layout<"S<1,4,3> o 100 o 64:1">) {
  %0 = "cute.memref.alloca"() : () -> !cute.memref<i8, smem, align<16>, "64:1">
  %1 = "cute.get_iter"(%0) : (!cute.memref<i8, smem, align<16>, "64:1">) -> !cute.ptr<i8, smem, align<16>>
  // CHECK: [[#@LINE+2]]:{{.*}} error: offset 100 at coordinate 0 is outside [0, 64)
  // CHECK: [[#@LINE+1]]:{{.*}} note: S<1,4,3> o 100 o 64:1 gives 100 at coordinate 0
  %3 = "cute.make_view"(%1, %l) : (!cute.ptr<i8, smem, align<16>>, !cute.composed_layout<"S<1,4,3> o 100 o 64:1">) -> !cute.memref<i8, smem, align<16>, "S<1,4,3> o 100 o 64:1">
  return
}

// -----

func.func @s(%a: !cute.memref<f16, smem, align<1024>, S<1,4,13>, "(64,8):(1,64)">, %c: !cute.coord<"(_,1)">) {
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 131072: 131088 and 131072
  // CHECK: [[#@LINE+2]]:{{.*}} note: S<1,4,13> o 0 o 262144:1 gives 131088
  // CHECK: [[#@LINE+1]]:{{.*}} note: S<0,4,3> o 0 o 262144:1 gives 131072
  %0 = "cute.slice"(%a, %c) : (!cute.memref<f16, smem, align<1024>, S<1,4,13>, "(64,8):(1,64)">, !cute.coord<"(_,1)">) -> !cute.memref<f16, smem, align<128>, "(64):(1)">
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 131072: 131088 and 131072
  // CHECK: [[#@LINE+2]]:{{.*}} note: S<1,4,13> o 0 o 33554432:1 gives 131088
  // CHECK: [[#@LINE+1]]:{{.*}} note: S<2,20,3> o 0 o 33554432:1 gives 131072
  %1 = "cute.slice"(%a, %c) : (!cute.memref<f16, smem, align<1024>, S<1,4,13>, "(64,8):(1,64)">, !cute.coord<"(_,1)">) -> !cute.memref<f16, smem, align<128>, S<2,20,3>, "(64):(1)">
  return
}

// -----

func.func @sw(%s: !cute.composed_layout<"S<1,4,13> o 0 o (64,8):(1,64)">) {
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 131072: 131088 and 131072
  // CHECK: [[#@LINE+2]]:{{.*}} note: S<1,4,13> o 0 o 33554432:1 gives 131088
  // CHECK: [[#@LINE+1]]:{{.*}} note: S<3,17,5> o 0 o 33554432:1 gives 131072
  %0 = "cute.composed_get_inner"(%s) : (!cute.composed_layout<"S<1,4,13> o 0 o (64,8):(1,64)">) -> !cute.swizzle<"S<3,17,5>">
  return
}

// -----

func.func @g(%m: !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, %d: !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">, %a: !cute.memref<f16, rmem, "((2,2),7,?):((1,2),4,8)">, %b: !cute.memref<f16, rmem, "(2,3,5):(1,2,6)">) {
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 1: 7 and 2
  // CHECK: [[#@LINE+2]]:{{.*}} note: (2,2,2,2,2):(7,3,7,3,0) gives 7
  // CHECK: [[#@LINE+1]]:{{.*}} note: (2,2,2,2,2):(2,3,2,3,0) gives 2
  "cute.gemm"(%m, %d, %a, %b, %d) : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">, !cute.memref<f16, rmem, "((2,2),7,?):((1,2),4,8)">, !cute.memref<f16, rmem, "(2,3,5):(1,2,6)">, !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">) -> ()
  return
}

// -----

func.func @right(%a: !cute_nvgpu.atom.universal_copy<f16, 128 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, %s: !cute.memref<f16, smem, align<16>, "S<3,3,3> o 24 o ((8,1),2):((1,0),64)">, %t: !cute.memref<f16, smem, align<16>, "(64,4):(1,128) o 8 o ((8,1),2):((1,0),64)">, %l: !cute.layout<"96:1">, %p: !cute.int_tuple<"32">) {
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, !cute.memref<f16, smem, align<16>, "S<3,3,3> o 24 o ((8,1),2):((1,0),64)">) -> ()
  "cute.copy"(%a, %g, %t) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, !cute.memref<f16, smem, align<16>, "(64,4):(1,128) o 8 o ((8,1),2):((1,0),64)">) -> ()
  %0 = "cute.memref.alloca"() : () -> !cute.memref<i8, smem, align<32>, "128:1">
  %1 = "cute.get_iter"(%0) : (!cute.memref<i8, smem, align<32>, "128:1">) -> !cute.ptr<i8, smem, align<32>>
  %2 = "cute.add_offset"(%1, %p) : (!cute.ptr<i8, smem, align<32>>, !cute.int_tuple<"32">) -> !cute.ptr<i8, smem, align<32>>
  %3 = "cute.recast_iter"(%2) : (!cute.ptr<i8, smem, align<32>>) -> !cute.ptr<i8, smem, align<32>, S<1,4,3>>
  %4 = "cute.make_view"(%3, %l) : (!cute.ptr<i8, smem, align<32>, S<1,4,3>>, !cute.layout<"96:1">) -> !cute.memref<i8, smem, align<32>, S<1,4,3>, "96:1">
  return
}
