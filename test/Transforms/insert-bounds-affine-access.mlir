// RUN: layout-opt %s --layout-insert-bounds --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not layout-opt %s --layout-insert-bounds=mode=report --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// The index is what the map makes of its operands: %o + 2*%j.

// 4 + 2*j < 10.
// REPORT: guarded by %arg2 < 3

// CHECK-LABEL: func.func @map
// CHECK:         %[[O:.*]] = layout.apply
// CHECK:         affine.for %[[J:.*]] = 0 to 4
// CHECK:           arith.cmpi
// CHECK:           %[[V:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT:        %[[X:.*]] = affine.load %{{.*}}[%[[O]] + %[[J]] * 2] : memref<10xf32>
// CHECK-NEXT:        scf.yield %[[X]] : f32
// CHECK:           affine.store %[[V]], %{{.*}}[%[[J]]] : memref<4xf32>
func.func @map(%buffer: memref<10xf32>, %other: memref<4xf32>) {
  %l = layout.constant #layout.cute<3:4>
  %c1 = arith.constant 1 : index
  %o = layout.apply %l(%c1) : index
  affine.for %j = 0 to 4 {
    %x = affine.load %buffer[%o + 2 * %j] : memref<10xf32>
    affine.store %x, %other[%j] : memref<4xf32>
  }
  return
}

// -----

func.func @never(%buffer: memref<10xf32>, %v: f32) {
  %l = layout.constant #layout.cute<3:4>
  %c2 = arith.constant 2 : index
  %o = layout.apply %l(%c2) : index
  // expected-error @below {{access is never in bounds: index 10 of dimension 0 is outside [0, 10)}}
  affine.store %v, %buffer[%o + 2] : memref<10xf32>
  affine.for %i = 0 to 0 {
    affine.store %v, %buffer[%o + 2] : memref<10xf32>
  }
  return
}

// -----

// The remainder is computed as the access computes it.

// CHECK-LABEL: func.func @remainder
// CHECK-SAME:    %{{.*}}: memref<2x10xf32>, %[[C:.*]]: index
// CHECK:         %[[END:.*]] = arith.constant 10 : index
// CHECK-NEXT:    %[[IN:.*]] = arith.cmpi ult, %[[C]], %[[END]] : index
// CHECK-NEXT:    %[[REST:.*]] = affine.apply #{{.*}}()[%[[C]]]
// CHECK-NEXT:    %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT:    %[[SMALL:.*]] = arith.cmpi slt, %[[REST]], %[[TWO]] : index
// CHECK-NEXT:    arith.andi %[[IN]], %[[SMALL]] : i1
func.func @remainder(%a: memref<2x10xf32>, %c: index) -> f32 {
  %r = affine.load %a[symbol(%c) mod 3, symbol(%c)] : memref<2x10xf32>
  return %r : f32
}

// -----

// A divisor that need not be positive is not divided by where the access is not executed.

// CHECK-LABEL: func.func @divided
// CHECK-SAME:    %[[M:.*]]: memref<?xf32>, %{{.*}}: index, %[[D:.*]]: index
// CHECK-NOT:     affine.apply
// CHECK:         scf.if
// CHECK-NEXT:      %[[AT:.*]] = affine.apply #{{.*}}()[%{{.*}}, %[[D]]]
// CHECK-NEXT:      %[[IN:.*]] = arith.cmpi ult, %[[AT]], %{{.*}} : index
// CHECK-NEXT:      scf.if %[[IN]]
// CHECK-NEXT:        affine.load %[[M]]
func.func @divided(%m: memref<?xf32>, %s: index, %d: index) {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi sgt, %d, %c0 : index
  scf.if %p {
    %x = affine.load %m[symbol(%s) floordiv symbol(%d)] : memref<?xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @rest_of_product
// CHECK-NOT:     affine.apply
// CHECK:         scf.if
// CHECK-NEXT:      affine.apply
func.func @rest_of_product(%m: memref<?xf32>, %s: index, %d: index, %p: i1) {
  scf.if %p {
    %x = affine.load %m[1 + 2 * ((symbol(%s) * 3) mod (symbol(%d) + 1))] : memref<?xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @by_constants
// CHECK:         affine.apply
// CHECK:         scf.if
func.func @by_constants(%m: memref<?xf32>, %s: index, %d: index, %p: i1) {
  scf.if %p {
    %x = affine.load %m[(symbol(%s) * symbol(%d)) floordiv 3 + symbol(%s) ceildiv 2] : memref<?xf32>
  }
  return
}
