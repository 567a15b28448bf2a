// RUN: layout-opt %s --layout-verify=accesses=true --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-insert-bounds -o /dev/null 2>&1 | FileCheck %s

// The least numbers of 64 bits, which have no negative, are indices as others are.

// CHECK-COUNT-3: error: access is never in bounds
func.func @least(%m: memref<?xf32>, %n: memref<4x?xf32>, %i: index) {
  %c = arith.constant -9223372036854775808 : index
  %d = arith.constant -9223372036854775807 : index
  // expected-error @below {{access is never in bounds: index -9223372036854775808 of dimension 0 is negative}}
  %v = memref.load %m[%c] : memref<?xf32>
  // expected-error @below {{access is never in bounds: index -9223372036854775807 of dimension 0 is negative}}
  %w = memref.load %m[%d] : memref<?xf32>
  // expected-error @below {{access is never in bounds: index -9223372036854775808 of dimension 1 is negative}}
  %x = memref.load %n[%i, %c] : memref<4x?xf32>
  return
}
