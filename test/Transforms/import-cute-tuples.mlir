// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: "
// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALONE

// Tuples of numbers, coordinates and their tensors. Of two operations alike the first is right.

func.func @parts(%a: !cute.layout<"(4,(2,3)):(1,(4,8))">, %d: !cute.layout<"(4,?):(?,8)">, %s: !cute.shape<"(4,(?,3))">, %c: !cute.coord<"(_,1)">, %t: !cute.tile<"[4:1;(2,2):(1,4)]">) {
  %0 = "cute.dice"(%a, %c) : (!cute.layout<"(4,(2,3)):(1,(4,8))">, !cute.coord<"(_,1)">) -> !cute.layout<"((2,3)):((4,8))">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 8 and 9
  %1 = "cute.dice"(%a, %c) : (!cute.layout<"(4,(2,3)):(1,(4,8))">, !cute.coord<"(_,1)">) -> !cute.layout<"((2,3)):((4,9))">
  %2 = "cute.dice"(%a) <{coord = #cute.coord<"(1,_)">}> : (!cute.layout<"(4,(2,3)):(1,(4,8))">) -> !cute.layout<"(4):(1)">
  %3 = "cute.slice"(%d, %c) : (!cute.layout<"(4,?):(?,8)">, !cute.coord<"(_,1)">) -> !cute.layout<"(4):(?)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts have different sizes: 4 and 5
  %4 = "cute.slice"(%d, %c) : (!cute.layout<"(4,?):(?,8)">, !cute.coord<"(_,1)">) -> !cute.layout<"(5):(?)">
  // CHECK: error: shape
  // CHECK: error: shape
  %5:3 = "cute.get_leaves"(%s) : (!cute.shape<"(4,(?,3))">) -> (!cute.shape<"4">, !cute.shape<"?">, !cute.shape<"3">)
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 3 and 2
  %6:3 = "cute.get_leaves"(%s) : (!cute.shape<"(4,(?,3))">) -> (!cute.shape<"4">, !cute.shape<"?">, !cute.shape<"2">)
  %7 = "cute.select"(%s) <{mode = array<i32: 1, 0>}> : (!cute.shape<"(4,(?,3))">) -> !cute.shape<"((?,3),4)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 4: 4 and 5
  %8 = "cute.select"(%s) <{mode = array<i32: 1, 0>}> : (!cute.shape<"(4,(?,3))">) -> !cute.shape<"((?,3),5)">
  %9 = "cute.get"(%t) <{mode = array<i32: 1>}> : (!cute.tile<"[4:1;(2,2):(1,4)]">) -> !cute.tile<"(2,2):(1,4)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 4 and 3
  %10 = "cute.get"(%t) <{mode = array<i32: 1>}> : (!cute.tile<"[4:1;(2,2):(1,4)]">) -> !cute.tile<"(2,2):(1,3)">
  return
}

// -----

func.func @arithmetic(%a: !cute.int_tuple<"(8,(9,?))">, %b: !cute.int_tuple<"(3,(4,2))">, %x: !cute.int_tuple<"14">, %s: !cute.shape<"(4,8)">) {
  %0 = "cute.ceil_div"(%a, %b) : (!cute.int_tuple<"(8,(9,?))">, !cute.int_tuple<"(3,(4,2))">) -> !cute.int_tuple<"(3,(3,?))">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 3 and 2
  %1 = "cute.ceil_div"(%a, %b) : (!cute.int_tuple<"(8,(9,?))">, !cute.int_tuple<"(3,(4,2))">) -> !cute.int_tuple<"(3,(2,?))">
  // ALONE: [[#@LINE+1]]:{{.*}} remark: cute.ceil_div is left alone: whether a number is 7 is not known
  %2 = "cute.ceil_div"(%a, %b) : (!cute.int_tuple<"(8,(9,?))">, !cute.int_tuple<"(3,(4,2))">) -> !cute.int_tuple<"(3,(3,7))">
  %3 = "cute.idx2crd"(%x, %s) : (!cute.int_tuple<"14">, !cute.shape<"(4,8)">) -> !cute.coord<"(2,3)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 2 and 3
  %4 = "cute.idx2crd"(%x, %s) : (!cute.int_tuple<"14">, !cute.shape<"(4,8)">) -> !cute.coord<"(3,3)">
  return
}

// -----

// A tensor of coordinates is its layout and where it begins.

func.func @coordinates(%x: !cute.coord_tensor<"(0,8)", "((4,16),(8,4)):((1@0,1@1),(4@0,16@1))">, %c: !cute.coord<"((_,_),(2,?))">, %d: !cute.coord<"((_,_),(2,1))">) {
  %0 = "cute.slice"(%x, %c) : (!cute.coord_tensor<"(0,8)", "((4,16),(8,4)):((1@0,1@1),(4@0,16@1))">, !cute.coord<"((_,_),(2,?))">) -> !cute.coord_tensor<"(8,?{div=8})", "(4,16):(1@0,1@1)">
  %1 = "cute.slice"(%x, %d) : (!cute.coord_tensor<"(0,8)", "((4,16),(8,4)):((1@0,1@1),(4@0,16@1))">, !cute.coord<"((_,_),(2,1))">) -> !cute.coord_tensor<"(8,24)", "(4,16):(1@0,1@1)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: (1,0) and (0,1)
  %2 = "cute.slice"(%x, %d) : (!cute.coord_tensor<"(0,8)", "((4,16),(8,4)):((1@0,1@1),(4@0,16@1))">, !cute.coord<"((_,_),(2,1))">) -> !cute.coord_tensor<"(8,24)", "(4,16):(1@1,1@0)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 24 and 25
  %3 = "cute.slice"(%x, %d) : (!cute.coord_tensor<"(0,8)", "((4,16),(8,4)):((1@0,1@1),(4@0,16@1))">, !cute.coord<"((_,_),(2,1))">) -> !cute.coord_tensor<"(8,25)", "(4,16):(1@0,1@1)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 0 and 1
  %4 = "cute.get_iter"(%x) : (!cute.coord_tensor<"(0,8)", "((4,16),(8,4)):((1@0,1@1),(4@0,16@1))">) -> !cute.arith_tuple_iter<"(1,8)">
  return
}

// -----

// A leaf that is not static is ours; the others are claims.

func.func @dynamic(%m: !cute.memref<f32, gmem, "(?,?{div=8}):(?{i64 div=8},1)">, %t: !cute.tile<"[16:1;128:1]">) {
  %0 = "cute.zipped_divide"(%m, %t) : (!cute.memref<f32, gmem, "(?,?{div=8}):(?{i64 div=8},1)">, !cute.tile<"[16:1;128:1]">) -> !cute.memref<f32, gmem, "((16,128),(?,?)):((?{i64 div=8},1),(?{i64 div=128},128))">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 16 for {{.*}}: 1 and 2
  %1 = "cute.zipped_divide"(%m, %t) : (!cute.memref<f32, gmem, "(?,?{div=8}):(?{i64 div=8},1)">, !cute.tile<"[16:1;128:1]">) -> !cute.memref<f32, gmem, "((16,128),(?,?)):((?{i64 div=8},2),(?{i64 div=128},128))">
  return
}

// -----

// A swizzle is in the pointer or in the layout, and stays there.

func.func @swizzles(%m: !cute.memref<f16, smem, align<128>, S<3,4,3>, "(64,8):(1,64)">, %c: !cute.coord<"(_,1)">, %p: !cute.ptr<f16, smem, align<128>, S<3,4,3>>, %l: !cute.layout<"(64,8):(1,64)">) {
  %0 = "cute.slice"(%m, %c) : (!cute.memref<f16, smem, align<128>, S<3,4,3>, "(64,8):(1,64)">, !cute.coord<"(_,1)">) -> !cute.memref<f16, smem, align<128>, S<3,4,3>, "(64):(1)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 64: 64 and 72
  %1 = "cute.slice"(%m, %c) : (!cute.memref<f16, smem, align<128>, S<3,4,3>, "(64,8):(1,64)">, !cute.coord<"(_,1)">) -> !cute.memref<f16, smem, align<128>, S<3,3,3>, "(64):(1)">
  %2 = "cute.make_view"(%p, %l) : (!cute.ptr<f16, smem, align<128>, S<3,4,3>>, !cute.layout<"(64,8):(1,64)">) -> !cute.memref<f16, smem, align<128>, S<3,4,3>, "(64,8):(1,64)">
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 128: 144 and 128
  %3 = "cute.make_view"(%p, %l) : (!cute.ptr<f16, smem, align<128>, S<3,4,3>>, !cute.layout<"(64,8):(1,64)">) -> !cute.memref<f16, smem, align<128>, "(64,8):(1,64)">
  return
}

// -----

// What a copy moves is as many parts on both sides, and a product has its M, N and K.

func.func @moves(%atom: i1, %a: !cute.memref<f32, gmem, "(4,2,3):(1,8,16)">, %b: !cute.memref<f32, rmem, "(4,6):(1,4)">, %c: !cute.memref<f32, rmem, "(4,5):(1,4)">, %d: !cute.memref<f32, rmem, "(4,2,5):(1,4,8)">, %k: !cute.memref<f32, rmem, "(4,2,7):(1,4,8)">, %l: !cute.memref<f32, rmem, "(2,5,7):(1,2,10)">, %w: !cute.memref<f32, rmem, "(2,6,7):(1,2,12)">) {
  "cute.copy"(%atom, %a, %b) : (i1, !cute.memref<f32, gmem, "(4,2,3):(1,8,16)">, !cute.memref<f32, rmem, "(4,6):(1,4)">) -> ()
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 6 and 5
  "cute.copy"(%atom, %a, %c) : (i1, !cute.memref<f32, gmem, "(4,2,3):(1,8,16)">, !cute.memref<f32, rmem, "(4,5):(1,4)">) -> ()
  "cute.gemm"(%atom, %d, %k, %l, %d) : (i1, !cute.memref<f32, rmem, "(4,2,5):(1,4,8)">, !cute.memref<f32, rmem, "(4,2,7):(1,4,8)">, !cute.memref<f32, rmem, "(2,5,7):(1,2,10)">, !cute.memref<f32, rmem, "(4,2,5):(1,4,8)">) -> ()
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 2: 6 and 5
  "cute.gemm"(%atom, %d, %k, %w, %d) : (i1, !cute.memref<f32, rmem, "(4,2,5):(1,4,8)">, !cute.memref<f32, rmem, "(4,2,7):(1,4,8)">, !cute.memref<f32, rmem, "(2,6,7):(1,2,12)">, !cute.memref<f32, rmem, "(4,2,5):(1,4,8)">) -> ()
  return
}

// -----

// Bad input is left alone, with a reason.

func.func @bad(%a: !cute.layout<"(4,2):(1,4)">, %n: !cute.layout<"(4,2:(1,4)">, %c: !cute.coord<"(_,_,1)">, %e: !cute.layout<"">, %s: !cute.layout<"(N,2):(1,4)">) {
  // ALONE: remark: cute.slice is left alone: !cute.layout<"(4,2:(1,4)"> is not a layout that is read
  %0 = "cute.slice"(%n, %c) : (!cute.layout<"(4,2:(1,4)">, !cute.coord<"(_,_,1)">) -> !cute.layout<"4:1">
  // ALONE: remark: cute.slice is left alone: it has 1 operands, not 2
  %1 = "cute.slice"(%a) : (!cute.layout<"(4,2):(1,4)">) -> !cute.layout<"4:1">
  // ALONE: remark: cute.get_shape is left alone: its operand is not a layout
  %2 = "cute.get_shape"(%e) : (!cute.layout<"">) -> !cute.shape<"4">
  // ALONE: remark: cute.size is left alone: it has no result
  "cute.size"(%a) : (!cute.layout<"(4,2):(1,4)">) -> ()
  // ALONE: remark: cute.coalesce is left alone: it has 2 results, not 1
  %3:2 = "cute.coalesce"(%a) : (!cute.layout<"(4,2):(1,4)">) -> (!cute.layout<"8:1">, !cute.layout<"8:3">)
  // ALONE: remark: cute.coalesce is left alone: !cute.layout<"(N,2):(1,4)"> is not a layout that is read
  %4 = "cute.coalesce"(%s) : (!cute.layout<"(N,2):(1,4)">) -> !cute.layout<"8:1">
  // ALONE: remark: left 6 of 6 cute operations on layouts alone: coalesce (2), get_shape (1), size (1), slice (2)
  return
}

// -----

// A mode that is taken whole is a result of some operations, and of others not.
func.func @leaves_of_a_tile(%t: !cute.tile<"[2:1;_;3:2]">) {
  %0:2 = "cute.get_leaves"(%t) : (!cute.tile<"[2:1;_;3:2]">) -> (!cute.layout<"2:1">, !cute.layout<"3:2">)
  // CHECK: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: 2 and 4
  %1:2 = "cute.get_leaves"(%t) : (!cute.tile<"[2:1;_;3:2]">) -> (!cute.layout<"2:1">, !cute.layout<"3:4">)
  // ALONE: remark: cute.get_leaves is left alone: it has 1 results, not 2
  %2 = "cute.get_leaves"(%t) : (!cute.tile<"[2:1;_;3:2]">) -> !cute.layout<"2:1">
  return
}
