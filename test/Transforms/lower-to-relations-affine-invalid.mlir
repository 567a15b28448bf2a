// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-to-relations=form=affine --split-input-file --verify-diagnostics

// expected-error @below {{{ [c] -> [o] : 0 <= o < c } has no affine form: it is not a function: 2 goes to 0 and to 1}}
"test.op"() {a = #layout.relation<"{ [c] -> [o] : 0 <= o < c }">} : () -> ()

// -----

// expected-error @below {{has no affine form: it is not a function: (0,0) goes to 0 and to 1 for N = 2}}
"test.op"() {a = #layout.relation<"[N] -> { [i, j] -> [o] : 0 <= o < N and 0 <= i,j < 2 }">} : () -> ()

// -----

// expected-error @below {{has no affine form: output 0 is 2 expressions, each on a part of the domain}}
"test.op"() {a = #layout.relation<"{ [c] -> [c] : 0 <= c < 2; [c] -> [c + 10] : 4 <= c < 6 }">} : () -> ()

// -----

// expected-error @below {{has no affine form: its domain is a union of 2 conjunctions}}
"test.op"() {a = #layout.relation<"{ [c] -> [c] : 0 <= c < 2 or 5 <= c < 7 }">} : () -> ()

// -----

// A bound that is not a number of 64 bits the other way round.
// expected-error @below {{has no affine form: a number in isl's answer does not fit in 64 bits}}
"test.op"() {a = #layout.relation<"{ [c] -> [c] : c >= -9223372036854775808 }">} : () -> ()

// -----

// expected-error @below {{[4] is a tiler, which is not a function and has no relation}}
"test.op"() {a = #layout.tile<[4]>} : () -> ()

// -----

// expected-error @below {{has no affine form: output 0 is 2 expressions, each on a part of the domain}}
%l = layout.constant #layout.relation<"{ [c] -> [min(c, 3)] : 0 <= c < 9 }">
