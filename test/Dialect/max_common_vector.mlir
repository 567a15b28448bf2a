// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> index {
  %a = layout.constant #layout.cute<(8,32):(32,1)>
  %b = layout.constant #layout.cute<(8,(16,2)):(16,(1,128))>
  // CHECK: layout.max_common_vector %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 16 : index{{$}}
  %n = layout.max_common_vector %a, %b
  // FOLD-NOT: layout.max_common_vector 
  return %n : index
}

// CHECK-LABEL: func.func @nothing(
// FOLD-LABEL:  func.func @nothing(
func.func @nothing() -> index {
  %a = layout.constant #layout.cute<(128,64):(1,128)>
  %b = layout.constant #layout.cute<(128,64):(64,1)>
  // CHECK: layout.max_common_vector %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 1 : index{{$}}
  %r = layout.max_common_vector %a, %b
  // FOLD-NOT: layout.max_common_vector 
  return %r : index
}

// CHECK-LABEL: func.func @rows(
// FOLD-LABEL:  func.func @rows(
func.func @rows() -> index {
  %a = layout.constant #layout.cute<(128,32,3):(32,1,4096)>
  %b = layout.constant #layout.cute<(128,64):(64,1)>
  // CHECK: layout.max_common_vector %{{.*}}, %{{.*}}{{$}}
  // FOLD-DAG: arith.constant 32 : index{{$}}
  %r = layout.max_common_vector %a, %b
  // FOLD-NOT: layout.max_common_vector 
  return %r : index
}
