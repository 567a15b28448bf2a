// A picture of each layout constant, in a remark or in a file.
// RUN: layout-opt %s --layout-draw -o /dev/null 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: layout-opt %s --layout-draw=format=svg -o /dev/null 2>&1 | FileCheck %s --check-prefix=SVG
// RUN: cat %t/layout-2-4-4-1-*.svg | FileCheck %s --check-prefix=FILE

// RUN: mkdir -p %t/look && cd %t/look
// RUN: layout-opt %s "--layout-draw=format=svg scale=200 colors=false hatches=false fold=2" -o /dev/null 2>%t/look/err
// RUN: cat %t/look/layout-2-4-4-1-*.svg | FileCheck %s --check-prefix=LOOK
// RUN: layout-opt %s --layout-draw=label=weight -o /dev/null 2>&1 | FileCheck %s --check-prefix=LABEL
// RUN: not layout-opt %s --layout-draw=fold=10001 -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: not layout-opt %s --layout-draw=scale=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCALE

// LABEL: :[[#@LINE+15]]:8: remark: not drawn: no cell has the label weight; the labels are coordinate, integral coordinate, offset, bits, none
// FOLD: error: fold is a number of columns from 1 to 10000, not 10001
// SCALE: error: scale is a percentage from 1 to 10000, not 0
// LOOK: <svg height="656" viewBox="0 0 384 328" width="767"

// Offset of row i, column j: 4i + j.
// CHECK: :[[#@LINE+9]]:8: remark: drawn
// CHECK-NEXT: (2,4):(4,1)
// CHECK-NEXT:   0 1 2 3
// CHECK-NEXT: 0 0 1 2 3
// CHECK-NEXT: 1 4 5 6 7
// SVG: :[[#@LINE+4]]:8: remark: drawn in [[NAME:layout-2-4-4-1-[0-9a-f]+.svg]]
// SVG: :[[#@LINE+5]]:8: remark: drawn in [[NAME]]
// FILE-COUNT-8: class="cell"
func.func @offsets() {
  %a = layout.constant #layout.cute<(2,4):(4,1)>
  // The same layout again.
  %b = layout.constant #layout.cute<(2,4):(4,1)>
  return
}

// CHECK: :[[#@LINE+4]]:8: remark: not drawn: (M,4):(4,1) has no offsets that are known numbers
// CHECK: :[[#@LINE+4]]:8: remark: not drawn: a table of 1 by 1024 cells is too large to read
// SVG: remark: not drawn
func.func @not_drawn() {
  %a = layout.constant #layout.cute<(M,4):(4,1)>
  %b = layout.constant #layout.cute<1024:1>
  return
}
