// RUN: layout-opt %s --layout-raise-relations=report=true --split-input-file --verify-diagnostics -o /dev/null

// With a report every relation has a remark, which says why it stays.

// expected-remark @+1 {{raised to (4,8):(8,1)}}
%a = layout.constant #layout.relation<"{ [c] -> [8c - 31*floor(c/4)] : 0 <= c < 32 }">

// -----

// expected-remark @+1 {{stays a relation: no layout of size 16 agrees with it up to coordinate 3, nor does one behind any of 322 swizzles, and it is not a linear layout: f(4 ^ 1) ^ f(4) ^ f(1) ^ f(0) is 8 instead of 0}}
%a = layout.constant #layout.relation<"{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }">

// -----

// expected-remark @+1 {{stays a relation: the domain is not a box of coordinates from 0: (0,1) is not in it}}
%a = layout.constant #layout.relation<"{ [i, j] -> [i + j] : 0 <= i < 4 and 0 <= j <= i }">

// -----

// expected-remark @+1 {{stays a relation: the domain is not a box of coordinates from 0: 5 is not in it}}
%a = layout.constant #layout.relation<"{ [c] -> [c] : 0 <= c < 12 and c != 5 }">

// -----

// expected-remark @+1 {{stays a relation: the relation is not a function: 2 goes to 2 and to 7}}
%a = layout.constant #layout.relation<"{ [c] -> [c] : 0 <= c < 4; [c] -> [7] : c = 2 }">

// -----

// expected-remark @+1 {{stays a relation: the relation depends on M}}
%a = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M + 1 }">

// -----

// The domain of a layout of size 2^40 is not enumerated.
// expected-remark @+1 {{raised to (1024,1073741824):(1073741824,1)}}
%a = layout.constant #layout.relation<"{ [c] -> [1073741824*(c mod 1024) + floor(c/1024)] : 0 <= c < 1099511627776 }">
