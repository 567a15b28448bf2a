// A comparison is a number of one bit, and is compared as one.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @negated: proved by isl
// CHECK-NEXT: @equal: proved by isl
// CHECK-NEXT: @itself: proved by isl
// CHECK-NEXT: @masked: proved by isl
// CHECK-NEXT: @masked_pair: proved by canonical form
// CHECK-NEXT: @less_or_equal: proved by isl
// CHECK-NEXT: @above_zero: proved by isl
// CHECK-NEXT: @extended: proved by isl
// CHECK-NEXT: @extended_otherwise: proved by isl
// CHECK-NEXT: @guarded: proved by isl
// CHECK-NEXT: @wrong: refuted at (0, 0): before gives -1, after gives 0
// CHECK-NEXT: @wrong_at_one: refuted at (123456789): before gives 0, after gives -1
// CHECK-NEXT: 12 functions: 10 proved, 2 refuted, 0 unknown

//--- before.mlir
func.func @negated(%x: i32, %y: i32) -> i1 {
  %t = arith.constant true
  %a = arith.cmpi slt, %x, %y : i32
  %b = arith.xori %a, %t : i1
  return %b : i1
}
func.func @equal(%x: i32, %y: i32) -> i1 {
  %t = arith.constant true
  %a = arith.cmpi eq, %x, %y : i32
  %b = arith.xori %a, %t : i1
  return %b : i1
}
func.func @itself(%x: i32) -> i1 {
  %a = arith.cmpi eq, %x, %x : i32
  return %a : i1
}
func.func @masked(%x: i8) -> i1 {
  %c3 = arith.constant 3 : i8
  %c4 = arith.constant 4 : i8
  %k = arith.andi %x, %c3 : i8
  %a = arith.cmpi slt, %k, %c4 : i8
  return %a : i1
}
func.func @masked_pair(%x: i8, %y: i8) -> i1 {
  %c3 = arith.constant 3 : i8
  %k = arith.andi %x, %c3 : i8
  %l = arith.andi %y, %c3 : i8
  %a = arith.cmpi slt, %k, %l : i8
  return %a : i1
}
func.func @less_or_equal(%x: i8) -> i1 {
  %c = arith.constant 4 : i8
  %a = arith.cmpi ult, %x, %c : i8
  return %a : i1
}
func.func @above_zero(%x: i32) -> i1 {
  %c = arith.constant 0 : i32
  %a = arith.cmpi ne, %x, %c : i32
  return %a : i1
}
func.func @extended(%x: i32, %y: i32) -> i32 {
  %a = arith.cmpi slt, %x, %y : i32
  %r = arith.extui %a : i1 to i32
  return %r : i32
}
func.func @extended_otherwise(%x: i32, %y: i32) -> i32 {
  %a = arith.cmpi slt, %x, %y : i32
  %r = arith.extui %a : i1 to i32
  return %r : i32
}
func.func @guarded(%n: index, %o: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.cmpi ult, %i, %n : index
    scf.if %a { memref.store %x, %o[%i] : memref<?xf32> }
  }
  return
}
func.func @wrong(%x: i32, %y: i32) -> i1 {
  %t = arith.constant true
  %a = arith.cmpi slt, %x, %y : i32
  %b = arith.xori %a, %t : i1
  return %b : i1
}
func.func @wrong_at_one(%x: i32) -> i1 {
  %c = arith.constant 123456789 : i32
  %a = arith.cmpi slt, %x, %c : i32
  return %a : i1
}

//--- after.mlir
func.func @negated(%x: i32, %y: i32) -> i1 {
  %b = arith.cmpi sge, %x, %y : i32
  return %b : i1
}
func.func @equal(%x: i32, %y: i32) -> i1 {
  %b = arith.cmpi ne, %x, %y : i32
  return %b : i1
}
func.func @itself(%x: i32) -> i1 {
  %t = arith.constant true
  return %t : i1
}
func.func @masked(%x: i8) -> i1 {
  %t = arith.constant true
  return %t : i1
}
func.func @masked_pair(%x: i8, %y: i8) -> i1 {
  %c3 = arith.constant 3 : i8
  %k = arith.andi %x, %c3 : i8
  %l = arith.andi %y, %c3 : i8
  %a = arith.cmpi ult, %k, %l : i8
  return %a : i1
}
func.func @less_or_equal(%x: i8) -> i1 {
  %c = arith.constant 3 : i8
  %a = arith.cmpi ule, %x, %c : i8
  return %a : i1
}
func.func @above_zero(%x: i32) -> i1 {
  %c = arith.constant 0 : i32
  %a = arith.cmpi ugt, %x, %c : i32
  return %a : i1
}
func.func @extended(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = arith.cmpi slt, %x, %y : i32
  %r = arith.select %a, %c1, %c0 : i32
  return %r : i32
}
func.func @extended_otherwise(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = arith.cmpi sge, %x, %y : i32
  %r = arith.select %a, %c0, %c1 : i32
  return %r : i32
}
func.func @guarded(%n: index, %o: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %o[%i] : memref<?xf32>
  }
  return
}
func.func @wrong(%x: i32, %y: i32) -> i1 {
  %b = arith.cmpi sgt, %x, %y : i32
  return %b : i1
}
func.func @wrong_at_one(%x: i32) -> i1 {
  %c = arith.constant 123456789 : i32
  %a = arith.cmpi sle, %x, %c : i32
  return %a : i1
}
