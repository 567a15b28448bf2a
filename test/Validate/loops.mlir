// Functions with loops before and after passes that tile, unroll, copy, normalize and lower them.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/loops.mlir --lower-affine -o %t/lowered.mlir
// RUN: layout-validate %t/loops.mlir %t/lowered.mlir | FileCheck %s --check-prefix=LOWERED
// RUN: layout-opt %t/loops.mlir --lower-affine --convert-scf-to-cf -o %t/blocks.mlir
// RUN: layout-validate %t/loops.mlir %t/blocks.mlir | FileCheck %s --check-prefix=BLOCKS
// RUN: layout-opt %t/loops.mlir --affine-loop-tile=tile-size=4 -o %t/tiled.mlir
// RUN: layout-validate %t/loops.mlir %t/tiled.mlir | FileCheck %s --check-prefix=TILED
// RUN: layout-opt %t/loops.mlir --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))' -o %t/unrolled.mlir
// RUN: layout-validate %t/loops.mlir %t/unrolled.mlir | FileCheck %s --check-prefix=UNROLLED
// RUN: layout-opt %t/loops.mlir --affine-data-copy-generate="generate-dma=false fast-mem-space=0" -o %t/copied.mlir
// RUN: layout-validate %t/loops.mlir %t/copied.mlir | FileCheck %s --check-prefix=COPIED
// RUN: not layout-validate %t/loops.mlir %t/wrong.mlir | FileCheck %s --check-prefix=WRONG

// A loop that a pass leaves as it is, is compared once for all iterations, whatever its bounds are.
// LOWERED: @matmul: proved by
// LOWERED-NEXT: @shift: proved by
// LOWERED-NEXT: @any_size: proved by
// LOWERED-NEXT: @sum: proved by
// LOWERED-NEXT: @inner: proved by
// LOWERED-NEXT: 5 functions: 5 proved, 0 refuted, 0 unknown

// Of blocks it is known which one follows where the bounds are.
// BLOCKS: @matmul: proved by execution
// BLOCKS-NEXT: @shift: proved by execution
// BLOCKS-NEXT: @any_size: unknown: it goes back to a block before a condition that is not known; it holds for {{[0-9]+}} of the arguments that were tried
// BLOCKS-NEXT: @sum: proved by execution
// BLOCKS-NEXT: @inner: proved by

// TILED: @matmul: proved by execution
// TILED-NEXT: @shift: proved by execution
// TILED-NEXT: @any_size: unknown: {{.*}}; it holds for {{[0-9]+}} of the arguments that were tried

// UNROLLED: @matmul: proved by execution
// UNROLLED-NEXT: @shift: proved by execution

// COPIED: @matmul: proved by execution
// COPIED-NEXT: @shift: proved by execution

// One iteration is missing: the last row of the product.
// WRONG: @matmul: refuted at (any): before gives a result of arith.addf as element [4, 0] of argument 2, after gives what was there
// Each element becomes the first one, or the one before it.
// WRONG-NEXT: @shift: refuted at (iteration 1): before gives element 1 in access 1, after gives element 8
// WRONG-NEXT: @any_size: refuted at ({{.*}}): before gives element {{.*}}, after gives element {{.*}}
// The same numbers in another order are another sum.
// WRONG-NEXT: @sum: unknown: result 0 is {{.*}} before and {{.*}} after
// The first column is read in place of the first row.
// WRONG-NEXT: @inner: refuted at (0; iteration 1): before gives element 1 in access 0, after gives element 8

//--- loops.mlir
func.func @matmul(%a: memref<5x3xf32>, %b: memref<3x4xf32>, %c: memref<5x4xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 3 {
        %x = affine.load %a[%i, %k] : memref<5x3xf32>
        %y = affine.load %b[%k, %j] : memref<3x4xf32>
        %z = affine.load %c[%i, %j] : memref<5x4xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<5x4xf32>
      }
    }
  }
  return
}
func.func @shift(%m: memref<9xf32>) {
  affine.for %i = 1 to 9 {
    %x = affine.load %m[%i - 1] : memref<9xf32>
    affine.store %x, %m[%i] : memref<9xf32>
  }
  return
}
func.func @any_size(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %x, %b[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
func.func @sum(%m: memref<6xf32>, %zero: f32) -> f32 {
  %s = affine.for %i = 0 to 6 iter_args(%before = %zero) -> f32 {
    %x = affine.load %m[%i] : memref<6xf32>
    %after = arith.addf %before, %x : f32
    affine.yield %after : f32
  }
  return %s : f32
}
func.func @inner(%m: memref<8x8xf32>, %k: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 8 iter_args(%before = %zero) -> f32 {
    %x = affine.load %m[symbol(%k), %i] : memref<8x8xf32>
    %after = arith.addf %before, %x : f32
    affine.yield %after : f32
  }
  return %s : f32
}

//--- wrong.mlir
func.func @matmul(%a: memref<5x3xf32>, %b: memref<3x4xf32>, %c: memref<5x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 3 {
        %x = affine.load %a[%i, %k] : memref<5x3xf32>
        %y = affine.load %b[%k, %j] : memref<3x4xf32>
        %z = affine.load %c[%i, %j] : memref<5x4xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<5x4xf32>
      }
    }
  }
  return
}
func.func @shift(%m: memref<9xf32>) {
  affine.for %i = 1 to 9 {
    %x = affine.load %m[8 - %i] : memref<9xf32>
    affine.store %x, %m[9 - %i] : memref<9xf32>
  }
  return
}
func.func @any_size(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %a[%j, %i] : memref<?x?xf32>
      affine.store %x, %b[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
func.func @sum(%m: memref<6xf32>, %zero: f32) -> f32 {
  %s = affine.for %i = 0 to 6 iter_args(%before = %zero) -> f32 {
    %x = affine.load %m[5 - %i] : memref<6xf32>
    %after = arith.addf %before, %x : f32
    affine.yield %after : f32
  }
  return %s : f32
}
func.func @inner(%m: memref<8x8xf32>, %k: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 8 iter_args(%before = %zero) -> f32 {
    %x = affine.load %m[%i, symbol(%k)] : memref<8x8xf32>
    %after = arith.addf %before, %x : f32
    affine.yield %after : f32
  }
  return %s : f32
}
