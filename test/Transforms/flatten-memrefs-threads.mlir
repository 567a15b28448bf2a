// Functions are flattened by all threads of MLIR, and nothing shows how many there were.

// RUN: layout-opt %s --layout-flatten-memrefs --mlir-disable-threading -o %t.one.mlir 2>%t.one
// RUN: layout-opt %s --layout-flatten-memrefs -o %t.many.mlir 2>%t.many
// RUN: diff %t.one %t.many
// RUN: diff %t.one.mlir %t.many.mlir
// RUN: FileCheck %s --input-file %t.many.mlir
// RUN: not layout-opt %S/Inputs/flatten-memrefs-errors.mlir --layout-flatten-memrefs --mlir-disable-threading 2>%t.one
// RUN: not layout-opt %S/Inputs/flatten-memrefs-errors.mlir --layout-flatten-memrefs 2>%t.many
// RUN: diff %t.one %t.many
// RUN: FileCheck %s --check-prefix=ERROR --input-file %t.many

// CHECK: memref.global "private" @table : memref<32xf32>
memref.global "private" @table : memref<4x8xf32, #layout.cute<(4,8):(1,4)>> = uninitialized

// CHECK: func.func private @given(memref<32xf32>) -> memref<16xf32>
func.func private @given(memref<4x8xf32, #layout.cute<(4,8):(8,1)>>) -> memref<4x4xf32, #layout.cute<(4,4):(1,4)>>

// CHECK-LABEL: func.func @reads(
// CHECK:         %[[M:.*]] = memref.get_global @table : memref<32xf32>
// CHECK:         memref.load %[[M]][%{{.*}}] : memref<32xf32>
// CHECK:         call @given(%{{.*}}) : (memref<32xf32>) -> memref<16xf32>
func.func @reads(%m: memref<4x8xf32, #layout.cute<(4,8):(8,1)>>, %i: index) -> f32 {
  %t = memref.get_global @table : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
  %x = memref.load %t[%i, %i] : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
  %r = func.call @given(%m) : (memref<4x8xf32, #layout.cute<(4,8):(8,1)>>) -> memref<4x4xf32, #layout.cute<(4,4):(1,4)>>
  return %x : f32
}

// CHECK: gpu.func @writes(%[[M:.*]]: memref<32xf32>, %{{.*}}: index, %{{.*}}: f32)
// CHECK:   memref.store %{{.*}}, %[[M]][%{{.*}}] : memref<32xf32>
gpu.module @kernels {
  gpu.func @writes(%m: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>, %i: index, %x: f32) kernel {
    memref.store %x, %m[%i, %i] : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
    gpu.return
  }
}

// CHECK-LABEL: func.func @copies(
// CHECK:         memref.copy %{{.*}}, %{{.*}} : memref<32xf32> to memref<32xf32>
func.func @copies(%a: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>, %b: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>) {
  memref.copy %a, %b : memref<4x8xf32, #layout.cute<(4,8):(1,4)>> to memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
  return
}

// Those of functions first, in the order of the text, then those of what is outside of functions.
// ERROR: flatten-memrefs-errors.mlir:5:1: error: (4,8):(-8,1) has the negative offset -8 at coordinate 1
// ERROR: flatten-memrefs-errors.mlir:8:8: error: 'bufferization.to_tensor' on a memref with layout (4,8):(1,4) is not flattened
// ERROR: flatten-memrefs-errors.mlir:3:1: error: the initial value of a memref with layout 4:2 is not moved
