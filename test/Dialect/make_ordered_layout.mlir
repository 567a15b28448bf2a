// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD

// The example of the reference.

// CHECK-LABEL: func.func @example(
// FOLD-LABEL:  func.func @example(
func.func @example() -> !layout.layout {
  // CHECK: layout.make_ordered_layout (2,(6,32,2)) order (2,(1,0,3)){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(2,(6,32,2)):(192,(32,1,384))>{{$}}
  %l = layout.make_ordered_layout (2,(6,32,2)) order (2,(1,0,3))
  // FOLD-NOT: layout.make_ordered_layout 
  return %l : !layout.layout
}

// CHECK-LABEL: func.func @nested(
// FOLD-LABEL:  func.func @nested(
func.func @nested() -> !layout.layout {
  // CHECK: layout.make_ordered_layout (4,(8,2),2) order (0,(1,3),2){{$}}
  // FOLD-DAG: layout.constant #layout.cute<(4,(8,2),2):(1,(4,64),32)>{{$}}
  %r = layout.make_ordered_layout (4,(8,2),2) order (0,(1,3),2)
  // FOLD-NOT: layout.make_ordered_layout 
  return %r : !layout.layout
}

// A mode of extent 1 has stride 0.

// CHECK-LABEL: func.func @size_one(
// FOLD-LABEL:  func.func @size_one(
func.func @size_one() -> !layout.layout {
  // CHECK: layout.make_ordered_layout ((6,1),32) order ((2,0),1){{$}}
  // FOLD-DAG: layout.constant #layout.cute<((6,1),32):((32,0),1)>{{$}}
  %r = layout.make_ordered_layout ((6,1),32) order ((2,0),1)
  // FOLD-NOT: layout.make_ordered_layout 
  return %r : !layout.layout
}
