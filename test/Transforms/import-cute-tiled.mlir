// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify=report=true --split-input-file --verify-diagnostics -o /dev/null
// expected-remark @-1 {{cute operations on layouts alone}}

// Parts of tiled copies and of tiled products of matrices, up to where the thread's part begins.

"test.copy"() ({
^bb0(%copy: !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, %g: !cute.memref<f32, gmem, align<16>, "(48,64):(64,1)">, %s: !cute.memref<f32, smem, align<128>, S<2,3,3>, "(48,64):(64,1)">, %t: !cute.coord<"?">):
  // expected-remark @+5 {{proved by offset range: layout stays in [0, 256)}}
  // expected-remark @+4 {{proved by offset range: layout is surjective onto [0, 256)}}
  // expected-remark @+3 {{proved by canonical form: layout is injective}}
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.tiled.copy.partition_S"(%copy, %g, %t) : (!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, !cute.memref<f32, gmem, align<16>, "(48,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, "((4,1),3,4):((1,0),1024,16)">
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.tiled.copy.partition_D"(%copy, %s, %t) : (!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, !cute.memref<f32, smem, align<128>, S<2,3,3>, "(48,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, smem, align<128>, S<2,3,3>, "((4,1),3,4):((1,0),1024,16)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// The second tile of a thread is 16 rows down, not 8.
"test.wrong"() ({
^bb0(%copy: !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, %g: !cute.memref<f32, gmem, align<16>, "(48,64):(64,1)">, %t: !cute.coord<"?">):
  // expected-remark @+7 {{proved by offset range: layout stays in [0, 256)}}
  // expected-remark @+6 {{proved by offset range: layout is surjective onto [0, 256)}}
  // expected-remark @+5 {{proved by canonical form: layout is injective}}
  // expected-error @+4 {{layouts differ at coordinate 4: 1024 and 512}}
  // expected-note @+3 {{((4,1),3,4):((1,0),1024,16) gives 1024}}
  // expected-note @+2 {{((4,1),3,4):((1,0),512,16) gives 512}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.tiled.copy.partition_S"(%copy, %g, %t) : (!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, !cute.memref<f32, gmem, align<16>, "(48,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, "((4,1),3,4):((1,0),512,16)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// The same function, but not of the same shape.
"test.shape"() ({
^bb0(%copy: !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, %g: !cute.memref<f32, gmem, align<16>, "(48,64):(64,1)">, %t: !cute.coord<"?">):
  // expected-remark @+6 {{proved by offset range: layout stays in [0, 256)}}
  // expected-remark @+5 {{proved by offset range: layout is surjective onto [0, 256)}}
  // expected-remark @+4 {{proved by canonical form: layout is injective}}
  // expected-remark-re @+3 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+2 {{shapes are compatible}}
  // expected-error @+1 {{shape ((4,1),3,4) is not compatible with (4,3,4)}}
  %0 = "cute.tiled.copy.partition_S"(%copy, %g, %t) : (!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, !cute.memref<f32, gmem, align<16>, "(48,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, "(4,3,4):(1,1024,16)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// A permutation of N puts the columns 4 to 7 of a tile in the second atom.
"test.mma"() ({
^bb0(%mma: !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, %load: !cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = bf16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 2, n>, layout_copy_tv = <"((4,4,2,2),(2,2)):((32,1,8,0),(16,4))">, tiler_mn = <"[16:1;8:1]">>, %a: !cute.memref<bf16, smem, align<16>, "(64,24):(24,1)">, %b: !cute.memref<bf16, smem, align<16>, "(32,24):(24,1)">, %c: !cute.memref<f32, gmem, align<16>, "(64,32):(32,1)">, %t: !cute.coord<"?">):
  // expected-remark @+13 {{proved by canonical form: layout is injective}}
  // expected-remark @+12 {{proved by offset range: layout stays in [0, 2)}}
  // expected-remark @+11 {{proved by offset range: layout stays in [0, 32)}}
  // expected-remark @+10 {{proved by offset range: layout stays in [0, 16)}}
  // expected-remark @+9 {{proved by offset range: layout stays in [0, 8)}}
  // expected-remark @+8 {{proved by offset range: layout stays in [0, 256)}}
  // expected-remark @+7 {{proved by offset range: layout is surjective onto [0, 256)}}
  // expected-remark @+6 {{proved by offset range: layout stays in [0, 128)}}
  // expected-remark @+5 {{proved by offset range: layout is surjective onto [0, 128)}}
  // expected-remark @+4 {{proved by offset range: layout stays in [0, 512)}}
  // expected-remark @+3 {{proved by offset range: layout is surjective onto [0, 512)}}
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.tiled.mma.partition"(%mma, %a, %t) <{operand_id = 0 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, !cute.memref<bf16, smem, align<16>, "(64,24):(24,1)">, !cute.coord<"?">) -> !cute.memref<bf16, smem, align<16>, "((2,2),2,3):((1,192),768,8)">
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.mma.make_fragment"(%mma, %0) <{operand_id = 0 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, !cute.memref<bf16, smem, align<16>, "((2,2),2,3):((1,192),768,8)">) -> !cute.memref<bf16, rmem, align<16>, "((2,2),2,3):((1,2),12,4)">
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %2 = "cute.tiled.mma.partition"(%mma, %b, %t) <{operand_id = 1 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, !cute.memref<bf16, smem, align<16>, "(32,24):(24,1)">, !cute.coord<"?">) -> !cute.memref<bf16, smem, align<16>, "(2,(2,2),3):(1,(96,384),8)">
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %3 = "cute.mma.make_fragment"(%mma, %2) <{operand_id = 1 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, !cute.memref<bf16, smem, align<16>, "(2,(2,2),3):(1,(96,384),8)">) -> !cute.memref<bf16, rmem, align<16>, "(2,(2,2),3):(1,(6,12),2)">
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %4 = "cute.tiled.mma.partition"(%mma, %c, %t) <{operand_id = 2 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, !cute.memref<f32, gmem, align<16>, "(64,32):(32,1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, align<16>, "((2,2),2,(2,2)):((1,256),1024,(4,16))">
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %5 = "cute.mma.make_fragment"(%mma, %4) <{operand_id = 2 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, !cute.memref<f32, gmem, align<16>, "((2,2),2,(2,2)):((1,256),1024,(4,16))">) -> !cute.memref<f32, rmem, align<16>, "((2,2),2,(2,2)):((1,2),4,(8,16))">
  // expected-remark @+5 {{proved by offset range: layout stays in [0, 128)}}
  // expected-remark @+4 {{proved by offset range: layout is surjective onto [0, 128)}}
  // expected-remark @+3 {{proved by canonical form: layout is injective}}
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %6 = "cute.tiled.copy.partition_S"(%load, %b, %t) : (!cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = bf16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 2, n>, layout_copy_tv = <"((4,4,2,2),(2,2)):((32,1,8,0),(16,4))">, tiler_mn = <"[16:1;8:1]">>, !cute.memref<bf16, smem, align<16>, "(32,24):(24,1)">, !cute.coord<"?">) -> !cute.memref<bf16, smem, align<16>, "((8,1),2,3):((1,0),384,8)">
  // expected-remark-re @+2 {{proved by {{.*}}: layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %7 = "cute.tiled.copy.retile"(%load, %3) : (!cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = bf16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 2, n>, layout_copy_tv = <"((4,4,2,2),(2,2)):((32,1,8,0),(16,4))">, tiler_mn = <"[16:1;8:1]">>, !cute.memref<bf16, rmem, align<16>, "(2,(2,2),3):(1,(6,12),2)">) -> !cute.memref<bf16, rmem, align<16>, "(((2,2),1),2,3):(((1,6),0),12,2)">
  // The fragment of B follows the strides of its part.
  // expected-error @+4 {{layouts differ at coordinate 2: 6 and 2}}
  // expected-note @+3 {{(2,(2,2),3):(1,(6,12),2) gives 6}}
  // expected-note @+2 {{(2,(2,2),3):(1,(2,4),8) gives 2}}
  // expected-remark @+1 {{shapes are compatible}}
  %8 = "cute.mma.make_fragment"(%mma, %2) <{operand_id = 1 : i32}> : (!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>, !cute.memref<bf16, smem, align<16>, "(2,(2,2),3):(1,(96,384),8)">) -> !cute.memref<bf16, rmem, align<16>, "(2,(2,2),3):(1,(2,4),8)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.made"() ({
  %0 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
  // expected-remark @+3 {{proved by offset range: layout is surjective onto [0, 256)}}
  // expected-remark @+2 {{proved by canonical form: layout is injective}}
  // expected-remark @+1 {{layout stays in [0, 256)}}
  %1 = "cute.make_tiled_copy"(%0) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>) -> !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>
  // Two of four threads begin past the tile.
  // expected-note @+5 {{(4,64):(128,1) gives 256 at coordinate 2}}
  // expected-error @+4 {{layout is not surjective: no coordinate gives 64}}
  // expected-note @+3 {{(4,64):(128,1) leaves out 64}}
  // expected-remark @+2 {{proved by canonical form: layout is injective}}
  // expected-error @+1 {{offset 256 at coordinate 2 is outside [0, 256)}}
  %2 = "cute.make_tiled_copy"(%0) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>) -> !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((128,1),16)">, tiler_mn = <"[16:1;16:1]">>
  %3 = "cute.make_atom"() : () -> !cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >
  // Of A the tile has 32 x 8 places, of B 16 x 8, of C 32 x 16; the permutation is of 32, 16 and 8.
  // expected-remark @+9 {{proved by offset range: layout is surjective onto [0, 256)}}
  // expected-remark @+8 {{proved by offset range: layout is surjective onto [0, 128)}}
  // expected-remark @+7 {{proved by offset range: layout is surjective onto [0, 512)}}
  // expected-remark @+6 {{layout is injective}}
  // expected-remark @+5 {{layout stays in [0, 2)}}
  // expected-remark @+4 {{layout stays in [0, 16)}}
  // expected-remark @+3 {{layout stays in [0, 32)}}
  // expected-remark @+2 {{layout stays in [0, 8)}}
  // expected-remark-re @+1 {{layout stays in [0, {{256|128|512}})}}
  %4 = "cute.make_tiled_mma"(%3) : (!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >) -> !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>
  // Two groups of threads have the number 1.
  // expected-error @+4 {{layout is not injective: coordinates 1 and 2 both give 1}}
  // expected-note @+3 {{(2,2,1):(1,1,0) gives 1 at both}}
  // expected-remark @+2 {{layout is injective}}
  // expected-remark @+1 {{layout stays in}}
  %5 = "cute.make_tiled_mma"(%3) : (!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >) -> !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x8, elem_type = (bf16, bf16, f32) >, atom_layout_MNK = <"(2,2,1):(1,1,0)">, permutation_MNK = <"[32:1;(4,2,2):(1,8,4);8:1]">>
}) : () -> ()

// -----

// What is not known of an atom is said.
// expected-remark @+1 {{left 2 of 2 cute operations on layouts alone: tiled.copy.partition_D (1), tiled.copy.partition_S (1)}}
module {
  "test.left"() ({
  ^bb0(%t: !cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = bf16, mode = <"(8,8)">, sz_pattern = u4x16p64to8, num_matrices = 2, n>, layout_copy_tv = <"((4,4,2,2),(2,2)):((32,1,8,0),(16,4))">, tiler_mn = <"[16:1;8:1]">>, %copy: !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, %b: !cute.memref<bf16, smem, align<16>, "(32,24):(24,1)">, %d: !cute.memref<f32, gmem, "(?,64):(64,1)">, %c: !cute.coord<"?">):
    // expected-remark @+5 {{proved by offset range: layout stays in [0, 128)}}
    // expected-remark @+4 {{proved by offset range: layout is surjective onto [0, 128)}}
    // expected-remark @+3 {{proved by canonical form: layout is injective}}
    // expected-remark-re @+2 {{the type {{.*}} is not checked by itself: who holds what in !cute_nvgpu.atom.ldsm<val_type = bf16, mode = <"(8,8)">, sz_pattern = u4x16p64to8, num_matrices = 2, n> is not known}}
    // expected-remark @+1 {{cute.tiled.copy.partition_S is left alone: who holds what in !cute_nvgpu.atom.ldsm<val_type = bf16, mode = <"(8,8)">, sz_pattern = u4x16p64to8, num_matrices = 2, n> is not known}}
    %0 = "cute.tiled.copy.partition_S"(%t, %b, %c) : (!cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = bf16, mode = <"(8,8)">, sz_pattern = u4x16p64to8, num_matrices = 2, n>, layout_copy_tv = <"((4,4,2,2),(2,2)):((32,1,8,0),(16,4))">, tiler_mn = <"[16:1;8:1]">>, !cute.memref<bf16, smem, align<16>, "(32,24):(24,1)">, !cute.coord<"?">) -> !cute.memref<bf16, smem, align<16>, "((8,1),2,3):((1,0),384,8)">
    // expected-remark @+4 {{proved by offset range: layout stays in [0, 256)}}
    // expected-remark @+3 {{proved by offset range: layout is surjective onto [0, 256)}}
    // expected-remark @+2 {{proved by canonical form: layout is injective}}
    // expected-remark @+1 {{cute.tiled.copy.partition_D is left alone: (d0_0,64):(64,1) is not static}}
    %1 = "cute.tiled.copy.partition_D"(%copy, %d, %c) : (!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32, 128 b>, layout_copy_tv = <"((4,16),4):((64,1),16)">, tiler_mn = <"[16:1;16:1]">>, !cute.memref<f32, gmem, "(?,64):(64,1)">, !cute.coord<"?">) -> !cute.memref<f32, gmem, "((4,1),?,4):((1,0),1024,16)">
  }) : () -> ()
}
