// A copy after the pass has to be between equal shapes wherever the function before it is defined.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @for_a_loop: refuted at (size 0 of argument 1 is 7): before gives defined behavior, after gives undefined behavior (memref.copy between shapes that differ)
// CHECK-NEXT: @asserted: proved by canonical form
// CHECK-NEXT: @as_before: proved by canonical form
// CHECK-NEXT: @behind_a_call: proved by canonical form
// CHECK-NEXT: @out_of_a_branch: refuted at (0, 0): before gives defined behavior, after gives undefined behavior (memref.copy between shapes that differ)
// CHECK-NEXT: @static: proved by canonical form
// CHECK-NEXT: 6 functions: 4 proved, 2 refuted, 0 unknown

//--- before.mlir
func.func private @g()
func.func @for_a_loop(%s: memref<4xi32>, %d: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %s[%i] : memref<4xi32>
    memref.store %x, %d[%i] : memref<?xi32>
  }
  return
}
func.func @asserted(%s: memref<4xi32>, %d: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %d, %c0 : memref<?xi32>
  %t = arith.cmpi eq, %n, %c4 : index
  cf.assert %t, "x"
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %s[%i] : memref<4xi32>
    memref.store %x, %d[%i] : memref<?xi32>
  }
  return
}
func.func @as_before(%s: memref<?xi32>, %d: memref<?xi32>) {
  memref.copy %s, %d : memref<?xi32> to memref<?xi32>
  return
}
func.func @behind_a_call(%s: memref<?xi32>, %d: memref<?xi32>) {
  func.call @g() : () -> ()
  memref.copy %s, %d : memref<?xi32> to memref<?xi32>
  return
}
func.func @out_of_a_branch(%s: memref<?xi32>, %n: index, %c: i1) {
  %m = memref.alloc(%n) : memref<?xi32>
  scf.if %c {
  memref.copy %s, %m : memref<?xi32> to memref<?xi32>
  }
  return
}
func.func @static(%s: memref<4xi32>, %d: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %s[%i] : memref<4xi32>
    memref.store %x, %d[%i] : memref<4xi32>
  }
  return
}

//--- after.mlir
func.func private @g()
func.func @for_a_loop(%s: memref<4xi32>, %d: memref<?xi32>) {
  memref.copy %s, %d : memref<4xi32> to memref<?xi32>
  return
}
func.func @asserted(%s: memref<4xi32>, %d: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %d, %c0 : memref<?xi32>
  %t = arith.cmpi eq, %n, %c4 : index
  cf.assert %t, "x"
  memref.copy %s, %d : memref<4xi32> to memref<?xi32>
  return
}
func.func @as_before(%s: memref<?xi32>, %d: memref<?xi32>) {
  memref.copy %s, %d : memref<?xi32> to memref<?xi32>
  return
}
func.func @behind_a_call(%s: memref<?xi32>, %d: memref<?xi32>) {
  func.call @g() : () -> ()
  memref.copy %s, %d : memref<?xi32> to memref<?xi32>
  return
}
func.func @out_of_a_branch(%s: memref<?xi32>, %n: index, %c: i1) {
  %m = memref.alloc(%n) : memref<?xi32>
  memref.copy %s, %m : memref<?xi32> to memref<?xi32>
  return
}
func.func @static(%s: memref<4xi32>, %d: memref<4xi32>) {
  memref.copy %s, %d : memref<4xi32> to memref<4xi32>
  return
}
