// A tiled loop whose end is wrong by one, and an index that the caller chooses.
func.func @tiles(%a: memref<100xf32>, %f: f32) {
  affine.for %i = 0 to 101 step 32 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (101, d0 + 32)>(%i) {
      affine.store %f, %a[%j] : memref<100xf32>
    }
  }
  return
}

func.func @row(%a: memref<8x100xf32>, %row: index) -> f32 {
  %c99 = arith.constant 99 : index
  %v = memref.load %a[%row, %c99] : memref<8x100xf32>
  return %v : f32
}
