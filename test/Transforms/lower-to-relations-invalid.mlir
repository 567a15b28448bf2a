// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-to-relations --split-input-file --verify-diagnostics

func.func @tiler() -> !layout.layout {
  // expected-error @below {{[8;_] is a tiler, which is not a function and has no relation}}
  %0 = layout.constant #layout.tile<[8;_]>
  return %0 : !layout.layout
}

// -----

// The natural space has a relation for this one, see lower-to-relations-natural.mlir.

func.func @symbolic_extent() -> !layout.layout {
  // expected-error @below {{(M,8):(8,1) has no relation: extent M of mode 0 is symbolic and not the last: an integral coordinate modulo M is not Presburger}}
  %0 = layout.constant #layout.cute<(M,8):(8,1)>
  return %0 : !layout.layout
}

// -----

func.func @symbolic_stride() -> !layout.layout {
  // expected-error @below {{(8,4):(N,1) has no relation: stride N of mode 0 is symbolic: its product with a coordinate is not Presburger}}
  %0 = layout.constant #layout.cute<(8,4):(N,1)>
  return %0 : !layout.layout
}

// -----

// Each operation that has such an attribute has its error; the others are lowered.

func.func @twice() {
  // expected-error @below {{[4] is a tiler, which is not a function and has no relation}}
  "test.first"() {a = #layout.tile<[4]>, b = #layout.cute<4:1>} : () -> ()
  // expected-error @below {{[4] is a tiler, which is not a function and has no relation}}
  "test.second"() {a = #layout.tile<[4]>} : () -> ()
  return
}

// -----

// An apply has coordinates of its layout, of which the relation has others.

func.func @f(%i: index, %j: index) {
  // expected-error @below {{the relation of (4,8):(8,1) takes 1 coordinate, and a use of it has 2}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  // expected-note @below {{the coordinates are here}}
  %o = layout.apply %l(%i, %j) : index
  %p = layout.apply %l(%i) : index
  return
}

// -----

// Outputs do not say in which tuple a part stands, and after the 64th not where.

func.func @nested() {
  // expected-error @below {{the parts of the offsets of (4,2):(1@0,1@1@1) are not all at positions 0 to 63}}
  %l = layout.constant #layout.cute<(4,2):(1@0,1@1@1)>
  // expected-error @below {{the parts of the offsets of 4:1@64 are not all at positions 0 to 63}}
  %m = layout.constant #layout.cute<4:1@64>
  return
}
