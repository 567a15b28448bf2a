// What is done where a condition holds is not done elsewhere: a condition is compared where it is not known.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @stored: refuted at (0, 0; -1 is read): before gives -1 as element [0] of argument 0, after gives 0
// CHECK-NEXT: @stored_anywhere: refuted at (0, 0, 0; -1 is read): before gives -1 as element [0] of argument 0, after gives 0
// CHECK-NEXT: @called: unknown: the condition of func.call: {{.*}}it is another one after
// CHECK-NEXT: @freed: unknown: the condition of memref.dealloc: {{.*}}it is another one after
// CHECK-NEXT: @called_in_loop: unknown: the condition of func.call: {{.*}}it is another one after
// CHECK-NEXT: @loop: unknown: the condition of loop 0: {{.*}}it is another one after
// CHECK-NEXT: @joined: proved by
// CHECK-NEXT: 7 functions: 1 proved, 2 refuted, 4 unknown

//--- before.mlir
func.func @stored(%m: memref<4xi32>, %c: i1, %v: i32) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memref.store %v, %m[%c0] : memref<4xi32>
  }
  return
}
func.func @stored_anywhere(%m: memref<?xi32>, %c: i1, %v: i32, %i: index) {
  scf.if %c {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}
func.func private @print()
func.func @called(%c: i1) {
  scf.if %c {
    func.call @print() : () -> ()
  }
  return
}
func.func @freed(%m: memref<4xi32>, %c: i1) {
  scf.if %c {
    memref.dealloc %m : memref<4xi32>
  }
  return
}
func.func @called_in_loop(%c: i1, %n: index) {
  affine.for %i = 0 to %n {
    scf.if %c {
      func.call @print() : () -> ()
    }
  }
  return
}
func.func @loop(%c: i1, %n: index) {
  scf.if %c {
    affine.for %i = 0 to %n {
      func.call @print() : () -> ()
    }
  }
  return
}
func.func @joined(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      func.call @print() : () -> ()
    }
  }
  return
}

//--- after.mlir
func.func @stored(%m: memref<4xi32>, %c: i1, %v: i32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<4xi32>
  return
}
func.func @stored_anywhere(%m: memref<?xi32>, %c: i1, %v: i32, %i: index) {
  memref.store %v, %m[%i] : memref<?xi32>
  return
}
func.func private @print()
func.func @called(%c: i1) {
  func.call @print() : () -> ()
  return
}
func.func @freed(%m: memref<4xi32>, %c: i1) {
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @called_in_loop(%c: i1, %n: index) {
  affine.for %i = 0 to %n {
    func.call @print() : () -> ()
  }
  return
}
func.func @loop(%c: i1, %n: index) {
  affine.for %i = 0 to %n {
    func.call @print() : () -> ()
  }
  return
}
func.func @joined(%c: i1, %d: i1) {
  %both = arith.andi %c, %d : i1
  scf.if %both {
    func.call @print() : () -> ()
  }
  return
}
