// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(8,2)):(1,(0,4))>
  // CHECK: layout.nullspace %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<8:4>{{$}}
  %n = layout.nullspace %a
  // FOLD-NOT: layout.nullspace 
  return %n : !layout.layout
}

// CHECK-LABEL: func.func @injective(
// FOLD-LABEL:  func.func @injective(
func.func @injective() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.nullspace %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<1:0>{{$}}
  %r = layout.nullspace %a
  // FOLD-NOT: layout.nullspace 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @all(
// FOLD-LABEL:  func.func @all(
func.func @all() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,3):(0,0)>
  // CHECK: layout.nullspace %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,3):(1,4)>{{$}}
  %r = layout.nullspace %a
  // FOLD-NOT: layout.nullspace 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,3):(1@0,0)>
  // CHECK: layout.nullspace %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<3:4>{{$}}
  %r = layout.nullspace %a
  // FOLD-NOT: layout.nullspace 
  return %r : !layout.layout
}
