// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (index, index, index, index) {
  %a = layout.constant #layout.cute<((4,3,5),5):((6,100,16),8)>
  %i = arith.constant 205 : index
  // CHECK: layout.idx2crd %{{.*}}, %{{.*}} : index, index, index, index{{$}}
  // FOLD-DAG: arith.constant 1 : index{{$}}
  // FOLD-DAG: arith.constant 0 : index{{$}}
  // FOLD-DAG: arith.constant 2 : index{{$}}
  // FOLD-DAG: arith.constant 3 : index{{$}}
  %c:4 = layout.idx2crd %a, %i : index, index, index, index
  // FOLD-NOT: layout.idx2crd 
  return %c#0, %c#1, %c#2, %c#3 : index, index, index, index
}

// The last flattened mode goes on.

// CHECK-LABEL: func.func @past_the_size(
// FOLD-LABEL:  func.func @past_the_size(
func.func @past_the_size() -> (index, index) {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  %i = arith.constant 9 : index
  // CHECK: layout.idx2crd %{{.*}}, %{{.*}} : index, index{{$}}
  // FOLD-DAG: arith.constant 1 : index{{$}}
  // FOLD-DAG: arith.constant 2 : index{{$}}
  %c:2 = layout.idx2crd %a, %i : index, index
  // FOLD-NOT: layout.idx2crd 
  return %c#0, %c#1 : index, index
}

// 9 is register 1 and lane 4 / 2 = 2.

// CHECK-LABEL: func.func @linear(
// FOLD-LABEL:  func.func @linear(
func.func @linear() -> (index, index) {
  %a = layout.constant #layout.linear<{register = [[1],[2]], lane = [[4],[8]]}>
  %i = arith.constant 9 : index
  // CHECK: layout.idx2crd %{{.*}}, %{{.*}} : index, index{{$}}
  // FOLD-DAG: arith.constant 1 : index{{$}}
  // FOLD-DAG: arith.constant 2 : index{{$}}
  %c:2 = layout.idx2crd %a, %i : index, index
  // FOLD-NOT: layout.idx2crd 
  return %c#0, %c#1 : index, index
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> (index, index) {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o (12,16):(1,12)>
  %i = arith.constant 76 : index
  // CHECK: layout.idx2crd %{{.*}}, %{{.*}} : index, index{{$}}
  // FOLD-DAG: arith.constant 4 : index{{$}}
  // FOLD-DAG: arith.constant 6 : index{{$}}
  %c:2 = layout.idx2crd %a, %i : index, index
  // FOLD-NOT: layout.idx2crd 
  return %c#0, %c#1 : index, index
}

// A negative index has no coordinate.

// CHECK-LABEL: func.func @negative(
// FOLD-LABEL:  func.func @negative(
func.func @negative() -> (index, index) {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  %i = arith.constant -1 : index
  // CHECK: layout.idx2crd %{{.*}}, %{{.*}} : index, index{{$}}
  // FOLD: layout.idx2crd %{{.*}}, %{{.*}} : index, index{{$}}
  %c:2 = layout.idx2crd %a, %i : index, index
  return %c#0, %c#1 : index, index
}
