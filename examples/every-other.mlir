// A vector of a row whose elements are two apart in memory.
func.func @every_other(%m: memref<4x8xf32, strided<[16, 2]>>, %i: index, %j: index) -> vector<2xf32> {
  %padding = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %padding {in_bounds = [true]}
      : memref<4x8xf32, strided<[16, 2]>>, vector<2xf32>
  return %v : vector<2xf32>
}
