// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-verify=report=true --verify-diagnostics -o /dev/null

// The example of the reference.

// CHECK-LABEL: func.func @example
func.func @example() {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.assert_size %{{.*}}, 16{{$}}
  // expected-remark @+1 {{proved by evaluation: layout has size 16}}
  layout.assert_size %a, 16
  return
}

// CHECK-LABEL: func.func @relation
func.func @relation() {
  %a = layout.constant #layout.relation<"{ [i, j] -> [i] : 0 <= i < 3 and 0 <= j < 5 }">
  // CHECK: layout.assert_size %{{.*}}, 15{{$}}
  // expected-remark @+1 {{proved by evaluation: layout has size 15}}
  layout.assert_size %a, 15
  return
}
