// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(1,8)>
  %b = layout.constant #layout.cute<3:16>
  // CHECK: layout.concat %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,2),3):((1,8),16)>{{$}}
  %c = layout.concat %a, %b
  // FOLD-NOT: layout.concat 
  return %c : !layout.layout
}

// CHECK-LABEL: func.func @one(
// FOLD-LABEL:  func.func @one(
func.func @one() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // CHECK: layout.concat %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,2)):((1,4))>{{$}}
  %r = layout.concat %a
  // FOLD-NOT: layout.concat 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @three(
// FOLD-LABEL:  func.func @three(
func.func @three() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<2:-4>
  %d = layout.constant #layout.cute<1:0>
  // CHECK: layout.concat %{{.*}}, %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2,1):(1,-4,0)>{{$}}
  %r = layout.concat %a, %b, %d
  // FOLD-NOT: layout.concat 
  return %r : !layout.layout
}

// Strides that are all 0 go with basis strides.

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1@0>
  %b = layout.constant #layout.cute<(2,3):(0,0)>
  // CHECK: layout.concat %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,(2,3)):(1@0,(0,0))>{{$}}
  %r = layout.concat %a, %b
  // FOLD-NOT: layout.concat 
  return %r : !layout.layout
}
