// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @value_that_is_missing() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %b = layout.constant #layout.linear<{offset = [[1],[1]]} -> [dim0 = 4]>
  // expected-error @+1 {{the first layout sends [2] to [2], where the second sends nothing}}
  %r = layout.invert_and_compose %a, %b
  return
}

// -----

func.func @other_dims() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{lane = [[1]]} -> [y = 2]>
  // expected-error @+1 {{out-dim}}
  %r = layout.invert_and_compose %a, %b
  return
}
