// RUN: layout-opt %s --layout-insert-bounds --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not layout-opt %s --layout-insert-bounds=mode=report --split-input-file 2>&1 | FileCheck %s --check-prefix=REPORT

// A view that something else uses than a guarded access is not guarded, and said.

// CHECK-LABEL: func.func @called
// CHECK-NEXT:    memref.subview
// REPORT: remark: view is in bounds only where 0 <= %arg1 < 57, and not guarded: func.call uses it
func.func private @use(memref<?xf32, strided<[1], offset: ?>>)
func.func @called(%m: memref<64xf32>, %n: index) {
  // expected-remark @below {{view is in bounds only where 0 <= %arg1 < 57, and not guarded: func.call uses it}}
  %v = memref.subview %m[%n] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  %w = memref.cast %v : memref<8xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  // expected-remark @below {{accesses of func.call are not looked at: 1 operation}}
  call @use(%w) : (memref<?xf32, strided<[1], offset: ?>>) -> ()
  return
}

// -----

func.func @returned(%m: memref<64xf32>, %n: index) -> memref<8xf32, strided<[1], offset: ?>> {
  // expected-remark @below {{view is in bounds only where 0 <= %arg1 < 57, and not guarded: func.return uses it}}
  %v = memref.subview %m[%n] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  return %v : memref<8xf32, strided<[1], offset: ?>>
}

// -----

func.func @unused(%m: memref<64xf32>, %n: index) {
  // expected-remark @below {{view is in bounds only where 0 <= %arg1 < 57, and not guarded: nothing uses it}}
  %v = memref.subview %m[%n] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  // A view that is in bounds needs no remark.
  %u = memref.subview %m[56] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 56>>
  return
}

// -----

// The access is in bounds where it is, and the view is not.

func.func @outside(%m: memref<64xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c57 = arith.constant 57 : index
  // expected-remark @below {{view is in bounds only where 0 <= %arg1 < 57, and not guarded: memref.store uses it}}
  %v = memref.subview %m[%n] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  %in = arith.cmpi ult, %n, %c57 : index
  scf.if %in {
    memref.store %f, %v[%c0] : memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// One that is never in bounds is an error, whatever uses it; so is a claim that cannot be.

func.func private @use(memref<?xf32, strided<[1], offset: ?>>)
func.func @refuted(%m: memref<64xf32>) {
  %c60 = arith.constant 60 : index
  %minus = arith.constant -1 : index
  // expected-error @below {{view is never in bounds: index 67 of dimension 0 is outside [0, 64)}}
  %v = memref.subview %m[%c60] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  %w = memref.cast %v : memref<8xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  // expected-remark @below {{accesses of func.call are not looked at: 1 operation}}
  call @use(%w) : (memref<?xf32, strided<[1], offset: ?>>) -> ()
  // expected-error @below {{allocation is never in bounds: size -1 of dimension 0 is negative}}
  %a = memref.alloc(%minus) : memref<?xf32>
  return
}

// -----

// The views of a vector come under a branch, and its lanes get a mask.

// CHECK-LABEL: func.func @masked
// CHECK-SAME:    %[[M:.*]]: memref<64xf32>, %[[N:.*]]: index, %{{.*}}: index, %[[OLD:.*]]: vector<4xi1>, %[[THROUGH:.*]]: vector<4xf32>
// CHECK-NOT:     memref.subview
// CHECK:         %[[LANES:.*]] = arith.cmpi ult, %{{.*}} : vector<4xindex>
// CHECK:         %[[MASK:.*]] = arith.select %[[OLD]], %[[LANES]], %{{.*}} : vector<4xi1>, vector<4xi1>
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[N]], %{{.*}} : index
// CHECK-NEXT:    %{{.*}} = scf.if %[[IN]] -> (vector<4xf32>) {
// CHECK-NEXT:      %[[V:.*]] = memref.subview %[[M]]
// CHECK-NEXT:      vector.maskedload %[[V]][%{{.*}}], %[[MASK]], %[[THROUGH]]
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[THROUGH]] : vector<4xf32>
// REPORT: remark: guarded by 0 <= %arg2 + lane < 8 and 0 <= %arg1 < 57
func.func @masked(%m: memref<64xf32>, %n: index, %k: index, %mask: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %v = memref.subview %m[%n] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  %l = vector.maskedload %v[%k], %mask, %p : memref<8xf32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %l : vector<4xf32>
}

// -----

// Two views, and two accesses, of which the first one loads what the second one stores.

// CHECK-LABEL: func.func @copied
// CHECK-NOT:     memref.subview
// CHECK:         %[[L:.*]] = scf.if %{{.*}} -> (vector<4xf32>) {
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      %[[M:.*]] = vector.maskedload
// CHECK-NEXT:      scf.yield %[[M]]
// CHECK:         scf.if
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      vector.maskedstore %{{.*}}, %{{.*}}, %[[L]]
func.func @copied(%m: memref<64xf32>, %n: index, %k: index) {
  %u = memref.subview %m[%n] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1], offset: ?>>
  %v = memref.subview %u[%k] [8] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1], offset: ?>>
  %l = vector.load %v[%k] : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
  vector.store %l, %v[%n] : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
  return
}

// -----

// The lanes are in the view: it has no mask. Gathered and packed elements, and a transfer.

// CHECK-LABEL: func.func @others
// CHECK-NOT:     memref.subview
// CHECK:         scf.if
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      vector.load
// CHECK-NEXT:      vector.gather
// CHECK:         scf.if
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      vector.expandload
// CHECK:         scf.if
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      vector.transfer_read
// CHECK:         } else {
// CHECK-NEXT:      vector.broadcast
func.func @others(%m: memref<64xf32>, %n: index, %k: index, %mask: vector<4xi1>, %at: vector<4xindex>,
                  %p: vector<4xf32>, %f: f32)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c4 = arith.constant 4 : index
  %v = memref.subview %m[%n] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  %0 = vector.load %v[%c4] : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
  %1 = vector.gather %v[%k][%at], %mask, %p : memref<8xf32, strided<[1], offset: ?>>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.expandload %v[%k], %mask, %p : memref<8xf32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %3 = vector.transfer_read %v[%k], %f {in_bounds = [true]} : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// -----

// The size of a view may be negative, so that no index is less than it as an unsigned number.

// CHECK-LABEL: func.func @negative_size
// CHECK-SAME:    %{{.*}}, %[[N:.*]]: index, %[[I:.*]]: index
// CHECK:         arith.cmpi sge, %[[I]], %{{.*}} : index
// CHECK:         arith.cmpi slt, %[[I]], %[[N]] : index
// CHECK:         scf.if
func.func @negative_size(%m: memref<10xf32>, %f: f32, %n: index, %i: index) {
  layout.assume %n in [-100, 10]
  %v = memref.subview %m[0] [%n] [1] : memref<10xf32> to memref<?xf32, strided<[1]>>
  memref.store %f, %v[%i] : memref<?xf32, strided<[1]>>
  return
}

// -----

// What a cast or a shape claims is not part of the condition, be it of a view that comes under it or not.

func.func @claims(%m: memref<1000xf32>, %a: memref<?xf32>, %i: index, %n: index, %o: index, %k: index) {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[%o] [%n] [1] : memref<1000xf32> to memref<?xf32, strided<[1], offset: ?>>
  // expected-remark @below {{view is in bounds only where %arg3 = 100, and not guarded: memref.load uses it}}
  %v = memref.cast %s : memref<?xf32, strided<[1], offset: ?>> to memref<100xf32, strided<[1], offset: ?>>
  %x = memref.load %v[%i] : memref<100xf32, strided<[1], offset: ?>>
  // expected-remark @below {{view is in bounds only where %arg5 >= 0 and %arg3 - 4*%arg5 = 0, and not guarded: memref.load uses it}}
  %e = memref.expand_shape %s [[0, 1]] output_shape [%k, 4] : memref<?xf32, strided<[1], offset: ?>> into memref<?x4xf32, strided<[4, 1], offset: ?>>
  %y = memref.load %e[%i, %c0] : memref<?x4xf32, strided<[4, 1], offset: ?>>
  // expected-remark @below {{view is in bounds only where dim(%arg1, 0) = 100, and not guarded: memref.load uses it}}
  %w = memref.cast %a : memref<?xf32> to memref<100xf32>
  %z = memref.load %w[%i] : memref<100xf32>
  return
}

// -----

// A cast that is so, and one behind the view.

func.func @no_claims(%a: memref<100xf32>, %i: index, %o: index) {
  %d = memref.cast %a : memref<100xf32> to memref<?xf32>
  %s = memref.subview %d[%o] [10] [1] : memref<?xf32> to memref<10xf32, strided<[1], offset: ?>>
  %e = memref.cast %s : memref<10xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %v = memref.cast %e : memref<?xf32, strided<[1], offset: ?>> to memref<10xf32, strided<[1], offset: ?>>
  %x = memref.load %v[%i] : memref<10xf32, strided<[1], offset: ?>>
  return
}
