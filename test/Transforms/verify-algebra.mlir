// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

// An operation whose operands violate its condition is an error there. What
// needs its result says no more.

func.func @left_inverse() {
  %a = layout.constant #layout.cute<(2,2):(0,1)>
  // expected-error @+1 {{there is no left_inverse((2,2):(0,1)): (2,2):(0,1) is not injective: coordinates 0 and 1 both have offset 0}}
  %l = layout.left_inverse %a
  %c = layout.coalesce %l
  layout.assert_equivalent %c, %a
  return
}

// -----

func.func @complement() {
  %a = layout.constant #layout.cute<(4,2):(1,2)>
  // expected-error @+1 {{there is no complement((4,2):(1,2), 64): (4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2}}
  %c = layout.complement %a, 64
  return
}

// -----

func.func @right_inverse() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-error @+1 {{there is no right_inverse(S<1,0,1>): S<1,0,1> is no CuTe layout}}
  %r = layout.right_inverse %a
  return
}

// -----

func.func @divide() {
  %a = layout.constant #layout.cute<(32,2):(1,256)>
  %b = layout.constant #layout.cute<3:1>
  // expected-error @+1 {{there is no logical_divide((32,2):(1,256), 3:1): no layout equals (32,2):(1,256) o (3,22):(1,3): none agrees with it up to coordinate 32}}
  %d = layout.logical_divide %a, %b
  return
}

// -----

func.func @product() {
  %a = layout.constant #layout.cute<(4,2):(1,2)>
  %b = layout.constant #layout.tile<[4]>
  // expected-error @+1 {{there is no raked_product((4,2):(1,2), [4]): [4] is no CuTe layout}}
  %p = layout.raked_product %a, %b
  return
}

// -----

// With a name in the layout the condition is not decided.

func.func @symbols() {
  %a = layout.constant #layout.cute<(M,2):(1,M)>
  // expected-remark @+1 {{unknown whether right_inverse has a value: (M,2):(1,M) has symbols, of which the condition is not decided}}
  %r = layout.right_inverse %a
  return
}

// -----

func.func @increasing() {
  // expected-note @+1 {{(3,2):(2,3) gives 4 and then 3}}
  %a = layout.constant #layout.cute<(3,2):(2,3)>
  // expected-error @+1 {{layout does not increase at coordinate 3: 3 after 4}}
  layout.assert_increasing %a
  return
}

// -----

func.func @size_of_a_complement(%a: !layout.layout) {
  // expected-error @+1 {{attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %c = layout.complement %a, 0
  return
}
