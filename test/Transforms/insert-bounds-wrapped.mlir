// RUN: layout-opt %s --layout-insert-bounds=mode=report --verify-diagnostics | FileCheck %s

// Far outside the domain an offset wraps around: at 6148914691236517204, which is the quotient of -3
// and 3 without signs, 2:3 gives -4 in 64 bits. What is computed from the offset says nothing of the
// coordinate there, so that the check of the coordinate stays. Nothing is inserted.
// CHECK-NOT: arith.cmpi sge

// Unsigned, -4 is more than 2, and so is 3: the maximum is the offset. That it is less than 6 is no
// reason to take the coordinate for less than 2.

func.func @maximum(%c: index, %buffer: memref<6xi64>, %v: i64) {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %q = arith.divui %c, %three : index
  %layout = layout.constant #layout.cute<2:3>
  %at = layout.apply %layout(%q) : index
  %i = arith.maxui %at, %two : index
  // expected-remark @below {{guarded by %0 < 2 and 0 <= %3 < 6}}
  memref.store %v, %buffer[%i] : memref<6xi64>
  // The coordinate itself is at most the maximum, if the offset is what it should be.
  %j = arith.maxui %at, %q : index
  // expected-remark @below {{guarded by %0 < 2 and 0 <= %4 < 6}}
  memref.store %v, %buffer[%j] : memref<6xi64>
  %k = arith.maxsi %at, %two : index
  // expected-remark @below {{guarded by %0 < 2 and %5 < 6}}
  memref.store %v, %buffer[%k] : memref<6xi64>
  return
}

// The other way around: the minimum of a negative offset is never more than 0 on paper.

func.func @minimum(%c: index, %x: index, %buffer: memref<6xi64>, %v: i64) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %five = arith.constant 5 : index
  %q = arith.divui %c, %three : index
  %layout = layout.constant #layout.cute<2:3>
  %at = layout.apply %layout(%q) : index
  %i = arith.minui %at, %five : index
  // expected-remark @below {{guarded by %0 < 2}}
  memref.store %v, %buffer[%i] : memref<6xi64>
  %j = arith.minui %at, %x : index
  // expected-remark @below {{guarded by %0 < 2 and 0 <= %4 < 6}}
  memref.store %v, %buffer[%j] : memref<6xi64>
  %negative = arith.subi %zero, %at : index
  %least = arith.minsi %negative, %zero : index
  %k = arith.addi %least, %five : index
  // expected-remark @below {{guarded by %0 < 2 and %6 >= -5}}
  memref.store %v, %buffer[%k] : memref<6xi64>
  return
}

// A branch that compares the offset, as a signed number and as an unsigned one, and a choice by it.

func.func @comparisons(%c: index, %x: index, %buffer: memref<6xi64>, %v: i64) {
  %three = arith.constant 3 : index
  %six = arith.constant 6 : index
  %q = arith.divui %c, %three : index
  %layout = layout.constant #layout.cute<2:3>
  %at = layout.apply %layout(%q) : index
  %is_less = arith.cmpi slt, %at, %six : index
  scf.if %is_less {
    // expected-remark @below {{guarded by %0 < 2}}
    memref.store %v, %buffer[%at] : memref<6xi64>
  }
  %is_below = arith.cmpi ult, %x, %at : index
  scf.if %is_below {
    %chosen = arith.select %is_less, %at, %x : index
    // expected-remark @below {{guarded by %0 < 2 and 0 <= %5 < 6}}
    memref.store %v, %buffer[%chosen] : memref<6xi64>
    scf.if %is_less {
      %sum = arith.addi %at, %x : index
      // expected-remark @below {{guarded by %0 < 2 and 0 <= %2 + %arg1 < 6}}
      memref.store %v, %buffer[%sum] : memref<6xi64>
    }
  }
  return
}

// 64 bits have room for all offsets, though not for eight times as much.

func.func @product(%c: index, %buffer: memref<16xi64>, %v: i64) {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %eight = arith.constant 8 : index
  %q = arith.divui %c, %three : index
  %layout = layout.constant #layout.cute<2:1>
  %at = layout.apply %layout(%q) : index
  %product = arith.muli %at, %eight : index
  %i = arith.maxsi %product, %two : index
  // expected-remark @below {{guarded by %0 < 2 and %4 < 16}}
  memref.store %v, %buffer[%i] : memref<16xi64>
  // Without the product nothing wraps around: what a branch says of the coordinate is so.
  %is_less = arith.cmpi slt, %at, %two : index
  scf.if %is_less {
    // expected-remark @below {{proved in bounds by isl}}
    memref.store %v, %buffer[%at] : memref<16xi64>
  }
  return
}

// Nothing wraps around of 1024 threads, so what the branch says of their coordinates is so.

func.func @threads(%t: index, %buffer: memref<6xi64>, %v: i64) {
  %six = arith.constant 6 : index
  layout.assume %t in [0, 1023]
  %layout = layout.constant #layout.cute<2:3>
  %at = layout.apply %layout(%t) : index
  %is_less = arith.cmpi slt, %at, %six : index
  scf.if %is_less {
    // expected-remark @below {{proved in bounds by isl}}
    memref.store %v, %buffer[%at] : memref<6xi64>
  }
  return
}
