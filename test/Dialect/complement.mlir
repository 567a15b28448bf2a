// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> (!layout.layout, !layout.layout) {
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  // CHECK: layout.complement %{{.*}}, 20{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(2,10)>{{$}}
  %c = layout.complement %a, 20
  // CHECK: layout.complement %{{.*}}, 20 {flavor = paper}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,3):(2,9)>{{$}}
  %p = layout.complement %a, 20 {flavor = paper}
  // FOLD-NOT: layout.complement 
  return %c, %p : !layout.layout, !layout.layout
}

// Of (2,2):(1,5) and 20 whole copies reach 16 offsets.

// CHECK-LABEL: func.func @gaps(
// FOLD-LABEL:  func.func @gaps(
func.func @gaps() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  // CHECK: layout.complement %{{.*}}, 20{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(2,10)>{{$}}
  %r = layout.complement %a, 20
  // FOLD-NOT: layout.complement 
  return %r : !layout.layout
}

// Modes of stride 0 do not count.

// CHECK-LABEL: func.func @stride_zero(
// FOLD-LABEL:  func.func @stride_zero(
func.func @stride_zero() -> !layout.layout {
  %a = layout.constant #layout.cute<(128,(64,16)):(0,(1,64))>
  // CHECK: layout.complement %{{.*}}, 4096{{$}}
  // FOLD-DAG: layout.constant #layout.cute<4:1024>{{$}}
  %r = layout.complement %a, 4096
  // FOLD-NOT: layout.complement 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @size_one(
// FOLD-LABEL:  func.func @size_one(
func.func @size_one() -> !layout.layout {
  %a = layout.constant #layout.cute<():()>
  // CHECK: layout.complement %{{.*}}, 3{{$}}
  // FOLD-DAG: layout.constant #layout.cute<3:1>{{$}}
  %r = layout.complement %a, 3
  // FOLD-NOT: layout.complement 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @nothing_left(
// FOLD-LABEL:  func.func @nothing_left(
func.func @nothing_left() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,6):(1,4)>
  // CHECK: layout.complement %{{.*}}, 24{{$}}
  // FOLD-DAG: layout.constant #layout.cute<1:0>{{$}}
  %r = layout.complement %a, 24
  // FOLD-NOT: layout.complement 
  return %r : !layout.layout
}
