// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-fly --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone" --implicit-check-not="{{[a-z]}} nests its result"

// The compact layouts of FlyDSL: the first result of each is its own inference, version 0.4.2.

// A mode of stride 0 takes no place, and its stride becomes 1.

func.func @layout_like(%a: !fly.layout<(2,3,4):(4,0,8)>, %b: !fly.layout<((2,3),4):((4,0),1)>, %c: !fly.layout<4:0>, %d: !fly.layout<(2,3,4):(3,3,1)>, %e: !fly.layout<(2,3,4):(-1,0,-3)>) {
  %0 = "fly.make_layout_like"(%a) : (!fly.layout<(2,3,4):(4,0,8)>) -> !fly.layout<(2,3,4):(1,1,2)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 1 and 0
  %1 = "fly.make_layout_like"(%a) : (!fly.layout<(2,3,4):(4,0,8)>) -> !fly.layout<(2,3,4):(1,0,2)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 1 and 2
  %2 = "fly.make_layout_like"(%a) : (!fly.layout<(2,3,4):(4,0,8)>) -> !fly.layout<(2,3,4):(1,2,6)>
  %3 = "fly.make_layout_like"(%b) : (!fly.layout<((2,3),4):((4,0),1)>) -> !fly.layout<((2,3),4):((4,1),1)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 1 and 0
  %4 = "fly.make_layout_like"(%b) : (!fly.layout<((2,3),4):((4,0),1)>) -> !fly.layout<((2,3),4):((4,0),1)>
  %5 = "fly.make_layout_like"(%c) : (!fly.layout<4:0>) -> !fly.layout<4:1>
  // Equal strides begin together, and what is below 0 comes before 0.
  %6 = "fly.make_layout_like"(%d) : (!fly.layout<(2,3,4):(3,3,1)>) -> !fly.layout<(2,3,4):(4,4,1)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 4 and 8
  %7 = "fly.make_layout_like"(%d) : (!fly.layout<(2,3,4):(3,3,1)>) -> !fly.layout<(2,3,4):(4,8,1)>
  %8 = "fly.make_layout_like"(%e) : (!fly.layout<(2,3,4):(-1,0,-3)>) -> !fly.layout<(2,3,4):(4,8,1)>
  return
}

// -----

func.func @dynamic_layout_like(%a: !fly.layout<(2,?,3):(0,?,1)>, %b: !fly.layout<(?,?,5):(?,0,?)>, %c: !fly.layout<(2,3,5):(?,-1,0)>, %d: !fly.layout<(?,3,4):(1,1,3)>) {
  %0 = "fly.make_layout_like"(%a) : (!fly.layout<(2,?,3):(0,?,1)>) -> !fly.layout<(2,?,3):(1,3,1)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for d0_0 = 1: 1 and 0
  %1 = "fly.make_layout_like"(%a) : (!fly.layout<(2,?,3):(0,?,1)>) -> !fly.layout<(2,?,3):(0,3,1)>
  %2 = "fly.make_layout_like"(%b) : (!fly.layout<(?,?,5):(?,0,?)>) -> !fly.layout<(?,?,5):(1,1,?)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for d0_0 = 1, d0_1 = 2: 1 and 2
  %3 = "fly.make_layout_like"(%b) : (!fly.layout<(?,?,5):(?,0,?)>) -> !fly.layout<(?,?,5):(1,2,?)>
  %4 = "fly.make_layout_like"(%c) : (!fly.layout<(2,3,5):(?,-1,0)>) -> !fly.layout<(2,3,5):(3,1,3)>
  %5 = "fly.make_layout_like"(%d) : (!fly.layout<(?,3,4):(1,1,3)>) -> !fly.layout<(?,3,4):(1,1,?{div=3})>
  return
}

// -----

// Of a fragment the first mode comes first, and a stride of 0 is one as any other.

func.func @fragment_layout_like(%a: !fly.layout<(2,3,4):(12,0,1)>, %b: !fly.layout<(2,3,4):(0,12,1)>, %c: !fly.layout<((4,2),2,3):((0,1),64,0)>, %d: !fly.layout<(4,(3,2)):(0,(5,0))>, %e: !fly.layout<(2,3,4,5):(9,?,7,?)>, %f: !fly.layout<((2,3)):((3,1))>) {
  %0 = "fly.make_fragment_layout_like"(%a) : (!fly.layout<(2,3,4):(12,0,1)>) -> !fly.layout<(2,3,4):(1,2,6)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 1 and 4
  %1 = "fly.make_fragment_layout_like"(%a) : (!fly.layout<(2,3,4):(12,0,1)>) -> !fly.layout<(2,3,4):(4,0,1)>
  %2 = "fly.make_fragment_layout_like"(%b) : (!fly.layout<(2,3,4):(0,12,1)>) -> !fly.layout<(2,3,4):(1,8,2)>
  %3 = "fly.make_fragment_layout_like"(%c) : (!fly.layout<((4,2),2,3):((0,1),64,0)>) -> !fly.layout<((4,2),2,3):((1,4),24,8)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 8: 24 and 8
  %4 = "fly.make_fragment_layout_like"(%c) : (!fly.layout<((4,2),2,3):((0,1),64,0)>) -> !fly.layout<((4,2),2,3):((1,4),8,16)>
  // A single other mode that is a tuple is spread out.
  %5 = "fly.make_fragment_layout_like"(%d) : (!fly.layout<(4,(3,2)):(0,(5,0))>) -> !fly.layout<(4,3,2):(1,8,4)>
  %6 = "fly.make_fragment_layout_like"(%e) : (!fly.layout<(2,3,4,5):(9,?,7,?)>) -> !fly.layout<(2,3,4,5):(1,8,2,24)>
  %7 = "fly.make_fragment_layout_like"(%f) : (!fly.layout<((2,3)):((3,1))>) -> !fly.layout<((2,3)):((1,2))>
  return
}

// -----

// Registers are not swizzled.

func.func @fragment_like(%a: !fly.memref<f32, shared, (4,8):(8,1), align<16>, S<3,4,3>>, %b: !fly.memref<f32, shared, S<2,0,3> o 0 o (4,8):(16,1)>) {
  %0 = "fly.make_fragment_like"(%a) : (!fly.memref<f32, shared, (4,8):(8,1), align<16>, S<3,4,3>>) -> !fly.memref<f32, register, (4,8):(1,4)>
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 128: 128 and 144
  %1 = "fly.make_fragment_like"(%a) : (!fly.memref<f32, shared, (4,8):(8,1), align<16>, S<3,4,3>>) -> !fly.memref<f32, register, (4,8):(1,4), align<16>, S<3,4,3>>
  %2 = "fly.make_fragment_like"(%b) : (!fly.memref<f32, shared, S<2,0,3> o 0 o (4,8):(16,1)>) -> !fly.memref<f32, register, (4,8):(1,4)>
  return
}
