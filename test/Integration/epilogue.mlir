// The kernel of examples/epilogue.mlir on the CPU, with loops for blocks and threads, on matrices of
// several sizes, each inside a larger buffer. What is printed is the number of elements that are wrong,
// those around the result included.

// RUN: layout-opt %s --layout-insert-bounds --layout-lower-to-arith --lower-affine \
// RUN:   --convert-scf-to-cf --expand-strided-metadata --lower-affine --finalize-memref-to-llvm \
// RUN:   --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-runner -e main -entry-point-result=i32 | FileCheck %s
// CHECK: {{^}}0{{$}}

// RUN: layout-opt %s --layout-insert-bounds='mode=report scope=layouts' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-2: remark: guarded by 64*%{{.*}} + %{{.*}}#0 < dim(%{{.*}}, 0) and 8*%{{.*}} + %{{.*}}#1 < dim(%{{.*}}, 1)
// REPORT-NOT: remark

!matrix = memref<?x?xf32, strided<[?, 1], offset: 512>>

func.func @epilogue(%accumulators: memref<?x?x128x4xf32>, %c: !matrix, %d: !matrix, %gm: index, %gn: index) {
  %fragment = layout.constant #layout.cute<((4,8,4),(2,2)):((2@1,1@0,16@0),(1@1,8@0))>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %most = arith.constant 65535 : index
  %bms = arith.minui %gm, %most : index
  %bns = arith.minui %gn, %most : index
  scf.for %bm = %c0 to %bms step %c1 {
    scf.for %bn = %c0 to %bns step %c1 {
      scf.for %thread = %c0 to %c128 step %c1 {
        scf.for %value = %c0 to %c4 step %c1 {
          %i, %j = layout.apply %fragment(%thread, %value) : index, index
          %row = affine.apply affine_map<(d0, d1) -> (64 * d0 + d1)>(%bm, %i)
          %column = affine.apply affine_map<(d0, d1) -> (8 * d0 + d1)>(%bn, %j)
          %sum = memref.load %accumulators[%bm, %bn, %thread, %value] : memref<?x?x128x4xf32>
          %old = memref.load %c[%row, %column] : !matrix
          %new = arith.addf %sum, %old : f32
          memref.store %new, %d[%row, %column] : !matrix
        }
      }
    }
  }
  return
}

// The accumulator of (block, thread, value) is 1000 * row + column of the element it belongs to, and
// C is 0.25 everywhere: the result says where it comes from.
func.func @run(%m: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %thousand = arith.constant 1000 : index
  %margin = arith.constant 512 : index
  %quarter = arith.constant 0.25 : f32
  %canary = arith.constant -1.0 : f32
  %m1 = arith.addi %m, %c63 : index
  %gm = arith.divui %m1, %c64 : index
  %n1 = arith.addi %n, %c7 : index
  %gn = arith.divui %n1, %c8 : index
  %accumulators = memref.alloc(%gm, %gn) : memref<?x?x128x4xf32>
  scf.for %bm = %c0 to %gm step %c1 {
    scf.for %bn = %c0 to %gn step %c1 {
      scf.for %thread = %c0 to %c128 step %c1 {
        scf.for %value = %c0 to %c4 step %c1 {
          // Row: (thread / 4) mod 8 + 16 * (thread / 32) + 8 * (value / 2). Column: 2 * (thread mod 4)
          // + value mod 2.
          %t4 = arith.divui %thread, %c4 : index
          %t48 = arith.remui %t4, %c8 : index
          %t32 = arith.divui %thread, %c32 : index
          %warp = arith.muli %t32, %c16 : index
          %v2 = arith.divui %value, %c2 : index
          %half = arith.muli %v2, %c8 : index
          %i0 = arith.addi %t48, %warp : index
          %i = arith.addi %i0, %half : index
          %first = arith.muli %bm, %c64 : index
          %row = arith.addi %first, %i : index
          %tm = arith.remui %thread, %c4 : index
          %pair = arith.muli %tm, %c2 : index
          %odd = arith.remui %value, %c2 : index
          %j = arith.addi %pair, %odd : index
          %left = arith.muli %bn, %c8 : index
          %column = arith.addi %left, %j : index
          %high = arith.muli %row, %thousand : index
          %both = arith.addi %high, %column : index
          %number = arith.index_cast %both : index to i32
          %x = arith.sitofp %number : i32 to f32
          memref.store %x, %accumulators[%bm, %bn, %thread, %value] : memref<?x?x128x4xf32>
        }
      }
    }
  }
  %elements = arith.muli %m, %n : index
  %e1 = arith.addi %elements, %margin : index
  %size = arith.addi %e1, %margin : index
  %source = memref.alloc(%size) : memref<?xf32>
  %target = memref.alloc(%size) : memref<?xf32>
  scf.for %k = %c0 to %size step %c1 {
    memref.store %quarter, %source[%k] : memref<?xf32>
    memref.store %canary, %target[%k] : memref<?xf32>
  }
  %c = memref.reinterpret_cast %source to offset: [512], sizes: [%m, %n], strides: [%n, 1] : memref<?xf32> to !matrix
  %d = memref.reinterpret_cast %target to offset: [512], sizes: [%m, %n], strides: [%n, 1] : memref<?xf32> to !matrix
  call @epilogue(%accumulators, %c, %d, %gm, %gn) : (memref<?x?x128x4xf32>, !matrix, !matrix, index, index) -> ()
  %none = arith.constant 0 : i32
  %wrong = scf.for %k = %c0 to %size step %c1 iter_args(%before = %none) -> (i32) {
    %place = arith.subi %k, %margin : index
    %is_inside = arith.cmpi ult, %place, %elements : index
    %right = scf.if %is_inside -> (f32) {
      %row = arith.divui %place, %n : index
      %column = arith.remui %place, %n : index
      %high = arith.muli %row, %thousand : index
      %both = arith.addi %high, %column : index
      %number = arith.index_cast %both : index to i32
      %x = arith.sitofp %number : i32 to f32
      %y = arith.addf %x, %quarter : f32
      scf.yield %y : f32
    } else {
      scf.yield %canary : f32
    }
    %found = memref.load %target[%k] : memref<?xf32>
    %differs = arith.cmpf une, %found, %right : f32
    %one = arith.extui %differs : i1 to i32
    %after = arith.addi %before, %one : i32
    scf.yield %after : i32
  }
  return %wrong : i32
}

func.func @main() -> i32 {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c64 = arith.constant 64 : index
  %c100 = arith.constant 100 : index
  %0 = call @run(%c64, %c64) : (index, index) -> i32
  %1 = call @run(%c100, %c9) : (index, index) -> i32
  %2 = call @run(%c1, %c1) : (index, index) -> i32
  %3 = arith.addi %0, %1 : i32
  %4 = arith.addi %3, %2 : i32
  return %4 : i32
}
