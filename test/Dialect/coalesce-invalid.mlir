// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @coalesce_c1() {
  %a = layout.constant #layout.tile<[4;8]>
  // expected-remark @+1 {{unsupported: coalesce([4;8]): [4;8] is not a layout}}
  %r = layout.coalesce %a
  return
}

// -----

func.func @coalesce_c3() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{there is no coalesce((2,4):(1,2), profile (1,1,1)): profile (1,1,1) does not fit (2,4)}}
  %r = layout.coalesce %a by (1,1,1)
  return
}

// -----

func.func @coalesce_c2() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{'layout.coalesce' op profile '(_,1)' is not read: expected an integer but found '_'}}
  %r = layout.coalesce %a by (_,1)
  return
}

// -----

func.func @profile_that_is_no_tuple() {
  %a = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{expected an integer, '_' or '('}}
  %r = layout.coalesce %a by [1]
  return
}
