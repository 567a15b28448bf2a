// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  // CHECK: layout.assert_bijective %{{.*}}{{$}}
  // expected-remark @+1 {{proved by offset range: layout is bijective}}
  layout.assert_bijective %a
  // CHECK: layout.assert_bijective %{{.*}}, 32{{$}}
  // expected-remark @+1 {{proved by offset range: layout is bijective onto [0, 32)}}
  layout.assert_bijective %a, 32
  return
}

// CHECK-LABEL: func.func @linear
func.func @linear() {
  %a = layout.constant #layout.linear<{lane = [[1,0],[0,1]]}>
  // CHECK: layout.assert_bijective %{{.*}}{{$}}
  // expected-remark @+1 {{proved by F2 matrices: layout is bijective}}
  layout.assert_bijective %a
  return
}
