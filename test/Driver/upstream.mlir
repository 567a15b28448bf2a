// RUN: layout-opt %s --cse | FileCheck %s
// RUN: layout-opt %s --pass-pipeline='builtin.module(func.func(cse),layout-fold)' | FileCheck %s

// The driver has mlir-opt's dialects and passes, and they know that the operations
// of the dialect have no effects: equal ones are one.

// CHECK-LABEL: func.func @f
// CHECK-SAME:    (%[[X:.*]]: !layout.layout, %[[I:.*]]: index, %{{.*}}: memref<8xf32, #gpu.address_space<workgroup>>)
func.func @f(%x: !layout.layout, %i: index, %m: memref<8xf32, #gpu.address_space<workgroup>>) -> (index, index) {
  // CHECK: %[[O:.*]] = layout.apply %[[X]](%[[I]]) : index
  // CHECK-NEXT: return %[[O]], %[[O]]
  %o = layout.apply %x(%i) : index
  %p = layout.apply %x(%i) : index
  return %o, %p : index, index
}
