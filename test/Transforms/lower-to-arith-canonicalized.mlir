// RUN: layout-opt %s --layout-lower-to-arith | FileCheck %s --check-prefix=LOWERED
// RUN: layout-opt %s --layout-lower-to-arith=leave-obligations=true --canonicalize --layout-verify-lowering=report=true --verify-diagnostics -o %t

// A flag that holds of each operation holds of what the canonicalizer makes of them: a constant that is
// subtracted becomes the addition of its negative, to which another addition is added.

// LOWERED-LABEL: func @subtracts
// LOWERED:         arith.subi %{{.*}}, %{{.*}} overflow<nsw> : index
// LOWERED-NEXT:    %{{.*}} = arith.constant 7 : index
// LOWERED-NEXT:    arith.addi %{{.*}}, %{{.*}} overflow<nsw, nuw> : index
func.func @subtracts(%i: index) -> index {
  layout.assume %i in [4, 7]
  %l = layout.constant #layout.composed<S<0,0,0> o 7 o (4,4):(100,1)>
  // expected-remark @+1 {{proved by}}
  %o = layout.apply %l(%i) : index
  return %o : index
}
