// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @same_dim() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  // expected-error @+1 {{out-dim x is named twice}}
  %r = layout.concat_outs %a, %b
  return
}

// -----

func.func @other_sizes() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{lane = [[1],[0]]} -> [y = 2]>
  // expected-error @+1 {{in-dim lane has size 2 in one layout and 4 in the other}}
  %r = layout.concat_outs %a, %b
  return
}
