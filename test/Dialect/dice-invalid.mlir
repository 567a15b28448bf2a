// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @too_many_modes() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{there is no dice((4,2):(1,4), (_,1,1)): coordinate (_,1,1) does not fit (4,2)}}
  %r = layout.dice %a, (_,1,1)
  return
}

// -----

func.func @number_past_64_bits() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{integer value too large}}
  %r = layout.dice %a, 9223372036854775808
  return
}
