// The end of a matrix product: D = alpha * accumulators + C, on matrices whose sizes are known when the
// kernel runs. A block of 128 threads holds a tile of 64x8; where in it the four accumulators of a
// thread belong is the layout of mma.sync's result, for four warps one below the other.
gpu.module @kernels {
  gpu.func @epilogue(%accumulators: memref<?x?x128x4xf32>, %c: memref<?x?xf32>, %d: memref<?x?xf32>,
      %alpha: f32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // (thread, value) -> (row, column) of the tile.
    %fragment = layout.constant #layout.cute<((4,8,4),(2,2)):((2@1,1@0,16@0),(1@1,8@0))>
    %thread = gpu.thread_id x
    %bm = gpu.block_id x upper_bound 65535
    %bn = gpu.block_id y upper_bound 65535
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %value = %c0 to %c4 step %c1 {
      %i, %j = layout.apply %fragment(%thread, %value) : index, index
      %row = affine.apply affine_map<(d0, d1) -> (64 * d0 + d1)>(%bm, %i)
      %column = affine.apply affine_map<(d0, d1) -> (8 * d0 + d1)>(%bn, %j)
      %sum = memref.load %accumulators[%bm, %bn, %thread, %value] : memref<?x?x128x4xf32>
      %scaled = arith.mulf %alpha, %sum : f32
      %old = memref.load %c[%row, %column] : memref<?x?xf32>
      %new = arith.addf %scaled, %old : f32
      memref.store %new, %d[%row, %column] : memref<?x?xf32>
    }
    gpu.return
  }
}
