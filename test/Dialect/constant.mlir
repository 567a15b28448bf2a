// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// CHECK-LABEL: func.func @example
func.func @example() {
  // CHECK: layout.constant #layout.cute<(4,6,8):(2,3,5)>{{$}}
  %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  return
}

// Every notation, with other attributes beside it.

// CHECK-LABEL: func.func @notations
func.func @notations() {
  // CHECK: layout.constant #layout.cute<(4,8):(1,4)>{{$}}
  %a = layout.constant #layout.cute<(4,8)>
  // CHECK: layout.constant #layout.swizzle<S<3,4,3>>{{$}}
  %b = layout.constant #layout.swizzle<S<3,4,3>>
  // CHECK: layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>{{$}}
  %c = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.constant #layout.tile<[4;8]> {note = "kept"}
  %d = layout.constant #layout.tile<[4;8]> {note = "kept"}
  // CHECK: layout.constant #layout.relation<"{ [i] -> [2i] : 0 <= i < 4 }">{{$}}
  %e = layout.constant #layout.relation<"{ [i] -> [2i] : 0 <= i < 4 }">
  return
}
