// How long buffers are there: what frees one is an effect, unless nobody else knows the buffer.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s
// RUN: layout-opt %t/stack.mlir --promote-buffers-to-stack -o %t/promoted.mlir
// RUN: FileCheck %s --check-prefix=STACK --input-file=%t/promoted.mlir
// RUN: layout-validate %t/stack.mlir %t/promoted.mlir | FileCheck %s --check-prefix=PROMOTED

// CHECK: @twice: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @added: unknown: it does 0 things before and 1 after
// CHECK-NEXT: @left_out: unknown: it does 1 thing before and 0 after
// CHECK-NEXT: @loaded: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @loaded_float: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @stored: refuted at (0): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @same: proved by
// CHECK-NEXT: @own_moved: proved by execution
// CHECK-NEXT: @own_twice: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @own_loaded: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @own_in_places: proved by
// CHECK-NEXT: @own_twice_in_places: refuted at (0): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @kept: unknown: it does {{.*}}
// CHECK-NEXT: @own_returned: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// A buffer on the stack is not there when the function has ended, or has left its scope.
// CHECK-NEXT: @returned: unknown: result 0 is on the stack after
// CHECK-NEXT: @handed: unknown: an operand of func.call is on the stack after
// CHECK-NEXT: @freed: unknown: memref.dealloc of memref.alloca is not read
// CHECK-NEXT: @left: refuted at (): before gives defined behavior, after gives undefined behavior (it uses a buffer that is no longer there)
// CHECK-NEXT: @copied: proved by
// CHECK-NEXT: 19 functions: 4 proved, 9 refuted, 6 unknown

// STACK-COUNT-2: memref.alloca()
// PROMOTED: @local: proved by
// PROMOTED-NEXT: @in_loop: proved by
// PROMOTED-NEXT: 2 functions: 2 proved, 0 refuted, 0 unknown

//--- stack.mlir
func.func @local(%m: memref<4xf32>, %i: index, %j: index) -> f32 {
  %own = memref.alloc() : memref<4xf32>
  memref.copy %m, %own : memref<4xf32> to memref<4xf32>
  %x = memref.load %own[%i] : memref<4xf32>
  memref.store %x, %own[%j] : memref<4xf32>
  memref.copy %own, %m : memref<4xf32> to memref<4xf32>
  return %x : f32
}
func.func @in_loop(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %own = memref.alloc() : memref<4xf32>
    %x = memref.load %m[%i] : memref<?xf32>
    memref.store %x, %own[%c0] : memref<4xf32>
    %y = memref.load %own[%c0] : memref<4xf32>
    memref.store %y, %m[%i] : memref<?xf32>
  }
  return
}

//--- before.mlir
func.func @twice(%m: memref<4xi32>) {
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @added(%m: memref<4xi32>) {
  return
}
func.func @left_out(%m: memref<4xi32>) {
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @loaded(%m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %x : i32
}
func.func @loaded_float(%m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return %x : f32
}
func.func @stored(%m: memref<4xi32>, %n: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  memref.store %x, %m[%c0] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @same(%m: memref<4xi32>, %x: i32, %i: index) -> i32 {
  memref.store %x, %m[%i] : memref<4xi32>
  %y = memref.load %m[%i] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %y : i32
}
func.func @own_moved(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloc() : memref<4xf32>
  memref.store %x, %own[%c0] : memref<4xf32>
  %y = memref.load %own[%c0] : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  %z = arith.addf %y, %y : f32
  return %z : f32
}
func.func @own_twice() {
  %own = memref.alloc() : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}
func.func @own_loaded(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloc() : memref<4xf32>
  memref.store %x, %own[%c0] : memref<4xf32>
  %y = memref.load %own[%c0] : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return %y : f32
}
func.func @own_in_places(%x: f32, %c: i1) {
  %own = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %own : memref<4xf32>
  } else {
    memref.dealloc %own : memref<4xf32>
  }
  return
}
func.func @own_twice_in_places(%x: f32, %c: i1) {
  %own = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %own : memref<4xf32>
  } else {
    memref.dealloc %own : memref<4xf32>
  }
  return
}
func.func private @keep(memref<4xf32>)
func.func private @use()
func.func @kept() {
  %own = memref.alloc() : memref<4xf32>
  func.call @keep(%own) : (memref<4xf32>) -> ()
  func.call @use() : () -> ()
  memref.dealloc %own : memref<4xf32>
  return
}
func.func @own_returned() -> memref<4xf32> {
  %own = memref.alloc() : memref<4xf32>
  return %own : memref<4xf32>
}
func.func @returned() -> memref<4xf32> {
  %own = memref.alloc() : memref<4xf32>
  return %own : memref<4xf32>
}
func.func @handed() {
  %own = memref.alloc() : memref<4xf32>
  func.call @keep(%own) : (memref<4xf32>) -> ()
  return
}
func.func @freed() {
  %own = memref.alloc() : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}
func.func @left(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloca() : memref<4xf32>
  memref.store %x, %own[%c0] : memref<4xf32>
  %y = memref.load %own[%c0] : memref<4xf32>
  return %y : f32
}
func.func @copied(%m: memref<4xf32>, %n: memref<4xf32>) {
  %own = memref.alloc() : memref<4xf32>
  memref.copy %m, %own : memref<4xf32> to memref<4xf32>
  memref.copy %own, %n : memref<4xf32> to memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}

//--- after.mlir
func.func @twice(%m: memref<4xi32>) {
  memref.dealloc %m : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @added(%m: memref<4xi32>) {
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @left_out(%m: memref<4xi32>) {
  return
}
func.func @loaded(%m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  memref.dealloc %m : memref<4xi32>
  %x = memref.load %m[%c0] : memref<4xi32>
  return %x : i32
}
func.func @loaded_float(%m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  memref.dealloc %m : memref<4xf32>
  %x = memref.load %m[%c0] : memref<4xf32>
  return %x : f32
}
func.func @stored(%m: memref<4xi32>, %n: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  memref.dealloc %m : memref<4xi32>
  memref.store %x, %m[%c0] : memref<4xi32>
  return
}
func.func @same(%m: memref<4xi32>, %x: i32, %i: index) -> i32 {
  memref.store %x, %m[%i] : memref<4xi32>
  %y = memref.load %m[%i] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %y : i32
}
func.func @own_moved(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloc() : memref<4xf32>
  memref.store %x, %own[%c0] : memref<4xf32>
  %y = memref.load %own[%c0] : memref<4xf32>
  %z = arith.addf %y, %y : f32
  memref.dealloc %own : memref<4xf32>
  return %z : f32
}
func.func @own_twice() {
  %own = memref.alloc() : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}
func.func @own_loaded(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloc() : memref<4xf32>
  memref.store %x, %own[%c0] : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  %y = memref.load %own[%c0] : memref<4xf32>
  return %y : f32
}
func.func @own_in_places(%x: f32, %c: i1) {
  %own = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %own : memref<4xf32>
  } else {
    memref.dealloc %own : memref<4xf32>
  }
  return
}
func.func @own_twice_in_places(%x: f32, %c: i1) {
  %own = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %own : memref<4xf32>
  } else {
    memref.dealloc %own : memref<4xf32>
  }
  memref.dealloc %own : memref<4xf32>
  return
}
func.func private @keep(memref<4xf32>)
func.func private @use()
func.func @kept() {
  %own = memref.alloc() : memref<4xf32>
  func.call @keep(%own) : (memref<4xf32>) -> ()
  memref.dealloc %own : memref<4xf32>
  func.call @use() : () -> ()
  return
}
func.func @own_returned() -> memref<4xf32> {
  %own = memref.alloc() : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return %own : memref<4xf32>
}
func.func @returned() -> memref<4xf32> {
  %own = memref.alloca() : memref<4xf32>
  return %own : memref<4xf32>
}
func.func @handed() {
  %own = memref.alloca() : memref<4xf32>
  func.call @keep(%own) : (memref<4xf32>) -> ()
  return
}
func.func @freed() {
  %own = memref.alloca() : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}
func.func @left(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloca_scope -> memref<4xf32> {
    %in = memref.alloca() : memref<4xf32>
    memref.store %x, %in[%c0] : memref<4xf32>
    memref.alloca_scope.return %in : memref<4xf32>
  }
  %y = memref.load %own[%c0] : memref<4xf32>
  return %y : f32
}
func.func @copied(%m: memref<4xf32>, %n: memref<4xf32>) {
  %own = memref.alloca() : memref<4xf32>
  memref.copy %m, %own : memref<4xf32> to memref<4xf32>
  memref.copy %own, %n : memref<4xf32> to memref<4xf32>
  return
}
