// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// Loops that are blocks or go on while a condition holds.

func.func @blocks(%m: memref<64xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  // expected-remark @below {{access is in bounds only if guarded by %0 < 64}}
  memref.store %f, %m[%i] : memref<64xf32>
  %more = arith.cmpi slt, %i, %c64 : index
  cf.cond_br %more, ^body, ^end
^body:
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%i] : memref<64xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^end:
  return
}

// -----

// In steps of 4, so that the next three are in bounds too; a loop inside, and a way around the rest.

func.func @steps(%m: memref<64xf32>, %c: i1, %f: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %c64 : index
  cf.cond_br %more, ^body, ^end
^body:
  %last = arith.addi %i, %c3 : index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%last] : memref<64xf32>
  %next = arith.addi %i, %c4 : index
  cf.cond_br %c, ^head(%next : index), ^rest(%i : index)
^rest(%j: index):
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%j] : memref<64xf32>
  cf.br ^head(%next : index)
^end:
  return
}

// -----

// Downward, from an argument.

func.func @down(%m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  cf.br ^head(%n : index)
^head(%i: index):
  %more = arith.cmpi sgt, %i, %c0 : index
  cf.cond_br %more, ^body, ^end
^body:
  %at = arith.subi %i, %c1 : index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%at] : memref<?xf32>
  cf.br ^head(%at : index)
^end:
  return
}

// -----

// Numbers of 32 bits: what the comparison leaves is not so great that the sum wraps around. Without a
// comparison, or with one that comes after the sum, it may be.

func.func @narrow(%m: memref<?xf32>, %n: i32, %f: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^second(%c0 : i32)
^body:
  %at = arith.index_cast %i : i32 to index
  // expected-remark @below {{access is in bounds only if guarded by %0 < dim(%arg0, 0)}}
  memref.store %f, %m[%at] : memref<?xf32>
  %next = arith.addi %i, %c1 : i32
  cf.br ^head(%next : i32)
^second(%j: i32):
  %there = arith.index_cast %j : i32 to index
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %4 < dim(%arg0, 0)}}
  memref.store %f, %m[%there] : memref<?xf32>
  %wraps = arith.addi %j, %c1 : i32
  cf.br ^second(%wraps : i32)
}

// -----

// A step that is not the same each time, and a value that begins elsewhere, say nothing.

func.func @any(%m: memref<64xf32>, %n: index, %k: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %c64 : index
  cf.cond_br %more, ^body, ^other(%k : index)
^body:
  // expected-remark @below {{access is in bounds only if guarded by %0 >= 0}}
  memref.store %f, %m[%i] : memref<64xf32>
  %next = arith.addi %i, %n : index
  cf.br ^head(%next : index)
^other(%j: index):
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg2 < 64}}
  memref.store %f, %m[%j] : memref<64xf32>
  return
}

// -----

// The loop around begins the one inside again, from where it is itself.

func.func @nested(%m: memref<64xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  cf.br ^outer(%c0 : index)
^outer(%i: index):
  %outer = arith.cmpi slt, %i, %c64 : index
  cf.cond_br %outer, ^enter, ^end
^enter:
  %first = arith.addi %i, %c1 : index
  cf.br ^inner(%first : index)
^inner(%j: index):
  %inner = arith.cmpi slt, %j, %c64 : index
  cf.cond_br %inner, ^body, ^leave
^body:
  %back = arith.subi %j, %i : index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%back] : memref<64xf32>
  %before = arith.subi %j, %c1 : index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%before] : memref<64xf32>
  %next = arith.addi %j, %c1 : index
  cf.br ^inner(%next : index)
^leave:
  cf.br ^outer(%first : index)
^end:
  return
}

// -----

// One of two numbers.

func.func @join(%m: memref<10xf32>, %c: i1, %f: f32) {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  cf.cond_br %c, ^join(%c3 : index), ^join(%c9 : index)
^join(%i: index):
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%i] : memref<10xf32>
  return
}

// -----

func.func @while(%m: memref<64xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %end = scf.while (%i = %c0) : (index) -> index {
    // expected-remark @below {{access is in bounds only if guarded by %arg2 < 64}}
    memref.store %f, %m[%i] : memref<64xf32>
    %more = arith.cmpi slt, %i, %c64 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %m[%i] : memref<64xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %at = arith.subi %end, %c64 : index
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%at] : memref<64xf32>
  // expected-error @below {{access is never in bounds: no index of dimension 0 is in [0, 64)}}
  memref.store %f, %m[%end] : memref<64xf32>
  return
}

// -----

// A loop with its comparison at the end: what it says of the next iteration is known in that one.

func.func @rotated(%m: memref<64xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  cf.br ^body(%c0 : index)
^body(%i: index):
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%i] : memref<64xf32>
  %next = arith.addi %i, %c1 : index
  %more = arith.cmpi ne, %next, %c64 : index
  %less = arith.cmpi slt, %next, %c64 : index
  %both = arith.andi %more, %less : i1
  cf.cond_br %both, ^body(%next : index), ^end
^end:
  // expected-remark @below {{proved in bounds}}
  memref.store %f, %m[%i] : memref<64xf32>
  return
}

// -----

// The body comes before the condition; another value is passed on than the one that is compared.

func.func @do_while(%m: memref<64xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %m[%i] : memref<64xf32>
    %next = arith.addi %i, %c2 : index
    %more = arith.cmpi slt, %next, %c64 : index
    scf.condition(%more) %next : index
  } do {
  ^bb0(%j: index):
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %m[%j] : memref<64xf32>
    scf.yield %j : index
  }
  return
}

// -----

// What the condition says of a value that is not passed on is not a number behind it: the guard compares
// what is there.

func.func @not_passed(%m: memref<64xf32>, %from: memref<8xindex>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.while (%i = %c0) : (index) -> index {
    // expected-remark @below {{proved in bounds}}
    %j = memref.load %from[%c0] : memref<8xindex>
    %more = arith.cmpi slt, %j, %c64 : index
    %same = arith.cmpi eq, %i, %j : index
    %both = arith.andi %more, %same : i1
    scf.condition(%both) %i : index
  } do {
  ^bb0(%i: index):
    // expected-remark @below {{access is in bounds only if guarded by 0 <= %arg3}}
    memref.store %f, %m[%i] : memref<64xf32>
    // expected-remark @below {{proved in bounds}}
    %next = memref.load %from[%c0] : memref<8xindex>
    scf.yield %next : index
  }
  return
}

// -----

// The last turn begins at 48.

func.func @last_step(%m: memref<64xf32>) {
  affine.for %i = 0 to 64 step 16 {
    %least = affine.min affine_map<(d0) -> (16, 60 - d0)>(%i)
    // expected-remark @below {{proved in bounds by ranges}}
    %a = memref.load %m[%least] : memref<64xf32>
    %greatest = affine.max affine_map<(d0) -> (d0 + 15, 3)>(%i)
    // expected-remark @below {{proved in bounds by ranges}}
    %b = memref.load %m[%greatest] : memref<64xf32>
    %past = affine.max affine_map<(d0) -> (d0 + 16, 3)>(%i)
    // expected-error @below {{access is out of bounds at iteration %arg1 = 48: index 64 of dimension 0 is outside [0, 64)}}
    %c = memref.load %m[%past] : memref<64xf32>
  }
  return
}

// -----

// Unsigned numbers from 250 to 254 are -6 and -3 as signed ones.

func.func @unsigned_negative(%m: memref<10xf32>, %f: f32) {
  %low = arith.constant 250 : i8
  %high = arith.constant 254 : i8
  %step = arith.constant 3 : i8
  scf.for unsigned %i = %low to %high step %step : i8 {
    %at = arith.index_cast %i : i8 to index
    // expected-error @below {{access is never in bounds: index -6 of dimension 0 is outside [0, 10)}}
    memref.store %f, %m[%at] : memref<10xf32>
    %back = arith.subi %high, %i : i8
    %there = arith.index_cast %back : i8 to index
    // expected-remark @below {{proved in bounds}}
    memref.store %f, %m[%there] : memref<10xf32>
  }
  return
}
