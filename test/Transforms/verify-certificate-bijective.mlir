// RUN: rm -rf %t && mkdir %t
// RUN: not layout-opt %s --layout-verify="cross-check=true certificate=%t/all.json" -o /dev/null 2>&1 | FileCheck %s
// RUN: %root/scripts/check-certificate %t/all.json | FileCheck %s --check-prefix=REPLAYED

// The numbers of a layout whose size is not given are those up to its greatest offset: an offset below 0 is
// none of them, so 2:-1 is onto {0} and no bijection, with symbols or without, and so is what has an offset
// whose second part is below 0. The swizzled layout has no offset at coordinate 0. The cosize of 2:-1 is how
// far its offsets reach, 2, and not one more than the greatest.

// CHECK: error: offset -1 at coordinate 1 is outside [0, 1)
// CHECK: error: offset -1 at coordinate 1 for N = 2 is outside [0, 1)
// CHECK: error: offset (1,-1) at coordinate 1 has a part below 0
// CHECK: error: there is no offset at coordinate 0: S<1,0,1> has no value at -1
// CHECK: remark: cross-check: 6 claims were asked again, {{[0-9]+}} answers agree, 0 disagree
// CHECK: note: FPL: {{(1 answer agrees|[2-5] answers agree)}}, 0 disagree, 0 where the pass has none; FPL has no answer: {{[1-5]}} (1 not stated, 0 too long

// Without isl for Python, brute force replays what has neither symbols nor parts.
// REPLAYED: 6 obligations: {{[56]}} agree (5 by brute force{{.*}}), 0 disagree, {{[01]}} not replayed

%onto = layout.constant #layout.cute<(2,2):(2,1)>
%negative = layout.constant #layout.cute<2:-1>
%symbolic = layout.constant #layout.cute<N:-1 where N in [2,2]>
%parts = layout.constant #layout.relation<"{ [c] -> [c, -c] : 0 <= c < 2 }">
%hole = layout.constant #layout.composed<S<1,0,1> o -1 o 3:1>
layout.assert_bijective %onto
layout.assert_bijective %negative
layout.assert_bijective %symbolic
layout.assert_bijective %parts
layout.assert_bijective %hole
layout.assert_cosize %negative, 2
