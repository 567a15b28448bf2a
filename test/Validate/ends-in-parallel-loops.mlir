// What ends a function in an iteration of a parallel loop: which iterations come before it is not known.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @print: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @to_parallel: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @to_forall: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @trap: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @exit: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @in_a_loop_inside: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @any_order: unknown: the iterations of a loop that is parallel before depend on each other
// CHECK-NEXT: @any_order_of_arguments: unknown: the iterations of a loop that is parallel before depend on each other; it holds for 7 of the arguments that were tried
// CHECK-NEXT: @last_stored: proved by execution
// CHECK-NEXT: @of_one_iteration: proved by execution
// CHECK-NEXT: @behind_the_loop: proved by canonical form
// CHECK-NEXT: @other_behind_the_loop: refuted at (iteration 0): before gives 0 as what access 0 writes, after gives 1
// CHECK-NEXT: @as_before: proved by canonical form
// CHECK-NEXT: 13 functions: 4 proved, 1 refuted, 8 unknown

//--- before.mlir
func.func private @g(i32)
func.func @print(%m: memref<2xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %t = arith.cmpi ne, %i, %c0 : index
    %x = arith.index_cast %i : index to i32
    memref.store %t, %m[%i] : memref<2xi1>
    func.call @g(%x) : (i32) -> ()
    cf.assert %t, "x"
  }
  return
}
func.func @to_parallel(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.for %i = %c0 to %c2 step %c1 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    cf.assert %f, "x"
  }
  return
}
func.func @to_forall(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 0 : i32
  %f = arith.constant false
  memref.store %x, %m[%c0] : memref<1xi32>
  cf.assert %f, "x"
  return
}
func.func @trap(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 2 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    scf.execute_region {
      llvm.intr.trap
      scf.yield
    }
  }
  return
}
func.func @exit(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 2 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    nvvm.exit
  }
  return
}
func.func @in_a_loop_inside(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %x = arith.index_cast %i : index to i32
      memref.store %x, %m[%c0] : memref<1xi32>
      cf.assert %f, "x"
    }
  }
  return
}
func.func @any_order(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %t = arith.cmpi ne, %i, %c0 : index
    memref.store %x, %m[%i] : memref<2xi32>
    cf.assert %t, "x"
  }
  return
}
func.func @any_order_of_arguments(%m: memref<2xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %t = arith.cmpi ne, %i, %n : index
    memref.store %x, %m[%i] : memref<2xi32>
    cf.assert %t, "x"
  }
  return
}
func.func @last_stored(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    %t = arith.cmpi eq, %i, %c0 : index
    cf.assert %t, "x"
  }
  return
}
func.func @of_one_iteration(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.for %i = %c0 to %c1 step %c1 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    cf.assert %f, "x"
  }
  return
}
func.func @behind_the_loop(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.for %i = %c0 to %c2 step %c1 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%i] : memref<2xi32>
  }
  cf.assert %f, "x"
  return
}
func.func @other_behind_the_loop(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%i] : memref<2xi32>
  }
  cf.assert %f, "x"
  return
}
func.func @as_before(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    cf.assert %f, "x"
  }
  return
}

//--- after.mlir
func.func private @g(i32)
func.func @print(%m: memref<2xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %t = arith.cmpi ne, %i, %c0 : index
    %x = arith.index_cast %i : index to i32
    memref.store %t, %m[%i] : memref<2xi1>
    func.call @g(%x) : (i32) -> ()
    cf.assert %t, "x"
  }
  return
}
func.func @to_parallel(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    cf.assert %f, "x"
  }
  return
}
func.func @to_forall(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.forall (%i) in (2) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    cf.assert %f, "x"
  }
  return
}
func.func @trap(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.parallel (%i) = (0) to (2) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    scf.execute_region {
      llvm.intr.trap
      scf.yield
    }
  }
  return
}
func.func @exit(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.parallel (%i) = (0) to (2) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    nvvm.exit
  }
  return
}
func.func @in_a_loop_inside(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    scf.for %j = %c0 to %c2 step %c1 {
      %x = arith.index_cast %i : index to i32
      memref.store %x, %m[%c0] : memref<1xi32>
      cf.assert %f, "x"
    }
  }
  return
}
func.func @any_order(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1 : i32
  %t1 = arith.cmpi ne, %c1, %c0 : index
  memref.store %x, %m[%c1] : memref<2xi32>
  cf.assert %t1, "x"
  %t0 = arith.cmpi ne, %c0, %c0 : index
  memref.store %x, %m[%c0] : memref<2xi32>
  cf.assert %t0, "x"
  return
}
func.func @any_order_of_arguments(%m: memref<2xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1 : i32
  %t1 = arith.cmpi ne, %c1, %n : index
  memref.store %x, %m[%c1] : memref<2xi32>
  cf.assert %t1, "x"
  %t0 = arith.cmpi ne, %c0, %n : index
  memref.store %x, %m[%c0] : memref<2xi32>
  cf.assert %t0, "x"
  return
}
func.func @last_stored(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1 : i32
  memref.store %x, %m[%c0] : memref<1xi32>
  %t = arith.constant false
  cf.assert %t, "x"
  return
}
func.func @of_one_iteration(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    cf.assert %f, "x"
  }
  return
}
func.func @behind_the_loop(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%i] : memref<2xi32>
  }
  cf.assert %f, "x"
  return
}
func.func @other_behind_the_loop(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.for %i = %c0 to %c2 step %c1 {
    %x = arith.index_cast %c1 : index to i32
    memref.store %x, %m[%i] : memref<2xi32>
  }
  cf.assert %f, "x"
  return
}
func.func @as_before(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant false
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%c0] : memref<1xi32>
    cf.assert %f, "x"
  }
  return
}
