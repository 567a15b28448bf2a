// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics -o /dev/null

// CHECK-LABEL: @shapes
func.func @shapes() {
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  %b = layout.constant #layout.composed<S<1,0,3> o 0 o ((2,2),8):((1,2),4)>
  // CHECK: layout.assert_compatible %{{.*}}, %
  // expected-remark @+1 {{proved by comparison of shapes: shapes are compatible}}
  layout.assert_compatible %a, %b
  // expected-error @+1 {{shape ((2,2),8) is not compatible with (4,8)}}
  layout.assert_compatible %b, %a
  %l = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-remark @+1 {{unknown whether shapes are compatible: S<1,0,1> and (4,8):(8,1) are not both layouts with a shape of numbers}}
  layout.assert_compatible %l, %a
  // CHECK: layout.assert_injective %{{.*}} {covers = 64 : i64}
  // expected-remark @+1 {{layout is injective, covers 32 of 64}}
  layout.assert_injective %a {covers = 64 : i64}
  return
}
