// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @same_dim() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{in-dim lane is named twice}}
  %r = layout.concat_ins %a, %b
  return
}

// -----

func.func @other_outs() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{warp = [[1]]} -> [y = 2]>
  // expected-error @+1 {{out-dims [x] and [y] are not the same}}
  %r = layout.concat_ins %a, %b
  return
}

// -----

func.func @other_constants() {
  %a = layout.constant #layout.linear<{lane = [[1]]} xor [1]>
  %b = layout.constant #layout.linear<{warp = [[1]]}>
  // expected-error @+1 {{the constants [1] and [0] are not the same}}
  %r = layout.concat_ins %a, %b
  return
}
