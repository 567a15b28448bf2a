// RUN: layout-opt %s --layout-lower-to-arith=verify=true | FileCheck %s --check-prefix=ARITH
// RUN: layout-opt %s --layout-lower-to-affine=verify=true | FileCheck %s --check-prefix=AFFINE

// A coordinate that is the unsigned minimum of a number of any sign and of 4 is in [0, 4], so that
// the offset depends on it: at 1 it is 4, at 4 it is 2.

// ARITH-LABEL: func.func @minimum
// ARITH:         %[[MINIMUM:.*]] = arith.minui %arg0
// ARITH-DAG:     arith.shrui %[[MINIMUM]], %{{.*}}
// ARITH-DAG:     arith.andi %[[MINIMUM]], %{{.*}}
// ARITH-NOT:     return %c2
// AFFINE-LABEL: func.func @minimum
// AFFINE:         %[[MINIMUM:.*]] = arith.minui %arg0
// AFFINE:         affine.apply {{.*}}%[[MINIMUM]]
func.func @minimum(%i: index) -> index {
  %l = layout.constant #layout.cute<(2,4):(4,1)>
  %c4 = arith.constant 4 : index
  %m = arith.minui %i, %c4 : index
  %o = layout.apply %l(%m) : index
  return %o : index
}

// The same from the left, by an operation of the index dialect.

// ARITH-LABEL: func.func @minimum_of_indices
// ARITH:         %[[MINIMUM:.*]] = index.minu
// ARITH-DAG:     arith.shrui %[[MINIMUM]], %{{.*}}
// ARITH-DAG:     arith.andi %[[MINIMUM]], %{{.*}}
// AFFINE-LABEL: func.func @minimum_of_indices
// AFFINE:         %[[MINIMUM:.*]] = index.minu
// AFFINE:         affine.apply {{.*}}%[[MINIMUM]]
func.func @minimum_of_indices(%i: index) -> index {
  %l = layout.constant #layout.cute<(2,4):(4,1)>
  %c4 = index.constant 4
  %m = index.minu %c4, %i
  %o = layout.apply %l(%m) : index
  return %o : index
}
