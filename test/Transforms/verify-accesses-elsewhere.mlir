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

// Calls of values, pointers in vectors and structures, and descriptors that are numbers.

llvm.func @counts(!llvm.array<4 x ptr>)
llvm.func @counts_none(!llvm.struct<"ptr_count", (i32)>)
func.func @indirect(%to: !llvm.ptr, %p: !llvm.ptr, %s: !llvm.struct<(ptr, i32)>, %a: !llvm.array<4 x ptr>, %n: !llvm.struct<"ptr_count", (i32)>) {
  // expected-remark @below {{accesses of llvm.call are not looked at: 3 operations}}
  llvm.call %to(%p) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.call %to(%s) : !llvm.ptr, (!llvm.struct<(ptr, i32)>) -> ()
  llvm.call @counts(%a) : (!llvm.array<4 x ptr>) -> ()
  llvm.call @counts_none(%n) : (!llvm.struct<"ptr_count", (i32)>) -> ()
  return
}
func.func private @elsewhere(tuple<memref<4xf32>, i32>)
func.func @grouped(%t: tuple<memref<4xf32>, i32>, %p: !emitc.ptr<f32>) {
  // expected-remark @below {{accesses of func.call are not looked at: 1 operation}}
  func.call @elsewhere(%t) : (tuple<memref<4xf32>, i32>) -> ()
  // expected-remark @below {{accesses of emitc.call_opaque are not looked at: 1 operation}}
  emitc.call_opaque "poke"(%p) : (!emitc.ptr<f32>) -> ()
  return
}
func.func @pointers(%p: vector<4x!llvm.ptr>, %m: vector<4xi1>, %t: vector<4xf32>) {
  // expected-remark @below {{accesses of llvm.intr.masked.gather are not looked at: 1 operation}}
  %0 = llvm.intr.masked.gather %p, %m, %t {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  // expected-remark @below {{accesses of llvm.intr.masked.scatter are not looked at: 1 operation}}
  llvm.intr.masked.scatter %0, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  return
}
func.func @numbers(%r: vector<4xi32>, %o: i32) -> f32 {
  // expected-remark @below {{accesses of rocdl.raw.buffer.load are not looked at: 1 operation}}
  %v = rocdl.raw.buffer.load %r, %o, %o, %o : f32
  // expected-remark @below {{accesses of rocdl.raw.buffer.store are not looked at: 1 operation}}
  rocdl.raw.buffer.store %v, %r, %o, %o, %o : f32
  return %v : f32
}
func.func @descriptors(%c: index, %d: !amdgpu.tdm_descriptor) {
  %b = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  // expected-remark @below {{accesses of nvgpu.mbarrier.init are not looked at: 1 operation}}
  nvgpu.mbarrier.init %b[%c], %c : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  // expected-remark @below {{accesses of amdgpu.tensor_load_to_lds are not looked at: 1 operation}}
  amdgpu.tensor_load_to_lds %d : !amdgpu.tdm_descriptor
  return
}

// -----

// What a cast that nobody reads says of a memory is not looked at; one to the same type says nothing.

func.func @retyped(%a: memref<4xf32>) -> f32 {
  // expected-remark @below {{accesses of builtin.unrealized_conversion_cast are not looked at: 1 operation}}
  %r = builtin.unrealized_conversion_cast %a : memref<4xf32> to memref<100xf32>
  %same = builtin.unrealized_conversion_cast %a : memref<4xf32> to memref<4xf32>
  %c50 = arith.constant 50 : index
  %v = memref.load %r[%c50] : memref<100xf32>
  return %v : f32
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
