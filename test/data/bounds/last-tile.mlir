// Ten thousand elements in tiles of 64 that a layout places: the last tile runs past the end.
// PASSES: canonicalize
memref.global @buffer : memref<16384xf32> = dense<1.0>

func.func @kernel(%buffer: memref<10000xf32>) {
  %tiles = layout.constant #layout.cute<(64,157):(1,64)>
  %two = arith.constant 2.0 : f32
  affine.for %tile = 0 to 157 {
    affine.for %element = 0 to 64 {
      %offset = layout.apply %tiles(%element, %tile) : index
      %x = memref.load %buffer[%offset] : memref<10000xf32>
      %y = arith.mulf %x, %two : f32
      memref.store %y, %buffer[%offset] : memref<10000xf32>
    }
  }
  return
}

// The elements lie in a larger buffer, so that what leaves them hits nothing else.
func.func @run() {
  %larger = memref.get_global @buffer : memref<16384xf32>
  %buffer = memref.reinterpret_cast %larger to offset: [0], sizes: [10000], strides: [1] : memref<16384xf32> to memref<10000xf32>
  call @kernel(%buffer) : (memref<10000xf32>) -> ()
  return
}
