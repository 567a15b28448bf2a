// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// A fat pointer to a raw buffer is all of its source: what accesses it has its indices in bounds, whatever the
// buffer leaves out.

#fat = #amdgpu.address_space<fat_raw_buffer>

func.func @elements(%m: memref<64xf32>, %some: memref<?xf32, strided<[1], offset: ?>>, %bytes: i64, %i: index, %v: f32) {
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %fat = amdgpu.fat_raw_buffer_cast %m : memref<64xf32> to memref<64xf32, #fat>
  // expected-remark @below {{proved in bounds by}}
  %a = memref.load %fat[%c63] : memref<64xf32, #fat>
  // expected-error @below {{access is never in bounds: index 64 of dimension 0 is outside [0, 64)}}
  %b = memref.load %fat[%c64] : memref<64xf32, #fat>
  %known = memref.cast %fat : memref<64xf32, #fat> to memref<?xf32, #fat>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg3 < 64}}
  memref.store %v, %known[%i] : memref<?xf32, #fat>
  %at = amdgpu.fat_raw_buffer_cast %some validBytes(%bytes) resetOffset : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, #fat>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg3 < dim(%arg1, 0)}}
  memref.store %v, %at[%i] : memref<?xf32, #fat>
  return
}

// -----

#fat = #amdgpu.address_space<fat_raw_buffer>

func.func @copied(%few: memref<4xf32>) {
  %some = memref.alloc() : memref<8xf32>
  %fat = amdgpu.fat_raw_buffer_cast %some : memref<8xf32> to memref<8xf32, #fat>
  %dynamic = memref.cast %fat : memref<8xf32, #fat> to memref<?xf32, #fat>
  %target = memref.cast %few : memref<4xf32> to memref<?xf32>
  // expected-error @below {{access is never in bounds: dimension 0 of the source has 4 elements more than that of the target}}
  memref.copy %dynamic, %target : memref<?xf32, #fat> to memref<?xf32>
  return
}

// -----

#fat = #amdgpu.address_space<fat_raw_buffer>

// One without an offset begins at the first element of its source: what is counted from there is counted in it.
func.func @reset(%m: memref<8xf32>) {
  %c3 = arith.constant 3 : index
  // expected-remark @below {{proved in bounds}}
  %s = memref.subview %m[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %at = amdgpu.fat_raw_buffer_cast %s resetOffset : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, #fat>
  // expected-error @below {{view is never in bounds: index 4 of dimension 0 is outside [0, 4)}}
  %r = memref.reinterpret_cast %at to offset: [4], sizes: [4], strides: [1] : memref<4xf32, #fat> to memref<4xf32, strided<[1], offset: 4>, #fat>
  // expected-remark @below {{proved in bounds}}
  %q = memref.reinterpret_cast %at to offset: [0], sizes: [2], strides: [2] : memref<4xf32, #fat> to memref<2xf32, strided<[2]>, #fat>
  %kept = amdgpu.fat_raw_buffer_cast %s : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1], offset: 4>, #fat>
  // expected-remark @below {{proved in bounds}}
  %b = memref.reinterpret_cast %kept to offset: [4], sizes: [4], strides: [1] : memref<4xf32, strided<[1], offset: 4>, #fat> to memref<4xf32, strided<[1], offset: 4>, #fat>
  return
}
