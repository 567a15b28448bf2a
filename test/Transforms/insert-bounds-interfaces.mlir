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

// -----

// What is taken out of a vector, or made of one, is any number that its type has: the interface says of it what
// holds of all lanes.

// CHECK-LABEL: func.func @lanes
func.func @lanes(%m: memref<4xi32>, %v: vector<4xindex>, %w: vector<2x4xi16>, %one: vector<1xindex>, %p: vector<2xi16>, %x: i32) {
  %i = vector.extract %v[1] : index from vector<4xindex>
  // expected-remark @below {{guarded by 0 <= %0 < 4}}
  memref.store %x, %m[%i] : memref<4xi32>
  %c1 = arith.constant 1 : index
  %j = arith.subi %i, %c1 : index
  // expected-remark @below {{guarded by 0 <= %0 - 1 < 4}}
  memref.store %x, %m[%j] : memref<4xi32>
  %e = vector.extract %w[1, 2] : i16 from vector<2x4xi16>
  %k = arith.index_cast %e : i16 to index
  // expected-remark @below {{guarded by}}
  memref.store %x, %m[%k] : memref<4xi32>
  %s = vector.shape_cast %one : vector<1xindex> to vector<1x1xindex>
  %l = vector.extract %s[0, 0] : index from vector<1x1xindex>
  // expected-remark @below {{guarded by}}
  memref.store %x, %m[%l] : memref<4xi32>
  %b = vector.bitcast %p : vector<2xi16> to vector<1xi32>
  %d = vector.extract %b[0] : i32 from vector<1xi32>
  %n = arith.index_cast %d : i32 to index
  // expected-remark @below {{guarded by}}
  memref.store %x, %m[%n] : memref<4xi32>
  %step = vector.step : vector<8xindex>
  %last = vector.extract %step[7] : index from vector<8xindex>
  // expected-remark @below {{guarded by}}
  memref.store %x, %m[%last] : memref<4xi32>
  return
}
