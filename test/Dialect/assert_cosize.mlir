// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.assert_cosize %{{.*}}, 16{{$}}
  // expected-remark @+1 {{proved by evaluation: layout has cosize 16}}
  layout.assert_cosize %a, 16
  return
}

// CHECK-LABEL: func.func @swizzled
func.func @swizzled() {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o 3:1>
  // CHECK: layout.assert_cosize %{{.*}}, 4{{$}}
  // expected-remark @+1 {{proved by evaluation: layout has cosize 4}}
  layout.assert_cosize %a, 4
  return
}
