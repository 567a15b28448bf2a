// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @unknown_dim() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{there is no in-dim warp}}
  %r = layout.remove_zero_bases %a ins [warp]
  return
}
