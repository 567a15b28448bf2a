// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,3):(3,1)>
  // CHECK: layout.assert_in_bounds %{{.*}}, 12{{$}}
  // expected-remark @+1 {{proved by offset range: layout stays in [0, 12)}}
  layout.assert_in_bounds %a, 12
  return
}

// S<0,0,0> o 3 o 4:-1 is 3, 2, 1, 0.

// CHECK-LABEL: func.func @negative_stride
func.func @negative_stride() {
  %a = layout.constant #layout.composed<S<0,0,0> o 3 o 4:-1>
  // CHECK: layout.assert_in_bounds %{{.*}}, 4{{$}}
  // expected-remark @+1 {{layout stays in [0, 4)}}
  layout.assert_in_bounds %a, 4
  return
}
