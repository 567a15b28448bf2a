// RUN: layout-opt %s --layout-insert-bounds=mode=report --verify-diagnostics | FileCheck %s

// Unsigned operations on numbers of any sign. Nothing is inserted.
// CHECK-NOT: -> (i64) {

// The unsigned minimum of a number that may be negative and of 4 is in [0, 4]: at most 4, and not
// 4 itself, which it is only where the number is 4 or more, or negative.

func.func @minimum(%four: memref<4xi64>, %five: memref<5xi64>, %any: memref<?xi64>, %i: index) {
  %l = layout.constant #layout.cute<9:1>
  %c4 = arith.constant 4 : index
  %minimum = arith.minui %i, %c4 : index
  %o = layout.apply %l(%minimum) : index
  // expected-remark @below {{proved in bounds by ranges}}
  %0 = memref.load %five[%o] : memref<5xi64>
  // expected-remark @below {{guarded by %1 < 4}}
  %1 = memref.load %four[%o] : memref<4xi64>
  // expected-remark @below {{guarded by %1 < dim(%arg2, 0)}}
  %2 = memref.load %any[%o] : memref<?xi64>
  %less = arith.subi %o, %c4 : index
  // At 4 it is in bounds, and below it is not.
  // expected-remark @below {{guarded by %1 >= 4}}
  %3 = memref.load %four[%less] : memref<4xi64>
  // The same from the left, by an operation of the index dialect.
  %swapped = index.minu %c4, %i
  %p = layout.apply %l(%swapped) : index
  // expected-remark @below {{proved in bounds by ranges}}
  %4 = memref.load %five[%p] : memref<5xi64>
  // expected-remark @below {{guarded by %8 < 4}}
  %5 = memref.load %four[%p] : memref<4xi64>
  return
}

// A negative number is more than any other one: the unsigned maximum with one is negative.

func.func @maximum(%buffer: memref<8xi64>, %i: index, %n: index) {
  %l = layout.constant #layout.cute<8:1>
  %c3 = arith.constant 3 : index
  %negative = arith.constant -5 : index
  %c8 = arith.constant 8 : index
  // Of the maximum with 3 nothing is known.
  %maximum = arith.maxui %i, %c3 : index
  %o = layout.apply %l(%maximum) : index
  // expected-remark @below {{guarded by 0 <= %1 < 8}}
  %0 = memref.load %buffer[%o] : memref<8xi64>
  // In [-5, -1].
  %great = index.maxu %i, %negative
  %sum = arith.addi %great, %c8 : index
  %p = layout.apply %l(%sum) : index
  // expected-remark @below {{proved in bounds by ranges}}
  %1 = memref.load %buffer[%p] : memref<8xi64>
  return
}

// What unsigned operations give is in a range even where their operands may be negative.

func.func @ranges(%buffer: memref<16xi64>, %i: i8, %j: index) {
  %l = layout.constant #layout.cute<16:1>
  %c16 = arith.constant 16 : i8
  %c4 = arith.constant 4 : i8
  // At most 255 / 16, and at most 255 >> 4.
  %quotient = arith.divui %i, %c16 : i8
  %wide = arith.extui %quotient : i8 to i32
  %q = arith.index_cast %wide : i32 to index
  %o = layout.apply %l(%q) : index
  // expected-remark @below {{proved in bounds by ranges}}
  %0 = memref.load %buffer[%o] : memref<16xi64>
  %shifted = arith.shrui %i, %c4 : i8
  %s = arith.index_castui %shifted : i8 to index
  %p = layout.apply %l(%s) : index
  // expected-remark @below {{proved in bounds by ranges}}
  %1 = memref.load %buffer[%p] : memref<16xi64>
  // In (-16, 16): below 0 where the operand is.
  %c16_index = arith.constant 16 : index
  %rest = arith.remsi %j, %c16_index : index
  %r = layout.apply %l(%rest) : index
  // expected-remark @below {{guarded by %10 >= 0}}
  %2 = memref.load %buffer[%r] : memref<16xi64>
  return
}

// The product of two numbers of 8 bits that are not negative may be negative: 16 * 9 is -112.

func.func @narrow_product(%buffer: memref<64xi64>, %i: index, %j: index) {
  layout.assume %i in [0, 16]
  layout.assume %j in [0, 9]
  %l = layout.constant #layout.cute<64:1>
  %a = arith.index_cast %i : index to i8
  %b = arith.index_cast %j : index to i8
  %product = arith.muli %a, %b : i8
  %index = arith.index_cast %product : i8 to index
  %o = layout.apply %l(%index) : index
  // expected-remark @below {{guarded by 0 <= %3 < 64}}
  %0 = memref.load %buffer[%o] : memref<64xi64>
  // In 16 bits there is room for it.
  %c = arith.index_cast %i : index to i16
  %d = arith.index_cast %j : index to i16
  %fits = arith.muli %c, %d : i16
  %wide = arith.index_cast %fits : i16 to index
  %p = layout.apply %l(%wide) : index
  // expected-remark @below {{guarded by %9 < 64}}
  %1 = memref.load %buffer[%p] : memref<64xi64>
  return
}

// A loop counts from the greatest of its lower bounds, of which one is a product that is not read.

func.func @several_bounds(%buffer: memref<16xi64>, %n: index) {
  %l = layout.constant #layout.cute<16:1>
  affine.for %i = max affine_map<()[s0] -> (0, s0 * s0)>()[%n] to 17 step 4 {
    %o = layout.apply %l(%i) : index
    // Not only 16 is past the end: with %n = 3 the loop starts at 9, and 17 is out of its range.
    // expected-remark @below {{guarded by %arg2 < 16}}
    %0 = memref.load %buffer[%o] : memref<16xi64>
  }
  affine.for %i = 0 to 16 step 4 {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{proved in bounds by ranges}}
    %0 = memref.load %buffer[%o] : memref<16xi64>
  }
  return
}

// A coordinate is in the domain of its layout, also where what becomes of the offset is not read:
// 5 is not a coordinate, though its offset would be 1.

func.func @not_read(%buffer: memref<8xi64>, %i: index) {
  %l = layout.constant #layout.cute<(2,2):(1,0)>
  %c2 = arith.constant 2 : index
  %o = layout.apply %l(%i) : index
  %q = arith.xori %o, %c2 : index
  // expected-remark @below {{guarded by 0 <= %2 < 8 and 0 <= %arg1 < 4}}
  %0 = memref.load %buffer[%q] : memref<8xi64>
  %square = arith.muli %o, %o : index
  // expected-remark @below {{guarded by 0 <= %arg1 < 4 and 0 <= %4 < 8}}
  %1 = memref.load %buffer[%square] : memref<8xi64>
  return
}

// The threads of one launch are not those of another one.

func.func @launches(%buffer: memref<8xi64>) {
  %l = layout.constant #layout.cute<8:1>
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %outer = gpu.thread_id x
    %o = layout.apply %l(%outer) : index
    gpu.launch blocks(%bx1, %by1, %bz1) in (%gx1 = %c1, %gy1 = %c1, %gz1 = %c1)
               threads(%tx1, %ty1, %tz1) in (%sx1 = %c8, %sy1 = %c1, %sz1 = %c1) {
      %inner = gpu.thread_id x
      %p = layout.apply %l(%inner) : index
      // expected-remark @below {{guarded by}}
      %0 = memref.load %buffer[%o] : memref<8xi64>
      // expected-remark @below {{proved in bounds by ranges}}
      %1 = memref.load %buffer[%p] : memref<8xi64>
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// A condition or a sum that is written with itself, over and over, is read once, or not at all.

func.func @doubled(%buffer: memref<8xi64>, %b: i1, %i: index) {
  %l = layout.constant #layout.cute<8:1>
  %c8 = arith.constant 8 : index
  %c = arith.cmpi ult, %i, %c8 : index
  %c1 = arith.andi %c, %c : i1
  %c2 = arith.andi %c1, %c1 : i1
  %c3 = arith.andi %c2, %c2 : i1
  %c4 = arith.andi %c3, %c3 : i1
  %c5 = arith.andi %c4, %c4 : i1
  %c6 = arith.andi %c5, %c5 : i1
  %c7 = arith.andi %c6, %c6 : i1
  %d1 = arith.andi %c7, %c7 : i1
  %d2 = arith.andi %d1, %d1 : i1
  %d3 = arith.andi %d2, %d2 : i1
  %d4 = arith.andi %d3, %d3 : i1
  %d5 = arith.andi %d4, %d4 : i1
  %d6 = arith.andi %d5, %d5 : i1
  %d7 = arith.andi %d6, %d6 : i1
  %d8 = arith.andi %d7, %d7 : i1
  %e1 = arith.andi %d8, %d8 : i1
  %e2 = arith.andi %e1, %e1 : i1
  %e3 = arith.andi %e2, %e2 : i1
  %e4 = arith.andi %e3, %e3 : i1
  %e5 = arith.andi %e4, %e4 : i1
  %e6 = arith.andi %e5, %e5 : i1
  %e7 = arith.andi %e6, %e6 : i1
  %e8 = arith.andi %e7, %e7 : i1
  %f1 = arith.andi %e8, %e8 : i1
  %f2 = arith.andi %f1, %f1 : i1
  %f3 = arith.andi %f2, %f2 : i1
  %f4 = arith.andi %f3, %f3 : i1
  %f5 = arith.andi %f4, %f4 : i1
  %f6 = arith.andi %f5, %f5 : i1
  %f7 = arith.andi %f6, %f6 : i1
  %f8 = arith.andi %f7, %f7 : i1
  scf.if %f8 {
    %o = layout.apply %l(%i) : index
    // expected-remark @below {{proved in bounds by ranges}}
    %0 = memref.load %buffer[%o] : memref<8xi64>
  }
  return
}

// Of two natural numbers it is the least one, with its least value.

func.func @minimum_of_naturals(%five: memref<5xi64>, %v: i64) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  affine.for %i = 3 to 20 {
    %minimum = arith.minui %i, %c7 : index
    %at = arith.subi %minimum, %c3 : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %five[%at] : memref<5xi64>
  }
  return
}
