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
  // expected-error @below {{are not expressions of its inputs}}
  %o = layout.apply %l(%c) : index
  return %o : index
}

// -----

// To layout-lower-to-arith this is a remainder, a quotient, a product and a sum.
func.func @symbol(%c: index, %m: index) -> index {
  %l = layout.constant #layout.cute<(M,8):(8,1)>
  // expected-error @below {{there is no code for the apply: it divides by a symbol, which no affine map that MLIR lowers does}}
  %o = layout.apply %l(%c) symbols(M = %m) : index
  return %o : index
}
