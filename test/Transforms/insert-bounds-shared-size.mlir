// RUN: layout-opt %s --layout-insert-bounds --verify-diagnostics | FileCheck %s

// The memref of dynamic shared memory has the size 0, whatever its launch makes it: a condition on that size never
// holds, and what the size is no operation says.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @views
  // CHECK-NOT: scf.if
  gpu.func @views(%i: index, %v: f32) kernel {
    %s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    // expected-remark @below {{unknown whether the view is in bounds: the size of dynamic shared memory is what a launch makes it, and not guarded: memref.store uses it}}
    %w = memref.view %s[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<256xf32, #gpu.address_space<workgroup>>
    // expected-remark @below {{unknown whether the access is in bounds: the size of dynamic shared memory is what a launch makes it}}
    memref.store %v, %w[%i] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @dims
  // CHECK-NOT: scf.if
  gpu.func @dims(%i: index, %v: i8) kernel {
    %s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %cast = memref.memory_space_cast %s : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi8>
    %n = memref.dim %cast, %c0 : memref<?xi8>
    // expected-remark @below {{unknown whether the access is in bounds: the size of dynamic shared memory is what a launch makes it}}
    memref.store %v, %cast[%i] : memref<?xi8>
    gpu.return
  }

  // Of other memory the size is what its memref says.
  // CHECK-LABEL: gpu.func @global
  // CHECK: memref.dim
  // CHECK: scf.if
  gpu.func @global(%m: memref<?xf32>, %i: index, %v: f32) kernel {
    memref.store %v, %m[%i] : memref<?xf32>
    gpu.return
  }
}
