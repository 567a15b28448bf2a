// What a pass leaves has to be defined wherever the function was: an access that is no longer guarded may be out of
// bounds, whatever is done with what it reads.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir > %t/out
// RUN: FileCheck %s < %t/out

// CHECK: @load: refuted at (-1): before gives defined behavior, after gives undefined behavior (memref.load out of bounds)
// CHECK-NEXT: @seen: proved by canonical form
// CHECK-NEXT: @narrowed: refuted at (8): before gives defined behavior, after gives undefined behavior (memref.load out of bounds)
// CHECK-NEXT: @unused: refuted at (): before gives defined behavior, after gives undefined behavior (memref.load out of bounds)
// CHECK-NEXT: @masked: refuted at (-1, 0; lane 0): before gives defined behavior, after gives undefined behavior (vector.load out of bounds)
// CHECK-NEXT: @gathered: refuted at (-1, 0, 0, 0; lane 0): before gives defined behavior, after gives undefined behavior (vector.gather out of bounds)
// CHECK-NEXT: @transferred: refuted at (8; lane 0): before gives defined behavior, after gives undefined behavior (vector.transfer_read out of bounds)
// CHECK-NEXT: @in_a_loop: refuted at (1, 0; iteration 0; size 0 of argument 0 is 0; size 0 of argument 1 is 1): before gives defined behavior, after gives undefined behavior (memref.load out of bounds)
// CHECK-NEXT: @in_the_same_loop: proved by canonical form
// CHECK-NEXT: @hoisted: unknown: what access 1 writes: it depends on what is not read; it holds for 5 of the arguments that were tried
// CHECK-NEXT: @joined: proved by 3 cases
// CHECK-NEXT: @other: refuted at (-1; size 0 of argument 0 is 1): before gives defined behavior, after gives undefined behavior (memref.load out of bounds)
// CHECK-NEXT: @implied: proved by canonical form
// CHECK-NEXT: @smaller: refuted at (2): before gives defined behavior, after gives undefined behavior (memref.store out of bounds)
// CHECK-NEXT: @viewed: proved by canonical form
// CHECK-NEXT: @read_twice: refuted at (7): before gives defined behavior, after gives undefined behavior (memref.load out of bounds)
// CHECK-NEXT: @poison_store: refuted at (1): before gives defined behavior, after gives undefined behavior (memref.store at an index that is poison)
// CHECK-NEXT: @poison_load: refuted at (1): before gives defined behavior, after gives undefined behavior (memref.load at an index that is poison)
// CHECK-NEXT: @poison_vector: refuted at (1; lane 0): before gives defined behavior, after gives undefined behavior (vector.load at an index that is poison)
// CHECK-NEXT: @poison_view: refuted at (1): before gives defined behavior, after gives undefined behavior (memref.load at an index that is poison)
// CHECK-NEXT: @flag: proved by canonical form
// CHECK-NEXT: @strange: unknown: access 0 (memref.load) is not seen to be in bounds

//--- before.mlir
func.func @load(%m: memref<8xi32>, %i: index) -> i32 {
  %z = arith.constant 0 : i32
  %c8 = arith.constant 8 : index
  %c = arith.cmpi ult, %i, %c8 : index
  %r = scf.if %c -> i32 {
    %q = memref.load %m[%i] : memref<8xi32>
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @seen(%m: memref<8xi32>, %i: index, %j: index) -> i32 {
  %z = arith.constant 0 : i32
  %c8 = arith.constant 8 : index
  %c = arith.cmpi ult, %i, %c8 : index
  %c7 = arith.constant 7 : index
  %l = arith.andi %j, %c7 : index
  %r = scf.if %c -> i32 {
    %q = memref.load %m[%l] : memref<8xi32>
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @narrowed(%m: memref<8xi32>, %i: index) -> i32 {
  %z = arith.constant 0 : i32
  %c5 = arith.constant 5 : index
  %c = arith.cmpi slt, %i, %c5 : index
  %r = scf.if %c -> i32 {
    %q = memref.load %m[%i] : memref<8xi32>
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @unused(%m: memref<8xi32>) {
  return
}
func.func @masked(%m: memref<8xf32>, %i: index, %n: index) -> vector<4xf32> {
  %p = arith.constant dense<0.0> : vector<4xf32>
  %k = vector.create_mask %n : vector<4xi1>
  %v = vector.maskedload %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %v : vector<4xf32>
}
func.func @gathered(%m: memref<8xf32>, %v: vector<2xindex>, %k: vector<2xi1>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant dense<0.0> : vector<2xf32>
  %r = vector.gather %m[%c0] [%v], %k, %p : memref<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %r : vector<2xf32>
}
func.func @transferred(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @in_a_loop(%m: memref<?xi32>, %o: memref<?xi32>, %n: index, %k: index) {
  %z = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi slt, %i, %k : index
    %r = scf.if %c -> i32 {
      %q = memref.load %m[%i] : memref<?xi32>
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    memref.store %r, %o[%i] : memref<?xi32>
  }
  return
}
func.func @in_the_same_loop(%m: memref<?xi32>, %o: memref<?xi32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %k : index
    %q = memref.load %m[%j] : memref<?xi32>
    memref.store %q, %o[%i] : memref<?xi32>
  }
  return
}
func.func @hoisted(%m: memref<8xi32>, %o: memref<?xi32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = memref.load %m[%k] : memref<8xi32>
    memref.store %q, %o[%i] : memref<?xi32>
  }
  return
}
func.func @joined(%m: memref<8xi32>, %i: index, %c: i1, %d: i1) -> i32 {
  %z = arith.constant 0 : i32
  %r = scf.if %c -> i32 {
    %s = scf.if %d -> i32 {
      %q = memref.load %m[%i] : memref<8xi32>
      scf.yield %q : i32
    } else {
      scf.yield %z : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @other(%m: memref<?xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  memref.store %z, %m[%c0] : memref<?xi32>
  return
}
func.func @implied(%m: memref<8xi32>, %i: index, %j: index) -> i32 {
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%j] : memref<8xi32>
  %s = arith.addi %q, %r : i32
  return %s : i32
}
func.func @smaller(%i: index, %x: f32) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  return %x : f32
}
func.func @viewed(%m: memref<?x?xf32>, %a: index, %b: index, %i: index) -> f32 {
  %s = memref.subview %m[%a, %b] [4, 4] [1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %x = memref.load %s[%i, %i] : memref<4x4xf32, strided<[?, 1], offset: ?>>
  return %x : f32
}
func.func @read_twice(%m: memref<8xi32>, %i: index) -> i32 {
  %q = memref.load %m[%i] : memref<8xi32>
  return %q : i32
}
func.func @poison_store(%m: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<4xi32>
  return
}
func.func @poison_load(%m: memref<4xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xi32>
  return %x : i32
}
func.func @poison_vector(%m: memref<8xi32>, %v: i32) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %x = vector.load %m[%c0] : memref<8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
func.func @poison_view(%m: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<8xi32>
  return %x : i32
}
func.func @flag(%m: memref<8xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%j] : memref<8xi32>
  return %r : i32
}
func.func @strange(%m: memref<8xi32>, %c: i1) -> i32 {
  %i = "test.number"() : () -> index
  %z = arith.constant 0 : i32
  %r = scf.if %c -> i32 {
    %q = memref.load %m[%i] : memref<8xi32>
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}

//--- after.mlir
func.func @load(%m: memref<8xi32>, %i: index) -> i32 {
  %z = arith.constant 0 : i32
  %c8 = arith.constant 8 : index
  %c = arith.cmpi ult, %i, %c8 : index
  %q = memref.load %m[%i] : memref<8xi32>
  %r = arith.select %c, %q, %z : i32
  return %r : i32
}
func.func @seen(%m: memref<8xi32>, %i: index, %j: index) -> i32 {
  %z = arith.constant 0 : i32
  %c8 = arith.constant 8 : index
  %c = arith.cmpi ult, %i, %c8 : index
  %c7 = arith.constant 7 : index
  %l = arith.andi %j, %c7 : index
  %q = memref.load %m[%l] : memref<8xi32>
  %r = arith.select %c, %q, %z : i32
  return %r : i32
}
func.func @narrowed(%m: memref<8xi32>, %i: index) -> i32 {
  %z = arith.constant 0 : i32
  %c5 = arith.constant 5 : index
  %c = arith.cmpi slt, %i, %c5 : index
  %q = memref.load %m[%i] : memref<8xi32>
  %r = arith.select %c, %q, %z : i32
  return %r : i32
}
func.func @unused(%m: memref<8xi32>) {
  %c9 = arith.constant 9 : index
  %q = memref.load %m[%c9] : memref<8xi32>
  return
}
func.func @masked(%m: memref<8xf32>, %i: index, %n: index) -> vector<4xf32> {
  %p = arith.constant dense<0.0> : vector<4xf32>
  %k = vector.create_mask %n : vector<4xi1>
  %w = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
  %v = arith.select %k, %w, %p : vector<4xi1>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @gathered(%m: memref<8xf32>, %v: vector<2xindex>, %k: vector<2xi1>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<true> : vector<2xi1>
  %p = arith.constant dense<0.0> : vector<2xf32>
  %g = vector.gather %m[%c0] [%v], %t, %p : memref<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %r = arith.select %k, %g, %p : vector<2xi1>, vector<2xf32>
  return %r : vector<2xf32>
}
func.func @transferred(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @in_a_loop(%m: memref<?xi32>, %o: memref<?xi32>, %n: index, %k: index) {
  %z = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi slt, %i, %k : index
    %q = memref.load %m[%i] : memref<?xi32>
    %r = arith.select %c, %q, %z : i32
    memref.store %r, %o[%i] : memref<?xi32>
  }
  return
}
func.func @in_the_same_loop(%m: memref<?xi32>, %o: memref<?xi32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %k, %i : index
    %q = memref.load %m[%j] : memref<?xi32>
    memref.store %q, %o[%i] : memref<?xi32>
  }
  return
}
func.func @hoisted(%m: memref<8xi32>, %o: memref<?xi32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q = memref.load %m[%k] : memref<8xi32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %q, %o[%i] : memref<?xi32>
  }
  return
}
func.func @joined(%m: memref<8xi32>, %i: index, %c: i1, %d: i1) -> i32 {
  %z = arith.constant 0 : i32
  %b = arith.andi %d, %c : i1
  %r = scf.if %b -> i32 {
    %q = memref.load %m[%i] : memref<8xi32>
    scf.yield %q : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @other(%m: memref<?xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %q = memref.load %m[%i] : memref<?xi32>
  memref.store %z, %m[%c0] : memref<?xi32>
  return
}
func.func @implied(%m: memref<8xi32>, %i: index, %j: index) -> i32 {
  %r = memref.load %m[%i] : memref<8xi32>
  %q = memref.load %m[%j] : memref<8xi32>
  %s = arith.addi %r, %q : i32
  return %s : i32
}
func.func @smaller(%i: index, %x: f32) -> f32 {
  %m = memref.alloc() : memref<2xf32>
  memref.store %x, %m[%i] : memref<2xf32>
  return %x : f32
}
func.func @viewed(%m: memref<?x?xf32>, %a: index, %b: index, %i: index) -> f32 {
  %j = arith.addi %a, %i : index
  %k = arith.addi %b, %i : index
  %x = memref.load %m[%j, %k] : memref<?x?xf32>
  return %x : f32
}
func.func @read_twice(%m: memref<8xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%j] : memref<8xi32>
  return %q : i32
}
func.func @poison_store(%m: memref<4xi32>, %v: i32) {
  %z = arith.constant 0 : i32
  %k = arith.constant 2147483647 : i32
  %w = arith.addi %v, %k overflow<nsw> : i32
  %d = arith.muli %w, %z : i32
  %e = arith.index_cast %d : i32 to index
  memref.store %v, %m[%e] : memref<4xi32>
  return
}
func.func @poison_load(%m: memref<4xi32>, %v: i32) -> i32 {
  %z = arith.constant 0 : i32
  %k = arith.constant 2147483647 : i32
  %w = arith.addi %v, %k overflow<nsw> : i32
  %d = arith.muli %w, %z : i32
  %e = arith.index_cast %d : i32 to index
  %x = memref.load %m[%e] : memref<4xi32>
  return %x : i32
}
func.func @poison_vector(%m: memref<8xi32>, %v: i32) -> vector<4xi32> {
  %z = arith.constant 0 : i32
  %k = arith.constant 2147483647 : i32
  %w = arith.addi %v, %k overflow<nsw> : i32
  %d = arith.muli %w, %z : i32
  %e = arith.index_cast %d : i32 to index
  %x = vector.load %m[%e] : memref<8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
func.func @poison_view(%m: memref<8xi32>, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %k = arith.constant 2147483647 : i32
  %w = arith.addi %v, %k overflow<nsw> : i32
  %d = arith.muli %w, %z : i32
  %e = arith.index_cast %d : i32 to index
  %s = memref.subview %m[%e] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  %x = memref.load %s[%c0] : memref<4xi32, strided<[1], offset: ?>>
  return %x : i32
}
func.func @flag(%m: memref<8xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 overflow<nsw, nuw> : index
  %q = memref.load %m[%i] : memref<8xi32>
  %r = memref.load %m[%j] : memref<8xi32>
  return %r : i32
}
func.func @strange(%m: memref<8xi32>, %c: i1) -> i32 {
  %i = "test.number"() : () -> index
  %z = arith.constant 0 : i32
  %q = memref.load %m[%i] : memref<8xi32>
  %r = arith.select %c, %q, %z : i32
  return %r : i32
}
