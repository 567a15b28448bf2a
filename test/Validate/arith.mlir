// Functions of `arith` alone are compared bit by bit: nothing is assumed of the numbers.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir > %t/out
// RUN: FileCheck %s < %t/out

// CHECK: @halves: refuted at (-1): before gives 0, after gives -1
// CHECK-NEXT: @halves_of_naturals: proved by canonical form
// CHECK-NEXT: @wraps_and_comes_back: proved by canonical form
// CHECK-NEXT: @flag_added: refuted at (1073741824): before gives -2147483648, after gives poison (arith.addi wraps though it says nsw)
// CHECK-NEXT: @nothing: proved by canonical form
// CHECK-NEXT: @signature: unknown: it takes (i32) before and (i32, i32) after
// CHECK-NEXT: @results: unknown: it returns (i32) before and (i32, i32) after
// CHECK-NEXT: @strange: proved by canonical form
// CHECK-NEXT: @blocks: proved by canonical form
// CHECK-NEXT: @only_where_it_matters: refuted at (12345): before gives 0, after gives 1
// CHECK-NEXT: @here: only in {{.*}}before.mlir
// CHECK-NEXT: @there: only in {{.*}}after.mlir
// CHECK-NEXT: 10 functions: 5 proved, 3 refuted, 2 unknown; 2 in one file only

//--- before.mlir
func.func @halves(%x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %h = arith.divsi %x, %c2 : i32
  return %h : i32
}
func.func @halves_of_naturals(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %n = arith.shrui %x, %c1 : i32
  %h = arith.divsi %n, %c2 : i32
  return %h : i32
}
func.func @wraps_and_comes_back(%x: i32, %y: i32) -> i32 {
  return %x : i32
}
func.func @flag_added(%x: i32) -> i32 {
  %d = arith.addi %x, %x : i32
  return %d : i32
}
func.func @nothing(%x: i32) {
  return
}
func.func @signature(%x: i32) -> i32 {
  return %x : i32
}
func.func @results(%x: i32) -> i32 {
  return %x : i32
}
func.func @strange(%x: i32) -> i32 {
  %n = "test.number"() : () -> i32
  return %n : i32
}
func.func @blocks(%x: i32) -> i32 {
  return %x : i32
}
func.func @only_where_it_matters(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}
func.func @here(%x: i32) -> i32 {
  return %x : i32
}

//--- after.mlir
func.func @halves(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %h = arith.shrsi %x, %c1 : i32
  return %h : i32
}
func.func @halves_of_naturals(%x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %h = arith.shrui %x, %c2 : i32
  return %h : i32
}
func.func @wraps_and_comes_back(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %d = arith.subi %s, %y : i32
  return %d : i32
}
func.func @flag_added(%x: i32) -> i32 {
  %d = arith.addi %x, %x overflow<nsw> : i32
  return %d : i32
}
func.func @nothing(%x: i32) {
  return
}
func.func @signature(%x: i32, %y: i32) -> i32 {
  return %x : i32
}
func.func @results(%x: i32) -> (i32, i32) {
  return %x, %x : i32, i32
}
func.func @strange(%x: i32) -> i32 {
  %n = "test.number"() : () -> i32
  return %n : i32
}
func.func @blocks(%x: i32) -> i32 {
  cf.br ^end
^end:
  return %x : i32
}
func.func @only_where_it_matters(%x: i32) -> i32 {
  %c = arith.constant 12345 : i32
  %is = arith.cmpi eq, %x, %c : i32
  %n = arith.extui %is : i1 to i32
  return %n : i32
}
func.func @there(%x: i32) -> i32 {
  return %x : i32
}
