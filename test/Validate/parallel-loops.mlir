// Loops that become parallel have to have independent iterations; what is parallel may be executed in any order.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s
// RUN: layout-opt %t/upstream.mlir --affine-parallelize -o %t/parallelized.mlir
// RUN: layout-validate %t/upstream.mlir %t/parallelized.mlir | FileCheck %s --check-prefix=PARALLELIZED
// RUN: layout-opt %t/parallelized.mlir --lower-affine -o %t/lowered.mlir
// RUN: layout-validate %t/upstream.mlir %t/lowered.mlir | FileCheck %s --check-prefix=PARALLELIZED
// RUN: layout-validate %t/parallelized.mlir %t/upstream.mlir | FileCheck %s --check-prefix=PARALLELIZED

// Each iteration stores what the next one loads.
// CHECK: @next: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @next_of_scf: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @next_of_any_size: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @forall: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @rows: unknown: the iterations of a loop that is parallel after are not seen to be independent
// All iterations store to one element.
// CHECK-NEXT: @last: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @halves: unknown: the iterations of a loop that is parallel after are not seen to be independent
// An operation that may do anything is executed in another order.
// CHECK-NEXT: @calls: unknown: the iterations of a loop that is parallel after are not seen to be independent
// Of the orders that are allowed before, one is chosen: nothing is wrong with that.
// CHECK-NEXT: @any_order: unknown: the iterations of a loop that is parallel before depend on each other
// CHECK-NEXT: @in_order: proved by
// CHECK-NEXT: @other_dimension_first: proved by execution
// CHECK-NEXT: @unrolled: proved by execution
// An iteration is left out.
// CHECK-NEXT: @fewer: refuted at (any): before gives argument 1 as element [3] of argument 0, after gives what was there
// Lanes of vectors are of one element; an index comes back to 0 at the fourth iteration; a buffer is shared.
// CHECK-NEXT: @lanes: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @wraps: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @own_of_all: unknown: the iterations of a loop that is parallel after are not seen to be independent
// CHECK-NEXT: @first_alone: proved by
// CHECK-NEXT: @tiles: proved by
// CHECK-NEXT: 18 functions: 5 proved, 1 refuted, 12 unknown

// PARALLELIZED: @copy: proved by
// PARALLELIZED-NEXT: @matmul: proved by
// PARALLELIZED-NEXT: @other_half: proved by
// PARALLELIZED-NEXT: @in_turns: proved by
// PARALLELIZED-NEXT: @own_buffer: proved by
// PARALLELIZED-NEXT: 5 functions: 5 proved, 0 refuted, 0 unknown

//--- upstream.mlir
func.func @copy(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %a[%j, %i] : memref<?x?xf32>
      affine.store %x, %b[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %l {
        %x = affine.load %a[%i, %k] : memref<?x?xf32>
        %y = affine.load %b[%k, %j] : memref<?x?xf32>
        %z = affine.load %c[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
func.func @other_half(%m: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %m[%i] : memref<8xf32>
    affine.store %x, %m[%i + 4] : memref<8xf32>
  }
  return
}
func.func @in_turns(%m: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %m[4 * %i] : memref<64xf32>
    affine.store %x, %m[4 * %i + 1] : memref<64xf32>
  }
  return
}
func.func @own_buffer(%m: memref<8xf32>, %n: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %own = memref.alloc() : memref<1xf32>
    %x = affine.load %m[%i] : memref<8xf32>
    affine.store %x, %own[0] : memref<1xf32>
    %y = affine.load %own[0] : memref<1xf32>
    affine.store %y, %n[%i] : memref<8xf32>
  }
  return
}

//--- before.mlir
func.func @next(%m: memref<4xi32>) {
  affine.for %i = 0 to 3 {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %m[%i + 1] : memref<4xi32>
  }
  return
}
func.func @next_of_scf(%m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  scf.for %i = %c0 to %c15 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %m[%i] : memref<16xf32>
    memref.store %x, %m[%j] : memref<16xf32>
  }
  return
}
func.func @next_of_any_size(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.store %x, %m[%i + 1] : memref<?xf32>
  }
  return
}
func.func @forall(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<8xi32>
    memref.store %x, %m[%c0] : memref<8xi32>
  }
  return
}
func.func @rows(%m: memref<4x4xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %x = affine.load %m[%i, %j] : memref<4x4xi32>
      affine.store %x, %m[%i + 1, %j] : memref<4x4xi32>
    }
  }
  return
}
func.func @last(%a: memref<16xf32>, %b: memref<1xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[0] : memref<1xf32>
  }
  return
}
func.func @halves(%m: memref<8xf32>, %v: vector<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = vector.extract %v[%i] : f32 from vector<8xf32>
    affine.store %x, %m[%i floordiv 2] : memref<8xf32>
  }
  return
}
func.func private @print(index)
func.func @calls() {
  affine.for %i = 0 to 8 {
    func.call @print(%i) : (index) -> ()
  }
  return
}
func.func @any_order(%m: memref<8xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %m[%i] : memref<8xf32>
    affine.store %x, %m[0] : memref<8xf32>
  }
  return
}
func.func @in_order(%m: memref<?xf32>, %n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.store %x, %m[0] : memref<?xf32>
  }
  return
}
func.func @other_dimension_first(%m: memref<4x3xf32>, %n: memref<4x3xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (4, 3) {
    %x = affine.load %m[%i, %j] : memref<4x3xf32>
    affine.store %x, %n[%i, %j] : memref<4x3xf32>
  }
  return
}
func.func @unrolled(%m: memref<4xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (4) {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  return
}
func.func @fewer(%m: memref<4xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (4) {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  return
}
func.func @lanes(%m: memref<64xf32>, %v: vector<4xf32>) {
  affine.for %i = 0 to 16 {
    affine.vector_store %v, %m[%i] : memref<64xf32>, vector<4xf32>
  }
  return
}
func.func @wraps(%m: memref<?xf32>, %x: f32) {
  %far = arith.constant 4611686018427387904 : index
  affine.for %i = 0 to 8 {
    %at = arith.muli %i, %far : index
    memref.store %x, %m[%at] : memref<?xf32>
  }
  return
}
func.func @own_of_all(%m: memref<?xf32>, %n: index) {
  %own = memref.alloc() : memref<1xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.store %x, %own[0] : memref<1xf32>
    %y = affine.load %own[0] : memref<1xf32>
    affine.store %y, %m[%i] : memref<?xf32>
  }
  return
}
func.func @first_alone(%m: memref<8xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %x, %m[0] : memref<8xf32>
    }
  }
  return
}
func.func @tiles(%m: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n step 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %m[%i + %j] : memref<?xf32>
    }
  }
  return
}

//--- after.mlir
func.func @next(%m: memref<4xi32>) {
  affine.parallel (%i) = (0) to (3) {
    %x = affine.load %m[%i] : memref<4xi32>
    affine.store %x, %m[%i + 1] : memref<4xi32>
  }
  return
}
func.func @next_of_scf(%m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  scf.parallel (%i) = (%c0) to (%c15) step (%c1) {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %m[%i] : memref<16xf32>
    memref.store %x, %m[%j] : memref<16xf32>
    scf.reduce
  }
  return
}
func.func @next_of_any_size(%m: memref<?xf32>, %n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.store %x, %m[%i + 1] : memref<?xf32>
  }
  return
}
func.func @forall(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (8) {
    %x = memref.load %m[%i] : memref<8xi32>
    memref.store %x, %m[%c0] : memref<8xi32>
  }
  return
}
func.func @rows(%m: memref<4x4xi32>) {
  affine.parallel (%i, %j) = (0, 0) to (3, 4) {
    %x = affine.load %m[%i, %j] : memref<4x4xi32>
    affine.store %x, %m[%i + 1, %j] : memref<4x4xi32>
  }
  return
}
func.func @last(%a: memref<16xf32>, %b: memref<1xf32>, %n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[0] : memref<1xf32>
  }
  return
}
func.func @halves(%m: memref<8xf32>, %v: vector<8xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = vector.extract %v[%i] : f32 from vector<8xf32>
    affine.store %x, %m[%i floordiv 2] : memref<8xf32>
  }
  return
}
func.func private @print(index)
func.func @calls() {
  affine.parallel (%i) = (0) to (8) {
    func.call @print(%i) : (index) -> ()
  }
  return
}
func.func @any_order(%m: memref<8xf32>) {
  %x = affine.load %m[3] : memref<8xf32>
  affine.store %x, %m[0] : memref<8xf32>
  return
}
func.func @in_order(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.store %x, %m[0] : memref<?xf32>
  }
  return
}
func.func @other_dimension_first(%m: memref<4x3xf32>, %n: memref<4x3xf32>) {
  affine.for %j = 0 to 3 {
    affine.for %i = 0 to 4 {
      %x = affine.load %m[%i, %j] : memref<4x3xf32>
      affine.store %x, %n[%i, %j] : memref<4x3xf32>
    }
  }
  return
}
func.func @unrolled(%m: memref<4xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (2) {
    affine.store %x, %m[2 * %i] : memref<4xf32>
    affine.store %x, %m[2 * %i + 1] : memref<4xf32>
  }
  return
}
func.func @fewer(%m: memref<4xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (3) {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  return
}
func.func @lanes(%m: memref<64xf32>, %v: vector<4xf32>) {
  affine.parallel (%i) = (0) to (16) {
    affine.vector_store %v, %m[%i] : memref<64xf32>, vector<4xf32>
  }
  return
}
func.func @wraps(%m: memref<?xf32>, %x: f32) {
  %far = arith.constant 4611686018427387904 : index
  affine.parallel (%i) = (0) to (8) {
    %at = arith.muli %i, %far : index
    memref.store %x, %m[%at] : memref<?xf32>
  }
  return
}
func.func @own_of_all(%m: memref<?xf32>, %n: index) {
  %own = memref.alloc() : memref<1xf32>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %x = affine.load %m[%i] : memref<?xf32>
    affine.store %x, %own[0] : memref<1xf32>
    %y = affine.load %own[0] : memref<1xf32>
    affine.store %y, %m[%i] : memref<?xf32>
  }
  return
}
func.func @first_alone(%m: memref<8xf32>, %x: f32, %n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %x, %m[0] : memref<8xf32>
    }
  }
  return
}
func.func @tiles(%m: memref<?xf32>, %x: f32, %n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) step (4) {
    affine.for %j = 0 to 4 {
      affine.store %x, %m[%i + %j] : memref<?xf32>
    }
  }
  return
}
