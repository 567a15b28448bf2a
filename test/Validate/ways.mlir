// Where it is not known which block is executed next, each is, under its condition.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @diamond: proved by canonical form
// CHECK-NEXT: @index_switch: proved by canonical form
// CHECK-NEXT: @lowered: proved by canonical form
// CHECK-NEXT: @wrong: refuted at (0, 0, -1): before gives -1 as result 0, after gives 0
// CHECK-NEXT: @switched: proved by canonical form
// CHECK-NEXT: @switched_wrong: refuted at (2, 0, 0): before gives 0 as result 0, after gives 2
// CHECK-NEXT: @goes_round: unknown: it goes back to a block before a condition that is not known; it holds for 4 of the arguments that were tried
// CHECK-NEXT: 7 functions: 4 proved, 2 refuted, 1 unknown

//--- before.mlir
func.func @diamond(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %c5 = arith.constant 5 : i32
  cf.br ^e(%c5 : i32)
^b:
  cf.br ^e(%x : i32)
^e(%r: i32):
  return %r : i32
}
func.func @index_switch(%x: i32, %i: index) -> i32 {
  %c5 = arith.constant 5 : i32
  %r = scf.index_switch %i -> i32
  case 2 { scf.yield %c5 : i32 }
  default { scf.yield %x : i32 }
  return %r : i32
}
func.func @lowered(%c: i1, %o: memref<4xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memref.store %x, %o[%c0] : memref<4xf32>
  } else {
    memref.store %y, %o[%c0] : memref<4xf32>
  }
  return
}
func.func @wrong(%c: i1, %a: i32, %b: i32, %m: memref<4xi32>) -> i32 {
  %r = scf.if %c -> i32 { scf.yield %a : i32 } else { scf.yield %b : i32 }
  return %r : i32
}
func.func @switched(%a: i32, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  cf.switch %a : i32, [default: ^bb3, 1: ^bb1, 2: ^bb2]
^bb1:
  cf.br ^bb4(%x : i32)
^bb2:
  cf.br ^bb4(%y : i32)
^bb3:
  return %a : i32
^bb4(%r: i32):
  return %r : i32
}
func.func @switched_wrong(%a: i32, %x: i32, %y: i32) -> i32 {
  cf.switch %a : i32, [default: ^bb3, 1: ^bb1, 2: ^bb2]
^bb1:
  return %x : i32
^bb2:
  return %y : i32
^bb3:
  return %a : i32
}
func.func @goes_round(%c: i1, %x: i32) -> i32 {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return %x : i32
}

//--- after.mlir
func.func @diamond(%x: i32, %c: i1) -> i32 {
  %c5 = arith.constant 5 : i32
  %r = arith.select %c, %c5, %x : i32
  return %r : i32
}
func.func @index_switch(%x: i32, %i: index) -> i32 {
  %c5 = arith.constant 5 : i32
  %c2 = arith.constant 2 : index
  %c = arith.cmpi eq, %i, %c2 : index
  %r = scf.if %c -> i32 { scf.yield %c5 : i32 } else { scf.yield %x : i32 }
  return %r : i32
}
func.func @lowered(%c: i1, %o: memref<4xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %x, %o[%c0] : memref<4xf32>
  cf.br ^bb3
^bb2:
  memref.store %y, %o[%c0] : memref<4xf32>
  cf.br ^bb3
^bb3:
  return
}
func.func @wrong(%c: i1, %a: i32, %b: i32, %m: memref<4xi32>) -> i32 {
  cf.cond_br %c, ^bb1(%b : i32), ^bb1(%a : i32)
^bb1(%r: i32):
  return %r : i32
}
func.func @switched(%a: i32, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %is1 = arith.cmpi eq, %a, %c1 : i32
  %is2 = arith.cmpi eq, %a, %c2 : i32
  %r = arith.select %is2, %y, %a : i32
  %s = arith.select %is1, %x, %r : i32
  return %s : i32
}
func.func @switched_wrong(%a: i32, %x: i32, %y: i32) -> i32 {
  cf.switch %a : i32, [default: ^bb3, 1: ^bb1, 3: ^bb2]
^bb1:
  return %x : i32
^bb2:
  return %y : i32
^bb3:
  return %a : i32
}
func.func @goes_round(%c: i1, %x: i32) -> i32 attributes {test.after} {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return %x : i32
}
