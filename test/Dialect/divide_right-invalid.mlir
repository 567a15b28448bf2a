// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @larger_divisor() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{dim lane has size 4, which does not fit in size 2}}
  %r = layout.divide_right %a, %b
  return
}
