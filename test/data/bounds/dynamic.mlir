// A matrix product of any sizes: nothing says that those of the matrices agree.
// PASSES: func.func(convert-linalg-to-loops)
memref.global @a : memref<100x90xf32> = dense<1.0>
memref.global @b : memref<90x70xf32> = dense<2.0>
memref.global @c : memref<100x70xf32> = dense<0.0>

func.func @kernel(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

func.func @run() {
  %a = memref.get_global @a : memref<100x90xf32>
  %b = memref.get_global @b : memref<90x70xf32>
  %c = memref.get_global @c : memref<100x70xf32>
  %x = memref.cast %a : memref<100x90xf32> to memref<?x?xf32>
  %y = memref.cast %b : memref<90x70xf32> to memref<?x?xf32>
  %z = memref.cast %c : memref<100x70xf32> to memref<?x?xf32>
  call @kernel(%x, %y, %z) : (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  return
}
