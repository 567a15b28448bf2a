// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file --verify-diagnostics
// RUN: layout-opt %s --layout-insert-bounds --split-input-file | FileCheck %s

// What operations of dialects that no table lists say through MLIR's interfaces.

// An id that says its range stays in it; its own inference counts the end as a value.

// CHECK-LABEL: func.func @inferred_range
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @inferred_range(%buffer: memref<32xf32>, %v: f32) {
  %l = layout.constant #layout.cute<32:1>
  %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 31> : i32
  %i = arith.index_cast %tid : i32 to index
  %o = layout.apply %l(%i) : index
  // expected-remark @below {{proved in bounds by ranges}}
  memref.store %v, %buffer[%o] : memref<32xf32>
  return
}

// -----

// Of a longer range one end is asked for.

// CHECK-LABEL: func.func @range_is_too_long
// CHECK:         scf.if
// CHECK-NEXT:      memref.store
func.func @range_is_too_long(%buffer: memref<32xf32>, %v: f32) {
  %l = layout.constant #layout.cute<33:1>
  %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %i = arith.index_cast %tid : i32 to index
  %o = layout.apply %l(%i) : index
  // expected-remark @below {{guarded by %1 < 32}}
  memref.store %v, %buffer[%o] : memref<32xf32>
  return
}

// -----

// Accesses pass an operation without effects on memory, and come under one branch.

// CHECK-LABEL: func.func @no_effects
// CHECK:         gpu.thread_id
// CHECK:         scf.if
// CHECK-NEXT:      memref.store
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
// CHECK-NOT:     scf.if
func.func @no_effects(%a: memref<3xf32>, %b: memref<3xf32>, %v: f32, %i: index) -> index {
  %l = layout.constant #layout.cute<4:1>
  %o = layout.apply %l(%i) : index
  // expected-remark @below {{guarded by 0 <= %arg3 < 3}}
  memref.store %v, %a[%o] : memref<3xf32>
  %id = gpu.thread_id x
  // expected-remark @below {{guarded by 0 <= %arg3 < 3}}
  memref.store %v, %b[%o] : memref<3xf32>
  return %id : index
}

// -----

// They do not pass one that waits for others.

// CHECK-LABEL: func.func @effects
// CHECK:         scf.if
// CHECK:         gpu.barrier
// CHECK:         scf.if
func.func @effects(%a: memref<3xf32>, %b: memref<3xf32>, %v: f32, %i: index) {
  %l = layout.constant #layout.cute<4:1>
  %o = layout.apply %l(%i) : index
  // expected-remark @below {{guarded by 0 <= %arg3 < 3}}
  memref.store %v, %a[%o] : memref<3xf32>
  gpu.barrier
  // expected-remark @below {{guarded by 0 <= %arg3 < 3}}
  memref.store %v, %b[%o] : memref<3xf32>
  return
}
