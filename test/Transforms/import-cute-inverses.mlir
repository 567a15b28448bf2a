// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-cute --layout-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not="{{[a-z]}} is left alone" --implicit-check-not="{{[0-9]}}: remark: unknown"

// Inverses and complements of layouts whose offsets are coordinates, right and wrong: at each position they
// are those of a layout of numbers.

func.func @right_inverse(%a: !cute.layout<"((4,8),(2,2)):((2@1,1@0),(1@1,8@0))">) {
  %0 = "cute.right_inverse"(%a) : (!cute.layout<"((4,8),(2,2)):((2@1,1@0),(1@1,8@0))">) -> !cute.layout<"((8,2),(2,4)):((4,64),(32,1))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 32: 1 and 2
  %1 = "cute.right_inverse"(%a) : (!cute.layout<"((4,8),(2,2)):((2@1,1@0),(1@1,8@0))">) -> !cute.layout<"((8,2),(2,4)):((4,64),(32,2))">
  return
}

// -----

func.func @right_inverse_shorter(%a: !cute.layout<"(4,5):(1@1,1@0)">) {
  %0 = "cute.right_inverse"(%a) : (!cute.layout<"(4,5):(1@1,1@0)">) -> !cute.layout<"(5,4):(4,1)">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes: 20 and 15
  %1 = "cute.right_inverse"(%a) : (!cute.layout<"(4,5):(1@1,1@0)">) -> !cute.layout<"(5,3):(4,1)">
  return
}

// -----

func.func @left_inverse(%a: !cute.layout<"((2,2,2),(2,2,2)):((1@0,2@1,6@0),(1@1,2@0,4@1))">) {
  %0 = "cute.left_inverse"(%a) : (!cute.layout<"((2,2,2),(2,2,2)):((1@0,2@1,6@0),(1@1,2@0,4@1))">) -> !cute.layout<"((2,3,2),(2,2,2)):((1,16,4),(8,2,32))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 48: 32 and 33
  %1 = "cute.left_inverse"(%a) : (!cute.layout<"((2,2,2),(2,2,2)):((1@0,2@1,6@0),(1@1,2@0,4@1))">) -> !cute.layout<"((2,3,2),(2,2,2)):((1,16,4),(8,2,33))">
  return
}

// -----

func.func @complement(%a: !cute.layout<"(2,5,3):(4@1,5@0,16@1)">) {
  %0 = "cute.complement"(%a) : (!cute.layout<"(2,5,3):(4@1,5@0,16@1)">) -> !cute.layout<"((5,1),(4,2,1)):((1@0,25@0),(1@1,8@1,48@1))">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 20: (0,8) and (0,9)
  %1 = "cute.complement"(%a) : (!cute.layout<"(2,5,3):(4@1,5@0,16@1)">) -> !cute.layout<"((5,1),(4,2,1)):((1@0,25@0),(1@1,9@1,48@1))">
  return
}

// -----

// Without its condition there is no left inverse.

func.func @not_injective(%a: !cute.layout<"(2,3):(0,1@0)">) {
  // CHECK: [[#@LINE+1]]:8: error: layout is not injective: coordinates 0 and 1 both give 0
  %0 = "cute.left_inverse"(%a) : (!cute.layout<"(2,3):(0,1@0)">) -> !cute.layout<"(3):(2)">
  return
}

// -----

// How far a complement goes is not always known; its gaps are, and where the first copy begins.

func.func @complement_up_to(%a: !cute.layout<"3:2">, %n: !cute.shape<"?">) {
  %0 = "cute.complement"(%a, %n) : (!cute.layout<"3:2">, !cute.shape<"?">) -> !cute.layout<"(2,?):(1,6)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2 for n1 = 2: 6 and 4
  %1 = "cute.complement"(%a, %n) : (!cute.layout<"3:2">, !cute.shape<"?">) -> !cute.layout<"(2,?):(1,4)">
  // The next two fit beside the layout, and leave offsets out.
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2 for n1 = 2: 6 and 12
  %2 = "cute.complement"(%a, %n) : (!cute.layout<"3:2">, !cute.shape<"?">) -> !cute.layout<"(2,?):(1,12)">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes for n1 = 1: 2 and 1
  %3 = "cute.complement"(%a, %n) : (!cute.layout<"3:2">, !cute.shape<"?">) -> !cute.layout<"(1,?):(1,6)">
  // One that is static has whole copies as well.
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 2: 6 and 7
  %4 = "cute.complement"(%a, %n) : (!cute.layout<"3:2">, !cute.shape<"?">) -> !cute.layout<"(2,3):(1,7)">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes: 2 and 1
  %5 = "cute.complement"(%a, %n) : (!cute.layout<"3:2">, !cute.shape<"?">) -> !cute.layout<"1:1">
  %6 = "cute.complement"(%a, %n) : (!cute.layout<"3:2">, !cute.shape<"?">) -> !cute.layout<"(2,4):(1,6)">
  return
}

// -----

// The copies may be one number or several.

func.func @complement_in_shape(%a: !cute.layout<"4:4">, %b: !cute.layout<"1:1">, %c: !cute.layout<"4:0">, %s: !cute.shape<"(2,?)">, %t: !cute.shape<"(?,?)">) {
  %0 = "cute.complement"(%a, %s) : (!cute.layout<"4:4">, !cute.shape<"(2,?)">) -> !cute.layout<"(4,?):(1,16)">
  %1 = "cute.complement"(%b, %s) : (!cute.layout<"1:1">, !cute.shape<"(2,?)">) -> !cute.layout<"(2,?):(1,2)">
  %2 = "cute.complement"(%b, %s) : (!cute.layout<"1:1">, !cute.shape<"(2,?)">) -> !cute.layout<"?:1">
  %3 = "cute.complement"(%c, %t) : (!cute.layout<"4:0">, !cute.shape<"(?,?)">) -> !cute.layout<"?:1">
  %4 = "cute.complement"(%c, %t) : (!cute.layout<"4:0">, !cute.shape<"(?,?)">) -> !cute.layout<"(?,?):(1,?)">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes for n1 = 1: 2 and 1
  %5 = "cute.complement"(%b, %s) : (!cute.layout<"1:1">, !cute.shape<"(2,?)">) -> !cute.layout<"(1,?):(1,2)">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for n1 = 1, n2 = 2: 1 and 2
  %6 = "cute.complement"(%c, %t) : (!cute.layout<"4:0">, !cute.shape<"(?,?)">) -> !cute.layout<"?:2">
  return
}

// -----

// Where CuTe has no complement, what is claimed fits beside the layout and increases.

func.func @complement_of_interleaved(%a: !cute.layout<"(3,2):(2,3)">, %n: !cute.shape<"?">) {
  %0 = "cute.complement"(%a, %n) : (!cute.layout<"(3,2):(2,3)">, !cute.shape<"?">) -> !cute.layout<"?:8">
  // CHECK: [[#@LINE+1]]:8: error: layout is not injective: coordinates 1 and 6 for d0_0 = 2 both give 2
  %1 = "cute.complement"(%a, %n) : (!cute.layout<"(3,2):(2,3)">, !cute.shape<"?">) -> !cute.layout<"?:2">
  return
}

// -----

// With symbols: the modes whose stride is a number, each where those before it end, and a mode whose extent
// is a symbol last.

func.func @right_inverse_of_symbols(%a: !cute.layout<"(2,4,6):(4,1,?)">, %b: !cute.layout<"(4,1,3):(?,9,1)">, %c: !cute.layout<"(?,4):(1,?)">, %d: !cute.layout<"(?,4):(?,1)">, %e: !cute.layout<"(2,4,3):(?,2,8)">, %f: !cute.layout<"(2,2,4,3):(2,1,2,?)">) {
  %0 = "cute.right_inverse"(%a) : (!cute.layout<"(2,4,6):(4,1,?)">) -> !cute.layout<"(4,2):(2,1)">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes: 8 and 4
  %1 = "cute.right_inverse"(%a) : (!cute.layout<"(2,4,6):(4,1,?)">) -> !cute.layout<"(4,1):(2,1)">
  %2 = "cute.right_inverse"(%b) : (!cute.layout<"(4,1,3):(?,9,1)">) -> !cute.layout<"3:4">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes: 3 and 2
  %3 = "cute.right_inverse"(%b) : (!cute.layout<"(4,1,3):(?,9,1)">) -> !cute.layout<"2:4">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1: 4 and 5
  %4 = "cute.right_inverse"(%b) : (!cute.layout<"(4,1,3):(?,9,1)">) -> !cute.layout<"3:5">
  %5 = "cute.right_inverse"(%c) : (!cute.layout<"(?,4):(1,?)">) -> !cute.layout<"?:1">
  // CHECK: [[#@LINE+1]]:8: error: layouts differ at coordinate 1 for d0_0 = 2: 1 and 2
  %6 = "cute.right_inverse"(%c) : (!cute.layout<"(?,4):(1,?)">) -> !cute.layout<"?:2">
  %7 = "cute.right_inverse"(%d) : (!cute.layout<"(?,4):(?,1)">) -> !cute.layout<"4:?">
  // CHECK: [[#@LINE+1]]:8: error: layouts have different sizes: 4 and 3
  %8 = "cute.right_inverse"(%d) : (!cute.layout<"(?,4):(?,1)">) -> !cute.layout<"3:?">
  %9 = "cute.right_inverse"(%e) : (!cute.layout<"(2,4,3):(?,2,8)">) -> !cute.layout<"1:0">
  // CHECK: [[#@LINE+1]]:9: error: layouts have different sizes: 1 and 2
  %10 = "cute.right_inverse"(%e) : (!cute.layout<"(2,4,3):(?,2,8)">) -> !cute.layout<"2:1">
  // The second mode and the third are one, so that the first is not taken.
  %11 = "cute.right_inverse"(%f) : (!cute.layout<"(2,2,4,3):(2,1,2,?)">) -> !cute.layout<"8:2">
  // CHECK: [[#@LINE+1]]:9: error: layouts have different sizes: 8 and 4
  %12 = "cute.right_inverse"(%f) : (!cute.layout<"(2,2,4,3):(2,1,2,?)">) -> !cute.layout<"(2,2):(2,1)">
  return
}
