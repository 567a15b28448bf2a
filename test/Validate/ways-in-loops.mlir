// A way that goes back to a block before its condition changes the values that the other ways see; a switch
// that is not read has no default; what is called on one way leaves memory as it is on the other.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @integers: refuted at (0, 0): before gives 0 as result 0, after gives 1
// CHECK-NEXT: @loads: refuted at (0): before gives element [0] of argument 1 as element [0] of argument 2, after gives element [1] of argument 1
// CHECK-NEXT: @arguments: refuted at (0): before gives argument 3 as element [0] of argument 2, after gives what was there
// CHECK-NEXT: @same: unknown: it goes back to a block before a condition that is not known; it holds for 10 of the arguments that were tried
// CHECK-NEXT: @narrow_switch: refuted at (1, 1, 0): before gives 1 as result 0, after gives 0
// CHECK-NEXT: @other_branch: unknown: llvm.cond_br is not read
// CHECK-NEXT: @wide_switch: proved by canonical form
// CHECK-NEXT: @same_switch: proved by canonical form
// CHECK-NEXT: @called_on_one_way: refuted at (0): before gives argument 2 as element [0] of argument 1, after gives what was there
// CHECK-NEXT: @called_in_a_block: refuted at (0): before gives argument 2 as element [0] of argument 1, after gives what was there
// CHECK-NEXT: @called_and_returned: refuted at (0): before gives argument 2 as result 0, after gives element [0] of argument 1
// CHECK-NEXT: 11 functions: 2 proved, 7 refuted, 2 unknown

//--- before.mlir
func.func @integers(%c: i1, %x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^h(%c0 : i32)
^h(%i: i32):
  %d = arith.addi %i, %x : i32
  %k = arith.cmpi eq, %i, %c1 : i32
  cf.cond_br %k, ^e, ^s
^s:
  %n = arith.addi %i, %c1 : i32
  cf.cond_br %c, ^h(%n : i32), ^o
^o:
  cf.br ^m(%d : i32)
^e:
  cf.br ^m(%c0 : i32)
^m(%r: i32):
  return %r : i32
}
func.func @loads(%c: i1, %m: memref<4xf32>, %o: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^h(%c0 : index)
^h(%i: index):
  %d = memref.load %m[%i] : memref<4xf32>
  %k = arith.cmpi eq, %i, %c1 : index
  cf.cond_br %k, ^m, ^s
^s:
  %n = arith.addi %i, %c1 : index
  cf.cond_br %c, ^h(%n : index), ^o
^o:
  memref.store %d, %o[%c0] : memref<1xf32>
  cf.br ^m
^m:
  return
}
func.func @arguments(%c: i1, %m: memref<4xf32>, %o: memref<4xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^h(%c0, %x : index, f32)
^h(%i: index, %v: f32):
  %k = arith.cmpi eq, %i, %c1 : index
  cf.cond_br %k, ^m, ^s
^s:
  cf.cond_br %c, ^h(%c1, %y : index, f32), ^w
^w:
  memref.store %v, %o[%i] : memref<4xf32>
  cf.br ^m
^m:
  return
}
func.func @same(%c: i1, %x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^h(%c0 : i32)
^h(%i: i32):
  %d = arith.addi %i, %x : i32
  %k = arith.cmpi eq, %i, %c1 : i32
  cf.cond_br %k, ^e, ^s
^s:
  %n = arith.addi %i, %c1 : i32
  cf.cond_br %c, ^h(%n : i32), ^o
^o:
  cf.br ^m(%d : i32)
^e:
  cf.br ^m(%c0 : i32)
^m(%r: i32):
  return %r : i32
}
func.func @narrow_switch(%a: i8, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  cf.switch %a : i8, [default: ^bb3, 1: ^bb1, 2: ^bb2]
^bb1:
  cf.br ^bb4(%x : i32)
^bb2:
  cf.br ^bb4(%y : i32)
^bb3:
  %z = arith.constant 0 : i32
  return %z : i32
^bb4(%r: i32):
  return %r : i32
}
func.func @other_branch(%a: i1, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  llvm.cond_br %a, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  return %y : i32
}
func.func @wide_switch(%a: i64, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  cf.switch %a : i64, [default: ^bb3, 4294967297: ^bb1]
^bb1:
  return %x : i32
^bb3:
  return %y : i32
}
func.func @same_switch(%a: i16, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  cf.switch %a : i16, [default: ^bb3, 1: ^bb1]
^bb1:
  return %x : i32
^bb3:
  return %y : i32
}
func.func private @g()
func.func @called_on_one_way(%c: i1, %m: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<4xf32>
  scf.if %c { func.call @g() : () -> () }
  return
}
func.func @called_in_a_block(%c: i1, %m: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<4xf32>
  cf.cond_br %c, ^a, ^b
^a:
  func.call @g() : () -> ()
  cf.br ^b
^b:
  return
}
func.func @called_and_returned(%c: i1, %m: memref<4xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<4xf32>
  scf.if %c { func.call @g() : () -> () }
  %r = memref.load %m[%c0] : memref<4xf32>
  return %r : f32
}

//--- after.mlir
func.func @integers(%c: i1, %x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = arith.addi %x, %c1 : i32
  %r = arith.select %c, %c0, %d : i32
  return %r : i32
}
func.func @loads(%c: i1, %m: memref<4xf32>, %o: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %m[%c0] : memref<4xf32>
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    %d = memref.load %m[%c1] : memref<4xf32>
    memref.store %d, %o[%c0] : memref<1xf32>
  } else {
    %d = memref.load %m[%c1] : memref<4xf32>
  }
  return
}
func.func @arguments(%c: i1, %m: memref<4xf32>, %o: memref<4xf32>, %x: f32, %y: f32) {
  %c1 = arith.constant 1 : index
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n { memref.store %y, %o[%c1] : memref<4xf32> }
  return
}
func.func @same(%c: i1, %x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = arith.addi %x, %c0 : i32
  %r = arith.select %c, %c0, %d : i32
  return %r : i32
}
func.func @narrow_switch(%a: i8, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  return %z : i32
}
func.func @other_branch(%a: i1, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  return %x : i32
}
func.func @wide_switch(%a: i64, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  %k = arith.constant 4294967297 : i64
  %c = arith.cmpi eq, %a, %k : i64
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}
func.func @same_switch(%a: i16, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  %k = arith.constant 1 : i16
  %c = arith.cmpi eq, %a, %k : i16
  %r = arith.select %c, %x, %y : i32
  return %r : i32
}
func.func private @g()
func.func @called_on_one_way(%c: i1, %m: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memref.store %v, %m[%c0] : memref<4xf32>
    func.call @g() : () -> ()
  }
  return
}
func.func @called_in_a_block(%c: i1, %m: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memref.store %v, %m[%c0] : memref<4xf32>
    func.call @g() : () -> ()
  }
  return
}
func.func @called_and_returned(%c: i1, %m: memref<4xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memref.store %v, %m[%c0] : memref<4xf32>
    func.call @g() : () -> ()
  }
  %r = memref.load %m[%c0] : memref<4xf32>
  return %r : f32
}
