// Where the function before the pass is undefined nothing is claimed: not where it divides by 0 or accesses what is
// out of bounds under a condition, and not where it branches on poison.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @stored: unknown: {{.*}}; it holds for
// CHECK-NEXT: @returned: unknown: {{.*}}; it holds for
// CHECK-NEXT: @elsewhere: refuted at (1, 0): before gives 5 as result 0, after gives 6
// CHECK-NEXT: @loaded: unknown: {{.*}}; it holds for
// CHECK-NEXT: @behind_call: unknown: result 0: it differs where it may be undefined before the pass; it holds for
// CHECK-NEXT: @if_store: proved by isl
// CHECK-NEXT: @if_empty: proved by isl
// CHECK-NEXT: @switch: proved by isl
// CHECK-NEXT: @loop: unknown: {{.*}}; it holds for
// CHECK-NEXT: @blocks: proved by isl
// CHECK-NEXT: @asserted: proved by isl
// CHECK-NEXT: 11 functions: 5 proved, 1 refuted, 5 unknown

//--- before.mlir
func.func @stored(%a: i8, %c: i1, %m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  scf.if %c {
    %q = arith.divsi %a, %a : i8
  }
  memref.store %k, %m[%c0] : memref<4xi32>
  return
}
func.func @returned(%a: i8, %c: i1) -> i32 {
  %k = arith.constant 5 : i32
  scf.if %c {
    %q = arith.divsi %a, %a : i8
  }
  return %k : i32
}
// Both differ where %a is 0, and one of them is defined there, where %c is false.
func.func @elsewhere(%c: i1, %a: i8) -> i32 {
  %k = arith.constant 5 : i32
  %yes = arith.constant true
  %d = arith.xori %c, %yes : i1
  scf.if %d {
    %q = arith.divsi %a, %a : i8
  }
  return %k : i32
}
// A load out of bounds is undefined, too.
func.func @loaded(%a: index, %c: i1, %m: memref<4xi32>) -> i32 {
  %k = arith.constant 5 : i32
  scf.if %c {
    %q = memref.load %m[%a] : memref<4xi32>
  }
  return %k : i32
}
// A call need not come back, so that what is behind it says nothing of what is before it.
func.func private @print()
func.func @behind_call(%a: i8, %c: i1) -> i32 {
  %k = arith.constant 5 : i32
  func.call @print() : () -> ()
  scf.if %c {
    %q = arith.divsi %a, %a : i8
  }
  return %k : i32
}
// What decides is poison where %x is 2147483647.
func.func @if_store(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  scf.if %c { memref.store %x, %m[%c0] : memref<4xi32> }
  %s = arith.select %e, %r, %r : i32
  return %s : i32
}
func.func @if_empty(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  scf.if %c { }
  %s = arith.select %e, %r, %r : i32
  return %s : i32
}
func.func @switch(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  %i = arith.index_cast %p : i32 to index
  scf.index_switch %i case 3 {
    memref.store %x, %m[%c0] : memref<4xi32>
    scf.yield
  } default { }
  %s = arith.select %e, %r, %r : i32
  return %s : i32
}
func.func @loop(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  scf.for %i = %k to %p step %c1 : i32 { memref.store %x, %m[%c0] : memref<4xi32> }
  %s = arith.select %e, %r, %r : i32
  return %s : i32
}
func.func @blocks(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.br ^b
^b:
  %s = arith.select %e, %r, %r : i32
  return %s : i32
}
func.func @asserted(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  cf.assert %c, "x"
  %s = arith.select %e, %r, %r : i32
  return %s : i32
}

//--- after.mlir
func.func @stored(%a: i8, %c: i1, %m: memref<4xi32>) {
  %z = arith.constant 0 : i8
  %e = arith.cmpi eq, %a, %z : i8
  %b = arith.andi %e, %c : i1
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  %s = arith.constant 6 : i32
  %r = arith.select %b, %s, %k : i32
  memref.store %r, %m[%c0] : memref<4xi32>
  return
}
func.func @returned(%a: i8, %c: i1) -> i32 {
  %z = arith.constant 0 : i8
  %e = arith.cmpi eq, %a, %z : i8
  %b = arith.andi %e, %c : i1
  %k = arith.constant 5 : i32
  %s = arith.constant 6 : i32
  %r = arith.select %b, %s, %k : i32
  return %r : i32
}
func.func @elsewhere(%c: i1, %a: i8) -> i32 {
  %z = arith.constant 0 : i8
  %e = arith.cmpi eq, %a, %z : i8
  %k = arith.constant 5 : i32
  %s = arith.constant 6 : i32
  %r = arith.select %e, %s, %k : i32
  return %r : i32
}
func.func @loaded(%a: index, %c: i1, %m: memref<4xi32>) -> i32 {
  %k = arith.constant 5 : i32
  %s = arith.constant 6 : i32
  %z = arith.constant 4 : index
  %e = arith.cmpi uge, %a, %z : index
  %b = arith.andi %e, %c : i1
  %r = arith.select %b, %s, %k : i32
  return %r : i32
}
func.func private @print()
func.func @behind_call(%a: i8, %c: i1) -> i32 {
  %z = arith.constant 0 : i8
  %e = arith.cmpi eq, %a, %z : i8
  %b = arith.andi %e, %c : i1
  %k = arith.constant 5 : i32
  %s = arith.constant 6 : i32
  func.call @print() : () -> ()
  %r = arith.select %b, %s, %k : i32
  return %r : i32
}
func.func @if_store(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  scf.if %c { memref.store %x, %m[%c0] : memref<4xi32> }
  %s = arith.select %e, %c1, %r : i32
  return %s : i32
}
func.func @if_empty(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  scf.if %c { }
  %s = arith.select %e, %c1, %r : i32
  return %s : i32
}
func.func @switch(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  %i = arith.index_cast %p : i32 to index
  scf.index_switch %i case 3 {
    memref.store %x, %m[%c0] : memref<4xi32>
    scf.yield
  } default { }
  %s = arith.select %e, %c1, %r : i32
  return %s : i32
}
func.func @loop(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  scf.for %i = %k to %p step %c1 : i32 { memref.store %x, %m[%c0] : memref<4xi32> }
  %s = arith.select %e, %c1, %r : i32
  return %s : i32
}
func.func @blocks(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.br ^b
^b:
  %s = arith.select %e, %c1, %r : i32
  return %s : i32
}
func.func @asserted(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = arith.constant 3 : i32
  %max = arith.constant 2147483647 : i32
  %p = arith.addi %x, %c1 overflow<nsw> : i32
  %c = arith.cmpi slt, %p, %c1 : i32
  %e = arith.cmpi eq, %x, %max : i32
  cf.assert %c, "x"
  %s = arith.select %e, %c1, %r : i32
  return %s : i32
}
