// Operations outside of functions stand where they stand in the text: a type is wrong where it is said first,
// whichever thread imports that.

// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --mlir-disable-threading -o %t.one.mlir 2>%t.one
// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute -o %t.many.mlir 2>%t.many
// RUN: diff %t.one %t.many
// RUN: diff %t.one.mlir %t.many.mlir
// RUN: FileCheck %s --input-file %t.many.mlir

// CHECK:       cute.static
// CHECK-SAME:  layout.wrong = ["the type !cute.layout<\22(2,2):(1,2,3)\22> is wrong
%0 = "cute.static"() : () -> !cute.layout<"(2,2):(1,2,3)">

// CHECK-LABEL: func.func @between(
// CHECK:       cute.static
// CHECK-SAME:  layout.wrong = ["the type !cute.layout<\22(4,8):(1,4,32)\22> is wrong
// CHECK:       cute.static
// CHECK-NOT:   layout.wrong
func.func @between() {
  %1 = "cute.static"() : () -> !cute.layout<"(4,8):(1,4,32)">
  %2 = "cute.static"() : () -> !cute.layout<"(2,2):(1,2,3)">
  return
}

%3 = "cute.static"() : () -> !cute.layout<"(4,8):(1,4,32)">
