// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute="unsupported=error nesting=error" --layout-verify -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="{{[0-9]}}: error: "

// What is a remark by default is an error where the user chose so; the count of the rest is not.

func.func @chosen(%a: !cute.layout<"((8,1),4):((1,0),8)">) {
  // ERROR: [[#@LINE+2]]:{{.*}} error: cute.get_layout nests its result otherwise: ((8,1),(4)), not ((8,1),4)
  // REMARK: [[#@LINE+1]]:{{.*}} remark: cute.get_layout nests its result otherwise: ((8,1),(4)), not ((8,1),4)
  %0 = "cute.get_layout"(%a) : (!cute.layout<"((8,1),4):((1,0),8)">) -> !cute.layout<"((8,1),(4)):((1,0),(8))">
  // ERROR: [[#@LINE+2]]:{{.*}} error: cute.new_operation is left alone: the operation is not known
  // REMARK: [[#@LINE+1]]:{{.*}} remark: cute.new_operation is left alone: the operation is not known
  %1 = "cute.new_operation"(%a) : (!cute.layout<"((8,1),4):((1,0),8)">) -> !cute.layout<"4:1">
  return
}
// ERROR: remark: left 1 of 2 cute operations on layouts alone: new_operation (1)
// REMARK: remark: left 1 of 2 cute operations on layouts alone: new_operation (1)
