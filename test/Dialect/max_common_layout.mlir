// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(8,32):(32,1)>
  %b = layout.constant #layout.cute<(8,(16,2)):(16,(1,128))>
  // CHECK: layout.max_common_layout %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<16:8>{{$}}
  %c = layout.max_common_layout %a, %b
  // FOLD-NOT: layout.max_common_layout 
  return %c : !layout.layout
}

// CHECK-LABEL: func.func @nothing(
// FOLD-LABEL:  func.func @nothing(
func.func @nothing() -> !layout.layout {
  %a = layout.constant #layout.cute<(128,64):(1,128)>
  %b = layout.constant #layout.cute<(128,64):(64,1)>
  // CHECK: layout.max_common_layout %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<1:0>{{$}}
  %r = layout.max_common_layout %a, %b
  // FOLD-NOT: layout.max_common_layout 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @rows(
// FOLD-LABEL:  func.func @rows(
func.func @rows() -> !layout.layout {
  %a = layout.constant #layout.cute<(128,32,3):(32,1,4096)>
  %b = layout.constant #layout.cute<(128,64):(64,1)>
  // CHECK: layout.max_common_layout %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<32:128>{{$}}
  %r = layout.max_common_layout %a, %b
  // FOLD-NOT: layout.max_common_layout 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @same(
// FOLD-LABEL:  func.func @same(
func.func @same() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  %b = layout.constant #layout.cute<(4,2):(1,4)>
  // CHECK: layout.max_common_layout %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: layout.constant #layout.cute<8:1>{{$}}
  %r = layout.max_common_layout %a, %b
  // FOLD-NOT: layout.max_common_layout 
  return %r : !layout.layout
}
