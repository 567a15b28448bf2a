// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> index {
  %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  // CHECK: layout.size %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 16 : index{{$}}
  %n = layout.size %a
  // FOLD-NOT: layout.size 
  return %n : index
}

// CHECK-LABEL: func.func @one(
// FOLD-LABEL:  func.func @one(
func.func @one() -> index {
  %a = layout.constant #layout.cute<():()>
  // CHECK: layout.size %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 1 : index{{$}}
  %r = layout.size %a
  // FOLD-NOT: layout.size 
  return %r : index
}

// CHECK-LABEL: func.func @symbols(
// FOLD-LABEL:  func.func @symbols(
func.func @symbols() -> index {
  %a = layout.constant #layout.cute<(M,8):(8,1)>
  // CHECK: layout.size %{{.*}}{{$}}
  // FOLD: layout.size %{{.*}}{{$}}
  %r = layout.size %a
  return %r : index
}

// The coordinates of a relation are counted if they form a box.

// CHECK-LABEL: func.func @relation(
// FOLD-LABEL:  func.func @relation(
func.func @relation() -> index {
  %a = layout.constant #layout.relation<"{ [i, j] -> [o] : o = i and 0 <= i < 3 and 0 <= j < 5 }">
  // CHECK: layout.size %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 15 : index{{$}}
  %r = layout.size %a
  // FOLD-NOT: layout.size 
  return %r : index
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> index {
  %a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.size %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 512 : index{{$}}
  %r = layout.size %a
  // FOLD-NOT: layout.size 
  return %r : index
}
