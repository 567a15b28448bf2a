// RUN: layout-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{(4,8):(8,1) has 2 dimensions, and the array has 1}}
func.func private @rank(memref<32xf32, #layout.cute<(4,8):(8,1)>>)

// -----

// expected-error@+1 {{dimension 1 of S<3,4,3> o 0 o (128,64):(64,1) has size 64, and that of the array has size 65}}
func.func private @size(memref<128x65xf16, #layout.composed<S<3,4,3> o 0 o (128,64):(64,1)>>)

// -----

// expected-error@+1 {{dimension 0 of (4,8):(8,1) has size 4, and that of the array is dynamic}}
func.func private @dynamic(memref<?x8xf32, #layout.cute<(4,8):(8,1)>>)

// -----

// expected-error@+1 {{dimension 0 of (M,8):(1,M) has size M, and that of the array has size 4}}
func.func private @symbol(memref<4x8xf32, #layout.cute<(M,8):(1,M)>>)

// -----

// expected-error@+1 {{[4;8] is a tiler, which is not a function}}
func.func private @tiler(memref<4x8xf32, #layout.tile<[4;8]>>)

// -----

// expected-error@+1 {{the domain of { [i] -> [i] : 0 <= i < 8 and i mod 2 = 0 } is not the coordinates of an array}}
func.func private @holes(memref<8xf32, #layout.relation<"{ [i] -> [i] : 0 <= i < 8 and i mod 2 = 0 }">>)

// -----

// Not strided, though each row is.
func.func @strides(%a: memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>) {
  // expected-error@+1 {{cast incompatible}}
  %0 = memref.cast %a : memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>> to memref<8x64xf16, strided<[64, 1]>>
  return
}
