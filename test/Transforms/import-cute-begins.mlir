// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone"

// CHECK: remark: left 0 of 12 cute operations on layouts alone

// Modes that are grouped, chosen or padded begin where the tensor of coordinates does that they are of.

func.func @kept(%t: !cute.coord_tensor<"(0,?,16)", "(8,4,2):(1@0,1@1,8@0)">) {
  %0 = "cute.group_modes"(%t) <{begin = 1 : i32, end = 3 : i32}> : (!cute.coord_tensor<"(0,?,16)", "(8,4,2):(1@0,1@1,8@0)">) -> !cute.coord_tensor<"(0,?,16)", "(8,(4,2)):(1@0,(1@1,8@0))">
  %1 = "cute.get"(%t) <{mode = array<i32: 0>}> : (!cute.coord_tensor<"(0,?,16)", "(8,4,2):(1@0,1@1,8@0)">) -> !cute.coord_tensor<"(0,?,16)", "8:1@0">
  %2 = "cute.select"(%t) <{mode = array<i32: 1, 0>}> : (!cute.coord_tensor<"(0,?,16)", "(8,4,2):(1@0,1@1,8@0)">) -> !cute.coord_tensor<"(0,?,16)", "(4,8):(1@1,1@0)">
  return
}

func.func @grouped(%t: !cute.coord_tensor<"(0,16)", "(8,4,2):(1@0,1@1,8@0)">) {
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 1: 0 and 1
  // CHECK: note: (2,2):(0,16) gives 0
  // CHECK: note: (2,2):(1,16) gives 1
  %0 = "cute.group_modes"(%t) <{begin = 1 : i32, end = 3 : i32}> : (!cute.coord_tensor<"(0,16)", "(8,4,2):(1@0,1@1,8@0)">) -> !cute.coord_tensor<"(1,16)", "(8,(4,2)):(1@0,(1@1,8@0))">
  return
}

func.func @gotten(%t: !cute.coord_tensor<"(0,16)", "(8,4):(1@0,1@1)">) {
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 1: 0 and 5
  // CHECK: note: (2,2):(0,16) gives 0
  // CHECK: note: (2,2):(5,16) gives 5
  %0 = "cute.get"(%t) <{mode = array<i32: 0>}> : (!cute.coord_tensor<"(0,16)", "(8,4):(1@0,1@1)">) -> !cute.coord_tensor<"(5,16)", "8:1@0">
  return
}

func.func @selected(%t: !cute.coord_tensor<"(0,16)", "(8,4):(1@0,1@1)">) {
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 2: 16 and 8
  // CHECK: note: (2,2):(0,16) gives 16
  // CHECK: note: (2,2):(0,8) gives 8
  %0 = "cute.select"(%t) <{mode = array<i32: 1, 0>}> : (!cute.coord_tensor<"(0,16)", "(8,4):(1@0,1@1)">) -> !cute.coord_tensor<"(0,8)", "(4,8):(1@1,1@0)">
  return
}

func.func @padded(%t: !cute.coord_tensor<"(0,16)", "(8,4):(1@0,1@1)">, %l: !cute.layout<"1:0">) {
  // CHECK: [[#@LINE+4]]:{{.*}} error: layouts differ at coordinate 1: 0 and 2
  // CHECK: note: (2,2):(0,16) gives 0
  // CHECK: note: (2,2):(2,16) gives 2
  %0 = "cute.append_to_rank"(%t, %l) <{rank = 3 : si32}> : (!cute.coord_tensor<"(0,16)", "(8,4):(1@0,1@1)">, !cute.layout<"1:0">) -> !cute.coord_tensor<"(0,16)", "(8,4,1):(1@0,1@1,0)">
  %1 = "cute.append_to_rank"(%t, %l) <{rank = 3 : si32}> : (!cute.coord_tensor<"(0,16)", "(8,4):(1@0,1@1)">, !cute.layout<"1:0">) -> !cute.coord_tensor<"(2,16)", "(8,4,1):(1@0,1@1,0)">
  return
}

// A tile begins at its coordinate among the tiles.

func.func @tiles(%t: !cute.coord_tensor<"(0,0)", "(512,256):(1@1,1@0)">, %s: !cute.tile<"[128:1;64:1]">, %c: !cute.coord<"(2,1)">, %d: !cute.coord<"(_,1)">, %e: !cute.coord<"(?,1)">) {
  %0 = "cute.local_tile"(%t, %s, %c) : (!cute.coord_tensor<"(0,0)", "(512,256):(1@1,1@0)">, !cute.tile<"[128:1;64:1]">, !cute.coord<"(2,1)">) -> !cute.coord_tensor<"(64,256)", "(128,64):(1@1,1@0)">
  %1 = "cute.local_tile"(%t, %s, %d) : (!cute.coord_tensor<"(0,0)", "(512,256):(1@1,1@0)">, !cute.tile<"[128:1;64:1]">, !cute.coord<"(_,1)">) -> !cute.coord_tensor<"(64,0)", "(128,64,4):(1@1,1@0,128@1)">
  %2 = "cute.local_tile"(%t, %s, %e) : (!cute.coord_tensor<"(0,0)", "(512,256):(1@1,1@0)">, !cute.tile<"[128:1;64:1]">, !cute.coord<"(?,1)">) -> !cute.coord_tensor<"(64,?{div=128})", "(128,64):(1@1,1@0)">
  return
}

func.func @tile(%t: !cute.coord_tensor<"(0,0)", "(512,256):(1@1,1@0)">, %s: !cute.tile<"[128:1;64:1]">, %c: !cute.coord<"(2,1)">) {
  // CHECK: [[#@LINE+3]]:{{.*}} error: layouts differ at coordinate 1: 64 and 128
  // CHECK: note: (2,2):(64,256) gives 64
  // CHECK: note: (2,2):(128,64) gives 128
  %0 = "cute.local_tile"(%t, %s, %c) : (!cute.coord_tensor<"(0,0)", "(512,256):(1@1,1@0)">, !cute.tile<"[128:1;64:1]">, !cute.coord<"(2,1)">) -> !cute.coord_tensor<"(128,64)", "(128,64):(1@1,1@0)">
  return
}
