// RUN: mlir-opt %s --load-dialect-plugin=%plugin | FileCheck %s --check-prefix=PARSED
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(layout-fold)' | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(layout-fold))' | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --emit-bytecode \
// RUN:   | mlir-opt --load-dialect-plugin=%plugin | FileCheck %s --check-prefix=PARSED

// The stock mlir-opt reads the dialect, runs its passes on any operation, and its
// own passes know that a layout.constant is a constant.

// PARSED-LABEL: func.func @f
// PARSED:         %[[L:.*]] = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
// PARSED:         layout.size %[[L]]
// FOLDED-LABEL: func.func @f
// FOLDED:         %[[N:.*]] = arith.constant 16 : index
// FOLDED-NOT:     layout.
// FOLDED:         return %[[N]]
func.func @f() -> index {
  %l = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
  %n = layout.size %l
  return %n : index
}
