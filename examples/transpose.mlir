// The transpose of a 1000x500 matrix. A block of 32x8 threads moves a tile of 32x32 elements through
// shared memory whose layout is swizzled, so that its rows and its columns are free of bank conflicts.
#swizzled = #layout.composed<S<5,0,5> o 0 o (32,32):(32,1)>
!tile = memref<32x32xf32, #swizzled, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @transpose(%in: memref<1000x500xf32>, %out: memref<500x1000xf32>)
      workgroup(%tile: !tile) kernel
      attributes {known_block_size = array<i32: 32, 8, 1>, known_grid_size = array<i32: 16, 32, 1>} {
    // Thread x, thread y and a step of 4 go to a row and a column of the tile, and the tile of the
    // block is 32 rows and 32 columns further on for each block before it.
    %place = layout.constant #layout.cute<(32,8,4):(1@1,1@0,8@0)>
    %from = layout.constant #layout.cute<(32,8,4,16,32):(1@1,1@0,8@0,32@1,32@0)>
    %to = layout.constant #layout.cute<(32,8,4,16,32):(1@1,1@0,8@0,32@0,32@1)>
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %step = %c0 to %c4 step %c1 {
      %i, %j = layout.apply %place(%tx, %ty, %step) : index, index
      %row, %column = layout.apply %from(%tx, %ty, %step, %bx, %by) : index, index
      %x = memref.load %in[%row, %column] : memref<1000x500xf32>
      memref.store %x, %tile[%i, %j] : !tile
    }
    gpu.barrier
    scf.for %step = %c0 to %c4 step %c1 {
      %i, %j = layout.apply %place(%tx, %ty, %step) : index, index
      %row, %column = layout.apply %to(%tx, %ty, %step, %bx, %by) : index, index
      %x = memref.load %tile[%j, %i] : !tile
      memref.store %x, %out[%row, %column] : memref<500x1000xf32>
    }
    gpu.return
  }
}
