// A convolution whose outermost loop is unrolled and jammed by three, which does not divide it.
// PASSES: func.func(convert-linalg-to-affine-loops,affine-loop-unroll-jam{unroll-jam-factor=3})
memref.global @image : memref<66x66xf32> = dense<1.0>
memref.global @filter : memref<3x3xf32> = dense<0.5>
memref.global @result : memref<64x64xf32> = dense<0.0>

func.func @kernel(%image: memref<66x66xf32>, %filter: memref<3x3xf32>, %result: memref<64x64xf32>) {
  linalg.conv_2d ins(%image, %filter : memref<66x66xf32>, memref<3x3xf32>) outs(%result : memref<64x64xf32>)
  return
}

func.func @run() {
  %image = memref.get_global @image : memref<66x66xf32>
  %filter = memref.get_global @filter : memref<3x3xf32>
  %result = memref.get_global @result : memref<64x64xf32>
  call @kernel(%image, %filter, %result) : (memref<66x66xf32>, memref<3x3xf32>, memref<64x64xf32>) -> ()
  return
}
