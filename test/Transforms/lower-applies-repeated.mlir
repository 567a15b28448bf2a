// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-to-arith | FileCheck %s

// A program is found once for a layout with the same bounds: other bounds of the coordinate have another one.

// CHECK-LABEL: func.func @inside_a_mode
func.func @inside_a_mode() {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  affine.for %i = 0 to 8 {
    // CHECK: %[[I:.*]] = arith.shli %{{.*}}, %{{.*}} : index
    // CHECK-NEXT: "test.use"(%[[I]])
    %o = layout.apply %l(%i) : index
    "test.use"(%o) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @over_both
func.func @over_both() {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  affine.for %i = 0 to 512 {
    // CHECK-DAG: arith.andi
    // CHECK-DAG: arith.shrui
    // CHECK: "test.use"
    %o = layout.apply %l(%i) : index
    "test.use"(%o) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @inside_again
func.func @inside_again() {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  affine.for %i = 0 to 8 {
    // CHECK: %[[I:.*]] = arith.shli %{{.*}}, %{{.*}} : index
    // CHECK-NEXT: "test.use"(%[[I]])
    %o = layout.apply %l(%i) : index
    "test.use"(%o) : (index) -> ()
  }
  return
}
