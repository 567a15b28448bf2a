// A matrix product whose sizes the tiles do not divide.
// PASSES: func.func(convert-linalg-to-affine-loops,affine-loop-tile{tile-size=32})
memref.global @a : memref<100x90xf32> = dense<1.0>
memref.global @b : memref<90x70xf32> = dense<2.0>
memref.global @c : memref<100x70xf32> = dense<0.0>

func.func @kernel(%a: memref<100x90xf32>, %b: memref<90x70xf32>, %c: memref<100x70xf32>) {
  linalg.matmul ins(%a, %b : memref<100x90xf32>, memref<90x70xf32>) outs(%c : memref<100x70xf32>)
  return
}

func.func @run() {
  %a = memref.get_global @a : memref<100x90xf32>
  %b = memref.get_global @b : memref<90x70xf32>
  %c = memref.get_global @c : memref<100x70xf32>
  call @kernel(%a, %b, %c) : (memref<100x90xf32>, memref<90x70xf32>, memref<100x70xf32>) -> ()
  return
}
