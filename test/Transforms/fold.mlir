// RUN: layout-opt %s --layout-fold --allow-unregistered-dialect | FileCheck %s

// The tests in test/Dialect check the values; this is about what the pass walks over and removes.

// Constants without a use are gone, whether they were there or became so.

// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    return
func.func @unused() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.cute<8:1>
  %c = layout.compose %a, %b
  %d = layout.size %c
  return
}

// A definition may stand after its use in the text.

// CHECK-LABEL: func.func @blocks_in_any_order
func.func @blocks_in_any_order() -> index {
  cf.br ^bb2
^bb1:
  // CHECK: %[[SIZE:.*]] = arith.constant 12 : index
  // CHECK: return %[[SIZE]]
  %n = layout.size %l
  return %n : index
^bb2:
  // CHECK-NOT: layout.
  %k = layout.constant #layout.cute<(3,(1,4)):(1,(6,3))>
  %l = layout.flatten %k
  cf.br ^bb1
}

// What is not known is left alone, and so is what depends on it.

// CHECK-LABEL: func.func @not_known
// CHECK-SAME:    (%[[X:.*]]: !layout.layout)
func.func @not_known(%x: !layout.layout) -> index {
  // CHECK: %[[A:.*]] = layout.constant #layout.cute<4:1>
  // CHECK: %[[B:.*]] = layout.compose %[[A]], %[[X]]
  %a = layout.constant #layout.cute<4:1>
  %b = layout.compose %a, %x
  // CHECK: %[[SIZE:.*]] = layout.size %[[B]]
  // CHECK: return %[[SIZE]]
  %n = layout.size %b
  return %n : index
}

// The product 2^40 * 2^40 passes 64 bits: there is no such layout, and no crash.

// CHECK-LABEL: func.func @overflow
func.func @overflow() -> index {
  %a = layout.constant #layout.cute<2:1099511627776>
  %c = arith.constant 1099511627776 : index
  // CHECK: layout.apply
  %o = layout.apply %a(%c) : index
  return %o : index
}

// The pass sees everything below the operation it runs on, also in a foreign one.

// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  gpu.func @kernel() kernel {
    // CHECK: "foreign.op"() ({
    "foreign.op"() ({
      // CHECK-NEXT: %[[SIZE:.*]] = arith.constant 4 : index
      // CHECK-NEXT: "foreign.use"(%[[SIZE]])
      %a = layout.constant #layout.cute<4:1>
      %n = layout.size %a
      "foreign.use"(%n) : (index) -> ()
    }) : () -> ()
    gpu.return
  }
}

// In the body of a module an operation may need itself. It has no value.

// CHECK-LABEL: module @cycle
module @cycle {
  // CHECK-NEXT: %[[A:.*]] = layout.compose %[[B:.*]], %[[B]]
  %a = layout.compose %b, %b
  // CHECK-NEXT: %[[B]] = layout.compose %[[A]], %[[C:.*]]
  %b = layout.compose %a, %c
  // CHECK-NEXT: %[[C]] = layout.constant #layout.cute<12:1>
  %c = layout.coalesce %d
  %d = layout.constant #layout.cute<(2,(1,6)):(1,(6,2))>
}
