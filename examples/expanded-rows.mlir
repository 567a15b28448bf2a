// A vector of two rows of an array that is seen with one more dimension.
func.func @rows(%m: memref<8x8x9xf32>, %i: index, %j: index, %k: index, %l: index) -> vector<2x3xf32> {
  %e = memref.expand_shape %m [[0], [1], [2, 3]] output_shape [8, 8, 3, 3]
      : memref<8x8x9xf32> into memref<8x8x3x3xf32>
  %v = vector.load %e[%i, %j, %k, %l] : memref<8x8x3x3xf32>, vector<2x3xf32>
  return %v : vector<2x3xf32>
}
