// RUN: layout-opt %s --inline --split-input-file | FileCheck %s
// RUN: layout-opt %s --inline --layout-verify=report=true --verify-diagnostics --split-input-file -o %t

// A name means one value within a function, so a call stays whose inlining would make one name of two.

func.func private @use(!layout.layout)

// CHECK-LABEL: func @knows_nothing
func.func @knows_nothing() {
  // CHECK: call @knows_multiples
  func.call @knows_multiples() : () -> ()
  // expected-note @+1 {{(M):(1) has size 1}}
  %a = layout.constant #layout.cute<(M):(1)>
  // expected-note @+1 {{64:1 has size 64}}
  %b = layout.constant #layout.cute<64:1>
  // expected-error @+1 {{layouts have different sizes for M = 1: 1 and 64}}
  layout.assert_equivalent %a, %b
  return
}

func.func @knows_multiples() {
  %l = layout.constant #layout.cute<(M,8):(8,1) where M mod 16 = 0>
  func.call @use(%l) : (!layout.layout) -> ()
  return
}

// -----

// What a value is keeps the names of where it comes from.

func.func @claims(%a: !layout.layout) {
  %b = layout.constant #layout.cute<(M,8):(8,1)>
  // expected-remark @+1 {{unknown whether layouts are equal: a layout is not known statically}}
  layout.assert_equivalent %a, %b
  return
}

// CHECK-LABEL: func @claims_of_its_own
func.func @claims_of_its_own() {
  // CHECK: call @claims
  %a = layout.constant #layout.cute<(M,8):(8,1)>
  func.call @claims(%a) : (!layout.layout) -> ()
  return
}

// -----

// Two calls of one function would be two values too; nested in a loop, and in an offset.

func.func private @use(!layout.layout)

func.func @offset() {
  %l = layout.constant #layout.composed<4:1 o N o 8:1>
  func.call @use(%l) : (!layout.layout) -> ()
  return
}

// CHECK-LABEL: func @twice
func.func @twice(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: call @offset
    func.call @offset() : () -> ()
  }
  // CHECK: call @use
  func.call @offset() : () -> ()
  return
}

// -----

// Names that only one of them has, anonymous ones, and no names are no reason.

func.func private @use(!layout.layout)

func.func @others(%a: !layout.layout) {
  %l = layout.constant #layout.cute<(N,8):(8,1)>
  %m = layout.constant #layout.cute<(?,8):(8,1)>
  %n = layout.constant #layout.cute<(4,8):(8,1)>
  func.call @use(%l) : (!layout.layout) -> ()
  func.call @use(%m) : (!layout.layout) -> ()
  func.call @use(%n) : (!layout.layout) -> ()
  return
}

// CHECK-LABEL: func @inlines
func.func @inlines() {
  // CHECK-NOT: call @others
  // CHECK: return
  %l = layout.constant #layout.cute<(M,?):(8,1)>
  func.call @others(%l) : (!layout.layout) -> ()
  return
}

// -----

// A function that binds a name says which value it is, of a layout that it is given as well.

func.func private @use(index)

func.func @apply(%l: !layout.layout, %i: index, %j: index) {
  %m = arith.constant 16 : index
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  func.call @use(%o) : (index) -> ()
  return
}

// CHECK-LABEL: func @has_another
func.func @has_another(%l: !layout.layout, %i: index, %j: index) {
  // CHECK: call @apply
  func.call @apply(%l, %i, %j) : (!layout.layout, index, index) -> ()
  // expected-note @+1 {{(M):(1) has size 1}}
  %a = layout.constant #layout.cute<(M):(1)>
  // expected-note @+1 {{16:1 has size 16}}
  %b = layout.constant #layout.cute<16:1>
  // expected-error @+1 {{layouts have different sizes for M = 1: 1 and 16}}
  layout.assert_equivalent %a, %b
  return
}

// CHECK-LABEL: func @has_none
func.func @has_none(%l: !layout.layout, %k: !layout.layout, %i: index, %j: index) {
  // One of two is inlined, whichever comes first.
  // CHECK: layout.apply
  // CHECK: call @apply
  func.call @apply(%l, %i, %j) : (!layout.layout, index, index) -> ()
  func.call @apply(%k, %j, %i) : (!layout.layout, index, index) -> ()
  return
}

// -----

// A name in the type of the function is promised to be the same value on both sides.

func.func @typed(%a: !layout.layout<#layout.cute<(M,8):(8,1)>>) {
  %b = layout.constant #layout.cute<(M,8):(8,1)>
  %c = layout.cast %a : !layout.layout<#layout.cute<(M,8):(8,1)>> to !layout.layout
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %c, %b
  return
}

// CHECK-LABEL: func @calls_typed
func.func @calls_typed(%a: !layout.layout<#layout.cute<(M,8):(8,1)>>) {
  // CHECK-NOT: call
  // CHECK: return
  func.call @typed(%a) : (!layout.layout<#layout.cute<(M,8):(8,1)>>) -> ()
  return
}

// -----

// A name of a type alone is one as well: of an argument of a function, and of the result of a cast.

func.func @casts(%a: !layout.layout) {
  // expected-remark @+1 {{a layout is not known statically}}
  %b = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<(K,2):(2,1) where K mod 4 = 0>>
  return
}

// CHECK-LABEL: func @takes
func.func @takes(%a: !layout.layout<#layout.cute<(K):(3)>>, %b: !layout.layout) {
  // CHECK: call @casts
  func.call @casts(%b) : (!layout.layout) -> ()
  return
}

// -----

// The name of a layout that another function gives is one of the caller's; no pass made a constant of it.
// RUN: layout-opt %s --inline=default-pipeline= --split-input-file | FileCheck %s --check-prefix=PLAIN

func.func private @given() -> !layout.layout<#layout.cute<(M,8):(8,1)>>

func.func @passes_on() -> !layout.layout {
  %a = func.call @given() : () -> !layout.layout<#layout.cute<(M,8):(8,1)>>
  %c = layout.cast %a : !layout.layout<#layout.cute<(M,8):(8,1)>> to !layout.layout
  return %c : !layout.layout
}

// PLAIN-LABEL: func @has_its_own
func.func @has_its_own() {
  // PLAIN: call @passes_on
  %x = func.call @passes_on() : () -> !layout.layout
  %b = layout.constant #layout.cute<(M,8):(8,1)>
  // expected-remark @+1 {{unknown whether layouts are equal: a layout is not known statically}}
  layout.assert_equivalent %x, %b
  return
}
