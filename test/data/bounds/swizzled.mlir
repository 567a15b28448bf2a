// A transpose in tiles of 32x32, staged in a tile whose rows are swizzled. The partition is a layout.
// PASSES: canonicalize
!in = memref<100x50xf32>
!out = memref<50x100xf32>
!tile = memref<32x32xf32, #layout.composed<S<5,0,5> o 0 o (32,32):(32,1)>>
memref.global @in : memref<8192xf32> = dense<1.0>
memref.global @out : memref<8192xf32> = dense<0.0>

func.func @kernel(%in: !in, %out: !out) {
  %from = layout.constant #layout.cute<(32,32,2,4):(1@1,1@0,32@1,32@0)>
  %to = layout.constant #layout.cute<(32,32,2,4):(1@1,1@0,32@0,32@1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %tile = memref.alloc() : !tile
  scf.for %bx = %c0 to %c2 step %c1 {
    scf.for %by = %c0 to %c4 step %c1 {
      scf.for %i = %c0 to %c32 step %c1 {
        scf.for %j = %c0 to %c32 step %c1 {
          %row, %column = layout.apply %from(%j, %i, %bx, %by) : index, index
          %x = memref.load %in[%row, %column] : !in
          memref.store %x, %tile[%i, %j] : !tile
        }
      }
      scf.for %i = %c0 to %c32 step %c1 {
        scf.for %j = %c0 to %c32 step %c1 {
          %row, %column = layout.apply %to(%j, %i, %bx, %by) : index, index
          %x = memref.load %tile[%j, %i] : !tile
          memref.store %x, %out[%row, %column] : !out
        }
      }
    }
  }
  memref.dealloc %tile : !tile
  return
}

// The matrices lie in larger buffers, so that what leaves them hits nothing else.
func.func @run() {
  %source = memref.get_global @in : memref<8192xf32>
  %target = memref.get_global @out : memref<8192xf32>
  %in = memref.reinterpret_cast %source to offset: [0], sizes: [100, 50], strides: [50, 1] : memref<8192xf32> to !in
  %out = memref.reinterpret_cast %target to offset: [0], sizes: [50, 100], strides: [100, 1] : memref<8192xf32> to !out
  call @kernel(%in, %out) : (!in, !out) -> ()
  return
}
