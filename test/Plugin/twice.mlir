// RUN: layout-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --layout-fold | FileCheck %s

// The driver has the dialect and the passes already: it keeps those it has.

// CHECK-LABEL: func.func @f
// CHECK:         arith.constant 4 : index
func.func @f() -> index {
  %l = layout.constant #layout.cute<4:1>
  %n = layout.size %l
  return %n : index
}
