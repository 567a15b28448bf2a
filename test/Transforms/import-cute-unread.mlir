// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: "

// What cannot be looked at of a copy or a product is said and counted.

// An atom that nobody knows.
// CHECK: [[#@LINE+2]]:{{.*}} remark: cute.copy is left alone: who holds what in !cute_nvgpu.atom.new_copy<f16, 128 b> is not known
func.func @atom(%t: !cute_nvgpu.atom.new_copy<f16, 128 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),4):((2,0),17)">, %r: !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) {
  "cute.copy"(%t, %g, %r) : (!cute_nvgpu.atom.new_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),4):((2,0),17)">, !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) -> ()
  return
}

// -----

// No whole number of elements.
// CHECK: [[#@LINE+2]]:{{.*}} remark: cute.copy is left alone: who holds what in !cute_nvgpu.atom.universal_copy<f16, 127 b> is not known
func.func @bits(%t: !cute_nvgpu.atom.universal_copy<f16, 127 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),4):((1,0),8)">, %r: !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) {
  "cute.copy"(%t, %g, %r) : (!cute_nvgpu.atom.universal_copy<f16, 127 b>, !cute.memref<f16, gmem, align<16>, "((8,1),4):((1,0),8)">, !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) -> ()
  return
}

// -----

// Elements of a size that is not known.
// CHECK: [[#@LINE+2]]:{{.*}} remark: cute.copy is left alone: how many bits an element has is not known
func.func @element(%t: !cute_nvgpu.atom.universal_copy<f16, 128 b>, %g: !cute.memref<!cute.new, gmem, align<16>, "((8,1),4):((1,0),8)">, %r: !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) {
  "cute.copy"(%t, %g, %r) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<!cute.new, gmem, align<16>, "((8,1),4):((1,0),8)">, !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) -> ()
  return
}

// -----

// A stride that is not known: the elements of a vector may be apart.
// CHECK: [[#@LINE+2]]:{{.*}} remark: cute.copy is left alone: whether 8 elements of (8,1):(
func.func @stride(%t: !cute_nvgpu.atom.universal_copy<f16, 128 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),4):((?,0),8)">, %r: !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) {
  "cute.copy"(%t, %g, %r) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),4):((?,0),8)">, !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) -> ()
  return
}

// -----

// It is wrong all the same where the tensor begins.
// CHECK: [[#@LINE+2]]:{{.*}} error: cute.copy is wrong: it takes 128 bits at a time of a tensor that is aligned to 2 bytes
func.func @alignment(%t: !cute_nvgpu.atom.universal_copy<f16, 128 b>, %g: !cute.memref<f16, gmem, align<2>, "((8,1),4):((?,0),17)">, %r: !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) {
  "cute.copy"(%t, %g, %r) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<2>, "((8,1),4):((?,0),17)">, !cute.memref<f16, rmem, align<32>, "((8,1),4):((1,0),8)">) -> ()
  return
}

// -----

// A product of a kind that nobody knows.
// CHECK: [[#@LINE+2]]:{{.*}} remark: cute.gemm is left alone: its type is not a tiled product
func.func @product(%m: !cute.new_mma, %d: !cute.memref<f32, rmem, align<32>, "((2,2),2,2):((1,2),4,8)">, %a: !cute.memref<f16, rmem, align<32>, "((2,2),2,3):((1,2),4,8)">) {
  "cute.gemm"(%m, %d, %a, %a, %d) : (!cute.new_mma, !cute.memref<f32, rmem, align<32>, "((2,2),2,2):((1,2),4,8)">, !cute.memref<f16, rmem, align<32>, "((2,2),2,3):((1,2),4,8)">, !cute.memref<f16, rmem, align<32>, "((2,2),2,3):((1,2),4,8)">, !cute.memref<f32, rmem, align<32>, "((2,2),2,2):((1,2),4,8)">) -> ()
  return
}

// -----

// A swizzle of more bits than there are.
// CHECK: [[#@LINE+3]]:{{.*}} remark: cute.coalesce is left alone: !cute.composed_layout<"S<9223372036854775807,0,-3> o 0 o (8,8):(8,1)"> is not a layout that is read
func.func @swizzle() {
  %0 = "cute.static"() : () -> !cute.composed_layout<"S<9223372036854775807,0,-3> o 0 o (8,8):(8,1)">
  %1 = "cute.coalesce"(%0) : (!cute.composed_layout<"S<9223372036854775807,0,-3> o 0 o (8,8):(8,1)">) -> !cute.composed_layout<"S<9223372036854775807,0,-3> o 0 o 64:1">
  return
}
