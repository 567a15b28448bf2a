// MLIR folds whenever a pattern looks at an operation, so its folder uses closed forms only: it is
// done at once with what `layout-fold` spends its budget on.

// RUN: timeout 10 layout-opt %s --canonicalize | FileCheck %s --check-prefix=QUICK
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=ALL

// QUICK-LABEL: @closed_forms
// QUICK-DAG: #layout.cute<3:9>
// QUICK-DAG: arith.constant 1048576 : index
// QUICK-DAG: arith.constant true
// QUICK: return
// ALL-LABEL: @closed_forms
func.func @closed_forms() -> (!layout.layout, index, i1, index) {
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  %h = layout.compose %g, %f
  %big = layout.constant #layout.cute<(1024,1024):(1024,1)>
  %n = layout.size %big
  %t = layout.is_injective %big
  %c5 = arith.constant 5 : index
  %o = layout.apply %h(%c5) : index
  return %h, %n, %t, %o : !layout.layout, index, i1, index
}

// isl is asked about it, or its coordinates are walked.
// QUICK-LABEL: @search
// QUICK: layout.is_injective
// QUICK: layout.cosize
// QUICK: layout.compose
// QUICK: layout.is_injective
// QUICK: layout.is_surjective
// QUICK: layout.cosize
// QUICK: return
// ALL-LABEL: @search
// ALL-DAG: arith.constant false
// ALL-DAG: arith.constant 1001068 : index
// ALL-DAG: arith.constant 6136 : index
// ALL-NOT: layout.{{is|cosize|compose}}
// ALL: return
func.func @search() -> (i1, index, !layout.layout, i1, i1, index) {
  %r = layout.constant #layout.relation<"{ [i, j] -> [1000i + 7j + 3*floor(j/5)] : 0 <= i < 4096 and 0 <= j < 4096 }">
  %a = layout.is_injective %r
  %s = layout.constant #layout.composed<S<3,4,3> o 5 o (1000,1000):(1001,1)>
  %b = layout.cosize %s
  %g = layout.constant #layout.cute<(34359738368,4):(0,5)>
  %f = layout.constant #layout.cute<(4,128,67108864,32):(5,1024,4096,5)>
  %h = layout.compose %g, %f
  %t = layout.constant #layout.composed<(5,7,1000):(3,1,90) o 3 o (999,77,3):(2,5,11)>
  %c = layout.is_injective %t
  %d = layout.is_surjective %t
  %e = layout.cosize %t
  return %a, %b, %h, %c, %d, %e : i1, index, !layout.layout, i1, i1, index
}
