// A tile in shared memory whose rows are swizzled.
!tile = memref<8x64xf16, #layout.composed<S<3,3,3> o 0 o (8,64):(64,1)>>
func.func @element(%tile: !tile, %row: index, %column: index) -> f16 {
  %x = memref.load %tile[%row, %column] : !tile
  return %x : f16
}
