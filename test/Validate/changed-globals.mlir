// A constant with other values after is another one, wherever its elements are used. What a variable begins
// with is another fact of the file, and not of its functions.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @at_an_index: refuted at (0): before gives 1 as result 0, after gives 3
// CHECK-NEXT: @in_a_loop: refuted at (any): before gives 1.000000e+00 : f32 as element [0] of argument 0, after gives 3.000000e+00 : f32
// CHECK-NEXT: @handed_on: unknown: an operand of func.call is not seen to be of the same buffer
// CHECK-NEXT: @same_in_a_loop: proved by canonical form
// CHECK-NEXT: @of_state: proved by canonical form
// CHECK-NEXT: @table: global: it begins with other values after
// CHECK-NEXT: @floats: global: it begins with other values after
// CHECK-NEXT: @state: global: it begins with other values after
// CHECK-NEXT: @computed: global: what it begins with is computed otherwise after
// CHECK-NEXT: @typed: global: its type is another one after
// CHECK-NEXT: 5 functions: 2 proved, 2 refuted, 1 unknown; 5 globals may differ

//--- before.mlir
memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
memref.global "private" constant @floats : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" constant @same : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" @state : memref<2xi32> = dense<[1, 2]>
llvm.mlir.global internal constant @computed() : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}
llvm.mlir.global internal @typed() : i32
func.func @at_an_index(%i: index) -> i32 {
  %a = memref.get_global @table : memref<2xi32>
  %c = memref.load %a[%i] : memref<2xi32>
  return %c : i32
}
func.func @in_a_loop(%o: memref<2xf32>) {
  %a = memref.get_global @floats : memref<2xf32>
  affine.for %i = 0 to 2 {
    %c = affine.load %a[%i] : memref<2xf32>
    affine.store %c, %o[%i] : memref<2xf32>
  }
  return
}
func.func private @use(memref<2xi32>)
func.func @handed_on() {
  %a = memref.get_global @table : memref<2xi32>
  func.call @use(%a) : (memref<2xi32>) -> ()
  return
}
func.func @same_in_a_loop(%o: memref<2xf32>) {
  %a = memref.get_global @same : memref<2xf32>
  affine.for %i = 0 to 2 {
    %c = affine.load %a[%i] : memref<2xf32>
    affine.store %c, %o[%i] : memref<2xf32>
  }
  return
}
func.func @of_state(%i: index) -> i32 {
  %a = memref.get_global @state : memref<2xi32>
  %c = memref.load %a[%i] : memref<2xi32>
  return %c : i32
}

//--- after.mlir
memref.global "private" constant @table : memref<2xi32> = dense<[3, 4]>
memref.global "private" constant @floats : memref<2xf32> = dense<[3.0, 4.0]>
memref.global "private" constant @same : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" @state : memref<2xi32> = dense<[3, 4]>
llvm.mlir.global internal constant @computed() : i32 {
  %0 = llvm.mlir.constant(2 : i32) : i32
  llvm.return %0 : i32
}
llvm.mlir.global internal @typed() : i64
func.func @at_an_index(%i: index) -> i32 {
  %a = memref.get_global @table : memref<2xi32>
  %c = memref.load %a[%i] : memref<2xi32>
  return %c : i32
}
func.func @in_a_loop(%o: memref<2xf32>) {
  %a = memref.get_global @floats : memref<2xf32>
  affine.for %i = 0 to 2 {
    %c = affine.load %a[%i] : memref<2xf32>
    affine.store %c, %o[%i] : memref<2xf32>
  }
  return
}
func.func private @use(memref<2xi32>)
func.func @handed_on() {
  %a = memref.get_global @table : memref<2xi32>
  func.call @use(%a) : (memref<2xi32>) -> ()
  return
}
func.func @same_in_a_loop(%o: memref<2xf32>) {
  %a = memref.get_global @same : memref<2xf32>
  affine.for %i = 0 to 2 {
    %c = affine.load %a[%i] : memref<2xf32>
    affine.store %c, %o[%i] : memref<2xf32>
  }
  return
}
func.func @of_state(%i: index) -> i32 {
  %a = memref.get_global @state : memref<2xi32>
  %c = memref.load %a[%i] : memref<2xi32>
  return %c : i32
}
