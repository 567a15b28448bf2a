// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-insert-bounds --split-input-file 2>/dev/null | FileCheck %s

// The buffer behind a memref has a first element if it has any.

// CHECK-LABEL: func.func @base
// CHECK:         %[[SIZE:.*]] = memref.dim
// CHECK:         %[[HAS:.*]] = arith.cmpi sge, %[[SIZE]], %c1
// CHECK:         scf.if %[[HAS]]
// CHECK-NEXT:      %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata
// CHECK-NEXT:      memref.load %[[BASE]][]
func.func @base(%m: memref<?xf32>) -> f32 {
  %b, %o, %z, %t = memref.extract_strided_metadata %m : memref<?xf32> -> memref<f32>, index, index, index
  // expected-remark @below {{access is in bounds only if guarded by dim(%arg0, 0) >= 1}}
  %x = memref.load %b[] : memref<f32>
  return %x : f32
}

// -----

func.func @dimensions(%m: memref<4x?x?xf32>, %n: memref<f32>, %s: memref<?xf32, strided<[?], offset: ?>>) {
  %b, %o, %z:3, %t:3 = memref.extract_strided_metadata %m : memref<4x?x?xf32> -> memref<f32>, index, index, index, index, index, index, index
  // expected-remark @below {{access is in bounds only if guarded by dim(%arg0, 1) >= 1 and dim(%arg0, 2) >= 1}}
  memref.copy %n, %b : memref<f32> to memref<f32>
  // expected-remark @below {{view is in bounds only if guarded by dim(%arg0, 1) >= 1 and dim(%arg0, 2) >= 1}}
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [], strides: [] : memref<4x?x?xf32> to memref<f32>
  %c, %p, %y, %u = memref.extract_strided_metadata %s : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  // expected-remark @below {{unknown whether the access is in bounds: how many elements the buffer behind a view has is not known}}
  memref.copy %n, %c : memref<f32> to memref<f32>
  return
}

// -----

func.func @none(%m: memref<0xf32>) -> f32 {
  %b, %o, %z, %t = memref.extract_strided_metadata %m : memref<0xf32> -> memref<f32>, index, index, index
  // expected-error @below {{access is never in bounds: index 0 of dimension 0 is outside [0, 0)}}
  %x = memref.load %b[] : memref<f32>
  return %x : f32
}

// -----

// Views that count from it have elements of their own. The offset and the strides are those that the type says.

func.func @counted(%m: memref<4x6xf32>, %n: memref<?xf32>, %i: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // expected-remark @below {{proved in bounds}}
  %s = memref.subview %m[1, 2] [2, 3] [1, 1] : memref<4x6xf32> to memref<2x3xf32, strided<[6, 1], offset: 8>>
  %b, %o, %z:2, %t:2 = memref.extract_strided_metadata %s : memref<2x3xf32, strided<[6, 1], offset: 8>> -> memref<f32>, index, index, index, index, index
  // expected-remark @below {{proved in bounds}}
  %w = memref.load %b[] : memref<f32>
  // expected-remark @below {{proved in bounds}}
  %r = memref.reinterpret_cast %b to offset: [%o], sizes: [%z#0, %z#1], strides: [%t#0, %t#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  // expected-remark @below {{proved in bounds}}
  %x = memref.load %r[%c1, %c2] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %c, %p, %y, %u = memref.extract_strided_metadata %n : memref<?xf32> -> memref<f32>, index, index, index
  // expected-remark @below {{proved in bounds}}
  %q = memref.reinterpret_cast %c to offset: [%p], sizes: [%y], strides: [%u] : memref<f32> to memref<?xf32, strided<[?], offset: ?>>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg2 < %sizes_2}}
  %v = memref.load %q[%i] : memref<?xf32, strided<[?], offset: ?>>
  return
}

// -----

// Without an offset the first element of a memref is that of its buffer, whatever the strides are.

func.func @begins(%n: memref<f32>, %a: memref<4x4xf32, strided<[16, 1]>>, %s: memref<?xf32, strided<[?]>>, %o: memref<4xf32, strided<[1], offset: 3>>) {
  %b, %p, %y:2, %u:2 = memref.extract_strided_metadata %a : memref<4x4xf32, strided<[16, 1]>> -> memref<f32>, index, index, index, index, index
  // expected-remark @below {{proved in bounds by ranges}}
  memref.copy %n, %b : memref<f32> to memref<f32>
  %c, %q, %z, %v = memref.extract_strided_metadata %s : memref<?xf32, strided<[?]>> -> memref<f32>, index, index, index
  // expected-remark @below {{access is in bounds only if guarded by dim(%arg2, 0) >= 1}}
  memref.copy %n, %c : memref<f32> to memref<f32>
  %d, %r, %x, %w = memref.extract_strided_metadata %o : memref<4xf32, strided<[1], offset: 3>> -> memref<f32>, index, index, index
  // expected-remark @below {{unknown whether the access is in bounds: how many elements the buffer behind a view has is not known}}
  memref.copy %n, %d : memref<f32> to memref<f32>
  return
}
