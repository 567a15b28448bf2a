// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --layout-fold | FileCheck %s --check-prefix=FOLD
// RUN: layout-opt %s --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: layout-opt %s --layout-verify=report=true 2>&1 | FileCheck %s --check-prefix=VERIFY

// VERIFY: cast.mlir:[[@LINE+12]]:8: remark: proved by canonical form: layout is 12:1
// CHECK-LABEL: func.func @example
// CHECK: layout.cast %{{.*}} : !layout.layout to !layout.layout<#layout.cute<12:1>>
// CHECK: layout.cast %{{.*}} : !layout.layout<#layout.cute<12:1>> to !layout.layout{{$}}
// FOLD-LABEL: func.func @example
// FOLD-NEXT: %[[C:.*]] = layout.constant #layout.cute<12:1>
// FOLD-NEXT: return %[[C]]
// CANON-LABEL: func.func @example
// CANON: %[[C:.*]] = layout.constant #layout.cute<12:1>
// CANON: return %[[C]]
func.func @example() -> !layout.layout {
  %a = layout.constant #layout.cute<(2,(1,6)):(1,(6,2))>
  %k = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<12:1>>
  %b = layout.cast %k : !layout.layout<#layout.cute<12:1>> to !layout.layout
  return %b : !layout.layout
}

// A type may name a layout of any notation.
// CHECK-LABEL: func.func private @notations
// CHECK-SAME: (!layout.layout<#layout.swizzle<S<3,4,3>>>, !layout.layout<#layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>,
// CHECK-SAME: !layout.layout<#layout.linear<{lane = {{\[\[1\],\[2\]\]}}}>>, !layout.layout<#layout.tile<[4;_]>>,
// CHECK-SAME: !layout.layout<#layout.relation<"{ [i] -> [o] : o = 2i and i >= 0 and 3 >= i }">>, !layout.layout<#layout.cute<(M,8):(8,1) where M in [1,4]>>)
func.func private @notations(
  !layout.layout<#layout.swizzle<S<3,4,3>>>,
  !layout.layout<#layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>,
  !layout.layout<#layout.linear<{lane = [[1],[2]]}>>,
  !layout.layout<#layout.tile<[4;_]>>,
  !layout.layout<#layout.relation<"{ [i] -> [o] : o = 2i and i >= 0 and 3 >= i }">>,
  !layout.layout<#layout.cute<(M,8):(8,1) where M in [1,4]>>)

// A function knows its argument: 2*8 + 1 = 17 at the coordinate (2, 1) of (4,8):(8,1), which is 2 + 4*1 = 6.
// FOLD-LABEL: func.func @argument
// FOLD: arith.constant 17 : index
// CANON-LABEL: func.func @argument
// CANON: arith.constant 17 : index
// VERIFY: cast.mlir:[[@LINE+6]]:3: remark: proved by {{.*}}: layout stays in [0, 32)
func.func @argument(%l: !layout.layout<#layout.cute<(4,8):(8,1)>>) -> index {
  %a = layout.cast %l : !layout.layout<#layout.cute<(4,8):(8,1)>> to !layout.layout
  %c = arith.constant 6 : index
  %o = layout.apply %a(%c) : index
  // The offsets go from 0 to 3*8 + 7 = 31.
  layout.assert_in_bounds %a, 32
  return %o : index
}

// Its caller owes it the layout.
// VERIFY: cast.mlir:[[@LINE+8]]:8: remark: proved by {{.*}}: layout is (4,8):(8,1)
// FOLD-LABEL: func.func @call
// FOLD: %[[C:.*]] = layout.constant #layout.cute<(4,8):(8,1)>
// FOLD: %[[K:.*]] = layout.cast %[[C]] : !layout.layout to !layout.layout<#layout.cute<(4,8):(8,1)>>
// FOLD: call @argument(%[[K]])
func.func @call() -> index {
  %s = layout.constant #layout.cute<(8,4):(1,8)>
  %m = layout.select %s, [1, 0]
  %k = layout.cast %m : !layout.layout to !layout.layout<#layout.cute<(4,8):(8,1)>>
  %o = call @argument(%k) : (!layout.layout<#layout.cute<(4,8):(8,1)>>) -> index
  return %o : index
}

// What a loop carries is known in it: flattening (4,2):(2,1) leaves it as it is.
// VERIFY: cast.mlir:[[@LINE+10]]:10: remark: proved by {{.*}}: layout is (4,2):(2,1)
// FOLD-LABEL: func.func @loop
// FOLD: scf.for
// FOLD-NEXT: %[[C:.*]] = layout.constant #layout.cute<(4,2):(2,1)>
// FOLD-NEXT: %[[K:.*]] = layout.cast %[[C]]
// FOLD-NEXT: scf.yield %[[K]]
func.func @loop(%l: !layout.layout<#layout.cute<(4,2):(2,1)>>, %i: index, %j: index, %s: index) -> !layout.layout<#layout.cute<(4,2):(2,1)>> {
  %r = scf.for %n = %i to %j step %s iter_args(%c = %l) -> (!layout.layout<#layout.cute<(4,2):(2,1)>>) {
    %a = layout.cast %c : !layout.layout<#layout.cute<(4,2):(2,1)>> to !layout.layout
    %f = layout.flatten %a
    %k = layout.cast %f : !layout.layout to !layout.layout<#layout.cute<(4,2):(2,1)>>
    scf.yield %k : !layout.layout<#layout.cute<(4,2):(2,1)>>
  }
  return %r : !layout.layout<#layout.cute<(4,2):(2,1)>>
}

// An obligation that nothing shows stays, though nothing uses it.
// CANON-LABEL: func.func @back
// CANON-SAME: (%[[K:.*]]: !layout.layout<#layout.cute<4:1>>, %[[P:.*]]: !layout.layout)
// CANON-NEXT: %[[C:.*]] = layout.constant #layout.cute<4:1>
// CANON-NEXT: %[[B:.*]] = layout.cast %[[C]] : !layout.layout to !layout.layout<#layout.cute<4:1>>
// CANON-NEXT: layout.cast %[[P]] : !layout.layout to !layout.layout<#layout.cute<4:2>>
// CANON-NEXT: return %[[B]], %[[P]]
// FOLD-LABEL: func.func @back
// FOLD: layout.cast %{{.*}} : !layout.layout to !layout.layout<#layout.cute<4:2>>
// VERIFY: remark: proved by canonical form: layout is 4:1
// VERIFY-NEXT: layout.cast
// VERIFY: remark: unknown whether layout is 4:2: a layout is not known statically
func.func @back(%k: !layout.layout<#layout.cute<4:1>>, %p: !layout.layout) -> (!layout.layout<#layout.cute<4:1>>, !layout.layout) {
  %a = layout.cast %k : !layout.layout<#layout.cute<4:1>> to !layout.layout
  %b = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<4:1>>
  %c = layout.cast %p : !layout.layout to !layout.layout
  %d = layout.cast %p : !layout.layout to !layout.layout<#layout.cute<4:2>>
  return %b, %c : !layout.layout<#layout.cute<4:1>>, !layout.layout
}

// A constant that is spelled like the type is not an obligation, and dead without a use.
// CANON-LABEL: func.func @spelled
// CANON-NEXT: return
// FOLD-LABEL: func.func @spelled
// FOLD-NEXT: return
func.func @spelled() {
  %t = layout.constant #layout.tile<[4;_]>
  %k = layout.cast %t : !layout.layout to !layout.layout<#layout.tile<[4;_]>>
  return
}
