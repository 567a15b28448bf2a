// What cannot be flattened, in functions and outside of them.

memref.global "private" @table : memref<4xf32, #layout.cute<4:2>> = dense<0.0>

func.func private @negative(memref<4x8xf32, #layout.cute<(4,8):(-8,1)>>)

func.func @unknown(%a: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>) {
  %t = bufferization.to_tensor %a : memref<4x8xf32, #layout.cute<(4,8):(1,4)>> to tensor<4x8xf32>
  return
}
