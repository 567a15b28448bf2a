// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @dice_c3() {
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

// -----

func.func @dice_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: dice({lane = [[1],[2]]}, (_)): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.dice %a, (_)
  return
}

// -----

func.func @dice_c2() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.dice' op coordinate '(_,' is not read: expected an integer but the text ends here}}
  %r = "layout.dice"(%a) <{coordinate = "(_,"}> : (!layout.layout) -> !layout.layout
  return
}
