// RUN: layout-opt %s --layout-fold | FileCheck %s

// What an operand says of a symbol of the result is said by the result, and that an extent is at least 1.

// CHECK: #layout.cute<4:M where M in [0,4], M in [1,4]>
%g = layout.constant #layout.cute<(4,M):(M,1) where M in [0,4]>
%f = layout.constant #layout.cute<4:1>
%stride = layout.compose %g, %f
layout.assert_injective %stride

// CHECK: #layout.cute<(4):(M) where M in [0,4], M in [1,4]>
%mode = layout.select %g, [0]
layout.assert_injective %mode

// CHECK: #layout.relation<"[k] -> { {{.*}} 5 <= k <= 5 }">
%h = layout.constant #layout.composed<S<0,0,0> o k o 8:2 where k in [5,5]>
%s = layout.constant #layout.composed<S<0,0,1> o 3 o 2:1>
%relation = layout.compose %h, %s
layout.assert_in_bounds %relation, 14
