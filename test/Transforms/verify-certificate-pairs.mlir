// RUN: rm -rf %t && mkdir %t
// RUN: not layout-opt %s --layout-verify="report=true cross-check=true certificate=%t/all.json" -o /dev/null 2>&1 | FileCheck %s
// RUN: %root/scripts/check-certificate %t/all.json | FileCheck %s --check-prefix=REPLAYED

// Layouts are equal that have the same pairs: a coordinate without an offset is not in the domain. What holds of
// the symbols of one layout is said of both, so that the relation of one without symbols has them too.

// Without isl for Python, brute force replays what has no symbols.
// REPLAYED: 8 obligations: {{[5-8]}} agree ({{.*}}5 by brute force{{.*}}), 0 disagree, {{[0-3]}} not replayed

%one = layout.constant #layout.composed<S<1,1,2> o 0 o 1:-1>
%two = layout.constant #layout.composed<S<1,1,2> o 0 o 2:-1>
// CHECK: [[#@LINE+1]]:1: remark: proved by enumeration of 2 coordinates: layouts are equal
layout.assert_equivalent %one, %two

%symbol = layout.constant #layout.cute<N:1 where N in [2,2]>
%number = layout.constant #layout.cute<2:1>
// CHECK: [[#@LINE+1]]:1: remark: proved by enumeration of 1 value of symbols: layouts are equal
layout.assert_equivalent %symbol, %number

// A linear layout beside as many outputs has an output for each out-dim, in the statement too.
%dims = layout.constant #layout.linear<{a = [[1,0],[0,1]]}>
%outputs = layout.constant #layout.relation<"{ [c] -> [c + 2, 0] : 0 <= c < 4 }">
// CHECK: [[#@LINE+1]]:1: remark: proved by enumeration of 8 coordinates: layouts are disjoint
layout.assert_disjoint %dims, %outputs

// Nothing is stated of offsets that are not of the same kind.
%part = layout.constant #layout.cute<4:1@1>
%other = layout.constant #layout.relation<"{ [c] -> [c + 1] : 0 <= c < 4 }">
// CHECK: [[#@LINE+1]]:1: remark: unknown whether layouts are disjoint: the offsets of 4:1@1 and { [c] -> [c + 1] : 0 <= c < 4 } are not of the same kind
layout.assert_disjoint %part, %other

// All combinations of 0 and 1 with 0 to 3 are meant.
%pairs = layout.constant #layout.relation<"{ [c] -> [c mod 2, c] : 0 <= c < 4 }">
// CHECK: [[#@LINE+1]]:1: error: layout is not surjective: no coordinate gives (0,1)
layout.assert_surjective %pairs
// CHECK: [[#@LINE+1]]:1: error: layout is not surjective: no coordinate gives (0,1)
layout.assert_bijective %pairs

// The small layout is looked for in the large one, which nothing counts.
%small = layout.constant #layout.composed<S<1,0,1> o 5 o 3:1>
%large = layout.constant #layout.composed<S<1,0,2> o 8 o (300,300):(1,300)>
// CHECK: [[#@LINE+1]]:1: remark: proved by enumeration of 3 coordinates: layouts are disjoint
layout.assert_disjoint %small, %large

// Coordinates of a relation are looked at from its least one on.
%four = layout.constant #layout.cute<4:1>
%later = layout.constant #layout.relation<"{ [c] -> [c + 4] : 2 <= c < 4 }">
// CHECK: [[#@LINE+1]]:1: remark: proved by enumeration of 6 coordinates: layouts are disjoint
layout.assert_disjoint %four, %later

// CHECK: remark: cross-check: {{.*}} 0 disagree
// CHECK: note: FPL: {{.*}} 0 disagree
