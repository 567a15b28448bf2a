// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone"

// Data that is moved: source, destination, predicate and atom agree, and what is taken at a time is next to each other.

// CHECK: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 1: 3 and 2
func.func @times(%a: !cute_nvgpu.atom.universal_copy<f32, 128 b>, %g: !cute.memref<f32, gmem, align<16>, "((4,1),3):((1,0),64)">, %r: !cute.memref<f32, rmem, "((4,1),3):((1,0),4)">, %s: !cute.memref<f32, rmem, "((4,1),2):((1,0),4)">) {
  "cute.copy"(%a, %g, %r) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, align<16>, "((4,1),3):((1,0),64)">, !cute.memref<f32, rmem, "((4,1),3):((1,0),4)">) -> ()
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, align<16>, "((4,1),3):((1,0),64)">, !cute.memref<f32, rmem, "((4,1),2):((1,0),4)">) -> ()
  return
}

// -----

// A predicate has a place for each part of the atom: here two in the first mode, three after it.
// CHECK: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 2: 3 and 6
func.func @predicates(%a: !cute_nvgpu.atom.universal_copy<f32, 128 b>, %g: !cute.memref<f32, gmem, align<16>, "((4,2),3):((1,64),128)">, %r: !cute.memref<f32, rmem, "((4,2),3):((1,4),8)">, %p: !cute.memref<i8, rmem, "(2,3):(1,2)">, %q: !cute.memref<i8, rmem, "(2,6):(1,2)">) {
  "cute.copy"(%a, %g, %r, %p) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, align<16>, "((4,2),3):((1,64),128)">, !cute.memref<f32, rmem, "((4,2),3):((1,4),8)">, !cute.memref<i8, rmem, "(2,3):(1,2)">) -> ()
  "cute.copy"(%a, %g, %r, %q) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, align<16>, "((4,2),3):((1,64),128)">, !cute.memref<f32, rmem, "((4,2),3):((1,4),8)">, !cute.memref<i8, rmem, "(2,6):(1,2)">) -> ()
  return
}

// -----

// Four elements that an access takes are 64 apart; in registers they may be.
// CHECK: left 0 of 1 cute operations on layouts alone
// CHECK: [[#@LINE+2]]:{{.*}} error: layouts differ at coordinate 1: 64 and 1
func.func @not_contiguous(%a: !cute_nvgpu.atom.universal_copy<f32, 128 b>, %g: !cute.memref<f32, gmem, align<16>, "((4,1),3):((64,0),4)">, %r: !cute.memref<f32, rmem, "((4,1),3):((3,0),1)">) {
  "cute.copy"(%a, %g, %r) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, align<16>, "((4,1),3):((64,0),4)">, !cute.memref<f32, rmem, "((4,1),3):((3,0),1)">) -> ()
  return
}

// -----

// CHECK: [[#@LINE+2]]:{{.*}} error: cute.copy is wrong: it takes 128 bits at a time of a tensor that is aligned to 8 bytes
func.func @aligned(%a: !cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, %g: !cute.memref<f16, gmem, align<8>, "((8,1),3):((1,0),64)">, %s: !cute.memref<f16, smem, align<16>, "((8,1),3):((1,0),64)">) {
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, !cute.memref<f16, gmem, align<8>, "((8,1),3):((1,0),64)">, !cute.memref<f16, smem, align<16>, "((8,1),3):((1,0),64)">) -> ()
  return
}

// -----

// The second vector begins 12 elements behind the first, which is not a multiple of 8.
// CHECK: [[#@LINE+2]]:{{.*}} error: cute.copy is wrong: it takes 8 elements at a time, and a step of 12 is not a multiple of them
func.func @steps(%a: !cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),3):((1,0),64)">, %s: !cute.memref<f16, smem, align<16>, "((8,1),3):((1,0),12)">) {
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),3):((1,0),64)">, !cute.memref<f16, smem, align<16>, "((8,1),3):((1,0),12)">) -> ()
  return
}

// -----

// A row of a matrix is 16 bytes of shared memory, and the fragment is in registers in any order.
// CHECK: [[#@LINE+3]]:{{.*}} error: cute.copy is wrong: it takes 128 bits at a time of a tensor that is aligned to 2 bytes
func.func @rows(%a: !cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>, %s: !cute.memref<f16, smem, align<16>, "((8,1),2):((1,0),4096)">, %t: !cute.memref<f16, smem, align<2>, "((8,1),2):((1,0),4096)">, %r: !cute.memref<f16, rmem, align<8>, "(((4,2),1),2):(((1,8),0),4)">) {
  "cute.copy"(%a, %s, %r) : (!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>, !cute.memref<f16, smem, align<16>, "((8,1),2):((1,0),4096)">, !cute.memref<f16, rmem, align<8>, "(((4,2),1),2):(((1,8),0),4)">) -> ()
  "cute.copy"(%a, %t, %r) : (!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>, !cute.memref<f16, smem, align<2>, "((8,1),2):((1,0),4096)">, !cute.memref<f16, rmem, align<8>, "(((4,2),1),2):(((1,8),0),4)">) -> ()
  return
}

// -----

// CHECK: [[#@LINE+2]]:{{.*}} error: cute.copy is wrong: a thread has 4 values of the atom, and the first mode of (6,2):(1,8) has 6
func.func @values(%a: !cute_nvgpu.atom.universal_copy<f32, 128 b>, %g: !cute.memref<f32, gmem, align<16>, "(6,2):(1,8)">, %r: !cute.memref<f32, rmem, "(6,2):(1,6)">) {
  "cute.copy"(%a, %g, %r) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, align<16>, "(6,2):(1,8)">, !cute.memref<f32, rmem, "(6,2):(1,6)">) -> ()
  return
}

// -----

// Two atoms by three, five in K; a thread has four values of A of one, where it has two.
// CHECK: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 2: 4 and 2
func.func @products(%m: !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, %d: !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">, %a: !cute.memref<f16, rmem, "((2,2),2,5):((1,2),4,8)">, %w: !cute.memref<f16, rmem, "(2,2,5):(1,4,8)">, %b: !cute.memref<f16, rmem, "(2,3,5):(1,2,6)">) {
  "cute.gemm"(%m, %d, %a, %b, %d) : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">, !cute.memref<f16, rmem, "((2,2),2,5):((1,2),4,8)">, !cute.memref<f16, rmem, "(2,3,5):(1,2,6)">, !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">) -> ()
  "cute.gemm"(%m, %d, %w, %b, %d) : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">, !cute.memref<f16, rmem, "(2,2,5):(1,4,8)">, !cute.memref<f16, rmem, "(2,3,5):(1,2,6)">, !cute.memref<f32, rmem, "((2,2),2,3):((1,2),4,8)">) -> ()
  return
}

// -----

// A swizzle moves whole vectors: blocks of 8 elements, not of 4. One with no bits moves nothing.
// CHECK: left 0 of 3 cute operations on layouts alone
// CHECK: [[#@LINE+3]]:{{.*}} error: cute.copy is wrong: it takes 8 elements at a time, and S<3,2,3> moves blocks of 4
func.func @swizzled(%a: !cute_nvgpu.atom.universal_copy<f16, 128 b>, %g: !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, %s: !cute.memref<f16, smem, align<16>, "S<3,3,3> o 0 o ((8,1),2):((1,0),64)">, %t: !cute.memref<f16, smem, align<16>, "S<3,2,3> o 0 o ((8,1),2):((1,0),64)">, %u: !cute.memref<f16, smem, align<16>, "S<0,2,3> o 0 o ((8,1),2):((1,0),64)">) {
  "cute.copy"(%a, %g, %s) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, !cute.memref<f16, smem, align<16>, "S<3,3,3> o 0 o ((8,1),2):((1,0),64)">) -> ()
  "cute.copy"(%a, %g, %t) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, !cute.memref<f16, smem, align<16>, "S<3,2,3> o 0 o ((8,1),2):((1,0),64)">) -> ()
  "cute.copy"(%a, %g, %u) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, gmem, align<16>, "((8,1),2):((1,0),64)">, !cute.memref<f16, smem, align<16>, "S<0,2,3> o 0 o ((8,1),2):((1,0),64)">) -> ()
  return
}

// -----

// The same of a pointer's swizzle, as if it counted elements. What a thread takes by itself is not a vector.
// CHECK: left 0 of 2 cute operations on layouts alone
// CHECK: [[#@LINE+2]]:{{.*}} error: cute.copy is wrong: it takes 4 elements at a time, and S<1,1,4> moves blocks of 2
func.func @swizzled_pointer(%a: !cute_nvgpu.atom.universal_copy<f32, 128 b>, %b: !cute_nvgpu.atom.universal_copy<f32, 32 b>, %s: !cute.memref<f32, smem, align<16>, S<1,1,4>, "((4,1),2):((1,0),64)">, %r: !cute.memref<f32, rmem, align<16>, "((4,1),2):((1,0),4)">) {
  "cute.copy"(%a, %s, %r) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, smem, align<16>, S<1,1,4>, "((4,1),2):((1,0),64)">, !cute.memref<f32, rmem, align<16>, "((4,1),2):((1,0),4)">) -> ()
  "cute.copy"(%b, %s, %r) : (!cute_nvgpu.atom.universal_copy<f32, 32 b>, !cute.memref<f32, smem, align<16>, S<1,1,4>, "((4,1),2):((1,0),64)">, !cute.memref<f32, rmem, align<16>, "((4,1),2):((1,0),4)">) -> ()
  return
}
