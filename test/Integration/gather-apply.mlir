// Gathers whose lanes are offsets of layouts, on the CPU, each at coordinates on both sides of the domain. What is
// printed is the number of lanes that are neither the element nor, out of bounds, what the gather passes through.

// RUN: layout-opt %s --layout-insert-bounds --layout-lower-to-arith --canonicalize --lower-affine \
// RUN:   --convert-scf-to-cf --convert-vector-to-llvm --expand-strided-metadata --lower-affine \
// RUN:   --finalize-memref-to-llvm --convert-arith-to-llvm --convert-index-to-llvm --convert-cf-to-llvm \
// RUN:   --convert-func-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-runner -e main -entry-point-result=i32 | FileCheck %s
// CHECK: {{^}}0{{$}}

// RUN: layout-opt %s --layout-insert-bounds=mode=report -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-3: remark: guarded by
// REPORT-NOT:     unknown

// The offset is c mod 4 + 2*floor(c/4): 9 of coordinate 15 is past the end.
func.func private @plain(%m: memref<9xi64>, %t: vector<4xindex>) -> vector<4xi64> {
  %c0 = arith.constant 0 : index
  %all = arith.constant dense<true> : vector<4xi1>
  %through = arith.constant dense<-1> : vector<4xi64>
  %l = layout.constant #layout.cute<(4,4):(1,2)>
  %i = layout.apply %l(%t) : vector<4xindex>
  %v = vector.gather %m[%c0] [%i], %all, %through : memref<9xi64>, vector<4xindex>, vector<4xi1>, vector<4xi64> into vector<4xi64>
  return %v : vector<4xi64>
}

// The same in two coordinates, of which one result is the element and the other one is not.
func.func private @results(%m: memref<9xi64>, %t: vector<4xindex>, %u: vector<4xindex>) -> vector<4xi64> {
  %c0 = arith.constant 0 : index
  %all = arith.constant dense<true> : vector<4xi1>
  %through = arith.constant dense<-1> : vector<4xi64>
  %l = layout.constant #layout.cute<(16,16):(1@0,1@1)>
  %i:2 = layout.apply %l(%t, %u) : vector<4xindex>, vector<4xindex>
  %v = vector.gather %m[%c0] [%i#1], %all, %through : memref<9xi64>, vector<4xindex>, vector<4xi1>, vector<4xi64> into vector<4xi64>
  return %v : vector<4xi64>
}

// The offset is (c mod 4 + 4*floor(c/4)) with the lowest bit flipped where bit 2 is set.
func.func private @swizzled(%m: memref<9xi64>, %t: vector<4xindex>) -> vector<4xi64> {
  %c0 = arith.constant 0 : index
  %all = arith.constant dense<true> : vector<4xi1>
  %through = arith.constant dense<-1> : vector<4xi64>
  %l = layout.constant #layout.composed<S<1,0,2> o 0 o (4,4):(1,4)>
  %i = layout.apply %l(%t) : vector<4xindex>
  %v = vector.gather %m[%c0] [%i], %all, %through : memref<9xi64>, vector<4xindex>, vector<4xi1>, vector<4xi64> into vector<4xi64>
  return %v : vector<4xi64>
}

func.func private @is_wrong(%found: i64, %offset: index, %c: index) -> i32 {
  %end = arith.constant 16 : index
  %size = arith.constant 9 : index
  %minus = arith.constant -1 : i64
  %hundred = arith.constant 100 : i64
  %has = arith.cmpi ult, %c, %end : index
  %fits = arith.cmpi ult, %offset, %size : index
  %in = arith.andi %has, %fits : i1
  %wide = arith.index_cast %offset : index to i64
  %element = arith.addi %wide, %hundred : i64
  %expected = arith.select %in, %element, %minus : i64
  %wrong = arith.cmpi ne, %found, %expected : i64
  %count = arith.extui %wrong : i1 to i32
  return %count : i32
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %first = arith.constant -9 : index
  %last = arith.constant 27 : index
  %size = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i64
  %m = memref.alloc() : memref<9xi64>
  scf.for %i = %c0 to %size step %c1 {
    %w = arith.index_cast %i : index to i64
    %e = arith.addi %w, %hundred : i64
    memref.store %e, %m[%i] : memref<9xi64>
  }
  %n = arith.subi %last, %first : index
  %wrong = scf.for %k = %c0 to %n step %c1 iter_args(%so_far = %zero) -> i32 {
    %from = arith.addi %k, %first : index
    %b = vector.broadcast %from : index to vector<4xindex>
    %lanes = arith.constant dense<[0, 5, 2, 11]> : vector<4xindex>
    %t = arith.addi %b, %lanes : vector<4xindex>
    %p = func.call @plain(%m, %t) : (memref<9xi64>, vector<4xindex>) -> vector<4xi64>
    %r = func.call @results(%m, %lanes, %t) : (memref<9xi64>, vector<4xindex>, vector<4xindex>) -> vector<4xi64>
    %s = func.call @swizzled(%m, %t) : (memref<9xi64>, vector<4xindex>) -> vector<4xi64>
    %of_lanes = scf.for %lane = %c0 to %c4 step %c1 iter_args(%before = %so_far) -> i32 {
      %c = vector.extract %t[%lane] : index from vector<4xindex>
      %low = arith.remui %c, %c4 : index
      %high = arith.floordivsi %c, %c4 : index
      %twice = arith.muli %high, %c2 : index
      %o = arith.addi %low, %twice : index
      %fp = vector.extract %p[%lane] : i64 from vector<4xi64>
      %wp = func.call @is_wrong(%fp, %o, %c) : (i64, index, index) -> i32
      %fr = vector.extract %r[%lane] : i64 from vector<4xi64>
      %wr = func.call @is_wrong(%fr, %c, %c) : (i64, index, index) -> i32
      %bit = arith.remui %high, %c2 : index
      %flipped = arith.xori %c, %bit : index
      %fs = vector.extract %s[%lane] : i64 from vector<4xi64>
      %ws = func.call @is_wrong(%fs, %flipped, %c) : (i64, index, index) -> i32
      %x = arith.addi %before, %wp : i32
      %y = arith.addi %x, %wr : i32
      %z = arith.addi %y, %ws : i32
      scf.yield %z : i32
    }
    scf.yield %of_lanes : i32
  }
  memref.dealloc %m : memref<9xi64>
  return %wrong : i32
}
