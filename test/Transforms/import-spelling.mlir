// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-import-fly --layout-verify -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[0-9]}}: remark: "

// Blanks say nothing, wherever a lexer passes over them.

func.func @cute(%a: !cute.layout<"(2, ?):(1, ?)">, %b: !cute.shape<" ( ?{i64  div = 8} , 4 )">, %c: !cute.stride<"(1,	? )">, %d: !cute.composed_layout<"S< 2,0 , 3 >  o 0 o(8, 8) :(8, 1)">, %e: !cute.tile<"[ 4:1 ; _ ]">, %f: !cute.layout<"(8, 8) : (1, 8)">, %g: !cute.coord<"( _ , 3 )">) {
  %0 = "cute.flatten"(%a) : (!cute.layout<"(2, ?):(1, ?)">) -> !cute.layout<"( 2,? ):( 1,? )">
  %1 = "cute.make_layout"(%b, %c) : (!cute.shape<" ( ?{i64  div = 8} , 4 )">, !cute.stride<"(1,	? )">) -> !cute.layout<"(?{ i64 div=8 }, 4) : (1, ?)">
  %2 = "cute.get_shape"(%1) : (!cute.layout<"(?{ i64 div=8 }, 4) : (1, ?)">) -> !cute.shape<"(? {i64 div=8}, 4)">
  %3 = "cute.composed_get_inner"(%d) : (!cute.composed_layout<"S< 2,0 , 3 >  o 0 o(8, 8) :(8, 1)">) -> !cute.swizzle<"S<2, 0, 3>">
  %4 = "cute.zipped_divide"(%f, %e) : (!cute.layout<"(8, 8) : (1, 8)">, !cute.tile<"[ 4:1 ; _ ]">) -> !cute.layout<"((4, 8), (2, 1)):((1, 8), (4, 0))">
  %5 = "cute.slice"(%f, %g) : (!cute.layout<"(8, 8) : (1, 8)">, !cute.coord<"( _ , 3 )">) -> !cute.layout<"(8) : (1)">
  return
}

func.func @cute_parameters(%a: !cute.memref< f16 , smem,align< 16 >,S<3, 4 ,3>, "(8, 64):(64, 1)">) {
  %0 = "cute.get_iter"(%a) : (!cute.memref< f16 , smem,align< 16 >,S<3, 4 ,3>, "(8, 64):(64, 1)">) -> !cute.ptr<f16,smem,align<16>,S<3,4,3>>
  return
}

func.func @fly(%a: !fly.layout<(2, ?{ div = 4 }) :
    (1, ?)>, %b: !fly.layout<(4 ,8):(1 E0, - 1E1)>, %c: !fly.int_tuple<( * , * )>, %d: !fly.composed_layout<S< 2, 0,3 >o
    0 o(8,8):(8,1)>, %e: !fly.tile<[ 4 | * ]>, %f: !fly.layout<( 8,8 ):( 1,8 )>) {
  %0 = "fly.flatten"(%a) : (!fly.layout<(2, ?{ div = 4 }) :
    (1, ?)>) -> !fly.layout<(2,	?):(1,	?)>
  %1 = "fly.get_stride"(%b) : (!fly.layout<(4 ,8):(1 E0, - 1E1)>) -> !fly.int_tuple<(1E0,-1E1)>
  %2 = "fly.slice"(%f, %c) : (!fly.layout<( 8,8 ):( 1,8 )>, !fly.int_tuple<( * , * )>) -> !fly.layout<(8, 8) : (1, 8)>
  %3 = "fly.composed_get_inner"(%d) : (!fly.composed_layout<S< 2, 0,3 >o
    0 o(8,8):(8,1)>) -> !fly.swizzle<S<2,0,3>>
  %4 = "fly.zipped_divide"(%f, %e) : (!fly.layout<( 8,8 ):( 1,8 )>, !fly.tile<[ 4 | * ]>) -> !fly.layout<((4, 8), (2, 1)):((1, 8), (4, 0))>
  return
}

// What is no leaf is not read, and is not taken for one: each of these is left alone.

func.func @no_leaves(%a: !fly.layout<(4,2):(1E,1)>, %b: !fly.layout<(4,2):(1E0E,1E1)>, %c: !fly.layout<(4,?x):(1,4)>, %d: !fly.int_tuple<(1,+2)>, %e: !cute.layout<"(4,?):(1,4@)">, %f: !cute.layout<"(4,?{div=8):(1,4)">) {
  // CHECK: [[#@LINE+1]]:8: remark: cute.flatten is left alone: its operand is not read
  %0 = "cute.flatten"(%e) : (!cute.layout<"(4,?):(1,4@)">) -> !cute.layout<"(4,?):(1,4@)">
  // CHECK: [[#@LINE+1]]:8: remark: cute.flatten is left alone: its operand is not read
  %1 = "cute.flatten"(%f) : (!cute.layout<"(4,?{div=8):(1,4)">) -> !cute.layout<"(4,?):(1,4)">
  // The count is at the beginning of the file, where the one of layout-verify is.
  // CHECK: import-spelling.mlir:1:1: remark: left 2 of 9 cute operations on layouts alone: flatten (2)
  // CHECK: [[#@LINE+1]]:8: remark: fly.coprofile is left alone: !fly.layout<(4,2):(1E,1)> is not a layout that is read
  %2 = "fly.coprofile"(%a) : (!fly.layout<(4,2):(1E,1)>) -> !fly.int_tuple<0>
  // CHECK: [[#@LINE+1]]:8: remark: fly.coprofile is left alone: !fly.layout<(4,2):(1E0E,1E1)> is not a layout that is read
  %3 = "fly.coprofile"(%b) : (!fly.layout<(4,2):(1E0E,1E1)>) -> !fly.int_tuple<(0,0)>
  // CHECK: [[#@LINE+1]]:8: remark: fly.flatten is left alone: its operand is not read
  %4 = "fly.flatten"(%c) : (!fly.layout<(4,?x):(1,4)>) -> !fly.layout<(4,?):(1,4)>
  // CHECK: [[#@LINE+1]]:8: remark: fly.get is left alone: (1,+2) is not a tuple that is read
  %5 = "fly.get"(%d) <{mode = array<i32: 1>}> : (!fly.int_tuple<(1,+2)>) -> !fly.int_tuple<2>
  // CHECK: import-spelling.mlir:1:1: remark: left 4 of 9 fly operations on layouts alone: coprofile (2), flatten (1), get (1)
  return
}
