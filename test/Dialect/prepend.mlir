// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,8):(8,40)>
  %b = layout.constant #layout.cute<2:1>
  // CHECK: layout.prepend %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2,8):(1,8,40)>{{$}}
  %c = layout.prepend %a, %b
  // FOLD-NOT: layout.prepend 
  return %c : !layout.layout
}

// CHECK-LABEL: func.func @nested(
// FOLD-LABEL:  func.func @nested(
func.func @nested() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,10):(0,1)>
  %b = layout.constant #layout.cute<(7):(4)>
  // CHECK: layout.prepend %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((7),2,10):((4),0,1)>{{$}}
  %r = layout.prepend %a, %b
  // FOLD-NOT: layout.prepend 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o 4:1>
  %b = layout.constant #layout.cute<2:4>
  // CHECK: layout.prepend %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 0 o (2,4):(4,1)>{{$}}
  %r = layout.prepend %a, %b
  // FOLD-NOT: layout.prepend 
  return %r : !layout.layout
}
