// RUN: layout-opt %s --layout-verify-lowering --split-input-file --verify-diagnostics

// A verdict is found once for code that occurs again: each obligation has the places of its own code.
func.func @twice(%i: index, %j: index) {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  // expected-note @+1 {{8:2 gives 2}}
  %l = layout.constant #layout.cute<8:2>
  // expected-note @+1 {{the code gives 3}}
  %a = arith.muli %i, %three : index
  // expected-error @+1 {{lowering differs at coordinate 1: 2 and 3}}
  layout.assert_offset %l(%i) = %a : index
  // expected-note @+1 {{the code gives 3}}
  %b = arith.muli %j, %three : index
  // expected-error @+1 {{lowering differs at coordinate 1: 2 and 3}}
  layout.assert_offset %l(%j) = %b : index
  %c = arith.muli %j, %two : index
  layout.assert_offset %l(%j) = %c : index
  return
}

// -----

// The same code of another layout, at coordinates with other bounds, under another condition or in another
// width is not the same.
func.func @others(%i: index) {
  %three = arith.constant 3 : index
  // expected-note @+1 {{8:2 gives 2}}
  %l = layout.constant #layout.cute<8:2>
  %m = layout.constant #layout.cute<8:3>
  affine.for %k = 0 to 1 {
    %a = arith.muli %k, %three : index
    layout.assert_offset %l(%k) = %a : index
  }
  affine.for %k = 0 to 2 {
    // expected-note @+1 {{the code gives 3}}
    %a = arith.muli %k, %three : index
    // expected-error @+1 {{lowering differs at coordinate 1: 2 and 3}}
    layout.assert_offset %l(%k) = %a : index
    layout.assert_offset %m(%k) = %a : index
  }
  return
}

// -----

func.func @conditions(%i: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-note @+1 {{8:2 gives 2}}
  %l = layout.constant #layout.cute<8:2>
  %below_1 = arith.cmpi ult, %i, %c1 : index
  scf.if %below_1 {
    %a = arith.muli %i, %c3 : index
    layout.assert_offset %l(%i) = %a : index
  }
  %below_2 = arith.cmpi ult, %i, %c2 : index
  scf.if %below_2 {
    // expected-note @+1 {{the code gives 3}}
    %a = arith.muli %i, %c3 : index
    // expected-error @+1 {{lowering differs at coordinate 1: 2 and 3}}
    layout.assert_offset %l(%i) = %a : index
  }
  return
}

// -----

// 2^29 times 8 is no i32, of which nothing is claimed.
func.func @widths(%i: i32, %j: i64) {
  %l = layout.constant #layout.cute<1073741824:8>
  %three32 = arith.constant 3 : i32
  %a = arith.shli %i, %three32 : i32
  layout.assert_offset %l(%i) = %a : i32 at i32
  %three64 = arith.constant 3 : i64
  %b = arith.shli %j, %three64 : i64
  layout.assert_offset %l(%j) = %b : i64 at i64
  return
}
