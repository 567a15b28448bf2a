// A histogram: the index is a number that was loaded.
// PASSES: canonicalize
memref.global @numbers : memref<1000xi32> = dense<77>
memref.global @buckets : memref<256xi32> = dense<0>

func.func @kernel(%numbers: memref<1000xi32>, %buckets: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %number = memref.load %numbers[%i] : memref<1000xi32>
    %bucket = arith.index_cast %number : i32 to index
    %before = memref.load %buckets[%bucket] : memref<256xi32>
    %after = arith.addi %before, %one : i32
    memref.store %after, %buckets[%bucket] : memref<256xi32>
  }
  return
}

func.func @run() {
  %numbers = memref.get_global @numbers : memref<1000xi32>
  %buckets = memref.get_global @buckets : memref<256xi32>
  call @kernel(%numbers, %buckets) : (memref<1000xi32>, memref<256xi32>) -> ()
  return
}
