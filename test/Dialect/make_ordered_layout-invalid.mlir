// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @make_ordered_layout_c3() {
  // expected-error @+1 {{there is no make_ordered_layout((4,2), (1,0,2)): order (1,0,2) does not fit (4,2)}}
  %r = layout.make_ordered_layout (4,2) order (1,0,2)
  return
}

// -----

func.func @make_ordered_layout_c2() {
  // expected-error @+1 {{there is no make_ordered_layout((4,0), (1,0)): extent 0 is less than 1}}
  %r = layout.make_ordered_layout (4,0) order (1,0)
  return
}

// -----

func.func @make_ordered_layout_c1() {
  // expected-error @+1 {{'layout.make_ordered_layout' op shape '(4,_)' is not read: expected an integer but found '_'}}
  %r = layout.make_ordered_layout (4,_) order (1,0)
  return
}
