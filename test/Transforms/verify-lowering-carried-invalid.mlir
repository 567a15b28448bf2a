// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-verify-lowering --verify-diagnostics

// Code that is wrong at a number that the loop carries.

func.func @grows() {
  // expected-note @below {{10:3 gives 15}}
  %l = layout.constant #layout.cute<10:3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%j = %c0) -> (index) {
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %right = arith.muli %j, %c3 : index
    %is = arith.cmpi eq, %j, %c5 : index
    // expected-note @below {{the code gives 0}}
    %wrong = arith.select %is, %c0, %right : index
    // expected-error @below {{lowering differs at coordinate 5: 15 and 0}}
    layout.assert_offset %l(%j) = %wrong : index
    %n = arith.addi %j, %c1 : index
    scf.yield %n : index
  }
  return
}

// -----

// What is carried is not known where it does not grow by a constant: nothing is refuted.
func.func @doubled() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%j = %c1) -> (index) {
    %o = arith.muli %j, %c8 : index
    // expected-remark @below {{unknown whether the code gives the offset of (4,8):(8,1): the code uses an argument of a block in scf.for, which is not read}}
    layout.assert_offset %l(%j) = %o : index
    %n = arith.addi %j, %j : index
    scf.yield %n : index
  }
  return
}

// -----

// Where it would wrap it is poison, and nothing is claimed.
func.func @promised() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%k = %c0) -> (index) {
    %p = arith.muli %k, %c8 : index
    // expected-remark @below {{unknown whether the code gives the offset of (4,8):(8,1): a condition around the code is not read}}
    layout.assert_offset %l(%k) = %p : index
    %m = arith.addi %k, %c1 overflow<nsw> : index
    scf.yield %m : index
  }
  return
}

// -----

func.func @while(%n: index) {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.while (%j = %c0) : (index) -> index {
    %c = arith.cmpi slt, %j, %c4 : index
    scf.condition(%c) %j : index
  } do {
  ^bb0(%k: index):
    %o = arith.muli %k, %c8 : index
    // expected-remark @below {{a condition around the code is not read}}
    layout.assert_offset %l(%k) = %o : index
    %next = arith.addi %k, %c1 : index
    scf.yield %next : index
  }
  return
}

// -----

// What an operation that is not read gives its block.
func.func @unread() {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c8 = arith.constant 8 : index
  "test.region"() ({
  ^bb0(%k: index):
    %o = arith.muli %k, %c8 : index
    // expected-remark @below {{the code uses an argument of a block in test.region, which is not read}}
    layout.assert_offset %l(%k) = %o : index
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
