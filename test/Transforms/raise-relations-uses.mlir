// RUN: layout-opt %s --layout-raise-relations=report=true --split-input-file --verify-diagnostics
// RUN: layout-opt %s --layout-raise-relations --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-raise-relations=assume-in-bounds=true --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=ALL

// A layout that replaces a relation has values outside of its domain: a
// relation stays where a use could see them.

// CHECK-NOT: #layout.cute

// Those that are no question of the domain are three.
// ALL-COUNT-3: #layout.relation
// ALL-NOT: #layout.relation

func.func @left(%c: index) {
  // expected-remark @+1 {{stays a relation, although it equals 4:3}}
  %g = layout.constant #layout.relation<"{ [c] -> [3c] : 0 <= c < 4 }">
  %f = layout.constant #layout.swizzle<S<1,0,2>>
  // expected-note @+1 {{the composition with S<1,0,2> may leave its 4 coordinates}}
  %h = layout.compose %g, %f
  return
}

// -----

// The composition stays inside, but it is a relation that is used outside.
func.func @later(%c: index) -> index {
  // expected-remark @+1 {{stays a relation, although it equals 8:3}}
  %g = layout.constant #layout.relation<"{ [c] -> [3c] : 0 <= c < 8 }">
  %f = layout.constant #layout.swizzle<S<1,0,2>>
  %h = layout.compose %g, %f
  %k = layout.coalesce %h
  // expected-note @+1 {{an apply may be outside of its domain}}
  %o = layout.apply %k(%c) : index
  return %o : index
}

// -----

func.func @apply() -> index {
  // expected-remark @+1 {{stays a relation, although it equals 4:3}}
  %g = layout.constant #layout.relation<"{ [c] -> [3c] : 0 <= c < 4 }">
  %c = arith.constant 4 : index
  // expected-note @+1 {{the apply is outside of its domain}}
  %o = layout.apply %g(%c) : index
  return %o : index
}

// -----

// The coalesced layout has one mode, and takes one coordinate.
func.func @modes() -> index {
  // expected-remark @+1 {{stays a relation, although it equals 8:1}}
  %g = layout.constant #layout.relation<"{ [i, j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < 2 }">
  %c = arith.constant 1 : index
  // expected-note @+1 {{the coordinates of the apply are not the modes of 8:1}}
  %o = layout.apply %g(%c, %c) : index
  return %o : index
}

// -----

// As many modes, but not the same ones.
func.func @other_modes() -> index {
  // expected-remark @+1 {{stays a relation, although it equals (2,8):(5,1)}}
  %g = layout.constant #layout.relation<"{ [i, j] -> [5*(i mod 2) + floor(i/2) + 2j] : 0 <= i < 4 and 0 <= j < 4 }">
  %c = arith.constant 1 : index
  // expected-note @+1 {{the coordinates of the apply are not the modes of (2,8):(5,1)}}
  %o = layout.apply %g(%c, %c) : index
  return %o : index
}

// -----

func.func private @other(!layout.layout)

func.func @call() {
  // expected-remark @+1 {{stays a relation, although it equals 4:3}}
  %g = layout.constant #layout.relation<"{ [c] -> [3c] : 0 <= c < 4 }">
  // expected-note @+1 {{'func.call' may use it outside of its domain}}
  func.call @other(%g) : (!layout.layout) -> ()
  return
}

// -----

// Linear layouts are composed by the names of their dimensions.
func.func @names() {
  // expected-remark @+1 {{stays a relation, although it equals {c = [[5],[11],[7]]}}}
  %g = layout.constant #layout.relation<"{ [c] -> [((c + floor(c/2) + floor(c/4)) mod 2) + 2*((floor(c/2) + floor(c/4)) mod 2) + 4*((c + floor(c/4)) mod 2) + 8*(floor(c/2) mod 2)] : 0 <= c < 8 }">
  %f = layout.constant #layout.linear<{x = [[1], [2]]}>
  // expected-note @+1 {{linear layouts are composed by the names of their dimensions}}
  %h = layout.compose %g, %f
  return
}

// -----

// expected-remark @+2 {{stays a relation, although it equals 4:3}}
// expected-note @+1 {{'func.func' may use it outside of its domain}}
func.func private @foreign() attributes {table = #layout.relation<"{ [c] -> [3c] : 0 <= c < 4 }">}
