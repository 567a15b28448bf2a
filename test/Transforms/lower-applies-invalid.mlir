// RUN: %driver %s --split-input-file --verify-diagnostics --layout-lower-to-affine

// Layouts that arrive from elsewhere have no code.
func.func @unknown(%l: !layout.layout, %c: index) -> index {
  // expected-error @below {{there is no code for an apply of a layout that is not known}}
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

func.func @implicit(%c: index) -> index {
  %l = layout.constant #layout.relation<"{ [c] -> [o] : o = c and c < 5 or o = 0 and 5 <= c }">
  // expected-error @below {{are no expressions of its inputs}}
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

// To layout-lower-to-arith this is one product and one sum.
func.func @symbol(%i: index, %j: index, %m: index) -> index {
  %l = layout.constant #layout.cute<(8,M):(M,1)>
  // expected-error @below {{there is no code for the apply: (8,M):(M,1) has symbols, whose products and quotients are not affine}}
  %o = layout.apply %l(%i, %j) symbols(M = %m) : index
  return %o : index
}
