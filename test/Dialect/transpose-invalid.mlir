// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @missing_dim() {
  %a = layout.constant #layout.linear<{lane = [[1]], warp = [[2]]}>
  // expected-error @+1 {{in-dim warp is missing}}
  %r = layout.transpose %a ins [lane]
  return
}

// -----

func.func @twice() {
  %a = layout.constant #layout.linear<{lane = [[1]], warp = [[2]]}>
  // expected-error @+1 {{in-dim lane is named twice}}
  %r = layout.transpose %a ins [lane, lane]
  return
}
