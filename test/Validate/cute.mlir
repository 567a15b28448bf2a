// Operations of CUTLASS' `cute` dialect before, code in `arith` after. Every mathematical number is taken to
// fit its type, extents to be at least 1, strides not to be negative, coordinates to be in the domain.
//
// RUN: split-file %s %t
// RUN: not layout-validate --overflow=report %t/before.mlir %t/after.mlir > %t/out 2> %t/err
// RUN: FileCheck %s < %t/out
// RUN: FileCheck %s --check-prefix=WRAPS < %t/err
// RUN: cat %t/before.mlir | not layout-validate - %t/after.mlir | FileCheck %s

// CHECK: @evaluate: proved by canonical form
// CHECK-NEXT: @remainder_that_changes_nothing: proved by canonical form
// CHECK-NEXT: @other_extent: refuted at (1, 2, 0, 1): before gives 1, after gives 2
// CHECK-NEXT: @cosize: proved by canonical form
// CHECK-NEXT: @chain: proved by canonical form
// CHECK-NEXT: @swizzle: refuted at (4): before gives 32, after gives 36
// CHECK-NEXT: @composition: refuted at (5): before gives 1, after gives 6
// CHECK-NEXT: @divide: proved by canonical form
// CHECK-NEXT: @tuples: proved by canonical form
// CHECK-NEXT: @other_tuples: refuted at (0, 0): before gives 1, after gives 2
// CHECK-NEXT: @not_read: unknown: cute.blocked_product is not read
// CHECK-NEXT: 11 functions: 6 proved, 4 refuted, 1 unknown

// WRAPS: after.mlir:{{.*}}: remark: @evaluate: arith.muli wraps at (65537, 32768, 65536)
// The answer fits, and a number on the way does not.
// WRAPS: remark: @cosize: arith.muli wraps at (32768, 65536)
// WRAPS-NEXT: %size = arith.muli %m, %n : i32

//--- before.mlir
"builtin.module"() ({
  // Size-1 extents, nested, and a coordinate that is one number.
  "func.func"() <{function_type = (i32, i32, i32) -> i32, sym_name = "evaluate"}> ({
  ^bb0(%m: i32, %s: i32, %c: i32):
    %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(1,(?,4))">
    %stride = "cute.make_stride"(%s) : (i32) -> !cute.stride<"(7,(?,3))">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(1,(?,4))">, !cute.stride<"(7,(?,3))">) -> !cute.layout<"(1,(?,4)):(7,(?,3))">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.layout<"(1,(?,4)):(7,(?,3))">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  // The same: the last digit has no remainder, or has one that changes nothing in the domain.
  "func.func"() <{function_type = (i32, i32, i32) -> i32, sym_name = "remainder_that_changes_nothing"}> ({
  ^bb0(%m: i32, %n: i32, %c: i32):
    %shape = "cute.make_shape"(%m, %n) : (i32, i32) -> !cute.shape<"(?,?)">
    %layout = "cute.make_layout"(%shape) : (!cute.shape<"(?,?)">) -> !cute.layout<"(?,?):(1,?)">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.layout<"(?,?):(1,?)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  // The extents are the same at many points and are not the same.
  "func.func"() <{function_type = (i32, i32, i32, i32) -> i32, sym_name = "other_extent"}> ({
  ^bb0(%m: i32, %n: i32, %i: i32, %j: i32):
    %shape = "cute.make_shape"(%m, %n) : (i32, i32) -> !cute.shape<"(?,?)">
    %layout = "cute.make_layout"(%shape) : (!cute.shape<"(?,?)">) -> !cute.layout<"(?,?):(1,?)">
    %at = "cute.make_coord"(%i, %j) : (i32, i32) -> !cute.coord<"(?,?)">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"(?,?)">, !cute.layout<"(?,?):(1,?)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  // cosize = size for a compact layout: the code passes i32 on the way where the answer does not.
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "cosize"}> ({
  ^bb0(%m: i32, %n: i32):
    %shape = "cute.make_shape"(%m, %n) : (i32, i32) -> !cute.shape<"(?,?)">
    %stride = "cute.make_stride"() : () -> !cute.stride<"(1,1)">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?,?)">, !cute.stride<"(1,1)">) -> !cute.layout<"(?,?):(1,1)">
    %end = "cute.cosize"(%layout) : (!cute.layout<"(?,?):(1,1)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%end) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  // A chain, in 64 bits, with a stride that is a multiple of 8.
  "func.func"() <{function_type = (i64, i64, i64) -> i64, sym_name = "chain"}> ({
  ^bb0(%m: i64, %s: i64, %i: i64):
    %shape = "cute.make_shape"(%m) : (i64) -> !cute.shape<"(?{i64},4)">
    %number = "cute.make_int_tuple"(%i) : (i64) -> !cute.int_tuple<"?{i64}">
    %at = "cute.idx2crd"(%number, %shape) : (!cute.int_tuple<"?{i64}">, !cute.shape<"(?{i64},4)">) -> !cute.coord<"(?{i64},?{i64})">
    %stride = "cute.make_stride"(%s) : (i64) -> !cute.stride<"(?{i64 div=8},1)">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?{i64},4)">, !cute.stride<"(?{i64 div=8},1)">) -> !cute.layout<"(?{i64},4):(?{i64 div=8},1)">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"(?{i64},?{i64})">, !cute.layout<"(?{i64},4):(?{i64 div=8},1)">) -> !cute.int_tuple<"?{i64}">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?{i64}">) -> i64
    "func.return"(%0) : (i64) -> ()
  }) : () -> ()
  // A swizzle that the wrong bits are taken for.
  "func.func"() <{function_type = (i32) -> i32, sym_name = "swizzle"}> ({
  ^bb0(%c: i32):
    %inner = "cute.static"() : () -> !cute.layout<"(8,8):(8,1)">
    %zero = "cute.make_int_tuple"() : () -> !cute.int_tuple<"0">
    %swizzle = "cute.static"() : () -> !cute.swizzle<"S<2,0,3>">
    %layout = "cute.make_composed_layout"(%swizzle, %zero, %inner) : (!cute.swizzle<"S<2,0,3>">, !cute.int_tuple<"0">, !cute.layout<"(8,8):(8,1)">) -> !cute.composed_layout<"S<2,0,3> o 0 o (8,8):(8,1)">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.composed_layout<"S<2,0,3> o 0 o (8,8):(8,1)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  // The mode that carries into the next one is not the composition.
  "func.func"() <{function_type = (i32) -> i32, sym_name = "composition"}> ({
  ^bb0(%c: i32):
    %outer = "cute.static"() : () -> !cute.layout<"(2,3):(3,1)">
    %inner = "cute.static"() : () -> !cute.layout<"(4,2):(1,1)">
    %layout = "cute.composition"(%outer, %inner) : (!cute.layout<"(2,3):(3,1)">, !cute.layout<"(4,2):(1,1)">) -> !cute.layout<"((2,2),2):((3,1),3)">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.layout<"((2,2),2):((3,1),3)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "divide"}> ({
  ^bb0(%m: i32, %c: i32):
    %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"((4,?))">
    %stride = "cute.make_stride"() : () -> !cute.stride<"((17,3))">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"((4,?))">, !cute.stride<"((17,3))">) -> !cute.layout<"((4,?)):((17,3))">
    %tile = "cute.static"() : () -> !cute.layout<"4:8">
    %tiled = "cute.logical_divide"(%layout, %tile) : (!cute.layout<"((4,?)):((17,3))">, !cute.layout<"4:8">) -> !cute.layout<"(4,((4,2),?)):(6,((17,3),24))">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %tiled) : (!cute.coord<"?">, !cute.layout<"(4,((4,2),?)):(6,((17,3),24))">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  // Arithmetic leaf by leaf.
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "tuples"}> ({
  ^bb0(%m: i32, %n: i32):
    %numbers = "cute.make_int_tuple"(%m, %n) : (i32, i32) -> !cute.int_tuple<"(?,?)">
    %by = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(3,4)">
    %sum = "cute.tuple_add"(%numbers, %by) : (!cute.int_tuple<"(?,?)">, !cute.int_tuple<"(3,4)">) -> !cute.int_tuple<"(?,?)">
    %tiles = "cute.ceil_div"(%sum, %by) : (!cute.int_tuple<"(?,?)">, !cute.int_tuple<"(3,4)">) -> !cute.int_tuple<"(?,?)">
    %all = "cute.tuple_product"(%tiles) : (!cute.int_tuple<"(?,?)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%all) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "other_tuples"}> ({
  ^bb0(%m: i32, %n: i32):
    %numbers = "cute.make_int_tuple"(%m, %n) : (i32, i32) -> !cute.int_tuple<"(?,?)">
    %by = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(3,4)">
    %sum = "cute.tuple_add"(%numbers, %by) : (!cute.int_tuple<"(?,?)">, !cute.int_tuple<"(3,4)">) -> !cute.int_tuple<"(?,?)">
    %tiles = "cute.ceil_div"(%sum, %by) : (!cute.int_tuple<"(?,?)">, !cute.int_tuple<"(3,4)">) -> !cute.int_tuple<"(?,?)">
    %all = "cute.tuple_product"(%tiles) : (!cute.int_tuple<"(?,?)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%all) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "not_read"}> ({
  ^bb0(%m: i32, %c: i32):
    %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(4,?)">
    %other = "cute.blocked_product"(%shape, %shape) : (!cute.shape<"(4,?)">, !cute.shape<"(4,?)">) -> !cute.layout<"?:1">
    %end = "cute.cosize"(%other) : (!cute.layout<"?:1">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%end) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

//--- after.mlir
func.func @evaluate(%m: i32, %s: i32, %c: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %d = arith.divsi %c, %m : i32
  %r = arith.remsi %c, %m : i32
  %a = arith.muli %r, %s overflow<nsw> : i32
  %b = arith.muli %d, %c3 overflow<nsw> : i32
  %0 = arith.addi %a, %b overflow<nsw> : i32
  return %0 : i32
}
func.func @remainder_that_changes_nothing(%m: i32, %n: i32, %c: i32) -> i32 {
  %d = arith.divsi %c, %m : i32
  %last = arith.remsi %d, %n : i32
  %r = arith.remsi %c, %m : i32
  %b = arith.muli %last, %m : i32
  %0 = arith.addi %r, %b : i32
  return %0 : i32
}
func.func @other_extent(%m: i32, %n: i32, %i: i32, %j: i32) -> i32 {
  %b = arith.muli %j, %n overflow<nsw> : i32
  %0 = arith.addi %i, %b overflow<nsw> : i32
  return %0 : i32
}
func.func @cosize(%m: i32, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %size = arith.muli %m, %n : i32
  %i = arith.subi %size, %c1 : i32
  %d = arith.divsi %i, %m : i32
  %r = arith.remsi %i, %m : i32
  %s = arith.addi %d, %r : i32
  %0 = arith.addi %s, %c1 : i32
  return %0 : i32
}
func.func @chain(%m: i64, %s: i64, %i: i64) -> i64 {
  %c3 = arith.constant 3 : i64
  %eighth = arith.shrui %s, %c3 : i64
  %stride = arith.shli %eighth, %c3 : i64
  %r = arith.remsi %i, %m : i64
  %d = arith.divsi %i, %m : i64
  %a = arith.muli %r, %stride : i64
  %0 = arith.addi %a, %d : i64
  return %0 : i64
}
func.func @swizzle(%c: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %low = arith.remsi %c, %c8 : i32
  %high = arith.divsi %c, %c8 : i32
  %a = arith.muli %low, %c8 : i32
  %inner = arith.addi %a, %high : i32
  %shifted = arith.shrui %inner, %c3 : i32
  %field = arith.andi %shifted, %c7 : i32
  %0 = arith.xori %inner, %field : i32
  return %0 : i32
}
func.func @composition(%c: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %r = arith.remsi %c, %c2 : i32
  %d = arith.divsi %c, %c2 : i32
  %e = arith.remsi %d, %c2 : i32
  %f = arith.divsi %d, %c2 : i32
  %x = arith.muli %r, %c3 : i32
  %y = arith.muli %f, %c3 : i32
  %s = arith.addi %x, %e : i32
  %0 = arith.addi %s, %y : i32
  return %0 : i32
}
func.func @divide(%m: i32, %c: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c6 = arith.constant 6 : i32
  %c17 = arith.constant 17 : i32
  %c24 = arith.constant 24 : i32
  %0 = arith.divsi %c, %c4 : i32
  %1 = arith.remsi %c, %c4 : i32
  %2 = arith.divsi %0, %c4 : i32
  %3 = arith.remsi %0, %c4 : i32
  %4 = arith.divsi %2, %c2 : i32
  %5 = arith.remsi %2, %c2 : i32
  %6 = arith.muli %1, %c6 : i32
  %7 = arith.muli %3, %c17 : i32
  %8 = arith.muli %5, %c3 : i32
  %9 = arith.muli %4, %c24 : i32
  %10 = arith.addi %6, %7 : i32
  %11 = arith.addi %8, %9 : i32
  %12 = arith.addi %10, %11 : i32
  return %12 : i32
}
func.func @tuples(%m: i32, %n: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %a = arith.addi %m, %c3 overflow<nsw> : i32
  %b = arith.addi %n, %c4 overflow<nsw> : i32
  %p = arith.ceildivsi %a, %c3 : i32
  %q = arith.ceildivsi %b, %c4 : i32
  %0 = arith.muli %p, %q overflow<nsw> : i32
  return %0 : i32
}
func.func @other_tuples(%m: i32, %n: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %a = arith.addi %m, %c3 overflow<nsw> : i32
  %b = arith.addi %n, %c4 overflow<nsw> : i32
  %p = arith.ceildivsi %a, %c3 : i32
  %q = arith.ceildivsi %b, %c3 : i32
  %0 = arith.muli %p, %q overflow<nsw> : i32
  return %0 : i32
}
func.func @not_read(%m: i32, %c: i32) -> i32 {
  return %m : i32
}
