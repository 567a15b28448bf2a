// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(128,64):(1,128)>
  // CHECK: layout.recast %{{.*}} from 16 to 128{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(16,64):(1,16)>{{$}}
  %r = layout.recast %a from 16 to 128
  // FOLD-NOT: layout.recast 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @to_smaller(
// FOLD-LABEL:  func.func @to_smaller(
func.func @to_smaller() -> !layout.layout {
  %a = layout.constant #layout.cute<(4):(1)>
  // CHECK: layout.recast %{{.*}} from 32 to 16{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(8):(1)>{{$}}
  %r = layout.recast %a from 32 to 16
  // FOLD-NOT: layout.recast 
  return %r : !layout.layout
}

// Four elements of 6 bits become three of 8.

// CHECK-LABEL: func.func @no_power_of_two(
// FOLD-LABEL:  func.func @no_power_of_two(
func.func @no_power_of_two() -> !layout.layout {
  %a = layout.constant #layout.cute<(128,64):(1,128)>
  // CHECK: layout.recast %{{.*}} from 6 to 8{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(96,64):(1,96)>{{$}}
  %r = layout.recast %a from 6 to 8
  // FOLD-NOT: layout.recast 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @composed(
// FOLD-LABEL:  func.func @composed(
func.func @composed() -> !layout.layout {
  %a = layout.constant #layout.composed<S<3,3,3> o 0 o (8,64):(64,1)>
  // CHECK: layout.recast %{{.*}} from 16 to 1{{$}}
  // FOLD-DAG: layout.constant #layout.composed<S<3,7,3> o 0 o (8,1024):(1024,1)>{{$}}
  %r = layout.recast %a from 16 to 1
  // FOLD-NOT: layout.recast 
  return %r : !layout.layout
}

// CHECK-LABEL: func.func @negative_stride(
// FOLD-LABEL:  func.func @negative_stride(
func.func @negative_stride() -> !layout.layout {
  %a = layout.constant #layout.cute<(4,2):(1,-4)>
  // CHECK: layout.recast %{{.*}} from 8 to 16{{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,2):(1,-2)>{{$}}
  %r = layout.recast %a from 8 to 16
  // FOLD-NOT: layout.recast 
  return %r : !layout.layout
}
