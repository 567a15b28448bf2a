// RUN: not layout-opt %s --allow-unregistered-dialect --layout-import-heir --layout-verify=report=true --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{[0-9]}}: error: " --implicit-check-not=unknown

// The layouts that HEIR's documentation shows, and those of its tests in shape: all are right.

// CHECK-DAG: remark: left 0 of 18 tensor_ext operations on layouts alone
module attributes {scheme.requested_slot_count = 1024 : i64} {
  func.func @right(%s: f32, %v8: tensor<8xi32>, %v5: tensor<5xf32>, %v32: tensor<32xi16>, %m8: tensor<8x8xi32>, %m4: tensor<4x4xf32>, %m32: tensor<32x64xi16>, %m35: tensor<3x5xf32>, %m57: tensor<5x7xf32>, %t: tensor<2x3x4xf32>) {
    // A scalar is in every slot.
    %0 = "tensor_ext.assign_layout"(%s) {layout = #tensor_ext.layout<"{ [] -> [ct, slot] : ct = 0 and 0 <= slot < 1024 }">} : (f32) -> f32
    // A vector is repeated cyclically, here also as isl prints it.
    %1 = "tensor_ext.assign_layout"(%v8) {layout = #tensor_ext.layout<"{ [d] -> [ct, slot] : 0 <= d < 8 and ct = 0 and 0 <= slot < 32 and (d - slot) mod 8 = 0 }">} : (tensor<8xi32>) -> tensor<8xi32>
    %2 = "tensor_ext.assign_layout"(%v8) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : (slot - i0) mod 8 = 0 and ct = 0 and 1023 >= slot >= 0 and 7 >= i0 >= 0 }">} : (tensor<8xi32>) -> tensor<8xi32>
    %3 = "tensor_ext.assign_layout"(%v8) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : exists (e0 : 8e0 = -i0 + slot and ct = 0 and 0 <= i0 <= 7 and 0 <= slot <= 1023) }">} : (tensor<8xi32>) -> tensor<8xi32>
    // Five entries in parts of eight slots, and one in every fourth slot.
    %4 = "tensor_ext.assign_layout"(%v5) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and (slot - i0) mod 8 = 0 and 0 <= i0 <= 4 and 0 <= slot <= 63 }">} : (tensor<5xf32>) -> tensor<5xf32>
    %5 = "tensor_ext.assign_layout"(%v5) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = 4i0 and 0 <= i0 <= 4 }">} : (tensor<5xf32>) -> tensor<5xf32>
    // The diagonals of Halevi and Shoup, a ciphertext each.
    %6 = "tensor_ext.assign_layout"(%m8) {layout = #tensor_ext.layout<"{ [row, col] -> [ct, slot] : 0 <= row < 8 and 0 <= col < 8 and 0 <= ct < 8 and 0 <= slot < 32 and (row - col + ct) mod 8 = 0 and (row - slot) mod 32 = 0 }">} : (tensor<8x8xi32>) -> tensor<8x8xi32>
    %7 = "tensor_ext.assign_layout"(%m4) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : (i0 - i1 + ct) mod 4 = 0 and (-i0 + slot) mod 4 = 0 and 0 <= i0 < 4 and 0 <= i1 < 4 and 0 <= ct < 4 and 0 <= slot < 4 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // By rows, by columns, and by rows in as many ciphertexts as it takes.
    %8 = "tensor_ext.assign_layout"(%m4) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = 4i0 + i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">, tensor_ext.layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = 4i0 + i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %9 = "tensor_ext.assign_layout"(%m4) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = i0 + 4i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %10 = "tensor_ext.assign_layout"(%m32) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : (-64i0 - i1 + slot) mod 1024 = 0 and 0 <= i0 <= 31 and 0 <= i1 <= 63 and 0 <= ct <= 1 and 0 <= slot <= 1023 and -1023 + 64i0 + i1 <= 1024ct <= 64i0 + i1 }">} : (tensor<32x64xi16>) -> tensor<32x64xi16>
    // Two matrices of which the product is bicyclic.
    %11 = "tensor_ext.assign_layout"(%m35) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and (i0 - slot) mod 3 = 0 and (i1 - slot) mod 5 = 0 and 0 <= i0 <= 2 and 0 <= i1 <= 4 and 0 <= slot <= 63 }">} : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %12 = "tensor_ext.assign_layout"(%m57) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and (14i0 - 15i1 + slot) mod 35 = 0 and 0 <= i0 <= 4 and 0 <= i1 <= 6 and 0 <= slot <= 63 }">} : (tensor<5x7xf32>) -> tensor<5x7xf32>
    // Three dimensions by rows.
    %13 = "tensor_ext.assign_layout"(%t) {layout = #tensor_ext.layout<"{ [i0, i1, i2] -> [ct, slot] : ct = i0 and slot = 4i1 + i2 and 0 <= i0 <= 1 and 0 <= i1 <= 2 and 0 <= i2 <= 3 }">} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    // Conversions: to columns, by one slot, and back out. Another text is the same layout.
    %14 = "tensor_ext.convert_layout"(%8) {from_layout = #tensor_ext.layout<"{ [r, c] -> [ct, slot] : ct = 0 and slot = c + 4r and 3 >= r >= 0 and 3 >= c >= 0 }">, to_layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = i0 + 4i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">, tensor_ext.layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = i0 + 4i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %15 = "tensor_ext.convert_layout"(%v32) {from_layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and (i0 - slot) mod 32 = 0 and 0 <= i0 <= 31 and 0 <= slot <= 1023 }">, to_layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and (1 + i0 - slot) mod 32 = 0 and 0 <= i0 <= 31 and 0 <= slot <= 1023 }">} : (tensor<32xi16>) -> tensor<32xi16>
    %16 = "tensor_ext.convert_layout"(%14) {from_layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = i0 + 4i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">, to_layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : (i0 - i1 + ct) mod 4 = 0 and (-i0 + slot) mod 4 = 0 and 0 <= i0 < 4 and 0 <= i1 < 4 and 0 <= ct < 4 and 0 <= slot < 16 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %17 = "tensor_ext.unpack"(%v5) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = 4i0 and 0 <= i0 <= 4 }">} : (tensor<5xf32>) -> tensor<5xf32>
    %18 = "tensor_ext.rotate"(%v5, %17) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    return
  }
}

// -----

// CHECK-DAG: remark: left 0 of 8 tensor_ext operations on layouts alone
module attributes {heir.actual_slot_count = 16 : i64} {
  func.func @wrong(%v: tensor<8xi32>, %m: tensor<4x4xf32>) {
    // Entries 0 and 4 are in slot 0.
    // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layout is not injective: coordinates 0 and 4 both give (0,0)
    %0 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and (i0 - slot) mod 4 = 0 and 0 <= i0 <= 7 and 0 <= slot <= 15 }">} : (tensor<8xi32>) -> tensor<8xi32>
    // Entry 0 is in slots 0, 8, 16 and 24 of 16.
    // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 0: (0,16) and (0,0)
    %1 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and (i0 - slot) mod 8 = 0 and 0 <= i0 <= 7 and 0 <= slot <= 31 }">} : (tensor<8xi32>) -> tensor<8xi32>
    // Entry 7 is nowhere.
    // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layout has size 7, not 8
    %2 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = i0 and 0 <= i0 <= 6 }">} : (tensor<8xi32>) -> tensor<8xi32>
    // There is no entry 8.
    // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 8: (0,8) and none
    %3 = "tensor_ext.unpack"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = i0 and 0 <= i0 <= 8 }">} : (tensor<8xi32>) -> tensor<8xi32>
    // Slot -1 is not a slot.
    // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 0: (0,-1) and none
    %4 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = i0 - 1 and 0 <= i0 <= 7 }">} : (tensor<8xi32>) -> tensor<8xi32>
    %5 = "tensor_ext.assign_layout"(%m) {layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = 4i0 + i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">, tensor_ext.layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = 4i0 + i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // The operand is by rows, not by columns.
    // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: (0,4) and (0,1)
    %6 = "tensor_ext.convert_layout"(%5) {from_layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = i0 + 4i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">, to_layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = i0 and slot = i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // What the result has is not what it is converted to.
    // CHECK-DAG: [[#@LINE+1]]:{{.*}} error: layouts differ at coordinate 1: (0,1) and (1,0)
    %7 = "tensor_ext.convert_layout"(%5) {from_layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = 0 and slot = 4i0 + i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">, to_layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = i0 and slot = i1 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">, tensor_ext.layout = #tensor_ext.layout<"{ [i0, i1] -> [ct, slot] : ct = i1 and slot = i0 and 0 <= i0 <= 3 and 0 <= i1 <= 3 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
}

// -----

// CHECK-DAG: remark: tensor_ext.assign_layout is left alone: layout = #tensor_ext.layout<map = (d0) -> (d0)> is not an isl relation
// CHECK-DAG: remark: tensor_ext.assign_layout is left alone: its tensor has 2 dimensions, and its layout 1
// CHECK-DAG: remark: tensor_ext.assign_layout is left alone: { [i0] -> [0, i0] : 0 <= i0 <= 7 } does not name each index and place
// CHECK-DAG: remark: tensor_ext.assign_layout is left alone: the shape of tensor<?xi32> is not static
// CHECK-DAG: remark: tensor_ext.convert_layout is left alone: it has no from_layout
// CHECK-DAG: remark: tensor_ext.permute is left alone: which slots change places is not compared
// CHECK-DAG: remark: left 6 of 6 tensor_ext operations on layouts alone: assign_layout (4), convert_layout (1), permute (1)
func.func @left(%v: tensor<8xi32>, %m: tensor<4x4xf32>, %d: tensor<?xi32>) {
  %0 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<map = (d0) -> (d0)>} : (tensor<8xi32>) -> tensor<8xi32>
  %1 = "tensor_ext.assign_layout"(%m) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = i0 and 0 <= i0 <= 7 }">} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [0, i0] : 0 <= i0 <= 7 }">} : (tensor<8xi32>) -> tensor<8xi32>
  %3 = "tensor_ext.assign_layout"(%d) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = i0 and 0 <= i0 <= 7 }">} : (tensor<?xi32>) -> tensor<?xi32>
  %4 = "tensor_ext.convert_layout"(%v) {to_layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = i0 and 0 <= i0 <= 7 }">} : (tensor<8xi32>) -> tensor<8xi32>
  %5 = "tensor_ext.permute"(%v) {permutation = array<i64: 1, 0>} : (tensor<8xi32>) -> tensor<8xi32>
  return
}

// -----

// CHECK-DAG: remark: tensor_ext.assign_layout is left alone: heir.actual_slot_count = "16" is not a number of slots
// CHECK-DAG: remark: tensor_ext.assign_layout is left alone: heir.actual_slot_count = 0 : i64 is not a number of slots
module attributes {heir.actual_slot_count = "16"} {
  func.func @text(%v: tensor<8xi32>) {
    %0 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = 3i0 and 0 <= i0 <= 7 }">} : (tensor<8xi32>) -> tensor<8xi32>
    return
  }
}

// -----

module attributes {heir.actual_slot_count = 0 : i64} {
  func.func @none(%v: tensor<8xi32>) {
    %0 = "tensor_ext.assign_layout"(%v) {layout = #tensor_ext.layout<"{ [i0] -> [ct, slot] : ct = 0 and slot = 3i0 and 0 <= i0 <= 7 }">} : (tensor<8xi32>) -> tensor<8xi32>
    return
  }
}

// -----

// CHECK-DAG: remark: found no tensor_ext operations
func.func @none() {
  return
}
