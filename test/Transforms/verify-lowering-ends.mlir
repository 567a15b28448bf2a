// RUN: layout-opt %s --split-input-file --layout-verify-lowering=report=true --verify-diagnostics

// Where a function ends before it comes to an obligation, or promises that it does not come there, nothing is
// refuted. The layout is k -> 8k below 4 and differs from that above.

func.func @asserted_in_both(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  scf.if %c { cf.assert %p, "x" } else { cf.assert %p, "y" }
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @asserted_in_a_region(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  scf.execute_region {
    cf.assert %p, "x"
    scf.yield
  }
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @asserted_in_a_loop(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c4 step %c1 { cf.assert %p, "x" }
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @asserted_on_the_ways(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  cf.cond_br %c, ^x, ^y
^x:
  scf.execute_region {
    cf.assert %p, "x"
    scf.yield
  }
  cf.br ^j
^y:
  cf.assert %p, "x"
  cf.br ^j
^j:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @trapped_in_a_branch(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi uge, %k, %c4 : index
  scf.if %p { llvm.intr.trap }
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @ended_in_a_branch(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi uge, %k, %c4 : index
  scf.if %p { nvvm.exit }
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @behind_a_trap(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  llvm.intr.trap
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

// Behind an end nothing is executed, so that the other way is taken.
func.func @trapped_on_a_way(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi uge, %k, %c4 : index
  cf.cond_br %p, ^bad, ^j
^bad:
  llvm.intr.trap
  cf.br ^j
^j:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @trapped_by_default(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %s = arith.index_cast %k : index to i64
  cf.switch %s : i64, [default: ^bad, 2: ^j, 3: ^j]
^bad:
  nvvm.exit
  cf.br ^j
^j:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @assumed(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  llvm.intr.assume %p : i1
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @assumed_on_the_ways(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  cf.cond_br %c, ^x, ^y
^x:
  llvm.intr.assume %p : i1
  cf.br ^j
^y:
  llvm.intr.assume %p : i1
  cf.br ^j
^j:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @assumed_in_a_branch(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  scf.if %c { llvm.intr.assume %p : i1 } else { llvm.intr.assume %p : i1 }
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @promised_on_the_ways(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  cf.cond_br %c, ^x, ^y
^x:
  layout.assume %k in [0, 3]
  cf.br ^j
^y:
  layout.assume %k in [0, 3]
  cf.br ^j
^j:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @promised_between(%k: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  cf.br ^x
^x:
  layout.assume %k in [0, 3]
  cf.br ^j
^j:
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(8,1)}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @promised_in_a_branch(%k: index, %c: i1) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.if %c { layout.assume %k in [0, 3] } else { layout.assume %k in [0, 3] }
  %o = arith.muli %k, %c8 : index
  // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

// The loop does not come to its fifth iteration.
func.func @asserted_before_in_the_loop() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %o = arith.muli %k, %c8 : index
    // expected-remark @+1 {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
    layout.assert_offset %l(%k) = %o : index
    %p = arith.cmpi ult, %k, %c3 : index
    cf.assert %p, "x"
  }
  return
}

// -----

// What is only said behind it, or on one of the ways, leaves it wrong.
func.func @asserted_behind(%k: index) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  cf.assert %p, "x"
  return
}

// -----

func.func @asserted_on_one_way(%k: index, %c: i1) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi ult, %k, %c4 : index
  cf.cond_br %c, ^x, ^j
^x:
  cf.assert %p, "x"
  cf.br ^j
^j:
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @promised_on_one_way(%k: index, %c: i1) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  cf.cond_br %c, ^x, ^j
^x:
  layout.assume %k in [0, 3]
  cf.br ^j
^j:
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  return
}

// -----

func.func @trapped_elsewhere(%k: index, %c: i1) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  cf.cond_br %c, ^x, ^j
^x:
  llvm.intr.trap
  cf.br ^d
^j:
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  cf.br ^d
^d:
  return
}
