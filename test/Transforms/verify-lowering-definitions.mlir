// RUN: layout-opt %s --split-input-file --layout-verify-lowering=report=true --verify-diagnostics

// What layout-import-cute=leave-obligations=true leaves, in code that others made of it.

func.func @right(%i: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %r = arith.andi %i, %c7 : i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  return %r : i32
}

// -----

// -1 mod 8 is 7.
func.func @wrong_below_zero(%i: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %r = arith.remsi %i, %c8 : i32
  // expected-error @+1 {{lowering differs at (-1): 7 and -1}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  return %r : i32
}

// -----

// The same where the definition is about numbers that are not negative.
func.func @right_where_it_is_defined(%i: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %r = arith.remsi %i, %c8 : i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; %3 = 0: i32; %4 = le %3, %0: i1; where %4; give %2"(%i) = %r : (i32) -> i32
  return %r : i32
}

// -----

// An input that the passes in between put a constant in the place of.
func.func @constant_input() -> i32 {
  %c13 = arith.constant 13 : i32
  %c5 = arith.constant 5 : i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%c13) = %c5 : (i32) -> i32
  return %c5 : i32
}

// -----

// The code is right for the inputs that occur, multiples of 4, and was made simpler for them.
func.func @right_as_the_input_comes_about(%n: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c0 = arith.constant 0 : i32
  %i = arith.shli %n, %c2 : i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i32; %1 = 4: i32; %2 = mod %0, %1: i32; give %2"(%i) = %c0 : (i32) -> i32
  return %c0 : i32
}

// -----

func.func @not_read(%i: i32, %from: memref<i32>) -> i32 {
  %r = memref.load %from[] : memref<i32>
  // expected-remark @+1 {{unknown whether the code gives the numbers of its definition: the code uses memref.load, which is not read}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  return %r : i32
}

// -----

func.func @poison(%i: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %c7 = arith.constant 7 : i32
  // expected-note @+1 {{arith.divui divides by 0}}
  %q = arith.divui %i, %i : i32
  %s = arith.muli %q, %c7 : i32
  // expected-error @+1 {{lowering differs at (0): 7 and poison}}
  layout.assert_computes "%0: i32; %1 = 7: i32; give %1"(%i) = %s : (i32) -> i32
  return %s : i32
}

// -----

// What a loop of numbers of 128 bits says of its body is not read.
func.func @wrong_under_what_is_not_read(%i: i32, %a: i128, %b: i128) {
  %c8 = arith.constant 8 : i32
  %one = arith.constant 1 : i128
  scf.for %k = %a to %b step %one : i128 {
    %r = arith.remsi %i, %c8 : i32
    // expected-remark @+1 {{a condition around the code is not read}}
    layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  }
  return
}

// -----

// A number that is cut off, and one that promises that nothing is.
func.func @cut(%i: i64) -> (i32, i32) {
  %r = arith.trunci %i : i64 to i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i64; %1 = sext %0: i32; give %1"(%i) = %r : (i64) -> i32
  %p = arith.trunci %i overflow<nsw> : i64 to i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i64; %1 = sext %0: i32; give %1"(%i) = %p : (i64) -> i32
  return %r, %p : i32, i32
}
