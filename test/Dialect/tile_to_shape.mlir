// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(8,64):(64,1)>
  // CHECK: layout.tile_to_shape %{{.*}}, (64,128) order (1,0){{$}}
  // FOLD-DAG: layout.constant #layout.cute<((8,8),(64,2)):((64,1024),(1,512))>{{$}}
  %t = layout.tile_to_shape %a, (64,128) order (1,0)
  // FOLD-NOT: layout.tile_to_shape 
  return %t : !layout.layout
}

// The repetitions follow each other from left to right.

// CHECK-LABEL: func.func @without_an_order(
// FOLD-LABEL:  func.func @without_an_order(
func.func @without_an_order() -> !layout.layout {
  %a = layout.constant #layout.cute<((8,8),(8,8)):((8,64),(1,512))>
  // CHECK: layout.tile_to_shape %{{.*}}, (256,256){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(((8,8),4),((8,8),4)):(((8,64),4096),((1,512),16384))>{{$}}
  %r = layout.tile_to_shape %a, (256,256)
  // FOLD-NOT: layout.tile_to_shape 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @more_modes(
// FOLD-LABEL:  func.func @more_modes(
func.func @more_modes() -> !layout.layout {
  %a = layout.constant #layout.cute<(64,64):(64,1)>
  // CHECK: layout.tile_to_shape %{{.*}}, (128,64,3) order (0,1,2){{$}}
  // FOLD-DAG: layout.constant #layout.cute<((64,2),(64,1),(1,3)):((64,4096),(1,0),(0,8192))>{{$}}
  %r = layout.tile_to_shape %a, (128,64,3) order (0,1,2)
  // FOLD-NOT: layout.tile_to_shape 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<2,3,3> o 0 o (8,32):(32,1)>
  // CHECK: layout.tile_to_shape %{{.*}}, (64,64){{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<2,3,3> o 0 o ((8,8),(32,2)):((32,256),(1,2048))>{{$}}
  %r = layout.tile_to_shape %a, (64,64)
  // FOLD-NOT: layout.tile_to_shape 
  return %r : !layout.layout
}
