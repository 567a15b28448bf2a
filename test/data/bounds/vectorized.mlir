// A sum of two vectors, vectorized by eight, which does not divide it.
// PASSES: func.func(affine-super-vectorize{virtual-vector-size=8})
memref.global @a : memref<1003xf32> = dense<1.0>
memref.global @b : memref<1003xf32> = dense<2.0>
memref.global @c : memref<1003xf32> = dense<0.0>

func.func @kernel(%a: memref<1003xf32>, %b: memref<1003xf32>, %c: memref<1003xf32>) {
  affine.for %i = 0 to 1003 {
    %x = affine.load %a[%i] : memref<1003xf32>
    %y = affine.load %b[%i] : memref<1003xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %c[%i] : memref<1003xf32>
  }
  return
}

func.func @run() {
  %a = memref.get_global @a : memref<1003xf32>
  %b = memref.get_global @b : memref<1003xf32>
  %c = memref.get_global @c : memref<1003xf32>
  call @kernel(%a, %b, %c) : (memref<1003xf32>, memref<1003xf32>, memref<1003xf32>) -> ()
  return
}
