// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @divide_left_c3() {
  %a = layout.constant #layout.linear<{lane = [[1],[2],[0],[8]]}>
  %b = layout.constant #layout.linear<{lane = [[2]]}>
  // expected-error @+1 {{not divisible: basis 0 of in-dim lane is not in the block of one factor}}
  %r = layout.divide_left %a, %b
  return
}

// -----

func.func @divide_left_c2() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.linear<{warp = [[1]]}>
  // expected-error @+1 {{there is no in-dim warp}}
  %r = layout.divide_left %a, %b
  return
}

// -----

func.func @divide_left_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: divide_left(4:1, {lane = [[1],[2]]}): 4:1 is not a linear layout}}
  %r = layout.divide_left %a, %b
  return
}
