// A layout that arrives with a type that names it is known to every pass.

// RUN: layout-opt %s --layout-lower-to-arith | FileCheck %s --check-prefix=ARITH
// RUN: layout-opt %s --layout-lower-to-affine | FileCheck %s --check-prefix=AFFINE
// RUN: layout-opt %s --layout-insert-bounds | FileCheck %s --check-prefix=BOUNDS
// RUN: layout-opt %s --layout-lower-to-arith=verify=true --layout-verify=unknown=error | FileCheck %s --check-prefix=ARITH
// RUN: layout-opt %s --layout-lower-to-relations --layout-verify=unknown=error | FileCheck %s --check-prefix=RELATIONS

// The offset of c < 12 is c + 2*(c / 4) in (4,3):(1,6): the code divides by 4.
// ARITH-LABEL: func.func @argument
// ARITH-NOT: layout.{{apply|cast}}
// ARITH: arith.shrui
// ARITH-NOT: layout.apply
// ARITH: memref.store
// AFFINE-LABEL: func.func @argument
// AFFINE-NOT: layout.apply
// AFFINE: affine.apply
// AFFINE-NOT: layout.apply
// The last offset is 3 + 12 = 15, which a buffer of 12 does not hold: 11 is the offset of no
// coordinate, and 12 that of the coordinate 8.
// BOUNDS-LABEL: func.func @argument
// BOUNDS: affine.for %[[C:.*]] = 0 to 12
// BOUNDS: arith.cmpi slt, %[[C]], %c8
// BOUNDS-NEXT: scf.if
// BOUNDS-NEXT: memref.store
func.func @argument(%l: !layout.layout<#layout.cute<(4,3):(1,6)>>, %buffer: memref<12xf32>, %v: f32) {
  %a = layout.cast %l : !layout.layout<#layout.cute<(4,3):(1,6)>> to !layout.layout
  affine.for %c = 0 to 12 {
    %o = layout.apply %a(%c) : index
    memref.store %v, %buffer[%o] : memref<12xf32>
  }
  return
}

// The constant becomes a relation, the type stays, and the two are still equal.
// RELATIONS-LABEL: func.func @call
// RELATIONS: layout.constant #layout.relation
// RELATIONS: layout.cast %{{.*}} : !layout.layout to !layout.layout<#layout.cute<(4,3):(1,6)>>
// ARITH-LABEL: func.func @call
// ARITH: layout.cast
// ARITH: call @argument
func.func @call(%buffer: memref<12xf32>, %v: f32) {
  %a = layout.constant #layout.cute<((2,2),3):((1,2),6)>
  %k = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<(4,3):(1,6)>>
  call @argument(%k, %buffer, %v) : (!layout.layout<#layout.cute<(4,3):(1,6)>>, memref<12xf32>, f32) -> ()
  return
}
