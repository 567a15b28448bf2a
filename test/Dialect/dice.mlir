// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<((4,3,5),5):((6,100,16),8)>
  // CHECK: layout.dice %{{.*}}, ((1,_,4),_){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,5):(6,16)>{{$}}
  %d = layout.dice %a, ((1,_,4),_)
  // FOLD-NOT: layout.dice 
  return %d : !layout.layout
}

// CHECK-LABEL: func.func @row(
// FOLD-LABEL:  func.func @row(
func.func @row() -> !layout.layout {
  %a = layout.constant #layout.cute<((4,5),10):((32,0),7)>
  // CHECK: layout.dice %{{.*}}, (_,2){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(10):(7)>{{$}}
  %r = layout.dice %a, (_, 2)
  // FOLD-NOT: layout.dice 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @nothing(
// FOLD-LABEL:  func.func @nothing(
func.func @nothing() -> !layout.layout {
  %a = layout.constant #layout.cute<(16,(32,2)):(16,(1,1))>
  // CHECK: layout.dice %{{.*}}, (_,_){{$}}
  // FOLD-DAG: layout.constant #layout.cute<():()>{{$}}
  %r = layout.dice %a, (_,_)
  // FOLD-NOT: layout.dice 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @everything(
// FOLD-LABEL:  func.func @everything(
func.func @everything() -> !layout.layout {
  %a = layout.constant #layout.cute<(5,2):(1,10)>
  // CHECK: layout.dice %{{.*}}, 3{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(5,2):(1,10)>{{$}}
  %r = layout.dice %a, 3
  // FOLD-NOT: layout.dice 
  return %r : !layout.layout
}
