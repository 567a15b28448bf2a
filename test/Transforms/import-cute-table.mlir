// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --split-input-file 2>&1 >%t | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s <%t
// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-import-cute --split-input-file 2>/dev/null | diff %t -

// What is not looked at is named, and nothing is said to be right that was not looked at. An obligation
// says which operation it is of, and a second run adds none.

// REMARK: remark: cute.copy is left alone: it has no destination
// REMARK: remark: cute.of_tomorrow is left alone: the operation is not known
// REMARK: remark: left 2 of 4 cute operations on layouts alone: copy (1), of_tomorrow (1)
// CHECK-LABEL: @counted
// CHECK: layout.assert_size %{{.*}}, 8 {imported = "cute.size"}
// CHECK-NEXT: "cute.size"
// CHECK: layout.assert_size %{{.*}}, 8 {imported = "cute.size"}
// CHECK-NEXT: "cute.size"
// CHECK-NEXT: "cute.copy"
// CHECK-NEXT: "cute.of_tomorrow"
// CHECK-NEXT: "cute.print"
func.func @counted(%a: !cute.layout<"(4,2):(1,4)">) {
  %0 = "cute.size"(%a) : (!cute.layout<"(4,2):(1,4)">) -> !cute.int_tuple<"8">
  %1 = "cute.size"(%a) : (!cute.layout<"(4,2):(1,4)">) -> !cute.int_tuple<"8">
  "cute.copy"(%a) : (!cute.layout<"(4,2):(1,4)">) -> ()
  %2 = "cute.of_tomorrow"(%a) : (!cute.layout<"(4,2):(1,4)">) -> !cute.layout<"8:1">
  "cute.print"(%a) : (!cute.layout<"(4,2):(1,4)">) -> ()
  return
}

// -----

// Nothing is left alone, and what claims nothing does not count.

// REMARK: remark: left 0 of 1 cute operations on layouts alone{{$}}
func.func @all(%a: !cute.layout<"(4,2):(1,4)">) {
  %0 = "cute.make_coord"() : () -> !cute.coord<"(1,1)">
  %1 = "cute.crd2idx"(%0, %a) : (!cute.coord<"(1,1)">, !cute.layout<"(4,2):(1,4)">) -> !cute.int_tuple<"5">
  return
}

// -----

// Silence is not success.

// REMARK: remark: found no cute operations
func.func @none(%n: i32) {
  "other.size"(%n) : (i32) -> ()
  return
}
