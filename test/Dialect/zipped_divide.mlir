// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(8,64):(64,1)>
  %tile = layout.constant #layout.tile<[4:2;8:1]>
  // CHECK: layout.zipped_divide %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,8),(2,8)):((128,1),(64,8))>{{$}}
  %d = layout.zipped_divide %a, %tile
  // FOLD-NOT: layout.zipped_divide 
  return %d : !layout.layout
}

// CHECK-LABEL: func.func @by_a_layout(
// FOLD-LABEL:  func.func @by_a_layout(
func.func @by_a_layout() -> !layout.layout {
  %a = layout.constant #layout.cute<24:1>
  %b = layout.constant #layout.cute<4:1>
  // CHECK: layout.zipped_divide %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,6):(1,4)>{{$}}
  %r = layout.zipped_divide %a, %b
  // FOLD-NOT: layout.zipped_divide 
  return %r : !layout.layout
}

// A composed layout is divided in its inner layout.

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  %b = layout.constant #layout.tile<[4:2;8:1]>
  // CHECK: layout.zipped_divide %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<3,4,3> o 0 o ((4,8),(2,8)):((128,1),(64,8))>{{$}}
  %r = layout.zipped_divide %a, %b
  // FOLD-NOT: layout.zipped_divide 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,6):(1@0,1@1)>
  %b = layout.constant #layout.tile<[2]>
  // CHECK: layout.zipped_divide %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((2),(2,6)):((1@0),(2@0,1@1))>{{$}}
  %r = layout.zipped_divide %a, %b
  // FOLD-NOT: layout.zipped_divide 
  return %r : !layout.layout
}
