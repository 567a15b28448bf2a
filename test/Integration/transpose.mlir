// The transpose of examples/transpose.mlir on the CPU: loops stand for blocks and threads, and a loop
// that ends for the barrier. The matrices lie inside larger buffers; the elements around the result are
// looked at afterwards. What is printed is the number of elements that are wrong.

// RUN: layout-opt %s --layout-insert-bounds --layout-flatten-memrefs --layout-lower-to-arith \
// RUN:   --convert-scf-to-cf --expand-strided-metadata --finalize-memref-to-llvm --convert-arith-to-llvm \
// RUN:   --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-runner -e main -entry-point-result=i32 | FileCheck %s
// CHECK: {{^}}0{{$}}

// Tiles that stay inside their matrix are not guarded; the tile in shared memory is never left.
// RUN: layout-opt %s --layout-insert-bounds=mode=report -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: remark: guarded by
// REPORT: remark: proved in bounds
// REPORT: remark: proved in bounds
// REPORT: remark: guarded by

!in = memref<100x50xf32, strided<[50, 1], offset: 32>>
!out = memref<50x100xf32, strided<[100, 1], offset: 32>>
!tile = memref<32x32xf32, #layout.composed<S<5,0,5> o 0 o (32,32):(32,1)>>

func.func @transpose(%in: !in, %out: !out) {
  %place = layout.constant #layout.cute<(32,8,4):(1@1,1@0,8@0)>
  %from = layout.constant #layout.cute<(32,8,4,2,4):(1@1,1@0,8@0,32@1,32@0)>
  %to = layout.constant #layout.cute<(32,8,4,2,4):(1@1,1@0,8@0,32@0,32@1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %tile = memref.alloc() : !tile
  scf.for %bx = %c0 to %c2 step %c1 {
    scf.for %by = %c0 to %c4 step %c1 {
      scf.for %tx = %c0 to %c32 step %c1 {
        scf.for %ty = %c0 to %c8 step %c1 {
          scf.for %step = %c0 to %c4 step %c1 {
            %i, %j = layout.apply %place(%tx, %ty, %step) : index, index
            %row, %column = layout.apply %from(%tx, %ty, %step, %bx, %by) : index, index
            %x = memref.load %in[%row, %column] : !in
            memref.store %x, %tile[%i, %j] : !tile
          }
        }
      }
      scf.for %tx = %c0 to %c32 step %c1 {
        scf.for %ty = %c0 to %c8 step %c1 {
          scf.for %step = %c0 to %c4 step %c1 {
            %i, %j = layout.apply %place(%tx, %ty, %step) : index, index
            %row, %column = layout.apply %to(%tx, %ty, %step, %bx, %by) : index, index
            %x = memref.load %tile[%j, %i] : !tile
            memref.store %x, %out[%row, %column] : !out
          }
        }
      }
    }
  }
  memref.dealloc %tile : !tile
  return
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c50 = arith.constant 50 : index
  %c100 = arith.constant 100 : index
  %c5000 = arith.constant 5000 : index
  %size = arith.constant 5064 : index
  %canary = arith.constant -1.0 : f32
  %source = memref.alloc() : memref<5064xf32>
  %target = memref.alloc() : memref<5064xf32>
  scf.for %k = %c0 to %size step %c1 {
    %number = arith.index_cast %k : index to i32
    %x = arith.sitofp %number : i32 to f32
    memref.store %x, %source[%k] : memref<5064xf32>
    memref.store %canary, %target[%k] : memref<5064xf32>
  }
  %in = memref.reinterpret_cast %source to offset: [32], sizes: [100, 50], strides: [50, 1] : memref<5064xf32> to !in
  %out = memref.reinterpret_cast %target to offset: [32], sizes: [50, 100], strides: [100, 1] : memref<5064xf32> to !out
  call @transpose(%in, %out) : (!in, !out) -> ()
  %none = arith.constant 0 : i32
  %wrong = scf.for %k = %c0 to %size step %c1 iter_args(%before = %none) -> (i32) {
    // The element (r, c) of the result is (c, r) of the matrix; around it are canaries.
    %place = arith.subi %k, %c32 : index
    %is_inside = arith.cmpi ult, %place, %c5000 : index
    %right = scf.if %is_inside -> (f32) {
      %r = arith.divui %place, %c100 : index
      %c = arith.remui %place, %c100 : index
      %x = memref.load %in[%c, %r] : !in
      scf.yield %x : f32
    } else {
      scf.yield %canary : f32
    }
    %found = memref.load %target[%k] : memref<5064xf32>
    %differs = arith.cmpf une, %found, %right : f32
    %one = arith.extui %differs : i1 to i32
    %after = arith.addi %before, %one : i32
    scf.yield %after : i32
  }
  return %wrong : i32
}
