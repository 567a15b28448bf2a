// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// The example of the reference.

// CHECK-LABEL: func.func @example(
func.func @example(%i: i32, %r: i32) {
  // CHECK: layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%{{.*}}) = %{{.*}} : (i32) -> i32{{$}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  return
}

// CHECK-LABEL: func.func @no_inputs_and_two_values(
func.func @no_inputs_and_two_values(%r: i32, %s: index) {
  // CHECK: layout.assert_computes "%0 = 8: i32; %1 = 9: i64; give %0, %1"() = %{{.*}}, %{{.*}} : () -> (i32, index){{$}}
  layout.assert_computes "%0 = 8: i32; %1 = 9: i64; give %0, %1"() = %r, %s : () -> (i32, index)
  return
}
