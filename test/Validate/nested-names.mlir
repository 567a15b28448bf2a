// Functions of one name are told apart by the modules that they are in; one that is alone is found in another
// module.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @A::@f: refuted at (0): before gives 0, after gives 7
// CHECK-NEXT: @B::@f: proved by canonical form
// CHECK-NEXT: @moved: proved by canonical form
// CHECK-NEXT: @kernels::@f: refuted at (any): before gives argument 1 as element [0] of argument 0, after gives what was there
// CHECK-NEXT: @split: only in {{.*}}before.mlir
// CHECK-NEXT: @A::@split: only in {{.*}}after.mlir
// CHECK-NEXT: @C::@split: only in {{.*}}after.mlir
// CHECK-NEXT: 4 functions: 2 proved, 2 refuted, 0 unknown; 3 in one file only

//--- before.mlir
module @A {
  func.func @f(%x: i32) -> i32 {
    return %x : i32
  }
}
module @B {
  func.func @f(%x: i32) -> i32 {
    %c7 = arith.constant 7 : i32
    return %c7 : i32
  }
  func.func @moved(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @split(%x: i32) -> i32 {
    return %x : i32
  }
}
gpu.module @kernels {
  gpu.func @f(%m: memref<4xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    memref.store %x, %m[%c0] : memref<4xf32>
    gpu.return
  }
}

//--- after.mlir
func.func @moved(%x: i32) -> i32 {
  return %x : i32
}
module @A {
  func.func @f(%x: i32) -> i32 {
    %c7 = arith.constant 7 : i32
    return %c7 : i32
  }
  func.func @split(%x: i32) -> i32 {
    return %x : i32
  }
}
module @B {
  func.func @f(%x: i32) -> i32 {
    %c7 = arith.constant 7 : i32
    return %c7 : i32
  }
}
module @C {
  func.func @split(%x: i32) -> i32 {
    return %x : i32
  }
}
gpu.module @kernels {
  gpu.func @f(%m: memref<4xf32>, %x: f32) kernel {
    gpu.return
  }
}
