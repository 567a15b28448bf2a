// Functions are looked at by all threads of MLIR, and nothing shows how many there are: what is outside of
// functions comes last, the rest in the order of the text, and the numbers are sums.

// RUN: not layout-opt %s --layout-verify=accesses=true --mlir-disable-threading 2>%t.one
// RUN: not layout-opt %s --layout-verify=accesses=true 2>%t.many
// RUN: diff %t.one %t.many
// RUN: FileCheck %s --input-file %t.many
// RUN: layout-opt %s --layout-fold --layout-lower-to-arith --layout-insert-bounds --mlir-disable-threading -o %t.one.mlir 2>%t.one
// RUN: layout-opt %s --layout-fold --layout-lower-to-arith --layout-insert-bounds -o %t.many.mlir 2>%t.many
// RUN: diff %t.one %t.many
// RUN: diff %t.one.mlir %t.many.mlir
// RUN: FileCheck %s --check-prefix=IR --input-file %t.many.mlir

%outside = layout.constant #layout.cute<(2,2):(0,1)>
layout.assert_injective %outside

func.func @first() {
  %0 = layout.constant #layout.cute<4:0>
  layout.assert_injective %0
  return
}

gpu.module @kernels {
  gpu.func @second(%m: memref<10xf32>, %i: index) kernel {
    %0 = layout.constant #layout.cute<(5,2):(0,1)>
    layout.assert_injective %0
    %x = memref.load %m[%i] : memref<10xf32>
    memref.store %x, %m[%i] : memref<10xf32>
    gpu.return
  }
}

func.func @third(%m: memref<3xf32>, %v: f32, %i: index) -> index {
  memref.store %v, %m[%i] : memref<3xf32>
  %0 = layout.constant #layout.cute<6:3>
  %1 = layout.apply %0(%i) : index
  return %1 : index
}

// CHECK:      threads.mlir:19:3: error: layout is not injective: coordinates 0 and 1 both give 0
// CHECK:      threads.mlir:26:5: error: layout is not injective: coordinates 0 and 1 both give 0
// CHECK:      threads.mlir:27:10: remark: access is in bounds only if guarded by 0 <= %arg1 < 10
// CHECK:      threads.mlir:28:5: remark: access is in bounds only if guarded by 0 <= %arg1 < 10
// CHECK:      threads.mlir:34:3: remark: access is in bounds only if guarded by 0 <= %arg2 < 3
// CHECK:      threads.mlir:15:1: error: layout is not injective: coordinates 0 and 1 both give 0

// IR-LABEL: gpu.func @second
// IR:         scf.if
// IR-LABEL: func.func @third
// IR:         scf.if
// IR:         arith.muli

// RUN: layout-opt %s --layout-lower-to-relations --layout-raise-relations=report=true --mlir-disable-threading -o %t.one.mlir 2>%t.one
// RUN: layout-opt %s --layout-lower-to-relations --layout-raise-relations=report=true -o %t.many.mlir 2>%t.many
// RUN: diff %t.one %t.many
// RUN: diff %t.one.mlir %t.many.mlir
// RUN: FileCheck %s --check-prefix=RAISED --input-file %t.many

// RAISED: threads.mlir:18:8: remark: raised to 4:0
// RAISED: threads.mlir:25:10: remark: raised to (5,2):(0,1)
// RAISED: threads.mlir:35:8: remark: stays a relation, although it equals 6:3
// RAISED: threads.mlir:14:12: remark: raised to (2,2):(0,1)
