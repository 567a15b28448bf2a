// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %even = layout.constant #layout.cute<8:2>
  %odd = layout.constant #layout.composed<S<0,0,0> o 1 o 8:2>
  // CHECK: layout.assert_disjoint %{{.*}}, %{{.*}}{{$}}
  // expected-remark @+1 {{proved by F2 matrices: layouts are disjoint}}
  layout.assert_disjoint %even, %odd
  return
}

// CHECK-LABEL: func.func @small
func.func @small() {
  %a = layout.constant #layout.composed<S<0,0,0> o 1 o 3:2>
  %b = layout.constant #layout.cute<(2,2):(4,6)>
  // CHECK: layout.assert_disjoint %{{.*}}, %{{.*}}{{$}}
  // expected-remark @+1 {{proved by enumeration of 7 coordinates: layouts are disjoint}}
  layout.assert_disjoint %a, %b
  return
}

// CHECK-LABEL: func.func @relations
func.func @relations() {
  %a = layout.constant #layout.relation<"[N] -> { [i] -> [i] : 0 <= i < N }">
  %b = layout.constant #layout.relation<"[N] -> { [i] -> [i + N] : 0 <= i < N }">
  // CHECK: layout.assert_disjoint %{{.*}}, %{{.*}}{{$}}
  // expected-remark @+1 {{proved by isl: layouts are disjoint}}
  layout.assert_disjoint %a, %b
  return
}
