// Loops whose sizes nothing divides, as upstream's passes tile, unroll and vectorize them: every access is
// proved, so that layout-insert-bounds changes nothing.

// DEFINE: %{passes} =
// DEFINE: %{proved} = \
// DEFINE:   layout-opt %s --pass-pipeline='builtin.module(func.func(%{passes}))' -o %t.mlir && \
// DEFINE:   layout-opt %t.mlir --layout-verify=accesses=true -o /dev/null 2>&1 | count 0 && \
// DEFINE:   layout-opt %t.mlir --layout-insert-bounds | diff %t.mlir -

// REDEFINE: %{passes} = affine-loop-tile{tile-size=32}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-tile{tile-sizes=7,13,5}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-tile{tile-size=32},affine-loop-normalize
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-unroll-jam{unroll-jam-factor=4}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-unroll{unroll-factor=7}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-super-vectorize{virtual-vector-size=8}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-super-vectorize{virtual-vector-size=4,8}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-tile{tile-size=16},affine-super-vectorize{virtual-vector-size=8}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-unroll-jam{unroll-jam-factor=4},affine-super-vectorize{virtual-vector-size=8}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-coalescing
// RUN: %{proved}
// REDEFINE: %{passes} = affine-parallelize
// RUN: %{proved}
// REDEFINE: %{passes} = affine-data-copy-generate{fast-mem-capacity=1000}
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-tile{tile-size=9},lower-affine
// RUN: %{proved}
// REDEFINE: %{passes} = affine-loop-unroll-jam{unroll-jam-factor=4},lower-affine
// RUN: %{proved}

// The factor has 90 columns, the filter 5 and the stencil no row above the first: with each of these
// bounds wrong by one, what leaves is refuted at the first iteration that does, and guarded.

// DEFINE: %{prefix} =
// DEFINE: %{refuted} = \
// DEFINE:   sed -e 's/%k = 0 to 90/%k = 0 to 91/' -e 's/%q = 0 to 5/%q = 0 to 6/' -e 's/%i = 1 to 49/%i = 0 to 49/' %s \
// DEFINE:     | layout-opt --pass-pipeline='builtin.module(func.func(%{passes}))' -o %t.mlir && \
// DEFINE:   not layout-opt %t.mlir --layout-verify=accesses=true -o /dev/null 2>&1 \
// DEFINE:     | FileCheck %s --check-prefix=%{prefix} --implicit-check-not=error --implicit-check-not=remark && \
// DEFINE:   layout-opt %t.mlir --layout-insert-bounds=mode=report -o /dev/null 2>&1 \
// DEFINE:     | FileCheck %s --check-prefix=%{prefix}-GUARD --implicit-check-not=guarded --implicit-check-not=unknown && \
// DEFINE:   layout-opt %t.mlir --layout-insert-bounds -o %t.guarded.mlir && \
// DEFINE:   layout-opt %t.guarded.mlir --layout-verify=accesses=true -o /dev/null 2>&1 | count 0

// Tile 64 of the columns has column 90; column 5 of the filter meets column 32 of the image in tile 32.

// REDEFINE: %{prefix} = TILED
// REDEFINE: %{passes} = affine-loop-tile{tile-size=32}
// RUN: %{refuted}
// TILED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 64, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 90: index 90 of dimension 1 is outside [0, 90)
// TILED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 64, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 90: index 90 of dimension 0 is outside [0, 90)
// TILED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 32, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 32, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 5: index 37 of dimension 1 is outside [0, 37)
// TILED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 5: index 5 of dimension 1 is outside [0, 5)
// TILED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 1, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 1: index -1 of dimension 0 is outside [0, 50)
// TILED-GUARD: guarded by %{{[a-z0-9]+}} < 90
// TILED-GUARD: guarded by %{{[a-z0-9]+}} < 90
// TILED-GUARD: guarded by %{{[a-z0-9]+}} + %{{[a-z0-9]+}} < 37
// TILED-GUARD: guarded by %{{[a-z0-9]+}} < 5
// TILED-GUARD: guarded by %{{[a-z0-9]+}} >= 1

// Thirteen times seven is 91: the last copy of the body in the last iteration, 84, is at 90.

// REDEFINE: %{prefix} = UNROLLED
// REDEFINE: %{passes} = affine-loop-unroll{unroll-factor=7}
// RUN: %{refuted}
// UNROLLED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 84: index 90 of dimension 1 is outside [0, 90)
// UNROLLED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 84: index 90 of dimension 0 is outside [0, 90)
// UNROLLED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 32, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 5: index 37 of dimension 1 is outside [0, 37)
// UNROLLED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 5: index 5 of dimension 1 is outside [0, 5)
// UNROLLED-COUNT-7: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 1: index -1 of dimension 0 is outside [0, 50)
// UNROLLED: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 57: index -1 of dimension 0 is outside [0, 50)
// UNROLLED-GUARD-COUNT-2: guarded by %{{[a-z0-9]+}} < 84
// UNROLLED-GUARD: guarded by %{{[a-z0-9]+}} + %{{[a-z0-9]+}} < 37
// UNROLLED-GUARD: guarded by %{{[a-z0-9]+}} < 5
// UNROLLED-GUARD-COUNT-8: guarded by %{{[a-z0-9]+}} >= 1

// A transfer that says of no dimension that it is in bounds leaves out lanes past the end by itself: what it
// reads at column 37 of the image is padding, in all lanes. Its index may not be negative.

// REDEFINE: %{prefix} = VECTORS
// REDEFINE: %{passes} = affine-super-vectorize{virtual-vector-size=8}
// RUN: %{refuted}
// VECTORS: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 90: index 90 of dimension 1 is outside [0, 90)
// VECTORS: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 90: index 90 of dimension 0 is outside [0, 90)
// VECTORS: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 5: index 5 of dimension 1 is outside [0, 5)
// VECTORS: error: access is out of bounds at iteration %{{[a-z0-9]+}} = 0, %{{[a-z0-9]+}} = 1: index -1 of dimension 0 is outside [0, 50)
// VECTORS-GUARD-COUNT-2: guarded by %{{[a-z0-9]+}} < 90
// VECTORS-GUARD: guarded by %{{[a-z0-9]+}} < 5
// VECTORS-GUARD: guarded by %{{[a-z0-9]+}} >= 1

func.func @matmul(%a: memref<100x90xf32>, %b: memref<90x70xf32>, %c: memref<100x70xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 70 {
      affine.for %k = 0 to 90 {
        %x = affine.load %a[%i, %k] : memref<100x90xf32>
        %y = affine.load %b[%k, %j] : memref<90x70xf32>
        %s = affine.load %c[%i, %j] : memref<100x70xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<100x70xf32>
      }
    }
  }
  return
}
func.func @convolution(%image: memref<31x37xf32>, %filter: memref<3x5xf32>, %out: memref<29x33xf32>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 33 {
      affine.for %p = 0 to 3 {
        affine.for %q = 0 to 5 {
          %x = affine.load %image[%i + %p, %j + %q] : memref<31x37xf32>
          %y = affine.load %filter[%p, %q] : memref<3x5xf32>
          %s = affine.load %out[%i, %j] : memref<29x33xf32>
          %z = arith.mulf %x, %y : f32
          %t = arith.addf %s, %z : f32
          affine.store %t, %out[%i, %j] : memref<29x33xf32>
        }
      }
    }
  }
  return
}
func.func @stencil(%in: memref<50x61xf32>, %out: memref<50x61xf32>) {
  affine.for %i = 1 to 49 {
    affine.for %j = 1 to 60 {
      %n = affine.load %in[%i - 1, %j] : memref<50x61xf32>
      %s = affine.load %in[%i + 1, %j] : memref<50x61xf32>
      %w = affine.load %in[%i, %j - 1] : memref<50x61xf32>
      %e = affine.load %in[%i, %j + 1] : memref<50x61xf32>
      %ns = arith.addf %n, %s : f32
      %we = arith.addf %w, %e : f32
      %t = arith.addf %ns, %we : f32
      affine.store %t, %out[%i, %j] : memref<50x61xf32>
    }
  }
  return
}
