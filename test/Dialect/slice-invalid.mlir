// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @slice_c3() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{there is no slice((4,2):(1,4), (_,1,1)): coordinate (_,1,1) does not fit (4,2)}}
  %r = layout.slice %a, (_,1,1)
  return
}

// -----

func.func @negative() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{there is no slice((4,2):(1,4), (_,-1)): coordinate (_,-1) does not fit (4,2)}}
  %r = layout.slice %a, (_,-1)
  return
}

// -----

func.func @another_word() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{expected an integer, '_' or '('}}
  %r = layout.slice %a, (_, all)
  return
}

// -----

func.func @slice_c2() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{'layout.slice' op coordinate '(_,' is not read: expected an integer but the text ends here}}
  %r = "layout.slice"(%a) <{coordinate = "(_,"}> : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @nested_too_deep() {
  %a = layout.constant #layout.cute<(4,2):(1,4)>
  // expected-error @+1 {{nested more than 64 deep}}
  %r = layout.slice %a, (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
  return
}

// -----

func.func @slice_c1() {
  %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: slice({lane = [[1],[2]]}, (_)): {lane = [[1],[2]]} is not a CuTe layout}}
  %r = layout.slice %a, (_)
  return
}
