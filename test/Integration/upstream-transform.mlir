// Linalg as the transform dialect tiles it: views of tiles, the last of them smaller. Every view and every
// access in a view is proved, so that layout-insert-bounds changes nothing.

// DEFINE: %{loops} = layout-opt --transform-interpreter --symbol-dce --convert-linalg-to-loops --canonicalize
// RUN: %{loops} %s -o %t.for.mlir
// RUN: grep -c memref.subview %t.for.mlir | FileCheck %s --check-prefix=VIEWS
// RUN: layout-opt %t.for.mlir --layout-verify=accesses=true -o /dev/null 2>&1 | count 0
// RUN: layout-opt %t.for.mlir --layout-insert-bounds | diff %t.for.mlir -
// VIEWS: {{^5$}}

// RUN: sed -e 's/tile_using_for /tile_using_forall /' -e 's/%loops:2/%loops/' -e 's/, !transform.any_op)$/)/' %s \
// RUN:   | %{loops} -o %t.forall.mlir
// RUN: grep -c scf.forall %t.forall.mlir | FileCheck %s --check-prefix=FORALL
// RUN: layout-opt %t.forall.mlir --layout-verify=accesses=true -o /dev/null 2>&1 | count 0
// RUN: layout-opt %t.forall.mlir --layout-insert-bounds | diff %t.forall.mlir -
// FORALL: {{^2$}}

// With a size of the last tile that is wrong by one, the views are refuted at that tile and guarded, with
// the accesses in them.

// RUN: sed -e 's/(-d0 + 70, 32)/(-d0 + 71, 32)/' -e 's/(-d0 + 29, 16)/(-d0 + 30, 16)/' %t.for.mlir > %t.wrong.mlir
// RUN: not layout-opt %t.wrong.mlir --layout-verify=accesses=true -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error --implicit-check-not=remark
// CHECK: error: view is out of bounds at iteration %{{.*}} = 0, %{{.*}} = 64: index 70 of dimension 1 is outside [0, 70)
// CHECK: error: view is out of bounds at iteration %{{.*}} = 0, %{{.*}} = 64: index 70 of dimension 1 is outside [0, 70)
// CHECK: error: view is out of bounds at iteration %{{.*}} = 16, %{{.*}} = 0: index 31 of dimension 0 is outside [0, 31)
// CHECK: error: view is out of bounds at iteration %{{.*}} = 16, %{{.*}} = 0: index 29 of dimension 0 is outside [0, 29)
// RUN: layout-opt %t.wrong.mlir --layout-insert-bounds=mode=report -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GUARD --implicit-check-not=guarded --implicit-check-not=unknown
// GUARD-COUNT-3: guarded by %{{[a-z0-9]+}} < 64{{$}}
// GUARD-COUNT-3: guarded by %{{[a-z0-9]+}} < 16{{$}}
// RUN: layout-opt %t.wrong.mlir --layout-insert-bounds -o %t.guarded.mlir
// RUN: layout-opt %t.guarded.mlir --layout-verify=accesses=true -o /dev/null 2>&1 | count 0

module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: memref<100x90xf32>, %b: memref<90x70xf32>, %c: memref<100x70xf32>) {
    linalg.matmul ins(%a, %b : memref<100x90xf32>, memref<90x70xf32>) outs(%c : memref<100x70xf32>)
    return
  }

  func.func @convolution(%image: memref<31x37xf32>, %filter: memref<3x5xf32>, %out: memref<29x33xf32>) {
    linalg.conv_2d ins(%image, %filter : memref<31x37xf32>, memref<3x5xf32>) outs(%out : memref<29x33xf32>)
    return
  }

  transform.named_sequence private @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %operations = transform.structured.match ops{["linalg.matmul", "linalg.conv_2d"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %operations tile_sizes [16, 32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
