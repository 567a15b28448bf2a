// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @assert_compatible_c2() {
  %a = layout.constant #layout.cute<((2,2),8):((1,2),4)>
  %b = layout.constant #layout.cute<(4,8):(8,1)>
  // expected-error @+1 {{shape ((2,2),8) is not compatible with (4,8)}}
  layout.assert_compatible %a, %b
  return
}

// -----

func.func @assert_compatible_c1() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  %b = layout.constant #layout.cute<(4,8):(8,1)>
  // expected-remark @+1 {{unknown whether shapes are compatible: S<1,0,1> and (4,8):(8,1) are not both layouts with a shape of numbers}}
  layout.assert_compatible %a, %b
  return
}
