// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @size_two() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{in-dim lane has size 2, not 1}}
  %r = layout.unsqueeze %a ins [lane]
  return
}

// -----

func.func @unknown_dim() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{there is no in-dim block}}
  %r = layout.unsqueeze %a ins [block]
  return
}
