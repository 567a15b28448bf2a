// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file --verify-diagnostics -o /dev/null

// The base of a view without elements is that of the buffer, wherever the view is.

func.func @empty(%m: memref<8xf32>) -> f32 {
  %c8 = arith.constant 8 : index
  %before = arith.constant -1 : index
  %s = memref.subview %m[%c8] [0] [1] : memref<8xf32> to memref<0xf32, strided<[1], offset: ?>>
  %b, %o, %z, %t = memref.extract_strided_metadata %s : memref<0xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  // expected-remark @below {{proved in bounds by ranges}}
  %x = memref.load %b[] : memref<f32>
  %r = memref.subview %m[%before] [0] [1] : memref<8xf32> to memref<0xf32, strided<[1], offset: ?>>
  %c, %p, %y, %u = memref.extract_strided_metadata %r : memref<0xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  // expected-remark @below {{proved in bounds by ranges}}
  %v = memref.load %c[] : memref<f32>
  return %x : f32
}

// -----

func.func @dynamic(%m: memref<8xf32>, %n: index, %k: index) -> f32 {
  %s = memref.subview %m[%k] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
  %b, %o, %z, %t = memref.extract_strided_metadata %s : memref<?xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  // expected-remark @below {{guarded by (%arg1 >= 0 and %arg2 >= 0 and %arg2 <= 8 - %arg1) or %arg1 = 0}}
  %x = memref.load %b[] : memref<f32>
  return %x : f32
}

// -----

// The buffer has an element all the same.

func.func @buffer(%m: memref<?xf32>, %n: index, %k: index) -> f32 {
  %s = memref.subview %m[%k] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %b, %o, %z, %t = memref.extract_strided_metadata %s : memref<?xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  // expected-remark @below {{guarded by (%arg1 >= 0 and dim(%arg0, 0) >= 1 and %arg2 >= 0 and %arg2 <= dim(%arg0, 0) - %arg1) or (dim(%arg0, 0) >= 1 and %arg1 = 0)}}
  %x = memref.load %b[] : memref<f32>
  return %x : f32
}

// -----

func.func @none(%m: memref<0xf32>, %n: index, %k: index) -> f32 {
  %s = memref.subview %m[%k] [%n] [1] : memref<0xf32> to memref<?xf32, strided<[1], offset: ?>>
  %b, %o, %z, %t = memref.extract_strided_metadata %s : memref<?xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  // expected-error @below {{access is never in bounds: index 0 of dimension 0 is outside [0, 0)}}
  %x = memref.load %b[] : memref<f32>
  return %x : f32
}
