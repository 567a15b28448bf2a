// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(3,(10,2),5):(100,(1,10),20)>
  // CHECK: layout.select %{{.*}}, [2, 0]{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(5,3):(20,100)>{{$}}
  %s = layout.select %a, [2, 0]
  // FOLD-NOT: layout.select 
  return %s : !layout.layout
}

// CHECK-LABEL: func.func @one(
// FOLD-LABEL:  func.func @one(
func.func @one() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,(4,8)):(1,(1,2))>
  // CHECK: layout.select %{{.*}}, [1]{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,8)):((1,2))>{{$}}
  %r = layout.select %a, [1]
  // FOLD-NOT: layout.select 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @twice(
// FOLD-LABEL:  func.func @twice(
func.func @twice() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,3):(1,2)>
  // CHECK: layout.select %{{.*}}, [0, 0]{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(1,1)>{{$}}
  %r = layout.select %a, [0, 0]
  // FOLD-NOT: layout.select 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,3):(1@0,1@1)>
  // CHECK: layout.select %{{.*}}, [1, 0]{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(3,2):(1@1,1@0)>{{$}}
  %r = layout.select %a, [1, 0]
  // FOLD-NOT: layout.select 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @nothing(
// FOLD-LABEL:  func.func @nothing(
func.func @nothing() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,3):(1,2)>
  // CHECK: layout.select %{{.*}}, []{{$}}
  // FOLD-DAG: layout.constant #layout.cute<():()>{{$}}
  %r = layout.select %a, []
  // FOLD-NOT: layout.select 
  return %r : !layout.layout
}
