// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(2,(1,6)):(1,(6,2))>
  %b = layout.constant #layout.cute<12:1>
  // CHECK: layout.assert_equivalent %{{.*}}, %{{.*}}{{$}}
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %a, %b
  return
}

// A swizzle after a layout is a linear layout.

// CHECK-LABEL: func.func @swizzles
func.func @swizzles() {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o (2,2):(1,2)>
  %b = layout.constant #layout.linear<{lane = [[1],[3]]}>
  // CHECK: layout.assert_equivalent %{{.*}}, %{{.*}}{{$}}
  // expected-remark @+1 {{proved by F2 matrices: layouts are equal}}
  layout.assert_equivalent %a, %b
  return
}

// CHECK-LABEL: func.func @symbols
func.func @symbols() {
  %a = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < 8M }">
  %b = layout.constant #layout.cute<(8,M):(1,8)>
  // CHECK: layout.assert_equivalent %{{.*}}, %{{.*}}{{$}}
  // expected-remark @+1 {{proved by isl: layouts are equal}}
  layout.assert_equivalent %a, %b
  return
}
