// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify=report=true --split-input-file --verify-diagnostics
// expected-remark @-1 {{cute operations on layouts alone}}

// The offsets of a layout with scaled basis strides are coordinates of the layout before it.

"test.compositions"() ({
^bb0(%a: !cute.layout<"(6,(4,5)):(1,(60,7))">, %b: !cute.layout<"(3,2):(2@0,1@1@1)">, %n: !cute.layout<"(2,3):(1@1,1@0)">, %t: !cute.tile<"[3:1;2:2]">):
  // expected-remark @+3 {{composition stays inside its left layout}}
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.composition"(%a, %b) : (!cute.layout<"(6,(4,5)):(1,(60,7))">, !cute.layout<"(3,2):(2@0,1@1@1)">) -> !cute.layout<"(3,2):(2,7)">
  // expected-remark @+5 {{composition stays inside its left layout}}
  // expected-error @+4 {{layouts differ at coordinate 1: 60 and 1}}
  // expected-note @+3 {{(6,(4,5)):(1,(60,7)) o (2,3):(1@1,1@0) gives 60}}
  // expected-note @+2 {{(2,3):(1,60) gives 1}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.composition"(%a, %n) : (!cute.layout<"(6,(4,5)):(1,(60,7))">, !cute.layout<"(2,3):(1@1,1@0)">) -> !cute.layout<"(2,3):(1,60)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.tiles_of_coordinates"() ({
^bb0(%a: !cute.layout<"(8,6):(1@1,1@0)">, %t: !cute.tile<"[4:1;2:3]">):
  // expected-remark @+3 {{composition stays inside its left layout}}
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.composition"(%a, %t) : (!cute.layout<"(8,6):(1@1,1@0)">, !cute.tile<"[4:1;2:3]">) -> !cute.layout<"(4,2):(1@1,3@0)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// 5 is past the 4 coordinates of mode 0.

"test.outside"() ({
^bb0(%a: !cute.layout<"(4,8):(1,4)">, %b: !cute.layout<"6:1@0">):
  // expected-warning @+4 {{composition leaves the domain of (4,8):(1,4) at coordinate 4 of mode 0}}
  // expected-note @+3 {{6:1@0 gives 4, and mode 0 of the left layout has size 4}}
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(1,4)">, !cute.layout<"6:1@0">) -> !cute.layout<"6:1">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

"test.no_such_mode"() ({
^bb0(%a: !cute.layout<"(4,8):(1,4)">, %b: !cute.layout<"4:1@2">):
  // expected-error @+2 {{there is no composition (4,8):(1,4) o 4:1@2: coordinate 1@2 does not fit (4,8)}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(1,4)">, !cute.layout<"4:1@2">) -> !cute.layout<"4:1">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// A tile of coordinates is divided component by component.

"test.divisions"() ({
^bb0(%a: !cute.layout<"(12,6):(1@1,1@0)">, %t: !cute.layout<"3:4@0">):
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.logical_divide"(%a, %t) : (!cute.layout<"(12,6):(1@1,1@0)">, !cute.layout<"3:4@0">) -> !cute.layout<"(3,(4,6)):(4@1,(1@1,1@0))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.zipped_divide"(%a, %t) : (!cute.layout<"(12,6):(1@1,1@0)">, !cute.layout<"3:4@0">) -> !cute.layout<"(3,(4,6)):(4@1,(1@1,1@0))">
  // expected-error @+4 {{layouts differ at coordinate 1: (0,4) and (4,0)}}
  // expected-note @+3 {{logical_divide((12,6):(1@1,1@0), 3:4@0) gives (0,4)}}
  // expected-note @+2 {{(3,(4,6)):(4@0,(1@1,1@0)) gives (4,0)}}
  // expected-remark @+1 {{shapes are compatible}}
  %2 = "cute.logical_divide"(%a, %t) : (!cute.layout<"(12,6):(1@1,1@0)">, !cute.layout<"3:4@0">) -> !cute.layout<"(3,(4,6)):(4@0,(1@1,1@0))">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// A block of coordinates is repeated in the first component, in its gaps and then behind it.

"test.products"() ({
^bb0(%a: !cute.layout<"(5,2):(1@0,1@1)">, %g: !cute.layout<"(5,2):(3@0,1@1)">, %b: !cute.layout<"(3,4):(1,3)">, %c: !cute.composed_layout<"(5,2):(2,1) o 0 o (5,2):(1@0,1@1)">, %l: !cute.layout<"5:1@0">, %r: !cute.layout<"2:1">):
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.logical_product"(%a, %b) : (!cute.layout<"(5,2):(1@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"((5,2),(3,4)):((1@0,1@1),(5@0,15@0))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.logical_product"(%g, %b) : (!cute.layout<"(5,2):(3@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"((5,2),(3,4)):((3@0,1@1),(1@0,15@0))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %2 = "cute.blocked_product"(%a, %b) : (!cute.layout<"(5,2):(1@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"((5,3),(2,4)):((1@0,5@0),(1@1,15@0))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %3 = "cute.flat_product"(%a, %b) : (!cute.layout<"(5,2):(1@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"(5,2,3,4):(1@0,1@1,5@0,15@0)">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %4 = "cute.logical_product"(%l, %r) : (!cute.layout<"5:1@0">, !cute.layout<"2:1">) -> !cute.layout<"(5,2):(1@0,5@0)">
  // expected-error @+4 {{layouts differ at coordinate 5: 5 and 4}}
  // expected-note @+3 {{logical_product(5:1@0, 2:1) gives 5}}
  // expected-note @+2 {{(5,2):(1@0,4@0) gives 4}}
  // expected-remark @+1 {{shapes are compatible}}
  %5 = "cute.logical_product"(%l, %r) : (!cute.layout<"5:1@0">, !cute.layout<"2:1">) -> !cute.layout<"(5,2):(1@0,4@0)">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// An older compiler repeats in the last component. What is in one and then in the other is neither's.

"test.products_in_the_last_component"() ({
^bb0(%a: !cute.layout<"(5,2):(1@0,1@1)">, %b: !cute.layout<"(3,4):(1,3)">):
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.logical_product"(%a, %b) : (!cute.layout<"(5,2):(1@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"((5,2),(3,4)):((1@0,1@1),(2@1,6@1))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.blocked_product"(%a, %b) : (!cute.layout<"(5,2):(1@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"((5,3),(2,4)):((1@0,2@1),(1@1,6@1))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %2 = "cute.flat_product"(%a, %b) : (!cute.layout<"(5,2):(1@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"(5,2,3,4):(1@0,1@1,2@1,6@1)">
  // expected-error @+4 {{layouts differ at coordinate 10: (5,0) and (0,2)}}
  // expected-note @+3 {{logical_product((5,2):(1@0,1@1), (3,4):(1,3)) gives (5,0)}}
  // expected-note @+2 {{((5,2),(3,4)):((1@0,1@1),(2@1,15@0)) gives (0,2)}}
  // expected-remark @+1 {{shapes are compatible}}
  %3 = "cute.logical_product"(%a, %b) : (!cute.layout<"(5,2):(1@0,1@1)">, !cute.layout<"(3,4):(1,3)">) -> !cute.layout<"((5,2),(3,4)):((1@0,1@1),(2@1,15@0))">
}) : () -> ()

// -----
// expected-remark @above {{cute operations on layouts alone}}

// A mode that adds nothing is in no component, and a component may be one inside another.

"test.products_of_modes_that_add_nothing"() ({
^bb0(%a: !cute.layout<"(4,3,1):(1@0,1@1,0)">, %b: !cute.layout<"(2,5):(1,2)">, %c: !cute.layout<"(4,3,2):(1@0,1@1,0)">, %d: !cute.layout<"(4,3):(1@0@0,1@1)">, %e: !cute.layout<"(4,3,1):(1@0,1@1,1@2)">):
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %0 = "cute.logical_product"(%a, %b) : (!cute.layout<"(4,3,1):(1@0,1@1,0)">, !cute.layout<"(2,5):(1,2)">) -> !cute.layout<"((4,3,1),(2,5)):((1@0,1@1,0),(3@1,6@1))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %1 = "cute.logical_product"(%c, %b) : (!cute.layout<"(4,3,2):(1@0,1@1,0)">, !cute.layout<"(2,5):(1,2)">) -> !cute.layout<"((4,3,2),(2,5)):((1@0,1@1,0),(3@1,6@1))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %2 = "cute.logical_product"(%d, %b) : (!cute.layout<"(4,3):(1@0@0,1@1)">, !cute.layout<"(2,5):(1,2)">) -> !cute.layout<"((4,3),(2,5)):((1@0@0,1@1),(3@1,6@1))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %3 = "cute.logical_product"(%e, %b) : (!cute.layout<"(4,3,1):(1@0,1@1,1@2)">, !cute.layout<"(2,5):(1,2)">) -> !cute.layout<"((4,3,1),(2,5)):((1@0,1@1,1@2),(3@1,6@1))">
  // expected-remark @+2 {{layouts are equal}}
  // expected-remark @+1 {{shapes are compatible}}
  %4 = "cute.logical_product"(%e, %b) : (!cute.layout<"(4,3,1):(1@0,1@1,1@2)">, !cute.layout<"(2,5):(1,2)">) -> !cute.layout<"((4,3,1),(2,5)):((1@0,1@1,1@2),(1@2,2@2))">
  // expected-error @+4 {{layouts differ at coordinate 12: (4,0) and (0,4)}}
  // expected-note @+3 {{logical_product((4,3,1):(1@0,1@1,0), (2,5):(1,2)) gives (4,0)}}
  // expected-note @+2 {{((4,3,1),(2,5)):((1@0,1@1,0),(4@1,8@1)) gives (0,4)}}
  // expected-remark @+1 {{shapes are compatible}}
  %5 = "cute.logical_product"(%a, %b) : (!cute.layout<"(4,3,1):(1@0,1@1,0)">, !cute.layout<"(2,5):(1,2)">) -> !cute.layout<"((4,3,1),(2,5)):((1@0,1@1,0),(4@1,8@1))">
}) : () -> ()
