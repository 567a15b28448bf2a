// An extent is at least 1, so that code may divide by it; a stride may be 0, and a coordinate is not a divisor.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s

// CHECK: @extent: proved by canonical form
// CHECK-NEXT: @stride: refuted at (1, 0, 0): before gives defined behavior, after gives undefined behavior (a division by 0)
// CHECK-NEXT: 2 functions: 1 proved, 1 refuted, 0 unknown

//--- before.mlir
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i32) -> i32, sym_name = "extent"}> ({
  ^bb0(%m: i32, %s: i32, %c: i32):
    %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(?,4)">
    %stride = "cute.make_stride"(%s) : (i32) -> !cute.stride<"(?,3)">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?,4)">, !cute.stride<"(?,3)">) -> !cute.layout<"(?,4):(?,3)">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.layout<"(?,4):(?,3)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i32) -> i32, sym_name = "stride"}> ({
  ^bb0(%m: i32, %s: i32, %c: i32):
    %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(?,4)">
    %stride = "cute.make_stride"(%s) : (i32) -> !cute.stride<"(?,3)">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?,4)">, !cute.stride<"(?,3)">) -> !cute.layout<"(?,4):(?,3)">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.layout<"(?,4):(?,3)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

//--- after.mlir
func.func @extent(%m: i32, %s: i32, %c: i32) -> i32 {
  %three = arith.constant 3 : i32
  %digit = arith.remsi %c, %m : i32
  %rest = arith.divsi %c, %m : i32
  %a = arith.muli %digit, %s : i32
  %b = arith.muli %rest, %three : i32
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}

func.func @stride(%m: i32, %s: i32, %c: i32) -> i32 {
  %three = arith.constant 3 : i32
  %digit = arith.remsi %c, %m : i32
  %rest = arith.divsi %c, %m : i32
  %a = arith.muli %digit, %s : i32
  %b = arith.muli %rest, %three : i32
  %sum = arith.addi %a, %b : i32
  %unused = arith.divsi %c, %s : i32
  return %sum : i32
}
