// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @complement_c3() {
  %a = layout.constant #layout.cute<(4,2):(1,2)>
  // expected-error @+1 {{there is no complement((4,2):(1,2), 64): (4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2}}
  %r = layout.complement %a, 64
  return
}

// -----

func.func @complement_c2() {
  %a = layout.constant #layout.cute<(8,4):(-4,1)>
  // expected-error @+1 {{there is no complement((8,4):(-4,1), 24): (8,4):(-4,1) goes below 0: coordinate 1 has offset -4}}
  %r = layout.complement %a, 24
  return
}

// -----

func.func @complement_c4() {
  %a = layout.constant #layout.cute<(3,2):(2,3)>
  // expected-error @+1 {{there is no complement((3,2):(2,3), 6): the modes of (3,2):(2,3) interleave: stride 3 is less than 6, where the faster modes end}}
  %r = layout.complement %a, 6
  return
}

// -----

func.func @complement_c5() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = layout.complement %a, 0
  return
}

// -----

func.func @complement_c1() {
  %a = layout.constant #layout.cute<4:1@0>
  // expected-remark @+1 {{unsupported: complement(4:1@0, 8): 4:1@0 is not a layout of integers}}
  %r = layout.complement %a, 8
  return
}

// -----

func.func @complement_c6() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.complement' op attribute 'flavour' failed to satisfy constraint: flavor, which can only be 'cute' or 'paper'}}
  %r = layout.complement %a, 20 {flavor = sweet}
  return
}
