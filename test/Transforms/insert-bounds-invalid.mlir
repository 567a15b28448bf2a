// RUN: layout-opt %s --layout-insert-bounds --split-input-file --verify-diagnostics

// The least offset is 5, and the buffer ends at 4.

func.func @past_the_end(%buffer: memref<4xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  affine.for %i = 5 to 12 {
    %o = layout.apply %l(%i) : index
    // expected-error @below {{access is never in bounds: offset 5 at coordinate 5 is outside [0, 4)}}
    memref.store %v, %buffer[%o] : memref<4xf32>
  }
  return
}

// -----

// (1,2) has the offset 1*3 + 2*10 = 23, in dimension 1.

func.func @in_a_dimension(%buffer: memref<4x20xf32>) -> f32 {
  %l = layout.constant #layout.cute<(2,3):(3,10)>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %o = layout.apply %l(%c1, %c2) : index
  // expected-error @below {{access is never in bounds: offset 23 at coordinate (1,2) is outside [0, 20) of dimension 1}}
  %v = memref.load %buffer[%c1, %o] : memref<4x20xf32>
  return %v : f32
}

// -----

func.func @an_index_of_no_layout(%buffer: memref<4x20xf32>, %i: index) -> f32 {
  %l = layout.constant #layout.cute<4:1>
  %c20 = arith.constant 20 : index
  %o = layout.apply %l(%i) : index
  // expected-error @below {{access is never in bounds: index 20 of dimension 1 is outside [0, 20)}}
  %v = memref.load %buffer[%o, %c20] : memref<4x20xf32>
  return %v : f32
}

// -----

// Coordinates 13 to 19 of 24:1 are not coordinates of (4,3):(3,1).

func.func @left_layout(%buffer: memref<100xf32>, %v: f32) {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  %h = layout.compose %g, %f
  affine.for %i = 13 to 20 {
    %o = layout.apply %h(%i) : index
    // expected-error @below {{access is never in bounds: coordinate 13 leaves the left layout (4,3):(3,1)}}
    // expected-note @below {{24:1 gives 13, and the left layout has size 12}}
    memref.store %v, %buffer[%o] : memref<100xf32>
  }
  return
}

// -----

func.func @domain(%buffer: memref<100xf32>) -> f32 {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %o = layout.apply %l(%c4, %c0) : index
  // expected-error @below {{access is never in bounds: coordinate (4,0) is outside the domain of (4,3):(1,4)}}
  %v = memref.load %buffer[%o] : memref<100xf32>
  return %v : f32
}

// -----

func.func @no_zero(%buffer: memref<4xcomplex<f32>>, %i: index) -> complex<f32> {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%i) : index
  // expected-error @below {{there is no zero of type complex<f32> to fill with; fill=poison needs none}}
  %v = memref.load %buffer[%o] : memref<4xcomplex<f32>>
  return %v : complex<f32>
}

// -----

// Every lane is past the end: 8 to 11 of 8.

func.func @vector(%buffer: memref<8xf32>, %v: vector<4xf32>, %mask: vector<4xi1>) {
  %l = layout.constant #layout.cute<4:4>
  %c2 = arith.constant 2 : index
  %o = layout.apply %l(%c2) : index
  // expected-error @below {{access is never in bounds: index 8 of dimension 0 is outside [0, 8)}}
  vector.store %v, %buffer[%o] : memref<8xf32>, vector<4xf32>
  // A mask may say no.
  vector.maskedstore %buffer[%o], %mask, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  affine.for %i = 0 to 0 {
    vector.store %v, %buffer[%o] : memref<8xf32>, vector<4xf32>
  }
  return
}

// -----

func.func @transfer(%buffer: memref<8xf32>, %f: f32) -> vector<4xf32> {
  %l = layout.constant #layout.cute<4:4>
  %c2 = arith.constant 2 : index
  %o = layout.apply %l(%c2) : index
  // Nothing past the end is read.
  %v = vector.transfer_read %buffer[%o], %f : memref<8xf32>, vector<4xf32>
  // expected-error @below {{access is never in bounds: index 8 of dimension 0 is outside [0, 8)}}
  %w = vector.transfer_read %buffer[%o], %f {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %w : vector<4xf32>
}

// -----

func.func @promised_of_no_elements(%m: memref<4xf32>) -> vector<4xf32> {
  %c = arith.constant 0.0 : f32
  %z = arith.constant 0 : index
  %v = memref.subview %m[0] [%z] [1] : memref<4xf32> to memref<?xf32, strided<[1]>>
  // expected-error @below {{access is never in bounds: index 0 of dimension 0 is outside [0, 0)}}
  %r = vector.transfer_read %v[%z], %c {in_bounds = [true]} : memref<?xf32, strided<[1]>>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// Strides lead past a view that has fewer elements than none.

func.func @past_negative(%m: memref<10xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %b = arith.constant -1 : index
  %v = memref.subview %m[5][%b][1] : memref<10xf32> to memref<?xf32, strided<[1], offset: 5>>
  %w = memref.reinterpret_cast %v to offset: [7], sizes: [1], strides: [1] : memref<?xf32, strided<[1], offset: 5>> to memref<1xf32, strided<[1], offset: 7>>
  // expected-error @below {{access is never in bounds: size -1 of dimension 0 is negative}}
  memref.store %f, %w[%c0] : memref<1xf32, strided<[1], offset: 7>>
  return
}
