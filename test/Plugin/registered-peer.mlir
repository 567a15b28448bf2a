// A compiler on the same libMLIR.so, with a dialect that it registers: its operations are imported as they are
// in the process, its own lowering runs, and what it made is held to what they define.

// RUN: %S/Inputs/peer/build %llvm %t.so
// RUN: mlir-opt %s --load-dialect-plugin=%t.so --load-pass-plugin=%t.so \
// RUN:   --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(layout-import-cute{leave-obligations=true},layout-verify{report=true},peer-lower,canonicalize,cse,layout-verify-lowering{report=true})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RIGHT
// RUN: not mlir-opt %s --load-dialect-plugin=%t.so --load-pass-plugin=%t.so \
// RUN:   --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(layout-import-cute{leave-obligations=true},peer-lower{columns=true},layout-verify-lowering)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG

// The types that a registered dialect inferred are claims too, as those of one that is not: 7 is the third offset.
// RUN: not mlir-opt %S/Inputs/peer/composition.mlir --load-dialect-plugin=%t.so \
// RUN:   --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(layout-import-cute,layout-verify)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TYPES
// TYPES: error: layouts differ at coordinate 2: 7 and 3

// A program that has not registered the dialect says so.
// RUN: not mlir-opt %s --load-dialect-plugin=%plugin 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: operation being parsed with an unregistered dialect

// (m,n):(a,b) at c is (c mod m) a + (c / m) b, for c < m n; a row is n long only if the matrix is read along rows.

// RIGHT: remark: left 0 of 2 cute operations on layouts alone
// RIGHT: remark: proved by canonical form: the code gives the numbers of its definition
// RIGHT-LABEL: func.func @offset
// RIGHT-NOT:     {{cute.(get_scalars|layout_eval)}}
// RIGHT-NOT:     layout.assert_computes
// RIGHT:         arith.divsi
// WRONG: error: lowering differs at (1, 2, 2, 0, 1): 0 and 1
func.func @offset(%m: i32, %n: i32, %a: i32, %b: i32, %c: i32) -> i32 {
  %shape = "cute.make_shape"(%m, %n) : (i32, i32) -> !cute.shape<"(?,?)">
  %stride = "cute.make_stride"(%a, %b) : (i32, i32) -> !cute.stride<"(?,?)">
  %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?,?)">, !cute.stride<"(?,?)">) -> !cute.layout<"(?,?):(?,?)">
  %coord = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
  %at = "cute.layout_eval"(%coord, %layout) : (!cute.coord<"?">, !cute.layout<"(?,?):(?,?)">) -> !cute.int_tuple<"?">
  %o = "cute.get_scalars"(%at) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
  return %o : i32
}
