// Every number of certificates is changed, one at a time: each change is refused, for what the certificate
// says or by its fingerprint, and where it is the fingerprint alone there is a reason.
// RUN: rm -rf %t && mkdir %t
// RUN: not layout-opt %s --layout-verify=certificate=%t/own.json -o /dev/null 2>&1 | FileCheck %s
// RUN: not layout-opt %S/verify-certificate.mlir --layout-verify=certificate=%t/all.json -o /dev/null
// RUN: not layout-opt %S/verify-certificate-bijective.mlir --layout-verify=certificate=%t/bijective.json -o /dev/null
// RUN: %root/test/change-certificate %t/own.json %t/all.json %t/bijective.json | FileCheck %s --check-prefix=CHANGED
// RUN: %root/scripts/check-certificate %t/own.json | FileCheck %s --check-prefix=OWN

// CHANGED: {{[0-9]+}} changes: {{[0-9]+}} refused for what they say, {{[0-9]+}} by the fingerprint
// CHANGED-NOT: None

// Where there is no offset no size is passed.
// CHECK: there is no offset at coordinate 0: S<1,0,3> has no value at -1
// OWN: 22 obligations: {{[0-9]+}} agree ({{[0-9]+}} by brute force{{.*}}), 0 disagree
%hole = layout.constant #layout.composed<S<1,0,3> o -1 o (8):(1)>
layout.assert_in_bounds %hole, 7

%box = layout.constant #layout.relation<"{ [i,j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < 8 }">
layout.assert_injective %box
layout.assert_increasing %box
%outer = layout.constant #layout.composed<(4,8):(8,1) o 3 o (4,2):(1,4)>
layout.assert_injective %outer

%named = layout.constant #layout.cute<(N,M):(1,N) where N in [1,8], M in [2,9]>
layout.assert_injective %named
%natural = layout.constant #layout.cute<(K,4):(4,1) where K mod 4 = 0, K in [4,4096]>
layout.assert_in_bounds %natural, 16384
layout.assert_in_bounds %natural, 16000
%colliding = layout.constant #layout.cute<(J,4):(3,1) where J in [1,4096]>
layout.assert_injective %colliding
%pieces = layout.constant #layout.relation<"[n] -> { [c] -> [c + 2] : 0 <= c < n and n <= 100; [c] -> [0] : n <= c < 2n and n <= 100 }">
layout.assert_injective %pieces
layout.assert_bijective %pieces

%lanes = layout.constant #layout.linear<{register = [[1,0],[2,0]], lane = [[0,1],[0,2]]} -> [x = 4, y = 8]>
layout.assert_injective %lanes
layout.assert_surjective %lanes
layout.assert_in_bounds %lanes, 31

%parts = layout.constant #layout.cute<(4,(3,5)):(1@0,(1@1,3@1))>
layout.assert_injective %parts
%unit = layout.constant #layout.cute<((2),(3),2,1):((1@0),(1@1),2@0,0)>
layout.assert_injective %unit

%large = layout.constant #layout.cute<(128,64,9):(64,1,8192)>
layout.assert_injective %large
layout.assert_bijective %large
layout.assert_in_bounds %large, 73728
layout.assert_cosize %large, 73728
layout.assert_size %large, 73728
%other = layout.constant #layout.cute<(128,64,9):(128,1,8192)>
layout.assert_disjoint %other, %large
layout.assert_equivalent %other, %large
