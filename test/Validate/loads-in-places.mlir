// Integers are the same number after only where their elements are the same wherever they are read before; what
// is not known to be another element refutes nothing.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @under_a_condition: refuted at (0, 1): before gives element 0 in access 0, after gives element 1
// CHECK-NEXT: @under_a_condition_first: refuted at (0, 1, 0): before gives element 0 in access 0, after gives element 1
// CHECK-NEXT: @stored: refuted at (0, 1): before gives element 0 in access 0, after gives element 1
// CHECK-NEXT: @at_loaded_indices: unknown: it does other things after, or in another order
// CHECK-NEXT: @past_a_loaded_index: unknown: it does other things after, or in another order
// CHECK-NEXT: @past_a_called_index: unknown: result 0: it depends on what is not read
// CHECK-NEXT: @stored_twice: unknown: it does other things after, or in another order
// CHECK-NEXT: 7 functions: 0 proved, 3 refuted, 4 unknown

//--- before.mlir
func.func @under_a_condition(%m: memref<8xi32>, %x: index, %y: index) -> (i32, i32) {
  %c7 = arith.constant 7 : index
  %z = arith.constant 0 : i32
  %i = arith.andi %x, %c7 : index
  %j = arith.andi %y, %c7 : index
  %c = arith.cmpi eq, %i, %j : index
  %a = scf.if %c -> i32 {
    %r = memref.load %m[%i] : memref<8xi32>
    scf.yield %r : i32
  } else { scf.yield %z : i32 }
  %b = memref.load %m[%i] : memref<8xi32>
  return %a, %b : i32, i32
}
func.func @under_a_condition_first(%m: memref<8xi32>, %x: index, %y: index, %d: i1) -> (i32) {
  %c7 = arith.constant 7 : index
  %z = arith.constant 0 : i32
  %i = arith.andi %x, %c7 : index
  %j = arith.andi %y, %c7 : index
  %c = arith.cmpi eq, %i, %j : index
  cf.cond_br %c, ^a, ^b
^a:
  %r = memref.load %m[%i] : memref<8xi32>
  cf.br ^b
^b:
  %q = memref.load %m[%i] : memref<8xi32>
  return %q : i32
}
func.func @stored(%m: memref<8xi32>, %x: index, %y: index, %o: memref<8xi32>) {
  %c7 = arith.constant 7 : index
  %i = arith.andi %x, %c7 : index
  %j = arith.andi %y, %c7 : index
  %c = arith.cmpi ule, %i, %j : index
  %d = arith.cmpi ule, %j, %i : index
  scf.if %c { scf.if %d {
    %r = memref.load %m[%i] : memref<8xi32>
  } }
  %q = memref.load %m[%i] : memref<8xi32>
  memref.store %q, %o[%i] : memref<8xi32>
  return
}
func.func @at_loaded_indices(%a: memref<2xindex>, %m: memref<?xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = memref.load %a[%c0] : memref<2xindex>
  %q = memref.load %a[%c1] : memref<2xindex>
  %s = arith.addi %p, %q : index
  %t = arith.muli %p, %c2 : index
  %x = memref.load %m[%s] : memref<?xi32>
  %y = memref.load %m[%t] : memref<?xi32>
  return %x, %y : i32, i32
}
func.func @past_a_loaded_index(%a: memref<2xindex>, %m: memref<?xi32>, %v: i32, %w: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.load %a[%c0] : memref<2xindex>
  %p1 = arith.addi %p, %c1 : index
  memref.store %v, %m[%p] : memref<?xi32>
  memref.store %w, %m[%p1] : memref<?xi32>
  %r = memref.load %m[%p] : memref<?xi32>
  return %r : i32
}
func.func private @g() -> index
func.func @past_a_called_index(%m: memref<?xi32>, %v: i32, %w: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %p = func.call @g() : () -> index
  %p1 = arith.addi %p, %c1 : index
  memref.store %v, %m[%p] : memref<?xi32>
  memref.store %w, %m[%p1] : memref<?xi32>
  %r = memref.load %m[%p] : memref<?xi32>
  return %r : i32
}
func.func private @h() -> memref<?xi32>
func.func @stored_twice(%m: memref<?xi32>, %i: index, %v: i32) -> i32 {
  %a = func.call @h() : () -> memref<?xi32>
  memref.store %v, %m[%i] : memref<?xi32>
  memref.store %v, %a[%i] : memref<?xi32>
  %r = memref.load %m[%i] : memref<?xi32>
  return %r : i32
}

//--- after.mlir
func.func @under_a_condition(%m: memref<8xi32>, %x: index, %y: index) -> (i32, i32) {
  %c7 = arith.constant 7 : index
  %z = arith.constant 0 : i32
  %i = arith.andi %x, %c7 : index
  %j = arith.andi %y, %c7 : index
  %c = arith.cmpi eq, %i, %j : index
  %b = memref.load %m[%j] : memref<8xi32>
  %a = scf.if %c -> i32 {
    scf.yield %b : i32
  } else { scf.yield %z : i32 }
  return %a, %b : i32, i32
}
func.func @under_a_condition_first(%m: memref<8xi32>, %x: index, %y: index, %d: i1) -> (i32) {
  %c7 = arith.constant 7 : index
  %j = arith.andi %y, %c7 : index
  %q = memref.load %m[%j] : memref<8xi32>
  return %q : i32
}
func.func @stored(%m: memref<8xi32>, %x: index, %y: index, %o: memref<8xi32>) {
  %c7 = arith.constant 7 : index
  %i = arith.andi %x, %c7 : index
  %j = arith.andi %y, %c7 : index
  %q = memref.load %m[%j] : memref<8xi32>
  memref.store %q, %o[%i] : memref<8xi32>
  return
}
func.func @at_loaded_indices(%a: memref<2xindex>, %m: memref<?xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.load %a[%c0] : memref<2xindex>
  %q = memref.load %a[%c1] : memref<2xindex>
  %t = arith.addi %p, %p : index
  %s0 = arith.addi %q, %c1 : index
  %s1 = arith.addi %s0, %p : index
  %s = arith.subi %s1, %c1 : index
  %y = memref.load %m[%t] : memref<?xi32>
  %x = memref.load %m[%s] : memref<?xi32>
  return %x, %y : i32, i32
}
func.func @past_a_loaded_index(%a: memref<2xindex>, %m: memref<?xi32>, %v: i32, %w: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = memref.load %a[%c0] : memref<2xindex>
  %p1 = arith.addi %p, %c1 : index
  memref.store %v, %m[%p] : memref<?xi32>
  memref.store %w, %m[%p1] : memref<?xi32>
  return %v : i32
}
func.func private @g() -> index
func.func @past_a_called_index(%m: memref<?xi32>, %v: i32, %w: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %p = func.call @g() : () -> index
  %p1 = arith.addi %p, %c1 : index
  memref.store %v, %m[%p] : memref<?xi32>
  memref.store %w, %m[%p1] : memref<?xi32>
  return %v : i32
}
func.func private @h() -> memref<?xi32>
func.func @stored_twice(%m: memref<?xi32>, %i: index, %v: i32) -> i32 {
  %a = func.call @h() : () -> memref<?xi32>
  memref.store %v, %m[%i] : memref<?xi32>
  memref.store %v, %a[%i] : memref<?xi32>
  return %v : i32
}
