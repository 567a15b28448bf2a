// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: "

// A slice has the elements and the space of its operand, and begins where its alignment allows.
// CHECK-DAG: [[#@LINE+5]]:{{.*}} error: fly.slice is wrong: its result has elements of f16, and its operand has elements of f32
// CHECK-DAG: [[#@LINE+5]]:{{.*}} error: fly.slice is wrong: its result is in shared, and its operand is in global
// CHECK-DAG: [[#@LINE+5]]:{{.*}} error: fly.slice is wrong: its result is aligned to 16 bytes, and begins 32 bits after its operand, which is aligned to 16
func.func @slices(%t: !fly.memref<f32, global, (4,8):(1,4), align<16>>, %c: !fly.int_tuple<(*,1)>, %u: !fly.int_tuple<(1,*)>) {
  %0 = "fly.slice"(%t, %c) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(*,1)>) -> !fly.memref<f32, global, 4:1, align<16>>
  %1 = "fly.slice"(%t, %c) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(*,1)>) -> !fly.memref<f16, global, 4:1, align<16>>
  %2 = "fly.slice"(%t, %c) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(*,1)>) -> !fly.memref<f32, shared, 4:1, align<16>>
  %3 = "fly.slice"(%t, %u) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>, !fly.int_tuple<(1,*)>) -> !fly.memref<f32, global, 8:4, align<16>>
  return
}
