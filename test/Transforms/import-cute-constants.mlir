// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify 2>&1 | FileCheck %s

// Equal layouts are one constant in each block: a constant of another block need not dominate.

// CHECK: remark: left 0 of 5 cute operations on layouts alone

// CHECK-LABEL: func.func @repeated
// CHECK-NEXT:    %[[A:.*]] = layout.constant #layout.cute<(4,8):(8,1)>
// CHECK-NEXT:    %[[B:.*]] = layout.constant #layout.cute<4:2>
// CHECK-NEXT:    %[[AB:.*]] = layout.compose %[[A]], %[[B]]
// CHECK-NEXT:    %[[C:.*]] = layout.constant #layout.cute<(2,2):(16,1)>
// CHECK-NEXT:    layout.assert_equivalent %[[AB]], %[[C]]
// CHECK:         scf.if
// CHECK-NEXT:      %[[THEN:.*]] = layout.constant #layout.cute<(4,8):(8,1)>
// CHECK-NEXT:      %[[INNER:.*]] = layout.constant #layout.cute<4:2>
// CHECK-NEXT:      layout.compose %[[THEN]], %[[INNER]]
// CHECK:         } else {
// CHECK-NEXT:      %[[ELSE:.*]] = layout.constant #layout.cute<(4,8):(8,1)>
// CHECK-NEXT:      %[[INNER:.*]] = layout.constant #layout.cute<4:2>
// CHECK-NEXT:      layout.compose %[[ELSE]], %[[INNER]]
// CHECK:         {{^    }$}}
// CHECK-NEXT:    %[[AGAIN:.*]] = layout.compose %[[A]], %[[B]]
// CHECK-NEXT:    layout.assert_equivalent %[[AGAIN]], %[[C]]
func.func @repeated(%condition: i1, %a: !cute.layout<"(4,8):(8,1)">, %b: !cute.layout<"4:2">) {
  %0 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"4:2">) -> !cute.layout<"(2,2):(16,1)">
  scf.if %condition {
    %1 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"4:2">) -> !cute.layout<"(2,2):(16,1)">
  } else {
    %1 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"4:2">) -> !cute.layout<"(2,2):(16,1)">
  }
  %2 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"4:2">) -> !cute.layout<"(2,2):(16,1)">
  return
}

// CHECK-LABEL: func.func @another_function
// CHECK-NEXT:    layout.constant #layout.cute<(4,8):(8,1)>
func.func @another_function(%a: !cute.layout<"(4,8):(8,1)">, %b: !cute.layout<"4:2">) {
  %0 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"4:2">) -> !cute.layout<"(2,2):(16,1)">
  return
}
