// RUN: layout-opt %s --split-input-file --layout-verify-lowering=report=true --verify-diagnostics

// A block with several ways in is entered where one of them is taken. The layout is k -> 8k below 4 and differs
// from that above.

func.func @switch(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c8 = arith.constant 8 : index
  %s = arith.index_cast %k : index to i64
  cf.switch %s : i64, [default: ^d, 2: ^a, 3: ^a]
^a:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  cf.br ^d
^d:
  return
}

// -----

func.func @one_or_the_other(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi eq, %k, %c2 : index
  %q = arith.cmpi eq, %k, %c3 : index
  cf.cond_br %p, ^a, ^y
^y:
  cf.cond_br %q, ^a, ^d
^a:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  cf.br ^d
^d:
  return
}

// -----

func.func @both_test_it(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  cf.cond_br %c, ^x, ^y
^x:
  cf.cond_br %p, ^a, ^d
^y:
  cf.cond_br %p, ^a, ^d
^a:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  cf.br ^d
^d:
  return
}

// -----

func.func @asserted_on_both(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  cf.cond_br %c, ^x, ^y
^x:
  cf.assert %p, "x"
  cf.br ^a
^y:
  cf.assert %p, "y"
  cf.br ^a
^a:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

// Both ways of a diamond lead on, so that nothing is known behind it.
func.func @diamond(%k: index, %c: i1) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c8 = arith.constant 8 : index
  cf.cond_br %c, ^x, ^y
^x:
  cf.br ^a
^y:
  cf.br ^a
^a:
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

// Where one of the ways is taken for 4.
func.func @wrong(%k: index) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c8 = arith.constant 8 : index
  %s = arith.index_cast %k : index to i64
  cf.switch %s : i64, [default: ^d, 2: ^a, 4: ^a]
^a:
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  cf.br ^d
^d:
  return
}

// -----

// The first way of a switch is for all numbers that no other one is for.
func.func @default(%k: index) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c8 = arith.constant 8 : index
  %s = arith.index_cast %k : index to i64
  cf.switch %s : i64, [default: ^a, 2: ^a, 3: ^d]
^a:
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  cf.br ^d
^d:
  return
}

// -----

func.func @affine_if(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c8 = arith.constant 8 : index
  affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%k) {
  } else {
    %o = arith.muli %k, %c8 : index
    // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
    layout.assert_offset %l(%k) = %o : index
  }
  return
}

// -----

// The ways on from the loop all lead behind it, and it goes on at last only with a number that is not negative.
func.func private @get() -> i32
func.func @two_ways_out() -> i32 {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  cf.br ^loop
^loop:
  %x = func.call @get() : () -> i32
  %p = arith.cmpi sge, %x, %c8 : i32
  cf.cond_br %p, ^exit, ^check
^check:
  %q = arith.cmpi sge, %x, %c0 : i32
  cf.cond_br %q, ^exit, ^loop
^exit:
  %r = arith.remsi %x, %c8 : i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%x) = %r : (i32) -> i32
  return %r : i32
}

// -----

// Either loop ends at once or never.
func.func @two_loops(%i: i32, %a: i1) -> i32 {
  %c8 = arith.constant 8 : i32
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi sge, %i, %c0 : i32
  cf.cond_br %a, ^x, ^y
^x:
  cf.cond_br %c, ^join, ^x
^y:
  cf.cond_br %c, ^join, ^y
^join:
  %r = arith.remsi %i, %c8 : i32
  // expected-remark @+1 {{proved by canonical form: the code gives the numbers of its definition}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  return %r : i32
}

// -----

// A negative number comes there, past the loop.
func.func @around_a_loop(%i: i32, %a: i1) -> i32 {
  %c8 = arith.constant 8 : i32
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi sge, %i, %c0 : i32
  cf.cond_br %a, ^x, ^join
^x:
  cf.cond_br %c, ^join, ^x
^join:
  %r = arith.remsi %i, %c8 : i32
  // expected-error @+1 {{lowering differs at (0, -1): 7 and -1}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  return %r : i32
}

// -----

// No way leads there: nothing is wrong.
func.func @dead(%i: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %r = arith.remsi %i, %c8 : i32
  cf.br ^b
^a:
  // expected-remark @+1 {{unknown whether the code gives the numbers of its definition: a condition around the code is not read}}
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  cf.br ^b
^b:
  return %r : i32
}
