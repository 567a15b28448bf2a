// A stencil in tiles that do not divide it, with one bound wrong by one: the last column has no neighbor.
// PASSES: func.func(affine-loop-tile{tile-size=48})
memref.global @in : memref<130x130xf32> = dense<1.0>
memref.global @out : memref<130x130xf32> = dense<0.0>

func.func @kernel(%in: memref<130x130xf32>, %out: memref<130x130xf32>) {
  affine.for %i = 1 to 129 {
    affine.for %j = 1 to 130 {
      %west = affine.load %in[%i, %j - 1] : memref<130x130xf32>
      %east = affine.load %in[%i, %j + 1] : memref<130x130xf32>
      %sum = arith.addf %west, %east : f32
      affine.store %sum, %out[%i, %j] : memref<130x130xf32>
    }
  }
  return
}

func.func @run() {
  %in = memref.get_global @in : memref<130x130xf32>
  %out = memref.get_global @out : memref<130x130xf32>
  call @kernel(%in, %out) : (memref<130x130xf32>, memref<130x130xf32>) -> ()
  return
}
