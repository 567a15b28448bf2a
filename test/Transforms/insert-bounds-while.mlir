// RUN: layout-opt %s --layout-insert-bounds | FileCheck %s
// RUN: layout-opt %s --layout-verify='accesses=true report=true' --verify-diagnostics -o /dev/null

// What is asked for before the condition of a loop is not at hand behind it: a size is asked for anew, and known
// to be the same.

// CHECK-LABEL: func.func @body
// CHECK:         scf.while
// CHECK:         ^bb0(%[[I:.*]]: index):
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:      %[[IN:.*]] = arith.cmpi sge, %[[I]], %[[ZERO]] : index
// CHECK-NEXT:      scf.if %[[IN]]
func.func @body(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%a = %n) : (index) -> (index) {
    %d = memref.dim %m, %c0 : memref<?xf32>
    %p = arith.cmpi slt, %a, %d : index
    scf.condition(%p) %a : index
  } do {
  ^bb0(%b: index):
    // expected-remark @below {{access is in bounds only if guarded by %arg2 >= 0}}
    %x = memref.load %m[%b] : memref<?xf32>
    %e = arith.addi %b, %c1 : index
    scf.yield %e : index
  }
  return
}

// CHECK-LABEL: func.func @counted
// CHECK-NOT:     scf.if
func.func @counted(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%a = %c0) : (index) -> (index) {
    %q, %o, %d, %t = memref.extract_strided_metadata %m : memref<?xf32> -> memref<f32>, index, index, index
    %p = arith.cmpi slt, %a, %d : index
    scf.condition(%p) %a : index
  } do {
  ^bb0(%b: index):
    // expected-remark @below {{proved in bounds}}
    %x = memref.load %m[%b] : memref<?xf32>
    %e = arith.addi %b, %c1 : index
    scf.yield %e : index
  }
  return
}

// CHECK-LABEL: func.func @behind
// CHECK:         %[[SIZE:.*]] = memref.dim %{{.*}}, %{{.*}} : memref<?xf32>
// CHECK:         %[[R:.*]] = scf.while
// CHECK:         arith.cmpi ult, %[[R]], %[[SIZE]] : index
// CHECK:         scf.if
func.func @behind(%m: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%a = %n) : (index) -> (index) {
    %d = memref.dim %m, %c0 : memref<?xf32>
    %p = arith.cmpi sle, %a, %d : index
    scf.condition(%p) %d : index
  } do {
  ^bb0(%b: index):
    %e = arith.subi %b, %c1 : index
    scf.yield %e : index
  }
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %0 < dim(%arg0, 0)}}
  %x = memref.load %m[%r] : memref<?xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @thread
// CHECK:         ^bb0(%[[I:.*]]: index):
// CHECK-NEXT:      %[[T:.*]] = gpu.thread_id x
// CHECK:           arith.cmpi slt, %[[T]], %{{.*}} : index
// CHECK-NEXT:      scf.if
func.func @thread(%m: memref<?xf32>, %k: memref<16xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %r = scf.while (%a = %n) : (index) -> (index) {
    %t = gpu.thread_id x
    %p = arith.cmpi slt, %a, %t : index
    scf.condition(%p) %a : index
  } do {
  ^bb0(%b: index):
    %t = gpu.thread_id x
    // expected-remark @below {{access is in bounds only if guarded by %thread_id_x < dim(%arg0, 0)}}
    %x = memref.load %m[%t] : memref<?xf32>
    %d = arith.subi %t, %b : index
    %e = arith.minsi %d, %c1 : index
    // What is known of the number before the condition is known of it here: at least 1.
    // expected-remark @below {{proved in bounds}}
    %y = memref.load %k[%e] : memref<16xf32>
    %f = arith.addi %b, %c1 : index
    scf.yield %f : index
  }
  return
}
