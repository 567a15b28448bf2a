// MLIR's own passes on the operations of the dialect, in our driver and in the stock mlir-opt.

// RUN: layout-opt %s --split-input-file --inline='default-pipeline=' | FileCheck %s --check-prefix=INLINE
// RUN: mlir-opt --load-dialect-plugin=%plugin %s --split-input-file --inline='default-pipeline=' | FileCheck %s --check-prefix=INLINE
// RUN: layout-opt %s --split-input-file --sccp | FileCheck %s --check-prefix=SCCP
// RUN: layout-opt %s --split-input-file --cse | FileCheck %s --check-prefix=CSE
// RUN: layout-opt %s --split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: layout-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))' \
// RUN:   | FileCheck %s --check-prefix=UNROLL

// A function that takes a layout is inlined, and the layout is known in it.
// INLINE-NOT:   func.func private
// INLINE-LABEL: func.func @of_constant(
// INLINE-SAME:    %[[I:.*]]: index
// INLINE-NEXT:    %[[L:.*]] = layout.constant #layout.cute<(4,8):(8,1)>
// INLINE-NEXT:    %[[O:.*]] = layout.apply %[[L]](%[[I]]) : index
// INLINE-NEXT:    return %[[O]] : index
// SCCP-LABEL: func.func private @offset(
// SCCP:         %[[L:.*]] = layout.constant #layout.cute<(4,8):(8,1)>
// SCCP:         layout.apply %[[L]](
func.func private @offset(%layout: !layout.layout, %i: index) -> index {
  %o = layout.apply %layout(%i) : index
  return %o : index
}
func.func @of_constant(%i: index) -> index {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %o = call @offset(%l, %i) : (!layout.layout, index) -> index
  return %o : index
}

// -----

// What a function promises and what it is bound to is said at every call.
// INLINE-LABEL: func.func @calls_twice(
// INLINE-SAME:    %[[A:.*]]: index, %[[B:.*]]: index
// INLINE-NEXT:    %[[F:.*]] = layout.constant #layout.cute<4:2>
// INLINE-NEXT:    layout.assume %[[A]] in [0, 3]
// INLINE-NEXT:    layout.assert_injective %[[F]]
// INLINE-NEXT:    layout.apply %[[F]](%[[A]])
// INLINE-NEXT:    %[[G:.*]] = layout.constant #layout.cute<(4,2):(0,1)>
// INLINE-NEXT:    layout.assume %[[B]] in [0, 3]
// INLINE-NEXT:    layout.assert_injective %[[G]]
// INLINE-NEXT:    layout.apply %[[G]](%[[B]])
// INLINE-NEXT:    return
func.func private @checked(%layout: !layout.layout, %i: index) -> index {
  layout.assume %i in [0, 3]
  layout.assert_injective %layout
  %o = layout.apply %layout(%i) : index
  return %o : index
}
func.func @calls_twice(%a: index, %b: index) -> (index, index) {
  %f = layout.constant #layout.cute<4:2>
  %x = call @checked(%f, %a) : (!layout.layout, index) -> index
  %g = layout.constant #layout.cute<(4,2):(0,1)>
  %y = call @checked(%g, %b) : (!layout.layout, index) -> index
  return %x, %y : index, index
}

// -----

// Each notation, its algebra and its applications in one function; a function that calls itself stays.
// INLINE-LABEL: func.func @every_notation(
// INLINE-SAME:    %[[I:.*]]: index
// INLINE-NEXT:    %[[CUTE:.*]] = layout.constant #layout.cute<(4,8):(8,1)>
// INLINE-NEXT:    %[[SWIZZLE:.*]] = layout.constant #layout.swizzle<S<2,0,3>>
// INLINE-NEXT:    %[[COMPOSED:.*]] = layout.constant #layout.composed<S<2,0,3> o 0 o (4,8):(8,1)>
// INLINE-NEXT:    %[[LINEAR:.*]] = layout.constant #layout.linear<{i = {{.*}}1],[2]]}>
// INLINE-NEXT:    %[[TILE:.*]] = layout.constant #layout.tile<[2;4]>
// INLINE-NEXT:    %[[RELATION:.*]] = layout.constant #layout.relation<"{ [c] -> [2c] : 0 <= c < 4 }">
// INLINE-NEXT:    %[[TILED:.*]] = layout.compose %[[CUTE]], %[[TILE]]
// INLINE-NEXT:    %[[A:.*]] = layout.apply %[[TILED]](%[[I]])
// INLINE-NEXT:    layout.apply %[[SWIZZLE]](%[[A]])
// INLINE-NEXT:    layout.apply %[[COMPOSED]](%[[I]])
// INLINE-NEXT:    layout.apply %[[LINEAR]](%[[I]])
// INLINE-NEXT:    layout.apply %[[RELATION]](%[[I]])
// INLINE:         call @forever(
func.func private @notations(%i: index) -> index {
  %cute = layout.constant #layout.cute<(4,8):(8,1)>
  %swizzle = layout.constant #layout.swizzle<S<2,0,3>>
  %composed = layout.constant #layout.composed<S<2,0,3> o 0 o (4,8):(8,1)>
  %linear = layout.constant #layout.linear<{i = [[1],[2]]}>
  %tile = layout.constant #layout.tile<[2;4]>
  %relation = layout.constant #layout.relation<"{ [c] -> [2c] : 0 <= c < 4 }">
  %tiled = layout.compose %cute, %tile
  %a = layout.apply %tiled(%i) : index
  %b = layout.apply %swizzle(%a) : index
  %c = layout.apply %composed(%i) : index
  %d = layout.apply %linear(%i) : index
  %e = layout.apply %relation(%i) : index
  %s = arith.addi %b, %c : index
  %t = arith.addi %d, %e : index
  %u = arith.addi %s, %t : index
  return %u : index
}
func.func private @forever(%l: !layout.layout) {
  call @forever(%l) : (!layout.layout) -> ()
  return
}
func.func @every_notation(%i: index, %l: !layout.layout) -> index {
  %o = call @notations(%i) : (index) -> index
  call @forever(%l) : (!layout.layout) -> ()
  return %o : index
}

// -----

// (4,8):(8,1) at 5 is 1*8 + 1 = 9, and its size is 32 on both sides of the branch.
// SCCP-LABEL: func.func @known(
// SCCP:         %[[SUM:.*]] = arith.constant 41 : index
// SCCP:         return %[[SUM]] : index
func.func @known(%is_first: i1) -> index {
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c5 = arith.constant 5 : index
  %o = layout.apply %l(%c5) : index
  %r = scf.if %is_first -> index {
    %x = layout.size %l
    scf.yield %x : index
  } else {
    %y = arith.constant 32 : index
    scf.yield %y : index
  }
  %s = arith.addi %o, %r : index
  return %s : index
}

// -----

// Equal layouts, compositions and applications are one; obligations are not operations like others.
// CSE-LABEL: func.func @equal(
// CSE-COUNT-1:  #layout.cute<(4,8):(8,1)>
// CSE-NOT:      #layout.cute
// CSE-COUNT-1:  layout.coalesce
// CSE-NOT:      layout.coalesce
// CSE-COUNT-1:  layout.apply
// CSE-NOT:      layout.apply
// CSE:          layout.assert_injective
// CSE:          layout.assert_injective
func.func @equal(%i: index) -> (index, index) {
  %a = layout.constant #layout.cute<(4,8):(8,1)>
  %b = layout.constant #layout.cute<(4,8):(8,1)>
  %f = layout.coalesce %a
  %g = layout.coalesce %b
  %o = layout.apply %f(%i) : index
  %p = layout.apply %g(%i) : index
  layout.assert_injective %f
  layout.assert_injective %g
  return %o, %p : index, index
}

// -----

// Layouts of every notation, what is made of them, and applications leave a loop; an obligation stays.
// LICM-LABEL: func.func @invariant(
// LICM:         layout.constant #layout.cute<
// LICM:         layout.constant #layout.swizzle<
// LICM:         layout.constant #layout.composed<
// LICM:         layout.constant #layout.linear<
// LICM:         layout.constant #layout.tile<
// LICM:         layout.constant #layout.relation<
// LICM:         layout.compose
// LICM-COUNT-5: layout.apply
// LICM:         affine.for
// LICM-NEXT:      layout.assert_injective
// LICM-COUNT-5:   memref.store
// LICM-NOT:     layout.
// UNROLL-LABEL: func.func @invariant(
// UNROLL:         affine.for %{{.*}} = 0 to 10 step 2
// UNROLL-COUNT-10:  layout.apply
// UNROLL-NOT:     layout.apply
func.func @invariant(%m: memref<64xf32>, %x: f32, %k: index) {
  affine.for %i = 0 to 10 {
    %cute = layout.constant #layout.cute<(4,8):(8,1)>
    %swizzle = layout.constant #layout.swizzle<S<2,0,3>>
    %composed = layout.constant #layout.composed<S<2,0,3> o 0 o (4,8):(8,1)>
    %linear = layout.constant #layout.linear<{i = [[1],[2]]}>
    %tile = layout.constant #layout.tile<[2;4]>
    %relation = layout.constant #layout.relation<"{ [c] -> [2c] : 0 <= c < 4 }">
    %tiled = layout.compose %cute, %tile
    layout.assert_injective %tiled
    %a = layout.apply %tiled(%k) : index
    %b = layout.apply %swizzle(%k) : index
    %c = layout.apply %composed(%k) : index
    %d = layout.apply %linear(%k) : index
    %e = layout.apply %relation(%k) : index
    memref.store %x, %m[%a] : memref<64xf32>
    memref.store %x, %m[%b] : memref<64xf32>
    memref.store %x, %m[%c] : memref<64xf32>
    memref.store %x, %m[%d] : memref<64xf32>
    memref.store %x, %m[%e] : memref<64xf32>
  }
  return
}
