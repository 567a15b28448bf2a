// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  %b = layout.constant #layout.composed<S<1,0,3> o 0 o ((2,2),8):((1,2),4)>
  // CHECK: layout.assert_compatible %{{.*}}, %{{.*}}
  // expected-remark @+1 {{proved by comparison of shapes: shapes are compatible}}
  layout.assert_compatible %a, %b
  return
}

// CHECK-LABEL: func.func @size
func.func @size() {
  %a = layout.constant #layout.cute<8:1>
  %b = layout.constant #layout.cute<(2,4):(0,-1)>
  // expected-remark @+1 {{proved by comparison of shapes: shapes are compatible}}
  layout.assert_compatible %a, %b
  return
}
