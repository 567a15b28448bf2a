// What an operation says in another way than CUTLASS does is not taken for saying nothing: it is left alone, or is
// wrong, and the rest of the file is decided.
//
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify='report=true summary=true' -o /dev/null 2> %t
// RUN: FileCheck %s < %t

// CHECK-DAG: left 12 of 17 cute operations on layouts alone: coalesce (2), complement (2), cosize (1), get_layout (2), recast_layout (2), size (3)
// CHECK-DAG: 6 obligations: 1 proved, 4 refuted, 0 unknown, 0 unsupported, 1 promoted

func.func @modes(%a: !cute.layout<"(4,8):(1,4)">) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.size is left alone: its path is not read
  %0 = "cute.size"(%a) <{mode = [0]}> : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"32">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.size is left alone: its path is not read
  %1 = "cute.size"(%a) <{mode = array<i64: 0>}> : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"32">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.cosize is left alone: its path is not read
  %2 = "cute.cosize"(%a) <{mode = 0 : i32}> : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"32">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layout has size 4, not 32
  %3 = "cute.size"(%a) <{mode = array<i32: 0>}> : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"32">
  return
}

func.func @results(%a: !cute.layout<"(4,8):(1,4)">) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.coalesce is left alone: it has 2 results, not 1
  %0:2 = "cute.coalesce"(%a) : (!cute.layout<"(4,8):(1,4)">) -> (!cute.layout<"32:1">, !cute.layout<"32:7">)
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.coalesce is left alone: it has a region, which is not read
  %1 = "cute.coalesce"(%a) ({ %x = arith.constant 0 : i32 }) : (!cute.layout<"(4,8):(1,4)">) -> !cute.layout<"32:1">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: cute.cosize is wrong: (32,3) is not a number
  %2 = "cute.cosize"(%a) : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"(32,3)">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: cute.size is wrong: -32 is below 0
  %3 = "cute.size"(%a) : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"-32">
  // A number that is not known is no claim.
  %4 = "cute.size"(%a) : (!cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"?">
  return
}

func.func @types(%a: !cute.layout<"8:1", extra>, %m: !cute.memref<f32, gmem, "8:1", "4:1">, %k: !cute.memref<f32, gmem, align<16>, align<8>, "8:1">) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.size is left alone: !cute.layout<"8:1", extra> is not a tuple
  %0 = "cute.size"(%a) : (!cute.layout<"8:1", extra>) -> !cute.int_tuple<"8">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.get_layout is left alone: !cute.memref<f32, gmem, "8:1", "4:1"> is not a layout that is read
  %1 = "cute.get_layout"(%m) : (!cute.memref<f32, gmem, "8:1", "4:1">) -> !cute.layout<"4:1">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.get_layout is left alone: !cute.memref<f32, gmem, align<16>, align<8>, "8:1"> is not a layout that is read
  %2 = "cute.get_layout"(%k) : (!cute.memref<f32, gmem, align<16>, align<8>, "8:1">) -> !cute.layout<"8:1">
  return
}

func.func @numbers(%a: !cute.layout<"(4,8):(1,4)">, %b: !cute.layout<"8:5">, %none: !cute.shape<"0">, %below: !cute.shape<"-5">) {
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.recast_layout is left alone: no element has 0 bits
  %0 = "cute.recast_layout"(%a) <{old_type_bits = 16 : i32, new_type_bits = 0 : i32}> : (!cute.layout<"(4,8):(1,4)">) -> !cute.layout<"(4,8):(1,4)">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.recast_layout is left alone: no element has -8 bits
  %1 = "cute.recast_layout"(%a) <{old_type_bits = 16 : i32, new_type_bits = -8 : i32}> : (!cute.layout<"(4,8):(1,4)">) -> !cute.layout<"(4,8):(1,4)">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.complement is left alone: nothing is complemented in 0
  %2 = "cute.complement"(%a, %none) : (!cute.layout<"(4,8):(1,4)">, !cute.shape<"0">) -> !cute.layout<"1:0">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} remark: cute.complement is left alone: nothing is complemented in -5
  %3 = "cute.complement"(%a, %below) : (!cute.layout<"(4,8):(1,4)">, !cute.shape<"-5">) -> !cute.layout<"1:0">
  // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 5 and 4
  %4 = "cute.composition"(%a, %b) : (!cute.layout<"(4,8):(1,4)">, !cute.layout<"8:5">) -> !cute.layout<"8:4">
  return
}
