// A transpose, tiled by the transform dialect: views of tiles, the last ones smaller.
// PASSES: transform-interpreter,func.func(convert-linalg-to-loops),symbol-dce
module attributes {transform.with_named_sequence} {
  memref.global @in : memref<100x50xf32> = dense<1.0>
  memref.global @out : memref<50x100xf32> = dense<0.0>

  func.func @kernel(%in: memref<100x50xf32>, %out: memref<50x100xf32>) {
    linalg.transpose ins(%in : memref<100x50xf32>) outs(%out : memref<50x100xf32>) permutation = [1, 0]
    return
  }

  func.func @run() {
    %in = memref.get_global @in : memref<100x50xf32>
    %out = memref.get_global @out : memref<50x100xf32>
    call @kernel(%in, %out) : (memref<100x50xf32>, memref<50x100xf32>) -> ()
    return
  }

  transform.named_sequence private @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.transpose"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [32, 32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
