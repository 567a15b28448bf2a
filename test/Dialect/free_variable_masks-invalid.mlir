// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @free_variable_masks_c2() {
  %a = layout.constant #layout.linear<{lane = [[1]], warp = [[2]]}>
  // expected-error @+1 {{'layout.free_variable_masks' op has 1 results, but the list of masks of {lane = [[1]], warp = [[2]]} has 2}}
  %m = layout.free_variable_masks %a : index
  return
}

// -----

func.func @free_variable_masks_c1() {
  %a = layout.constant #layout.cute<4:1>
  // expected-remark @+1 {{unsupported: free_variable_masks(4:1): 4:1 is not a linear layout}}
  %m = layout.free_variable_masks %a : index
  return
}
