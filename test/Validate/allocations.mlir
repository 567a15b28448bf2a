// A buffer that is made in another loop is a new one more often or less often, and one in another space is
// seen by other threads.
//
// RUN: split-file %s %t
// RUN: layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK:      @into_a_loop: unknown: allocation 0 is made in another loop after
// CHECK-NEXT: @into_three_iterations: unknown: allocation 0 is made in another loop after
// CHECK-NEXT: @out_of_a_loop: unknown: allocation 0 is made in another loop after
// CHECK-NEXT: @kept_out_of_a_loop: proved by canonical form
// CHECK-NEXT: @kept_in_a_loop: proved by canonical form
// CHECK-NEXT: @shared_to_private: unknown: allocation 0 is made in another space after
// CHECK-NEXT: @private_to_shared: unknown: allocation 0 is made in another space after
// CHECK-NEXT: @shared_to_none: unknown: allocation 0 is made in another space after
// CHECK-NEXT: @shared_to_global: unknown: allocation 0 is made in another space after
// CHECK-NEXT: @shared_by_number: proved by canonical form
// CHECK-NEXT: @private_by_number: proved by canonical form

//--- before.mlir
func.func @into_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @into_three_iterations(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @out_of_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @kept_out_of_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @kept_in_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @shared_to_private(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @private_to_shared(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<private>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<private>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<private>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @shared_to_none(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @shared_to_global(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @shared_by_number(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @private_by_number(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<private>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<private>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<private>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}

//--- after.mlir
func.func @into_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @into_three_iterations(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @out_of_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @kept_out_of_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @kept_in_a_loop(%n: index, %a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xf32>
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
    memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  }
  return
}
func.func @shared_to_private(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<private>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<private>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<private>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @private_to_shared(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @shared_to_none(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32>
  memref.store %a, %m[%t] : memref<64xf32>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @shared_to_global(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, #gpu.address_space<global>>
  memref.store %a, %m[%t] : memref<64xf32, #gpu.address_space<global>>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, #gpu.address_space<global>>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @shared_by_number(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, 3>
  memref.store %a, %m[%t] : memref<64xf32, 3>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, 3>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
func.func @private_by_number(%t: index, %a: f32, %o: memref<64xf32>) {
  %m = memref.alloca() : memref<64xf32, 5>
  memref.store %a, %m[%t] : memref<64xf32, 5>
  gpu.barrier
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<64xf32, 5>
  memref.store %x, %o[%t] : memref<64xf32>
  return
}
