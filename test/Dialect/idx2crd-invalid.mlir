// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @idx2crd_c1() {
  %a = layout.constant #layout.cute<((4,3,5),5):((6,100,16),8)>
  %i = arith.constant 205 : index
  // expected-error @+1 {{'layout.idx2crd' op has 2 results, but a coordinate of ((4,3,5),5):((6,100,16),8) has 4}}
  %c:2 = layout.idx2crd %a, %i : index, index
  return
}

// -----

func.func @too_many_results() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %i = arith.constant 1 : index
  // expected-error @+1 {{'layout.idx2crd' op has 2 results, but a coordinate of {lane = [[1],[2]]} has 1}}
  %c:2 = layout.idx2crd %a, %i : index, index
  return
}
