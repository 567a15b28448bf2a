// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // CHECK: layout.assert_increasing %{{.*}}{{$}}
  // expected-remark @+1 {{proved by canonical form: layout increases}}
  layout.assert_increasing %a
  return
}

// CHECK-LABEL: func.func @size_one
func.func @size_one() {
  %a = layout.constant #layout.cute<1:-5>
  // CHECK: layout.assert_increasing %{{.*}}{{$}}
  // expected-remark @+1 {{proved by canonical form: layout increases}}
  layout.assert_increasing %a
  return
}
