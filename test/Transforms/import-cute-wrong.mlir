// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone"

// What does not exist is an error, and not left alone. The second of two operations is the wrong one.

// CHECK: [[#@LINE+3]]:{{.*}} error: cute.shape_div is wrong: neither of 129 and 4 divides the other
func.func @no_quotient(%a: !cute.shape<"(128,32)">, %b: !cute.shape<"(129,32)">, %d: !cute.shape<"(4,1)">) {
  %0 = "cute.shape_div"(%a, %d) : (!cute.shape<"(128,32)">, !cute.shape<"(4,1)">) -> !cute.shape<"(32,32)">
  %1 = "cute.shape_div"(%b, %d) : (!cute.shape<"(129,32)">, !cute.shape<"(4,1)">) -> !cute.shape<"(32,32)">
  return
}

// -----

// A number beside a position is not an offset, whichever operation says so.
// CHECK: [[#@LINE+2]]:{{.*}} error: the type !cute.layout<"(4,2):(1,1@0)"> is wrong: the strides of (4,2):(1,1@0) mix integers and basis elements
func.func @mixed(%a: !cute.layout<"(4,2):(1@1,1@0)">) {
  %0 = "cute.get_layout"(%a) : (!cute.layout<"(4,2):(1@1,1@0)">) -> !cute.layout<"(4,2):(1,1@0)">
  return
}

// -----

// CHECK: [[#@LINE+2]]:{{.*}} error: the type !cute.layout<"(4,(2,3)):(1,4)"> is wrong: shape (2,3) and stride 4 are not congruent
func.func @not_congruent(%a: !cute.shape<"(4,(2,3))">, %s: !cute.stride<"(1,4)">) {
  %0 = "cute.make_layout"(%a, %s) : (!cute.shape<"(4,(2,3))">, !cute.stride<"(1,4)">) -> !cute.layout<"(4,(2,3)):(1,4)">
  return
}

// -----

// CHECK: [[#@LINE+4]]:{{.*}} error: cute.get is wrong: (4,(8,2)) has no mode 2
// CHECK: [[#@LINE+4]]:{{.*}} error: cute.get is wrong: (4,2):(1,4) has no mode [7]
func.func @no_mode(%a: !cute.shape<"(4,(8,2))">, %l: !cute.layout<"(4,2):(1,4)">) {
  %0 = "cute.get"(%a) <{mode = array<i32: 1>}> : (!cute.shape<"(4,(8,2))">) -> !cute.shape<"(8,2)">
  %1 = "cute.get"(%a) <{mode = array<i32: 2>}> : (!cute.shape<"(4,(8,2))">) -> !cute.shape<"(8,2)">
  %2 = "cute.get"(%l) <{mode = array<i32: 7>}> : (!cute.layout<"(4,2):(1,4)">) -> !cute.layout<"4:1">
  return
}

// -----

// CHECK: [[#@LINE+2]]:{{.*}} error: cute.make_tiled_copy is wrong: its result is made of !cute_nvgpu.atom.universal_copy<f32, 128 b>, not of !cute_nvgpu.atom.universal_copy<f32, 64 b>
func.func @other_atom(%a: !cute_nvgpu.atom.universal_copy<f32, 64 b>) {
  %0 = "cute.make_tiled_copy"(%a) : (!cute_nvgpu.atom.universal_copy<f32, 64 b>) -> !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>
  return
}

// -----

// CHECK: [[#@LINE+2]]:{{.*}} error: cute_nvgpu.atom.set_value is wrong: its result is !cute_nvgpu.sm80.mma<16x8x8, elem_type = (f16, f16, f32)>, and its operand !cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32)>
func.func @other_value(%a: !cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, %v: i1) {
  %0 = "cute_nvgpu.atom.set_value"(%a, %v) : (!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, i1) -> !cute_nvgpu.sm80.mma<16x8x8, elem_type = (f16, f16, f32) >
  return
}

// -----

// Of two blocks each has 128 rows of 256, which are its lanes of tensor memory; a tile has 64 columns.
func.func @tensor_memory(%mma: !cute.tiled_mma<!cute_nvgpu.sm100.mma<256x64x16, num_cta = 2, ab_major = (k, k), elem_type = (f16, f16, f32), frag_kind = ss, c_scale_exp = 0>, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, %c: !cute.shape<"((128,64),2,3)">) {
  %0 = "cute.mma.make_fragment"(%mma, %c) <{operand_id = 2 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm100.mma<256x64x16, num_cta = 2, ab_major = (k, k), elem_type = (f16, f16, f32), frag_kind = ss, c_scale_exp = 0>, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, !cute.shape<"((128,64),2,3)">) -> !cute.memref<f32, tmem, align<16>, "((128,64),2,3):((65536,1),64,128)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 8192: 64 and 32
  %1 = "cute.mma.make_fragment"(%mma, %c) <{operand_id = 2 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm100.mma<256x64x16, num_cta = 2, ab_major = (k, k), elem_type = (f16, f16, f32), frag_kind = ss, c_scale_exp = 0>, atom_layout_MNK = <"(1,1,1):(0,0,0)">>, !cute.shape<"((128,64),2,3)">) -> !cute.memref<f32, tmem, align<16>, "((128,64),2,3):((65536,1),32,64)">
  return
}
