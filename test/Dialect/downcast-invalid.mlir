// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @without_stride_one() {
  %a = layout.constant #layout.cute<(32):(64)>
  // expected-error @+1 {{there is no downcast((32):(64), 4): no mode of (32):(64) has stride 1, so its elements cannot be split}}
  %r = layout.downcast %a, 4
  return
}

// -----

func.func @past_64_bits() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{an offset of (4,2):(1,4) does not fit in 64 bits}}
  %r = layout.downcast %a, 9223372036854775807
  return
}
