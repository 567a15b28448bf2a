// Rows of a table that a list names: a row may be any number.
// PASSES: canonicalize
memref.global @table : memref<64x96xf32> = dense<1.0>
memref.global @rows : memref<200xindex> = dense<17>
memref.global @out : memref<200x96xf32> = dense<0.0>

func.func @kernel(%table: memref<64x96xf32>, %rows: memref<200xindex>, %out: memref<200x96xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 200 : index
  %width = arith.constant 96 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<200xindex>
    scf.for %j = %c0 to %width step %c1 {
      %x = memref.load %table[%row, %j] : memref<64x96xf32>
      memref.store %x, %out[%i, %j] : memref<200x96xf32>
    }
  }
  return
}

func.func @run() {
  %table = memref.get_global @table : memref<64x96xf32>
  %rows = memref.get_global @rows : memref<200xindex>
  %out = memref.get_global @out : memref<200x96xf32>
  call @kernel(%table, %rows, %out) : (memref<64x96xf32>, memref<200xindex>, memref<200x96xf32>) -> ()
  return
}
