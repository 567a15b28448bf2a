// Obligations of code are decided by all threads of MLIR, and nothing shows how many there are: what is outside
// of functions comes last, and in a function the definitions of other compilers come first.

// RUN: not layout-opt %s --allow-unregistered-dialect --layout-verify-lowering=report=true --mlir-disable-threading 2>%t.one
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-verify-lowering=report=true 2>%t.many
// RUN: diff %t.one %t.many
// RUN: FileCheck %s --input-file %t.many

%place = "test.coordinate"() : () -> index
%three = arith.constant 3 : index
%outside = layout.constant #layout.cute<8:2>
%code = arith.muli %place, %three : index
layout.assert_offset %outside(%place) = %code : index

func.func @both(%i: index, %n: i32) {
  %two = arith.constant 2 : index
  %l = layout.constant #layout.cute<8:2>
  %a = arith.muli %i, %two : index
  layout.assert_offset %l(%i) = %a : index
  %c7 = arith.constant 7 : i32
  %r = arith.andi %n, %c7 : i32
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%n) = %r : (i32) -> i32
  return
}

func.func @wrong(%i: index) {
  %two = arith.constant 2 : index
  %l = layout.constant #layout.cute<8:3>
  %a = arith.muli %i, %two : index
  layout.assert_offset %l(%i) = %a : index
  return
}

// CHECK: threads.mlir:22:3: remark: proved by canonical form: the code gives the numbers of its definition
// CHECK: threads.mlir:19:3: remark: proved by canonical form: the code gives the offset of 8:2
// CHECK: threads.mlir:30:3: error: lowering differs at coordinate 1: 3 and 2
// CHECK: threads.mlir:13:1: error: lowering differs at coordinate 1: 2 and 3
