// RUN: layout-opt %s --layout-verify=accesses=true --split-input-file --verify-diagnostics -o /dev/null

// What accesses memory through pointers and descriptors of other dialects, elements of tensors, and kernels
// of binaries is named.

module attributes {gpu.container_module} {
  gpu.binary @bin [#gpu.object<#nvvm.target, "x">]
  gpu.module @mod { gpu.func @own(%m: memref<4xf32>) kernel { gpu.return } }
  func.func @l(%m: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    // expected-remark @below {{accesses of gpu.launch_func are not looked at: 1 operation}}
    gpu.launch_func @bin::@ext blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<4xf32>)
    gpu.launch_func @mod::@own blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<4xf32>)
    return
  }
  func.func @x(%m: memref<16x16xf32>) {
    %t = xegpu.create_nd_tdesc %m : memref<16x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    // expected-remark @below {{accesses of xegpu.load_nd are not looked at: 1 operation}}
    %v = xegpu.load_nd %t[8, 8] : !xegpu.tensor_desc<8x16xf32> -> vector<8x16xf32>
    // expected-remark @below {{accesses of xegpu.store_nd are not looked at: 1 operation}}
    xegpu.store_nd %v, %t[8, 8] : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    return
  }
  func.func @t(%o: tensor<4xf32>, %s: tensor<1xf32>) -> tensor<4xf32> {
    %r = scf.forall (%i) in (8) shared_outs(%b = %o) -> tensor<4xf32> {
      // expected-remark @below {{accesses of tensor.parallel_insert_slice are not looked at: 1 operation}}
      scf.forall.in_parallel { tensor.parallel_insert_slice %s into %b[%i] [1] [1] : tensor<1xf32> into tensor<4xf32> }
    }
    return %r : tensor<4xf32>
  }
  func.func @p(%p: !ptr.ptr<#ptr.generic_space>) -> f32 {
    // expected-remark @below {{accesses of ptr.load are not looked at: 1 operation}}
    %v = ptr.load %p : !ptr.ptr<#ptr.generic_space> -> f32
    return %v : f32
  }
  func.func @s(%p: !spirv.ptr<f32, Function>) -> f32 {
    // expected-remark @below {{accesses of spirv.Load are not looked at: 1 operation}}
    %v = spirv.Load "Function" %p : f32
    return %v : f32
  }
  func.func @e(%a: !emitc.array<4xf32>, %i: index) -> f32 {
    // expected-remark @below {{accesses of emitc.subscript are not looked at: 1 operation}}
    %s = emitc.subscript %a[%i] : (!emitc.array<4xf32>, index) -> !emitc.lvalue<f32>
    // expected-remark @below {{accesses of emitc.load are not looked at: 1 operation}}
    %v = emitc.load %s : <f32>
    return %v : f32
  }
}

// -----

// A function may be declared in a module that is in a function.

func.func @outer() {
  builtin.module {
    func.func private @inner(memref<8xf32>)
    func.func @caller(%n: memref<8xf32>) {
      // expected-remark @below {{accesses of func.call are not looked at: 1 operation}}
      func.call @inner(%n) : (memref<8xf32>) -> ()
      func.call @own(%n) : (memref<8xf32>) -> ()
      return
    }
    func.func @own(%n: memref<8xf32>) { return }
  }
  return
}
