// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.assert_surjective %{{.*}}{{$}}
  // expected-remark @+1 {{proved by offset range: layout is surjective}}
  layout.assert_surjective %a
  // CHECK: layout.assert_surjective %{{.*}}, 16{{$}}
  // expected-remark @+1 {{proved by offset range: layout is surjective onto [0, 16)}}
  layout.assert_surjective %a, 16
  return
}

// CHECK-LABEL: func.func @negative_stride
func.func @negative_stride() {
  %a = layout.constant #layout.cute<(4,2):(-1,2)>
  // CHECK: layout.assert_surjective %{{.*}}{{$}}
  // expected-remark @+1 {{proved by offset range: layout is surjective}}
  layout.assert_surjective %a
  return
}

// CHECK-LABEL: func.func @swizzled
func.func @swizzled() {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.assert_surjective %{{.*}}, 512{{$}}
  // expected-remark @+1 {{proved by F2 matrices: layout is surjective onto [0, 512)}}
  layout.assert_surjective %a, 512
  return
}

// CHECK-LABEL: func.func @relation
func.func @relation() {
  %a = layout.constant #layout.relation<"[N] -> { [i] -> [i] : 0 <= i < N }">
  // CHECK: layout.assert_surjective %{{.*}}{{$}}
  // expected-remark @+1 {{proved by isl: layout is surjective}}
  layout.assert_surjective %a
  return
}
