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

// -----

// The text repeats the sum of 40 modes for each bit that is moved.
func.func @long(%c: index) -> index {
  %l = layout.constant #layout.composed<S<16,0,16> o 0 o (2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,128,16384,2097152,268435456,34359738368,4,512,65536,8388608,1073741824,137438953472,16,2048,262144,33554432,4294967296,549755813888,64,8192,1048576,134217728,17179869184,2,256,32768,4194304,536870912,68719476736,8,1024,131072,16777216,2147483648,274877906944,32,4096,524288,67108864,8589934592)>
  // expected-error @below {{there is no code for the apply: its affine map is too long}}
  %o = layout.apply %l(%c) : index
  return %o : index
}
