// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<((4,3,5),5):((6,100,16),8)>
  // CHECK: layout.slice %{{.*}}, ((1,_,4),_){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(3,5):(100,8)>{{$}}
  %s = layout.slice %a, ((1,_,4),_)
  // FOLD-NOT: layout.slice 
  return %s : !layout.layout
}

// CHECK-LABEL: func.func @row(
// FOLD-LABEL:  func.func @row(
func.func @row() -> !layout.layout {
  %a = layout.constant #layout.cute<((4,5),10):((32,0),7)>
  // CHECK: layout.slice %{{.*}}, (_,2){{$}}
  // FOLD-DAG: layout.constant #layout.cute<((4,5)):((32,0))>{{$}}
  %r = layout.slice %a, (_, 2)
  // FOLD-NOT: layout.slice 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @everything(
// FOLD-LABEL:  func.func @everything(
func.func @everything() -> !layout.layout {
  %a = layout.constant #layout.cute<(5,2):(1,10)>
  // CHECK: layout.slice %{{.*}}, _{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(5,2):(1,10)>{{$}}
  %r = layout.slice %a, _
  // FOLD-NOT: layout.slice 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @nothing(
// FOLD-LABEL:  func.func @nothing(
func.func @nothing() -> !layout.layout {
  %a = layout.constant #layout.cute<(5,2):(1,10)>
  // CHECK: layout.slice %{{.*}}, (1,1){{$}}
  // FOLD-DAG: layout.constant #layout.cute<():()>{{$}}
  %r = layout.slice %a, (1,1)
  // FOLD-NOT: layout.slice 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @basis(
// FOLD-LABEL:  func.func @basis(
func.func @basis() -> !layout.layout {
  %a = layout.constant #layout.cute<(5,2):(1@0,1@1)>
  // CHECK: layout.slice %{{.*}}, (1,_){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2):(1@1)>{{$}}
  %r = layout.slice %a, (1,_)
  // FOLD-NOT: layout.slice 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o (4,2):(1,4)>
  // CHECK: layout.slice %{{.*}}, (_,0){{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 0 o (4):(1)>{{$}}
  %r = layout.slice %a, (_,0)
  // FOLD-NOT: layout.slice 
  return %r : !layout.layout
}
