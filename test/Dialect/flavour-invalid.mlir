// RUN: layout-opt %s --split-input-file --layout-verify --verify-diagnostics

func.func @no_flavour(%a: !layout.layout) {
  // expected-error @+1 {{'layout.complement' op attribute 'flavour' failed to satisfy constraint: flavor, which can only be 'cute' or 'paper'}}
  %p = layout.complement %a, 20 {flavour = sweet}
  return
}

// -----

func.func @flavour_of_another_type(%a: !layout.layout) {
  // expected-error @+1 {{custom op 'layout.inverse' 'flavour' is a word, not 3 : i64}}
  %p = layout.inverse %a {flavour = 3 : i64}
  return
}

// -----

func.func @flavour_without_a_word(%a: !layout.layout) {
  // expected-error @+1 {{custom op 'layout.complement' 'flavour' is a word, not unit}}
  %p = layout.complement %a, 20 {flavour}
  return
}

// -----

func.func @flavour_twice(%a: !layout.layout) {
  // expected-error @+1 {{custom op 'layout.inverse' duplicate key 'flavour'}}
  %p = layout.inverse %a {flavour = cute, flavour = paper}
  return
}

// -----

func.func @generic_flavour_of_another_type(%a: !layout.layout) {
  // expected-error @+1 {{Invalid attribute `flavour` in property conversion: 3 : i64}}
  %p = "layout.inverse"(%a) <{flavour = 3 : i64}> : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @generic_flavor_of_another_type(%a: !layout.layout) {
  // expected-error @+1 {{Invalid attribute `flavour` in property conversion: 3 : i64}}
  %p = "layout.inverse"(%a) <{flavor = 3 : i64}> : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @generic_flavors_differ(%a: !layout.layout) {
  // expected-error @+1 {{'flavor' is "paper" and 'flavour' is "cute"}}
  %p = "layout.inverse"(%a) <{flavour = "cute", flavor = "paper"}> : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @generic_flavor_misspelled(%a: !layout.layout) {
  // expected-error @+1 {{unknown property 'flavr'}}
  %p = "layout.complement"(%a) <{flavr = "paper", size = 20 : i64}> : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @generic_no_flavor(%a: !layout.layout) {
  // expected-error @+1 {{'layout.right_inverse' op attribute 'flavour' failed to satisfy constraint: flavor, which can only be 'cute' or 'paper'}}
  %p = "layout.right_inverse"(%a) <{flavor = "sweet"}> : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @generic_no_properties(%a: !layout.layout) {
  // expected-error @+1 {{expected DictionaryAttr to set properties}}
  %p = "layout.left_inverse"(%a) <"paper"> : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @generic_flavor_is_no_property(%a: !layout.layout) {
  // expected-error @+1 {{'layout.inverse' op has 'flavor' outside of its properties, where nothing reads it}}
  %p = "layout.inverse"(%a) {flavor = "paper"} : (!layout.layout) -> !layout.layout
  return
}

// -----

func.func @promotion_of_another_type(%a: !layout.layout) {
  // expected-error @+1 {{custom op 'layout.compose' 'promotion' is a word, not [1]}}
  %p = layout.compose %a, %a {promotion = [1]}
  return
}

// -----

func.func @no_promotion(%a: !layout.layout) {
  // expected-error @+1 {{'layout.compose' op attribute 'promotion' failed to satisfy constraint: promotion, which can only be 'none'}}
  %p = layout.compose %a, %a {promotion = some}
  return
}

// -----

func.func @promotion_twice(%a: !layout.layout) {
  // expected-error @+1 {{custom op 'layout.compose' duplicate key 'promotion'}}
  %p = layout.compose %a, %a {promotion = none, promotion = none}
  return
}

// -----

func.func @size_twice(%a: !layout.layout) {
  // expected-error @+1 {{custom op 'layout.complement' duplicate key 'size'}}
  %p = layout.complement %a, 20 {size = 3 : i64}
  return
}

// -----

// The copies that fill the gaps before 20 and 100 meet: 38 is 5 + 20 + 9 + 4 and 65 is 1 + 33.
func.func @copies_meet() {
  %a = layout.constant #layout.cute<(2,2,2,2):(1,5,20,100)>
  // expected-error @+1 {{((2,2,2,2),((2,2),3)):((1,5,20,100),((2,9),33)) is not injective: coordinates 38 and 65 both have offset 34}}
  %p = layout.complement %a, 200 {flavour = paper}
  return
}

// -----

func.func @gaps_stay() {
  %a = layout.constant #layout.cute<(2,2):(1,5)>
  // expected-error @+1 {{(2,2):(1,4) does not invert (2,2):(1,5): it sends the offset of coordinate 2 to 9}}
  %p = layout.left_inverse %a {flavour = paper}
  return
}

// -----

func.func @negative() {
  %a = layout.constant #layout.cute<(4,2):(1,-4)>
  // expected-error @+1 {{(4,2):(1,-4) goes below 0: coordinate 4 has offset -4}}
  %p = layout.right_inverse %a {flavour = paper}
  return
}

// -----

func.func @another_notation() {
  %a = layout.constant #layout.swizzle<S<1,0,1>>
  // expected-remark @+1 {{S<1,0,1> is not a CuTe layout}}
  %p = layout.inverse %a {flavour = paper}
  return
}
