// A five-point stencil in tiles that do not divide it.
// PASSES: func.func(affine-loop-tile{tile-size=48})
memref.global @in : memref<130x130xf32> = dense<1.0>
memref.global @out : memref<130x130xf32> = dense<0.0>

func.func @kernel(%in: memref<130x130xf32>, %out: memref<130x130xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %i = 1 to 129 {
    affine.for %j = 1 to 129 {
      %here = affine.load %in[%i, %j] : memref<130x130xf32>
      %north = affine.load %in[%i - 1, %j] : memref<130x130xf32>
      %south = affine.load %in[%i + 1, %j] : memref<130x130xf32>
      %west = affine.load %in[%i, %j - 1] : memref<130x130xf32>
      %east = affine.load %in[%i, %j + 1] : memref<130x130xf32>
      %s0 = arith.addf %north, %south : f32
      %s1 = arith.addf %west, %east : f32
      %s2 = arith.addf %s0, %s1 : f32
      %s3 = arith.addf %s2, %here : f32
      %mean = arith.mulf %s3, %fifth : f32
      affine.store %mean, %out[%i, %j] : memref<130x130xf32>
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
