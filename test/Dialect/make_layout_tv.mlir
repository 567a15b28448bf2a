// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (!layout.layout, !layout.layout) {
  %t = layout.constant #layout.cute<(16,8):(8,1)>
  %v = layout.constant #layout.cute<(1,8):(8,1)>
  // CHECK: layout.make_layout_tv %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.tile<[16;64]>{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((8,16),8):((128,1),16)>{{$}}
  %tile, %tv = layout.make_layout_tv %t, %v
  // FOLD-NOT: layout.make_layout_tv 
  return %tile, %tv : !layout.layout, !layout.layout
}

// CHECK-LABEL: func.func @rows(
// FOLD-LABEL:  func.func @rows(
func.func @rows() -> (!layout.layout, !layout.layout) {
  %t = layout.constant #layout.cute<(32,4):(4,1)>
  %v = layout.constant #layout.cute<(4,1):(1,4)>
  // CHECK: layout.make_layout_tv %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.tile<[128;4]>{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,32),4):((128,4),1)>{{$}}
  %tile, %tv = layout.make_layout_tv %t, %v
  // FOLD-NOT: layout.make_layout_tv 
  return %tile, %tv : !layout.layout, !layout.layout
}
