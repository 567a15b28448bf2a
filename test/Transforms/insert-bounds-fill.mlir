// RUN: layout-opt %s --layout-insert-bounds=fill=poison | FileCheck %s --check-prefix=POISON
// RUN: layout-opt %s --layout-insert-bounds=fill=zero | FileCheck %s --check-prefix=ZERO

// POISON-LABEL: func.func @integers
// POISON:         ub.poison : i8
// ZERO-LABEL:   func.func @integers
// ZERO:           arith.constant 0 : i8
func.func @integers(%buffer: memref<4xi8>, %i: index) -> i8 {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%i) : index
  %v = memref.load %buffer[%o] : memref<4xi8>
  return %v : i8
}

// POISON-LABEL: func.func @indices
// POISON:         ub.poison : index
// ZERO-LABEL:   func.func @indices
// ZERO:           arith.constant 0 : index
func.func @indices(%buffer: memref<4xindex>, %i: index) -> index {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%i) : index
  %v = memref.load %buffer[%o] : memref<4xindex>
  return %v : index
}

// POISON-LABEL: func.func @halves
// POISON:         ub.poison : f16
// ZERO-LABEL:   func.func @halves
// ZERO:           arith.constant 0.000000e+00 : f16
func.func @halves(%buffer: memref<4xf16>, %i: index) -> f16 {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%i) : index
  %v = memref.load %buffer[%o] : memref<4xf16>
  return %v : f16
}
