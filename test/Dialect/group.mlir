// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(6,9,32):(288,32,1)>
  // CHECK: layout.group %{{.*}}, [1, 3]{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(6,(9,32)):(288,(32,1))>{{$}}
  %g = layout.group %a, [1, 3]
  // FOLD-NOT: layout.group 
  return %g : !layout.layout
}

// CHECK-LABEL: func.func @whole(
// FOLD-LABEL:  func.func @whole(
func.func @whole() -> !layout.layout {
  %a = layout.constant #layout.cute<(3,8):(40,1)>
  // CHECK: layout.group %{{.*}}, [0, 2]{{$}}
  // FOLD-DAG: layout.constant #layout.cute<((3,8)):((40,1))>{{$}}
  %r = layout.group %a, [0, 2]
  // FOLD-NOT: layout.group 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @one_mode(
// FOLD-LABEL:  func.func @one_mode(
func.func @one_mode() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,8,(4,10)):(5,2,(40,2))>
  // CHECK: layout.group %{{.*}}, [2, 3]{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,8,((4,10))):(5,2,((40,2)))>{{$}}
  %r = layout.group %a, [2, 3]
  // FOLD-NOT: layout.group 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o (2,2,2):(1,2,4)>
  // CHECK: layout.group %{{.*}}, [0, 2]{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<1,0,1> o 0 o ((2,2),2):((1,2),4)>{{$}}
  %r = layout.group %a, [0, 2]
  // FOLD-NOT: layout.group 
  return %r : !layout.layout
}
