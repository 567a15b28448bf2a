// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @unknown_dim() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{there is no out-dim dim1}}
  %r = layout.sublayout %a outs [dim1]
  return
}

// -----

func.func @sizes() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{'layout.sublayout' op ins '[lane = 2]' is not read: expected ',' or ']' but found '='}}
  %r = layout.sublayout %a ins [lane = 2]
  return
}

// -----

func.func @number() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{expected valid keyword}}
  %r = layout.sublayout %a ins [2]
  return
}
