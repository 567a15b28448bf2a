// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone"

// Shared memory is bytes next to each other, and a tensor that begins in it ends in it.

// CHECK: [[#@LINE+5]]:{{.*}} error: offset 2048 at coordinate 1024 is outside [0, 2048)
// CHECK: [[#@LINE+12]]:{{.*}} error: offset 992 at coordinate 31 is outside [0, 992)
// CHECK: [[#@LINE+14]]:{{.*}} error: offset 1020 at coordinate 927 is outside [0, 1020)
func.func @allocations(%l: !cute.layout<"(32,32):(32,1)">, %n: !cute.layout<"(32,31):(32,1)">) {
  %0 = "cute.memref.alloca"() : () -> !cute.memref<i8, smem, align<16>, "2048:1">
  %1 = "cute.memref.alloca"() : () -> !cute.memref<i8, smem, align<16>, "2048:2">
  %2 = "cute.get_iter"(%0) : (!cute.memref<i8, smem, align<16>, "2048:1">) -> !cute.ptr<i8, smem, align<16>>
  %3 = "cute.recast_iter"(%2) : (!cute.ptr<i8, smem, align<16>>) -> !cute.ptr<f16, smem, align<16>>
  %4 = "cute.make_view"(%3, %l) : (!cute.ptr<f16, smem, align<16>>, !cute.layout<"(32,32):(32,1)">) -> !cute.memref<f16, smem, align<16>, "(32,32):(32,1)">
  // 64 bytes behind its beginning the allocation has room for 992 elements.
  %5 = "cute.static"() : () -> !cute.int_tuple<"64">
  %6 = "cute.add_offset"(%2, %5) : (!cute.ptr<i8, smem, align<16>>, !cute.int_tuple<"64">) -> !cute.ptr<i8, smem, align<16>>
  %7 = "cute.recast_iter"(%6) : (!cute.ptr<i8, smem, align<16>>) -> !cute.ptr<f16, smem, align<16>>
  %8 = "cute.make_view"(%7, %l) : (!cute.ptr<f16, smem, align<16>>, !cute.layout<"(32,32):(32,1)">) -> !cute.memref<f16, smem, align<16>, "(32,32):(32,1)">
  %9 = "cute.static"() : () -> !cute.int_tuple<"4">
  %10 = "cute.add_offset"(%3, %9) : (!cute.ptr<f16, smem, align<16>>, !cute.int_tuple<"4">) -> !cute.ptr<f16, smem, align<8>>
  %11 = "cute.make_view"(%10, %l) : (!cute.ptr<f16, smem, align<8>>, !cute.layout<"(32,32):(32,1)">) -> !cute.memref<f16, smem, align<8>, "(32,32):(32,1)">
  return
}

// -----

// CHECK: [[#@LINE+5]]:{{.*}} error: cute.make_view is wrong: it begins at the end of its allocation or behind it
func.func @behind(%l: !cute.layout<"4:1">, %p: !cute.int_tuple<"16">) {
  %0 = "cute.memref.alloca"() : () -> !cute.memref<f32, smem, "16:1">
  %1 = "cute.get_iter"(%0) : (!cute.memref<f32, smem, "16:1">) -> !cute.ptr<f32, smem>
  %2 = "cute.add_offset"(%1, %p) : (!cute.ptr<f32, smem>, !cute.int_tuple<"16">) -> !cute.ptr<f32, smem>
  %3 = "cute.make_view"(%2, %l) : (!cute.ptr<f32, smem>, !cute.layout<"4:1">) -> !cute.memref<f32, smem, "4:1">
  return
}

// -----

// The fields of a structure are one behind the other, and it is as long as they and its alignment ask.
// CHECK: [[#@LINE+4]]:{{.*}} error: cute.memref.alloca is wrong: its fields take 1152 bytes, and it has 1153
// CHECK: [[#@LINE+4]]:{{.*}} error: cute.memref.alloca is wrong: its field sA begins at 8, before another one ends at 16
func.func @fields() {
  %0 = "cute.memref.alloca"() {smem.struct_fields = ["full:16:0", "sA:1024:128", "sB:0:1152"]} : () -> !cute.memref<i8, smem, align<128>, "1152:1">
  %1 = "cute.memref.alloca"() {smem.struct_fields = ["full:16:0", "sA:1020:128"]} : () -> !cute.memref<i8, smem, align<128>, "1153:1">
  %2 = "cute.memref.alloca"() {smem.struct_fields = ["full:16:0", "sA:1024:8"]} : () -> !cute.memref<i8, smem, align<8>, "1032:1">
  return
}

// -----

// Registers have gaps where a layout says so, and where a pointer that is an argument ends nobody knows.
func.func @open(%p: !cute.ptr<f32, smem>, %l: !cute.layout<"4:1">) {
  %0 = "cute.memref.alloca"() : () -> !cute.memref<f32, rmem, "4:2">
  %1 = "cute.make_view"(%p, %l) : (!cute.ptr<f32, smem>, !cute.layout<"4:1">) -> !cute.memref<f32, smem, "4:1">
  return
}
