// RUN: layout-opt %s --layout-lower-to-relations=space=natural | FileCheck %s

// Layouts whose relation is Presburger in natural coordinates only.

// An integral coordinate would have to be divided by M.

// CHECK-LABEL: func.func @row_major
// CHECK:         #layout.relation<"[M] -> { [c0, c1] -> [8c0 + c1] : 0 <= c0 < M and 0 <= c1 < 8 and 1 <= M <= 4096 }">
func.func @row_major() -> !layout.layout {
  %0 = layout.constant #layout.cute<(M,8):(8,1) where M in [1,4096]>
  return %0 : !layout.layout
}
