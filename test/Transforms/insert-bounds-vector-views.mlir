// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-insert-bounds --split-input-file | FileCheck %s

// Four lanes from %i on, in a view whose size and begin are arguments. What the view needs is one condition
// for all lanes: it has an element, and all are in the buffer. A lane is in it by numbers that pass no 64
// bits where that holds: %n - lane may pass them elsewhere.

// CHECK-LABEL: func.func @store
// CHECK-SAME:    %{{.*}}, %[[I:.*]]: index, %[[N:.*]]: index, %[[FROM:.*]]: index, %[[X:.*]]: vector<4xi32>
// CHECK:         %[[LOW:.*]] = arith.subi %{{.*}}, %{{.*}} : vector<4xindex>
// CHECK:         %[[FIRST:.*]] = vector.broadcast %[[I]]
// CHECK:         %[[NATURAL:.*]] = arith.cmpi sle, %[[LOW]], %[[FIRST]]
// CHECK:         %[[SIZE:.*]] = vector.broadcast %[[N]]
// CHECK:         %[[END:.*]] = arith.subi %[[SIZE]], %{{.*}} : vector<4xindex>
// CHECK:         %[[LESS:.*]] = arith.cmpi slt, %[[FIRST]], %[[END]]
// CHECK:         %[[MASK:.*]] = arith.andi %[[NATURAL]], %[[LESS]]
// CHECK:         arith.cmpi sge, %[[N]], %c1
// CHECK:         arith.cmpi sge, %[[FROM]], %c0
// CHECK:         arith.subi %c100, %[[N]]
// CHECK:         scf.if
// CHECK-NEXT:      %[[V:.*]] = memref.subview
// CHECK-NEXT:      vector.maskedstore %[[V]][%[[I]]], %[[MASK]], %[[X]]
func.func @store(%m: memref<100xi32>, %i: index, %n: index, %from: index, %x: vector<4xi32>) {
  %v = memref.subview %m[%from] [%n] [1] : memref<100xi32> to memref<?xi32, strided<[1], offset: ?>>
  // expected-remark @below {{guarded by %arg3 >= 0 and %arg1 + lane >= 0 and %arg2 <= 100 - %arg3 and %arg1 + lane < %arg2 and -3 <= %arg1 < 100}}
  vector.store %x, %v[%i] : memref<?xi32, strided<[1], offset: ?>>, vector<4xi32>
  return
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK:         scf.if
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      vector.maskedstore
func.func @dynamic(%m: memref<?xi32>, %i: index, %n: index, %x: vector<4xi32>) {
  %v = memref.subview %m[0] [%n] [1] : memref<?xi32> to memref<?xi32, strided<[1]>>
  // expected-remark @below {{guarded by 0 <= %arg2 <= dim(%arg0, 0) and -lane <= %arg1 and %arg1 < %arg2 - lane}}
  vector.store %x, %v[%i] : memref<?xi32, strided<[1]>>, vector<4xi32>
  return
}

// -----

// From 50 on the ends of the view are in the buffer also if its size is -40.

// CHECK-LABEL: func.func @negative_size
// CHECK-SAME:    %{{.*}}, %[[I:.*]]: index, %[[N:.*]]: index
// CHECK:         arith.cmpi sge, %[[N]], %c1
// CHECK:         scf.if
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      vector.maskedstore
func.func @negative_size(%m: memref<100xi32>, %i: index, %n: index, %x: vector<4xi32>) {
  layout.assume %n in [-40, 50]
  %v = memref.subview %m[50] [%n] [1] : memref<100xi32> to memref<?xi32, strided<[1], offset: 50>>
  // expected-remark @below {{guarded by -lane <= %arg1 and %arg1 < %arg2 - lane}}
  vector.store %x, %v[%i] : memref<?xi32, strided<[1], offset: 50>>, vector<4xi32>
  return
}
