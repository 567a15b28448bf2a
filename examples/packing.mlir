// A matrix of 4x4 in slots of a ciphertext, by rows and then by its diagonals, in HEIR's dialect.
// The second packing has two entries in each slot of ciphertext 0: `ct` should be one of 0 to 3.
func.func @packing(%matrix: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %rows = "tensor_ext.assign_layout"(%matrix) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = 4i0 + i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %diagonals = "tensor_ext.assign_layout"(%matrix) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : (i0 - i1 + ct) mod 2 = 0 and slot = i0 and 0 <= ct <= 1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %diagonals : tensor<4x4xf32>
}
