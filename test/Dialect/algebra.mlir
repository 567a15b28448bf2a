// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @inverses
// FOLD-LABEL: @inverses
func.func @inverses() -> (!layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,2,2):(1,8,2)>
  // CHECK: layout.complement %{{.*}}, 64
  // FOLD-DAG: layout.constant #layout.cute<(2,4):(4,16)>
  %c = layout.complement %a, 64
  // CHECK: layout.left_inverse %
  // FOLD-DAG: layout.constant #layout.cute<(2,4,2):(1,4,2)>
  %l = layout.left_inverse %a
  // CHECK: layout.right_inverse %
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(1,4)>
  %r = layout.right_inverse %a
  return %c, %l, %r : !layout.layout, !layout.layout, !layout.layout
}

// CHECK-LABEL: @divisions
// FOLD-LABEL: @divisions
func.func @divisions() -> (!layout.layout, !layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(8,64):(64,1)>
  %tile = layout.constant #layout.tile<[4:2;8:1]>
  // CHECK: layout.logical_divide %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<((4,2),(8,8)):((128,64),(1,8))>
  %l = layout.logical_divide %a, %tile
  // CHECK: layout.zipped_divide %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<((4,8),(2,8)):((128,1),(64,8))>
  %z = layout.zipped_divide %a, %tile
  // CHECK: layout.tiled_divide %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<((4,8),2,8):((128,1),64,8)>
  %t = layout.tiled_divide %a, %tile
  // CHECK: layout.flat_divide %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<(4,8,2,8):(128,1,64,8)>
  %f = layout.flat_divide %a, %tile
  return %l, %z, %t, %f : !layout.layout, !layout.layout, !layout.layout, !layout.layout
}

// A composed layout is divided in its inner layout.

// FOLD-LABEL: @composed
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  %tile = layout.constant #layout.tile<[4:2;8:1]>
  // FOLD: layout.constant #layout.composed<S<3,4,3> o 0 o ((4,8),(2,8)):((128,1),(64,8))>
  %z = layout.zipped_divide %a, %tile
  return %z : !layout.layout
}

// CHECK-LABEL: @products
// FOLD-LABEL: @products
func.func @products() -> (!layout.layout, !layout.layout, !layout.layout, !layout.layout, !layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,5):(5,1)>
  %order = layout.constant #layout.cute<(3,4):(1,3)>
  // CHECK: layout.logical_product %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<((2,5),(3,4)):((5,1),(10,30))>
  %l = layout.logical_product %a, %order
  // CHECK: layout.zipped_product %{{.*}}, %
  %z = layout.zipped_product %a, %order
  // CHECK: layout.tiled_product %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<((2,5),3,4):((5,1),10,30)>
  %t = layout.tiled_product %a, %order
  // CHECK: layout.flat_product %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<(2,5,3,4):(5,1,10,30)>
  %f = layout.flat_product %a, %order
  // CHECK: layout.blocked_product %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<((2,3),(5,4)):((5,10),(1,30))>
  %b = layout.blocked_product %a, %order
  // CHECK: layout.raked_product %{{.*}}, %
  // FOLD-DAG: layout.constant #layout.cute<((3,2),(4,5)):((10,5),(30,1))>
  %r = layout.raked_product %a, %order
  return %l, %z, %t, %f, %b, %r : !layout.layout, !layout.layout, !layout.layout, !layout.layout, !layout.layout, !layout.layout
}
