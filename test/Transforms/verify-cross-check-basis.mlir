// RUN: layout-opt %s --layout-verify=cross-check=true -o /dev/null 2>&1 | FileCheck %s

// A basis stride takes a coordinate of one mode, so this claim is about the 4 coordinates of mode 0 and not
// about the 32 of the layout, and no method says that it holds.

// CHECK-NOT: error
// CHECK: warning: composition leaves the domain of (4,8):(1,4) at coordinate 4 of mode 0
// CHECK: remark: cross-check: 1 claim was asked again, 3 answers agree, 0 disagree
// CHECK: note: FPL: 0 answers agree, 0 disagree, 0 where the pass has none; FPL has no answer: 1 (1 not stated

%a = layout.constant #layout.cute<(4,8):(1,4)>
%b = layout.constant #layout.cute<6:1@0>
%c = layout.compose %a, %b
