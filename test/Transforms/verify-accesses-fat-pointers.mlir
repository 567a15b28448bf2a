// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-insert-bounds --split-input-file 2> /dev/null | FileCheck %s

// A fat pointer to a raw buffer leaves out by itself what is past the end of the memory: of one dimension
// without gaps, whose size the cast does not say, that is all that is out of bounds.

#fat = #amdgpu.address_space<fat_raw_buffer>

func.func @rows(%m: memref<64xf32>, %some: memref<?xf32, strided<[1], offset: ?>>, %i: index, %v: f32) -> f32 {
  %c64 = arith.constant 64 : index
  %fat = amdgpu.fat_raw_buffer_cast %m : memref<64xf32> to memref<64xf32, #fat>
  // expected-remark @below {{proved in bounds: what is out of bounds is left out by its boundsCheck}}
  %a = memref.load %fat[%c64] : memref<64xf32, #fat>
  %known = memref.cast %fat : memref<64xf32, #fat> to memref<?xf32, #fat>
  // expected-remark @below {{proved in bounds: what is out of bounds is left out by its boundsCheck}}
  memref.store %v, %known[%i] : memref<?xf32, #fat>
  %at = amdgpu.fat_raw_buffer_cast %some resetOffset : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, #fat>
  // expected-remark @below {{proved in bounds: what is out of bounds is left out by its boundsCheck}}
  memref.store %v, %at[%i] : memref<?xf32, #fat>
  return %a : f32
}

// CHECK-LABEL: func @rows
// CHECK-NOT: scf.if

// -----

// Without the check, and of a size that the cast says, accesses are what they are of another memref.

#fat = #amdgpu.address_space<fat_raw_buffer>

func.func @without(%m: memref<64xf32>, %some: memref<?xf32>, %bytes: i64, %i: index, %v: f32) {
  %c64 = arith.constant 64 : index
  %unchecked = amdgpu.fat_raw_buffer_cast %m boundsCheck(false) : memref<64xf32> to memref<64xf32, #fat>
  // expected-error @below {{access is never in bounds: index 64 of dimension 0 is outside [0, 64)}}
  %a = memref.load %unchecked[%c64] : memref<64xf32, #fat>
  %sized = amdgpu.fat_raw_buffer_cast %some validBytes(%bytes) : memref<?xf32> to memref<?xf32, #fat>
  // The sizes are those of the memref.
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg3 < dim(%arg1, 0)}}
  memref.store %v, %sized[%i] : memref<?xf32, #fat>
  return
}

// -----

// The check compares where an element is in memory: it does not hold back what is out of the bounds of a row,
// of a part, or of a memory that somebody else has cast, and not the other side of a copy.

#fat = #amdgpu.address_space<fat_raw_buffer>

func.func @partly(%m: memref<4x8xf32>, %row: memref<64xf32>, %passed: memref<16xf32, #fat>, %i: index, %v: f32, %few: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %fat = amdgpu.fat_raw_buffer_cast %m : memref<4x8xf32> to memref<4x8xf32, #fat>
  // expected-remark @below {{proved in bounds by}}
  memref.store %v, %fat[%c0, %c7] : memref<4x8xf32, #fat>
  // expected-remark @below {{unknown whether the access is in bounds: its boundsCheck compares offsets in memory with all of it, and no index}}
  memref.store %v, %fat[%c0, %c9] : memref<4x8xf32, #fat>
  %whole = amdgpu.fat_raw_buffer_cast %row : memref<64xf32> to memref<64xf32, #fat>
  // expected-remark @below {{proved in bounds by ranges}}
  %part = memref.subview %whole[0] [8] [1] : memref<64xf32, #fat> to memref<8xf32, strided<[1]>, #fat>
  // expected-remark @below {{unknown whether the access is in bounds: its boundsCheck compares offsets in memory with all of it, and no index}}
  memref.store %v, %part[%i] : memref<8xf32, strided<[1]>, #fat>
  // expected-remark @below {{unknown whether the access is in bounds: its boundsCheck compares offsets in memory with all of it, and no index}}
  memref.store %v, %passed[%i] : memref<16xf32, #fat>
  return
}

// -----

#fat = #amdgpu.address_space<fat_raw_buffer>

func.func @copied(%m: memref<?xf32>, %i: index, %few: memref<4xf32>) {
  %c8 = arith.constant 8 : index
  %some = memref.alloc() : memref<8xf32>
  %fat = amdgpu.fat_raw_buffer_cast %some : memref<8xf32> to memref<8xf32, #fat>
  %dynamic = memref.cast %fat : memref<8xf32, #fat> to memref<?xf32, #fat>
  %target = memref.cast %few : memref<4xf32> to memref<?xf32>
  // expected-error @below {{access is never in bounds: dimension 0 of the source has 4 elements more than that of the target}}
  memref.copy %dynamic, %target : memref<?xf32, #fat> to memref<?xf32>
  return
}
