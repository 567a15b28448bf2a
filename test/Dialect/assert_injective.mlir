// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  // CHECK: layout.assert_injective %{{.*}}{{$}}
  // expected-remark @+1 {{proved by canonical form: layout is injective}}
  layout.assert_injective %a
  // CHECK: layout.assert_injective %{{.*}} {covers = 64 : i64}{{$}}
  // expected-remark @+1 {{proved by canonical form: layout is injective, covers 32 of 64}}
  layout.assert_injective %a {covers = 64 : i64}
  return
}

// CHECK-LABEL: func.func @swizzled
func.func @swizzled() {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.assert_injective %{{.*}}{{$}}
  // expected-remark @+1 {{proved by F2 matrices: layout is injective}}
  layout.assert_injective %a
  return
}
