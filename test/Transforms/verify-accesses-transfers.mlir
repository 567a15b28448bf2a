// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-insert-bounds --split-input-file -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: not looked at

// What has several buffers, or accesses more than its indices say.

func.func @prefetch(%m: memref<10xf32>) {
  affine.for %i = 0 to 11 {
    // expected-error @below {{access is out of bounds at iteration %arg1 = 10: index 10 of dimension 0 is outside [0, 10)}}
    affine.prefetch %m[%i], read, locality<3>, data : memref<10xf32>
    // expected-remark @below {{proved in bounds}}
    affine.prefetch %m[%i mod 10], read, locality<3>, data : memref<10xf32>
  }
  return
}

// -----

// 256 elements are two rows of the source, and one part of a row of the target.

func.func @dma(%s: memref<40x128xf32, 0>, %t: memref<2x1024xf32, 1>, %tag: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  affine.for %i = 0 to 39 {
    // expected-remark @below {{proved in bounds}}
    memref.dma_start %s[%i, %c0], %t[%c0, %c0], %c256, %tag[%c0] : memref<40x128xf32, 0>, memref<2x1024xf32, 1>, memref<1xi32>
  }
  affine.for %i = 0 to 40 {
    // expected-error @below {{access is out of bounds at iteration %arg4 = 39: index 5247 of dimension 0 is outside [0, 5120)}}
    memref.dma_start %s[%i, %c0], %t[%c0, %c0], %c256, %tag[%c0] : memref<40x128xf32, 0>, memref<2x1024xf32, 1>, memref<1xi32>
  }
  // expected-remark @below {{access is in bounds only if guarded by %arg3 = 0}}
  memref.dma_start %s[%c0, %c0], %t[%c0, %c0], %c256, %tag[%n] : memref<40x128xf32, 0>, memref<2x1024xf32, 1>, memref<1xi32>
  return
}

// -----

// 64 elements at every 100 of the source, three times: the last one is 263 behind the first.

func.func @strided(%s: memref<264xf32, 0>, %t: memref<192xf32, 1>, %tag: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c100 = arith.constant 100 : index
  %c192 = arith.constant 192 : index
  // expected-remark @below {{proved in bounds}}
  memref.dma_start %s[%c0], %t[%c0], %c192, %tag[%c0], %c100, %c64 : memref<264xf32, 0>, memref<192xf32, 1>, memref<1xi32>
  // expected-error @below {{access is never in bounds: index 264 of dimension 0 is outside [0, 264)}}
  memref.dma_start %s[%c1], %t[%c0], %c192, %tag[%c0], %c100, %c64 : memref<264xf32, 0>, memref<192xf32, 1>, memref<1xi32>
  return
}

// -----

func.func @affine_dma(%s: memref<64xf32, 0>, %t: memref<32xf32, 1>, %tag: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 4 {
    // expected-remark @below {{proved in bounds}}
    affine.dma_start %s[%i * 16], %t[(%i mod 2) * 16], %tag[%c0], %c16 : memref<64xf32, 0>, memref<32xf32, 1>, memref<1xi32>
    // expected-error @below {{access is out of bounds at iteration %arg3 = 3: index 64 of dimension 0 is outside [0, 64)}}
    affine.dma_start %s[%i * 16 + 1], %t[%c0], %tag[%c0], %c16 : memref<64xf32, 0>, memref<32xf32, 1>, memref<1xi32>
  }
  return
}

// -----

func.func @async(%s: memref<4x5xf32>, %t: memref<16xf32, 3>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // expected-remark @below {{proved in bounds}}
  %0 = nvgpu.device_async_copy %s[%c3, %c1], %t[%c0], 4 : memref<4x5xf32> to memref<16xf32, 3>
  // CHECK: remark: in bounds only where 0 <= %arg2 < 13, and not guarded: nothing else gives its token
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg2 < 13}}
  %1 = nvgpu.device_async_copy %s[%c0, %c0], %t[%n], 4 : memref<4x5xf32> to memref<16xf32, 3>
  // Only two elements are read; all four are written.
  %c2 = arith.constant 2 : index
  // expected-remark @below {{proved in bounds}}
  %2 = nvgpu.device_async_copy %s[%c3, %c3], %t[%c0], 4, %c2 : memref<4x5xf32> to memref<16xf32, 3>
  return
}

// -----

// 16 rows, 32 apart, of 16.

func.func @matrix(%s: memref<32x32xf16, 3>, %i: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  // expected-remark @below {{proved in bounds}}
  %a = gpu.subgroup_mma_load_matrix %s[%c16, %c16] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  // expected-error @below {{access is never in bounds: index 1024 of dimension 0 is outside [0, 1024)}}
  gpu.subgroup_mma_store_matrix %a, %s[%c16, %c17] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}

// -----

// A row of 8 elements for each thread; of two tiles only the rows of 16 threads are read.

gpu.module @warp {
  gpu.func @tiles(%s: memref<32x16xf16, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %t = gpu.thread_id x
    // expected-remark @below {{proved in bounds}}
    %a = nvgpu.ldmatrix %s[%t, %c8] {numTiles = 4 : i32, transpose = false} : memref<32x16xf16, 3> -> vector<4x2xf16>
    // expected-error @below {{access is out of bounds at iteration %thread_id_x = 31: index 512 of dimension 0 is outside [0, 512)}}
    %b = nvgpu.ldmatrix %s[%t, %c9] {numTiles = 4 : i32, transpose = false} : memref<32x16xf16, 3> -> vector<4x2xf16>
    // expected-remark @below {{access is in bounds only if guarded by %thread_id_x}}
    %c = nvgpu.ldmatrix %s[%t, %c9] {numTiles = 2 : i32, transpose = false} : memref<32x16xf16, 3> -> vector<2x2xf16>
    gpu.return
  }
}

// -----

// With a check a raw access is defined wherever it is.

func.func @raw(%m: memref<64xf32>, %f: f32, %i: i32) {
  %c64 = arith.constant 64 : i32
  // expected-remark @below {{proved in bounds: what is out of bounds is left out by its boundsCheck}}
  %a = amdgpu.raw_buffer_load {boundsCheck = true} %m[%c64] : memref<64xf32>, i32 -> f32
  // expected-error @below {{access is never in bounds: index 64 of dimension 0 is outside [0, 64)}}
  %b = amdgpu.raw_buffer_load {boundsCheck = false} %m[%c64] : memref<64xf32>, i32 -> f32
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg2 < 61}}
  %c = amdgpu.raw_buffer_load {boundsCheck = false} %m[%i] : memref<64xf32>, i32 -> vector<4xf32>
  // expected-remark @below {{unknown whether the access is in bounds: an offset is added to the indices}}
  amdgpu.raw_buffer_store {boundsCheck = false, indexOffset = 1 : i32} %f -> %m[%i] : f32 -> memref<64xf32>, i32
  return
}

// -----

// An offset that is the same for all threads is added behind the check, so that element 1063 is accessed.

func.func @raw_offset(%m: memref<64xf32>, %rows: memref<4x8xf32>, %f: f32, %i: i32) {
  %c0 = arith.constant 0 : i32
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %c1000 = arith.constant 1000 : i32
  // expected-remark @below {{unknown whether the access is in bounds: its sgprOffset is added to what its boundsCheck compares}}
  %a = amdgpu.raw_buffer_load {boundsCheck = true} %m[%c63] sgprOffset %c1000 : memref<64xf32>, i32 -> f32
  // expected-remark @below {{unknown whether the access is in bounds: its sgprOffset is added to what its boundsCheck compares}}
  amdgpu.raw_buffer_store %f -> %m[%c63] sgprOffset %i : f32 -> memref<64xf32>, i32
  // expected-remark @below {{unknown whether the access is in bounds: its sgprOffset is added to what its boundsCheck compares}}
  amdgpu.raw_buffer_atomic_fadd %f -> %rows[%c0, %c0] sgprOffset %i : f32 -> memref<4x8xf32>, i32, i32
  // expected-remark @below {{proved in bounds: what is out of bounds is left out by its boundsCheck}}
  amdgpu.raw_buffer_store %f -> %m[%i] sgprOffset %c0 : f32 -> memref<64xf32>, i32
  // expected-error @below {{access is never in bounds: index 64 of dimension 0 is outside [0, 64)}}
  amdgpu.raw_buffer_store {boundsCheck = false} %f -> %m[%c64] sgprOffset %c0 : f32 -> memref<64xf32>, i32
  // expected-remark @below {{unknown whether the access is in bounds: an offset is added to the indices}}
  amdgpu.raw_buffer_store {boundsCheck = false} %f -> %m[%c63] sgprOffset %c1000 : f32 -> memref<64xf32>, i32
  // expected-remark @below {{proved in bounds: what is out of bounds is left out by its boundsCheck}}
  amdgpu.raw_buffer_store {indexOffset = 100 : i32} %f -> %m[%c63] : f32 -> memref<64xf32>, i32
  return
}

// -----

// The check compares where an element is in memory: element (0, 9) of 4 rows of 8 is (1, 1), and what is
// between the rows of a part is in the memory, too.

func.func @raw_rows(%m: memref<4x8xf32>, %part: memref<4x4xf32, strided<[8, 1]>>, %from: memref<4xf32, strided<[1], offset: 4>>, %every: memref<4xf32, strided<[2]>>, %whole: memref<?xf32>, %f: f32, %i: i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %c9 = arith.constant 9 : i32
  // expected-remark @below {{proved in bounds by}}
  %in = amdgpu.raw_buffer_load {boundsCheck = true} %m[%c0, %c7] : memref<4x8xf32>, i32, i32 -> f32
  // expected-remark @below {{unknown whether the access is in bounds: its boundsCheck compares offsets in memory with all of it, and no index}}
  %a = amdgpu.raw_buffer_load {boundsCheck = true} %m[%c0, %c9] : memref<4x8xf32>, i32, i32 -> f32
  // expected-remark @below {{unknown whether the access is in bounds: its boundsCheck compares}}
  amdgpu.raw_buffer_store {boundsCheck = true} %f -> %part[%c0, %i] : f32 -> memref<4x4xf32, strided<[8, 1]>>, i32, i32
  // expected-remark @below {{unknown whether the access is in bounds: its boundsCheck compares}}
  amdgpu.raw_buffer_store %f -> %from[%i] : f32 -> memref<4xf32, strided<[1], offset: 4>>, i32
  // expected-remark @below {{unknown whether the access is in bounds: its boundsCheck compares}}
  amdgpu.raw_buffer_store %f -> %every[%i] : f32 -> memref<4xf32, strided<[2]>>, i32
  // expected-remark @below {{proved in bounds: what is out of bounds is left out by its boundsCheck}}
  amdgpu.raw_buffer_store %f -> %whole[%i] : f32 -> memref<?xf32>, i32
  return
}

// -----

// The vector of a gather is counted from the last index, along the last dimension.

func.func @rows(%m: memref<4x8xf32>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg1 < 4 and 0 <= %arg2 < 8}}
  %g = vector.gather %m[%i, %c0] [%at], %mask, %v : memref<4x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

// The first thread of a warp always says where a row is.

func.func @tile(%s: memref<32x16xf16, 3>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  // expected-error @below {{access is never in bounds: index 32 of dimension 0 is outside [0, 32)}}
  %a = nvgpu.ldmatrix %s[%c32, %c0] {numTiles = 2 : i32, transpose = false} : memref<32x16xf16, 3> -> vector<2x2xf16>
  return
}

// -----

// Where nothing is read zeros are written, and where nothing is transferred the tag is accessed.

func.func @nothing_read(%s: memref<4x5xf32>, %t: memref<16xf32, 3>, %j: index, %n: index) {
  layout.assume %n in [0, 4]
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c14 = arith.constant 14 : index
  // expected-error @below {{access is never in bounds: index 17 of dimension 0 is outside [0, 16)}}
  %a = nvgpu.device_async_copy %s[%c0, %c0], %t[%c14], 4, %c0 : memref<4x5xf32> to memref<16xf32, 3>
  // expected-remark @below {{proved in bounds}}
  %b = nvgpu.device_async_copy %s[%c0, %c14], %t[%c12], 4, %c0 : memref<4x5xf32> to memref<16xf32, 3>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg2 < 5 or %arg3 = 0}}
  %c = nvgpu.device_async_copy %s[%c0, %j], %t[%c0], 4, %n : memref<4x5xf32> to memref<16xf32, 3>
  return
}

// -----

func.func @nothing_transferred(%s: memref<16xf32, 0>, %t: memref<11xf32, 1>, %tag: memref<1xi32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %minus = arith.constant -1 : index
  // expected-error @below {{access is never in bounds: index 5 of dimension 0 is outside [0, 1)}}
  memref.dma_start %s[%c0], %t[%c0], %c0, %tag[%c5] : memref<16xf32, 0>, memref<11xf32, 1>, memref<1xi32>
  // expected-error @below {{access is never in bounds: number of elements -1 is negative}}
  memref.dma_start %s[%c0], %t[%c0], %minus, %tag[%c0] : memref<16xf32, 0>, memref<11xf32, 1>, memref<1xi32>
  // expected-remark @below {{access is in bounds only if guarded by (%arg3 >= 0 and %arg4 >= 0 and %arg4 <= 11 - %arg3) or %arg3 = 0}}
  memref.dma_start %s[%c0], %t[%k], %n, %tag[%c0] : memref<16xf32, 0>, memref<11xf32, 1>, memref<1xi32>
  return
}

// -----

// Elements 0, 1, 4, 5 and 8. A memory that is not a number is neither the slower nor the faster one.

func.func @partial(%s: memref<9xf32, 0>, %t: memref<5xf32, 1>, %w: memref<9xf32, #gpu.address_space<workgroup>>, %tag: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  // expected-remark @below {{proved in bounds by ranges}}
  memref.dma_start %s[%c0], %t[%c0], %c5, %tag[%c0], %c4, %c2 : memref<9xf32, 0>, memref<5xf32, 1>, memref<1xi32>
  // expected-remark @below {{unknown whether the access is in bounds: a memory space is not a number, and which side has the stride is not known}}
  memref.dma_start %w[%c0], %t[%c0], %c5, %tag[%c0], %c4, %c2 : memref<9xf32, #gpu.address_space<workgroup>>, memref<5xf32, 1>, memref<1xi32>
  return
}

// -----

// Offset 495 is one of 1024 numbers, in vectors of four.

func.func @vectors(%s: memref<32x8xvector<4xf16>, 3>) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  // expected-remark @below {{proved in bounds by ranges}}
  %a = gpu.subgroup_mma_load_matrix %s[%c0, %c0] {leadDimension = 32 : index} : memref<32x8xvector<4xf16>, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  // expected-error @below {{access is never in bounds: index 259 of dimension 0 is outside [0, 256)}}
  %b = gpu.subgroup_mma_load_matrix %s[%c17, %c0] {leadDimension = 32 : index} : memref<32x8xvector<4xf16>, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
