// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @divide_right_c2() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{dim lane has size 4, which does not fit in size 2}}
  %r = layout.divide_right %a, %b
  return
}

// -----

func.func @divide_right_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: divide_right(4:1, {lane = [[1],[2]]}): 4:1 is not a linear layout}}
  %r = layout.divide_right %a, %b
  return
}

// -----

func.func @divide_right_c3() {
  %a = layout.constant #layout.linear<{lane = [[2],[1]]}>
  %b = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{there is no divide_right({lane = [[2],[1]]}, {lane = [[1]]}): not divisible: basis 0 of in-dim lane is not in the block of one factor}}
  %r = layout.divide_right %a, %b
  return
}
