// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[0-9]}}: remark: unknown"

// The cosize is the product of the coshape, without an absolute value.

func.func @cosize(%a: !fly.layout<(4,8):(-1,4)>, %b: !fly.layout<(4,8):(1E0,1E1)>, %c: !fly.layout<(4,8,2):(1E0,1E1,5E1)>, %d: !fly.layout<(4,?):(1,0)>, %e: !fly.layout<(4,8):(1E0,-1E1)>) {
  %0 = "fly.cosize"(%a) : (!fly.layout<(4,8):(-1,4)>) -> !fly.int_tuple<26>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 26 and 32
  %1 = "fly.cosize"(%a) : (!fly.layout<(4,8):(-1,4)>) -> !fly.int_tuple<32>
  %2 = "fly.cosize"(%b) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<32>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 32 and 31
  %3 = "fly.cosize"(%b) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<31>
  %4 = "fly.cosize"(%c) : (!fly.layout<(4,8,2):(1E0,1E1,5E1)>) -> !fly.int_tuple<52>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 52 and 32
  %5 = "fly.cosize"(%c) : (!fly.layout<(4,8,2):(1E0,1E1,5E1)>) -> !fly.int_tuple<32>
  %6 = "fly.cosize"(%d) : (!fly.layout<(4,?):(1,0)>) -> !fly.int_tuple<4>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 4 and 5
  %7 = "fly.cosize"(%d) : (!fly.layout<(4,?):(1,0)>) -> !fly.int_tuple<5>
  %8 = "fly.cosize"(%e) : (!fly.layout<(4,8):(1E0,-1E1)>) -> !fly.int_tuple<-24>
  return
}

// -----

// What a layout takes to a coordinate is an offset.

func.func @coordinates(%a: !fly.layout<(4,8):(8,1)>, %i: !fly.int_tuple<9>) {
  %0 = "fly.idx2crd"(%i, %a) : (!fly.int_tuple<9>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<(1,1)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 1 and 2
  %1 = "fly.idx2crd"(%i, %a) : (!fly.int_tuple<9>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<(1,2)>
  %2 = "fly.get_flat_coord"(%i, %a) : (!fly.int_tuple<9>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<(1,1)>
  %3 = "fly.get_1d_coord"(%i, %a) : (!fly.int_tuple<9>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<5>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 5 and 9
  %4 = "fly.get_1d_coord"(%i, %a) : (!fly.int_tuple<9>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<9>
  return
}

// -----

// One position may stand by itself.

func.func @offsets(%a: !fly.layout<(4,8):(0,1E2)>, %at: !fly.int_tuple<(1,2)>) {
  %0 = "fly.crd2idx"(%at, %a) : (!fly.int_tuple<(1,2)>, !fly.layout<(4,8):(0,1E2)>) -> !fly.int_tuple<2E2>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: (0,0,2) and (0,0,3)
  %1 = "fly.crd2idx"(%at, %a) : (!fly.int_tuple<(1,2)>, !fly.layout<(4,8):(0,1E2)>) -> !fly.int_tuple<3E2>
  return
}

// -----

// Of a layout whose offsets are coordinates fly inverts one position, which CuTe does not.

func.func @right_inverse(%a: !fly.layout<(4,8):(1E0,1E1)>) {
  // CHECK: [[#@LINE+1]]:8: remark: fly.right_inverse is left alone: the inverse of (4,8):(1@0,1@1) is not read
  %0 = "fly.right_inverse"(%a) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.layout<4:1>
  return
}

// -----

// An offset that the layout does not have, or has twice, has no coordinate: the peer's is not compared.

func.func @no_coordinate(%a: !fly.layout<(4,8):(2,16)>, %b: !fly.layout<(4,8):(1,1)>, %i: !fly.int_tuple<9>, %j: !fly.int_tuple<1>) {
  // CHECK: [[#@LINE+1]]:8: remark: fly.idx2crd is left alone: 9 is not the offset of one coordinate of (4,8):(2,16)
  %0 = "fly.idx2crd"(%i, %a) : (!fly.int_tuple<9>, !fly.layout<(4,8):(2,16)>) -> !fly.int_tuple<(0,0)>
  // CHECK: [[#@LINE+1]]:8: remark: fly.get_1d_coord is left alone: 1 is not the offset of one coordinate of (4,8):(1,1)
  %1 = "fly.get_1d_coord"(%j, %b) : (!fly.int_tuple<1>, !fly.layout<(4,8):(1,1)>) -> !fly.int_tuple<5>
  return
}
