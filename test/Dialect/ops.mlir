// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// CHECK-LABEL: func.func @layouts
// CHECK-SAME:    (%[[X:.*]]: !layout.layout)
func.func @layouts(%x: !layout.layout) {
  // CHECK: %[[G:.*]] = layout.constant #layout.cute<(4,6,8):(2,3,5)>{{$}}
  %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  // CHECK: layout.constant #layout.tile<[4;8]> {note = "kept"}
  %t = layout.constant #layout.tile<[4;8]> {note = "kept"}
  // CHECK: %[[H:.*]] = layout.compose %[[G]], %[[X]]{{$}}
  %h = layout.compose %g, %x
  // CHECK: layout.coalesce %[[H]]{{$}}
  %c = layout.coalesce %h
  // CHECK: layout.flatten %[[H]]{{$}}
  %f = layout.flatten %h
  // CHECK: layout.assert_equivalent %[[G]], %[[H]]{{$}}
  layout.assert_equivalent %g, %h
  // CHECK: layout.assert_injective %[[G]]{{$}}
  layout.assert_injective %g
  // CHECK: layout.assert_in_bounds %[[H]], 12{{$}}
  layout.assert_in_bounds %h, 12
  // CHECK: layout.assert_size %[[H]], 0{{$}}
  layout.assert_size %h, 0
  // CHECK: layout.assert_cosize %[[H]], 9223372036854775807{{$}}
  layout.assert_cosize %h, 9223372036854775807
  return
}

// The type of the results is known: only the number of offsets is written.

// CHECK-LABEL: func.func @numbers
// CHECK-SAME:    (%[[X:.*]]: !layout.layout, %[[I:.*]]: index, %[[M:.*]]: index)
func.func @numbers(%x: !layout.layout, %i: index, %m: index) -> index {
  // CHECK: %[[N:.*]] = layout.size %[[X]]{{$}}
  %n = layout.size %x
  // CHECK: layout.cosize %[[X]]{{$}}
  %k = layout.cosize %x
  // CHECK: layout.apply %[[X]](%[[I]]) : index{{$}}
  %o = layout.apply %x(%i) : index
  // CHECK: layout.apply %[[X]](%[[I]], %[[N]]) : index, index{{$}}
  %p:2 = layout.apply %x(%i, %n) : index, index
  // CHECK: layout.apply %[[X]](%[[I]]) symbols(M = %[[M]], none = %[[N]]) : index{{$}}
  %q = layout.apply %x(%i) symbols(M = %m, none = %n) : index
  // CHECK: layout.apply %[[X]](%[[I]]) {note} : index{{$}}
  %r = layout.apply %x(%i) symbols() {note} : index
  // CHECK: layout.apply %[[X]]() : index{{$}}
  %s = layout.apply %x() : index
  return %o : index
}

// A choice is written as a bare word, and so it is printed.

// CHECK-LABEL: func.func @choices
func.func @choices(%x: !layout.layout) {
  // CHECK: layout.compose %{{.*}}, %{{.*}} {promotion = none}{{$}}
  %a = layout.compose %x, %x {promotion = none}
  // CHECK: layout.compose %{{.*}}, %{{.*}} {promotion = none}{{$}}
  %b = layout.compose %x, %x {promotion = "none"}
  // CHECK: layout.compose %{{.*}}, %{{.*}} {promotion = none, "a b" = 1 : i32, unit}{{$}}
  %c = layout.compose %x, %x {unit, promotion = none, "a b" = 1 : i32}
  // CHECK: layout.compose %{{.*}}, %{{.*}} {other = none}{{$}}
  %d = layout.compose %x, %x {other = none}
  return
}
