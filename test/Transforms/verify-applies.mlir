// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-verify=report=true

// An apply in i32 or i64 is an obligation: the offset fits.

func.func @whole_domain(%row: i32, %column: i32) -> i32 {
  %l = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
  // expected-remark @+1 {{proved by offset range: offset fits in i32}}
  %o = layout.apply %l(%row, %column) : i32
  return %o : i32
}

// -----

// 3 * 715827882 = 2147483646 is the last even number that fits.

func.func @just_fits(%c: i32) -> i32 {
  %l = layout.constant #layout.cute<4:715827882>
  // expected-remark @+1 {{proved by offset range: offset fits in i32}}
  %o = layout.apply %l(%c) : i32
  return %o : i32
}

// -----

func.func @apply_c8(%row: i32, %column: i32) -> i32 {
  // expected-note @+1 {{(65536,65536):(65536,1) gives 2147483648}}
  %l = layout.constant #layout.cute<(65536,65536):(65536,1)>
  // expected-error @+1 {{offset 2147483648 at coordinate (32768,0) does not fit in i32}}
  %o = layout.apply %l(%row, %column) : i32
  return %o : i32
}

// -----

// The same layout where less of it is used: 32767 * 65536 + 65535 = 2147483647.

func.func @in_a_loop() {
  %l = layout.constant #layout.cute<(65536,65536):(65536,1)>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %rows = arith.constant 32768 : i32
  %columns = arith.constant 65536 : i32
  scf.for %row = %c0 to %rows step %c1 : i32 {
    scf.for %column = %c0 to %columns step %c1 : i32 {
      // expected-remark @+1 {{proved by offset range: offset fits in i32}}
      %o = layout.apply %l(%row, %column) : i32
    }
  }
  return
}

// -----

// A loop that goes past the domain, where the last mode goes on.

func.func @past_the_domain() {
  // expected-note @+1 {{4:536870912 gives 2147483648}}
  %l = layout.constant #layout.cute<4:536870912>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  scf.for %i = %c0 to %c5 step %c1 : i32 {
    // expected-error @+1 {{offset 2147483648 at coordinate 4 does not fit in i32}}
    %o = layout.apply %l(%i) : i32
  }
  return
}

// -----

// A constant at which it does not fit; folding leaves it.

func.func @constant() -> i32 {
  // expected-note @+1 {{4:1073741824 gives 3221225472}}
  %l = layout.constant #layout.cute<4:1073741824>
  %c3 = arith.constant 3 : i32
  // expected-error @+1 {{offset 3221225472 at coordinate 3 does not fit in i32}}
  %o = layout.apply %l(%c3) : i32
  return %o : i32
}

// -----

// In each lane: 0 and 1, and then 2 and 3.

func.func @lanes() -> (vector<2xi32>, vector<2xi32>) {
  // expected-note @+1 {{4:1073741824 gives 2147483648}}
  %l = layout.constant #layout.cute<4:1073741824>
  %step = vector.step : vector<2xindex>
  %first = arith.index_cast %step : vector<2xindex> to vector<2xi32>
  // expected-remark @+1 {{proved by offset range: offset fits in i32}}
  %a = layout.apply %l(%first) : vector<2xi32>
  %two = arith.constant dense<2> : vector<2xi32>
  %last = arith.addi %first, %two : vector<2xi32>
  // expected-error @+1 {{offset 2147483648 at coordinate 2 does not fit in i32}}
  %b = layout.apply %l(%last) : vector<2xi32>
  return %a, %b : vector<2xi32>, vector<2xi32>
}

// -----

// 64 bits have room where 32 have none, and an index is taken to have it.

func.func @wider(%c: i64, %i: index) -> (i64, index) {
  %l = layout.constant #layout.cute<4:1073741824>
  // expected-remark @+1 {{proved by offset range: offset fits in i64}}
  %a = layout.apply %l(%c) : i64
  %b = layout.apply %l(%i) : index
  return %a, %b : i64, index
}

// -----

// With a symbol: refuted with its value, proved by a fact.

func.func @symbols(%i: i32, %j: i32, %m: i32) -> (i32, i32) {
  // expected-note @+1 {{gives 2147483648}}
  %l = layout.constant #layout.cute<(M,8):(M,1) where M in [1,65536]>
  // expected-error @+1 {{offset 2147483648 at coordinate (32768,0) for M = 65536 does not fit in i32}}
  %o = layout.apply %l(%i, %j) symbols(M = %m) : i32
  %k = layout.constant #layout.cute<(8,N):(N,1) where N in [1,65536]>
  // expected-remark @+1 {{proved by offset range: offset fits in i32}}
  %p = layout.apply %k(%i, %j) symbols(N = %m) : i32
  return %o, %p : i32, i32
}

// -----

// Nothing bounds this stride.

func.func @any_stride(%i: i32, %d: i32) -> i32 {
  %l = layout.constant #layout.cute<4:D>
  // expected-remark @+1 {{unknown whether offset fits in i32: no bounds of the offset are known but -6442450944 and 6442450941}}
  %o = layout.apply %l(%i) symbols(D = %d) : i32
  return %o : i32
}

// -----

func.func @not_known(%l: !layout.layout, %i: i32) -> i32 {
  // expected-remark @+1 {{unknown whether offset fits in i32: a layout is not known statically}}
  %o = layout.apply %l(%i) : i32
  return %o : i32
}
