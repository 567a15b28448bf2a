// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(9,2):(1,9)>
  %b = layout.constant #layout.cute<(16):(1)>
  // CHECK: layout.append %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(9,2,(16)):(1,9,(1))>{{$}}
  %c = layout.append %a, %b
  // FOLD-NOT: layout.append 
  return %c : !layout.layout
}

// CHECK-LABEL: func.func @nested(
// FOLD-LABEL:  func.func @nested(
func.func @nested() -> !layout.layout {
  %a = layout.constant #layout.cute<((32),2,32):((1),32,256)>
  %b = layout.constant #layout.cute<(2,8):(1,2)>
  // CHECK: layout.append %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((32),2,32,(2,8)):((1),32,256,(1,2))>{{$}}
  %r = layout.append %a, %b
  // FOLD-NOT: layout.append 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @to_a_leaf(
// FOLD-LABEL:  func.func @to_a_leaf(
func.func @to_a_leaf() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<2:-4>
  // CHECK: layout.append %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2):(1,-4)>{{$}}
  %r = layout.append %a, %b
  // FOLD-NOT: layout.append 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o 4:1>
  %b = layout.constant #layout.cute<2:4>
  // CHECK: layout.append %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 0 o (4,2):(1,4)>{{$}}
  %r = layout.append %a, %b
  // FOLD-NOT: layout.append 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<4:1@0>
  %b = layout.constant #layout.cute<2:1@1>
  // CHECK: layout.append %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,2):(1@0,1@1)>{{$}}
  %r = layout.append %a, %b
  // FOLD-NOT: layout.append 
  return %r : !layout.layout
}
