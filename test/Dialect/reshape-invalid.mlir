// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @other_size() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{the new in-dims have size 8 together but the old ones 4}}
  %r = layout.reshape %a ins [a = 8]
  return
}

// -----

func.func @no_power_of_two() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{in-dim a has size 3, which is not a power of two}}
  %r = layout.reshape %a ins [a = 3]
  return
}

// -----

func.func @without_sizes() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-error @+1 {{'layout.reshape' op ins '[a]' is not read: expected '=' but found ']'}}
  %r = layout.reshape %a ins [a]
  return
}
