// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @no_layout_equals_it() {
  %a = layout.constant #layout.cute<(32,2):(1,256)>
  %b = layout.constant #layout.cute<3:1>
  // expected-error @+1 {{there is no zipped_divide((32,2):(1,256), 3:1): no layout equals (32,2):(1,256) o (3,22):(1,3): none agrees with it up to coordinate 32}}
  %r = layout.zipped_divide %a, %b
  return
}

// -----

func.func @by_a_layout_that_is_not_injective() {
  %a = layout.constant #layout.cute<8:1>
  %b = layout.constant #layout.cute<(2,2):(1,1)>
  // expected-error @+1 {{there is no zipped_divide(8:1, (2,2):(1,1)): (2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1}}
  %r = layout.zipped_divide %a, %b
  return
}

// -----

func.func @too_many_modes() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  %b = layout.constant #layout.tile<[2;2;2]>
  // expected-error @+1 {{there is no zipped_divide((4,2):(1,4), [2;2;2]): 3 modes are given for (4,2):(1,4), which has 2}}
  %r = layout.zipped_divide %a, %b
  return
}
