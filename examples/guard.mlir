// Ten elements in tiles of four: the last tile runs past the end.
func.func @last_tile(%buffer: memref<10xf32>, %value: f32) {
  %tiles = layout.constant #layout.cute<(4,3):(1,4)>
  affine.for %tile = 0 to 3 {
    affine.for %element = 0 to 4 {
      %offset = layout.apply %tiles(%element, %tile) : index
      memref.store %value, %buffer[%offset] : memref<10xf32>
    }
  }
  return
}
