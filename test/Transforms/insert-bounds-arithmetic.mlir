// RUN: layout-opt %s --layout-insert-bounds=mode=report --verify-diagnostics | FileCheck %s

// Indices are arithmetic of what layouts give. Nothing is inserted.
// CHECK-NOT: scf.if

// Of 12 offsets, which arithmetic moves around in [0, 12).

func.func @shifts_and_masks(%buffer: memref<12xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 12 {
    %o = layout.apply %l(%i) : index
    %quotient = arith.shrui %o, %c2 : index
    %rest = arith.andi %o, %c3 : index
    %four = arith.shli %quotient, %c2 : index
    %same = arith.addi %four, %rest : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%same] : memref<12xf32>
    %next = arith.addi %same, %c1 : index
    // expected-remark @below {{guarded by %arg2 < 11}}
    memref.store %v, %buffer[%next] : memref<12xf32>
    %third = arith.divui %o, %c4 : index
    %remainder = arith.remui %o, %c4 : index
    %product = arith.muli %remainder, %c3 : index
    %turned = arith.addi %product, %third : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%turned] : memref<12xf32>
    %reversed = arith.subi %c3, %o : index
    // expected-remark @below {{guarded by %arg2 < 4}}
    memref.store %v, %buffer[%reversed] : memref<12xf32>
  }
  return
}

func.func @affine(%buffer: memref<12xf32>, %v: f32) {
  %l = layout.constant #layout.cute<(4,3):(1,4)>
  affine.for %i = 0 to 12 {
    %o = layout.apply %l(%i) : index
    %q, %r = affine.delinearize_index %o into (3, 4) : index, index
    %turned = affine.linearize_index [%r, %q] by (4, 3) : index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%turned] : memref<12xf32>
    %clamped = affine.min affine_map<(d0) -> (d0 + 7, 11)>(%o)
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%clamped] : memref<12xf32>
    %ceiling = affine.apply affine_map<(d0) -> (d0 ceildiv 2 + d0 mod 5)>(%o)
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%ceiling] : memref<12xf32>
  }
  return
}

// Integers of other types: a sum of 8 bits is read only where it fits.

func.func @integers(%buffer: memref<128xf32>, %v: f32) {
  %l = layout.constant #layout.cute<64:1>
  %c60 = arith.constant 60 : i8
  %c80 = arith.constant 80 : i8
  affine.for %i = 0 to 64 {
    %o = layout.apply %l(%i) : index
    %narrow = arith.index_cast %o : index to i8
    %fits = arith.addi %narrow, %c60 : i8
    %back = arith.index_castui %fits : i8 to index
    // expected-remark @below {{proved in bounds by ranges}}
    memref.store %v, %buffer[%back] : memref<128xf32>
    %may_wrap = arith.addi %narrow, %c80 : i8
    %wide = arith.extsi %may_wrap : i8 to i32
    %index = arith.index_cast %wide : i32 to index
    // expected-remark @below {{guarded by %5 >= 0}}
    memref.store %v, %buffer[%index] : memref<128xf32>
  }
  return
}

// What is not known not to be negative is not divided as if it were unsigned; its last bits are
// known all the same.

func.func @signs(%buffer: memref<8xf32>, %i: index, %v: f32) {
  %l = layout.constant #layout.cute<8:1>
  %c8 = arith.constant 8 : index
  %c7 = arith.constant 7 : index
  %last = arith.andi %i, %c7 : index
  %o = layout.apply %l(%last) : index
  // expected-remark @below {{proved in bounds by ranges}}
  memref.store %v, %buffer[%o] : memref<8xf32>
  %rest = arith.remui %i, %c8 : index
  %p = layout.apply %l(%rest) : index
  // expected-remark @below {{proved in bounds by ranges}}
  memref.store %v, %buffer[%p] : memref<8xf32>
  %signed = arith.remsi %i, %c8 : index
  %q = layout.apply %l(%signed) : index
  // It has the sign of %i.
  // expected-remark @below {{guarded by %5 >= 0}}
  memref.store %v, %buffer[%q] : memref<8xf32>
  layout.assume %i in [0, 1000]
  %natural = arith.remsi %i, %c8 : index
  %s = layout.apply %l(%natural) : index
  // expected-remark @below {{proved in bounds by ranges}}
  memref.store %v, %buffer[%s] : memref<8xf32>
  return
}
